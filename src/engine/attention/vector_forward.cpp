// Attention forward by vectors: tiles of queries meet blocks of packed keys.
// SPDX-License-Identifier: MIT
#include "engine/attention/vector_forward.h"

#include <algorithm>
#include <cmath>

#include "base/thread_pool.h"
#include "engine/scratch.h"

namespace vgpu::attention {
namespace {

using engine::Scratch;

// Of a block: the queries of four tiles, fewer where there would be too few blocks for all threads, and keys that stay in the
// second cache meanwhile. The scores of one tile's queries stay in the first.
constexpr std::int64_t kQueries = 56, kFewQueries = 28, kKeys = kBoundedKeys;
constexpr std::int64_t kLine = 16;  // floats

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// A product whose left side lies in place, one tile high.
gemm::Block<float> block(std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
                         std::int64_t a_row) {
  gemm::Block<float> b;
  b.m = m, b.n = n, b.k = k, b.height = m;
  b.a = a, b.a_row = a_row, b.a_step = 1, b.a_panel = m * a_row;
  return b;
}

// What a head's memory begins with; a line, so that keys are aligned.
struct alignas(64) HeadOfMemory {
  float longest;  // the square of the longest key
};

}  // namespace

std::int64_t Request::visible(std::int64_t i) const {
  return std::clamp<std::int64_t>(sees(i), 0, shape.keys);
}

void Request::set_logsum(std::int64_t x, std::int64_t i, float maximum, float sum) const {
  if (logsum == nullptr) return;
  logsum[x * shape.queries + i] = visible(i) == 0 ? -INFINITY : maximum / kLog2OfE + std::log(sum);
}

VectorForward::VectorForward(const Request& request)
    : r_(request),
      kernels_(gemm::kernels<float>(simd_level())),
      softmax_(softmax_kernels()),
      bounded_(bounded_kernels()),
      high_(kQueries) {
  const Shape& s = r_.shape;
  const std::int64_t blocks = s.batch * s.heads * divide_up(s.queries, kQueries);
  if (blocks < 4 * std::int64_t{ThreadPool::shared().size()}) high_ = kFewQueries;
}

std::size_t VectorForward::head_bytes() const {
  const std::int64_t padded = divide_up(r_.shape.keys, kernels_.columns) * kernels_.columns;
  return sizeof(HeadOfMemory) + static_cast<std::size_t>(padded * r_.shape.size) * sizeof(float);
}

void VectorForward::prepare(std::int64_t x, void* memory) const {
  const Shape& s = r_.shape;
  auto* head = static_cast<HeadOfMemory*>(memory);
  auto* keys = reinterpret_cast<float*>(head + 1);
  kernels_.pack_b({r_.head(r_.k, x), 1, r_.k.token}, s.size, s.keys, keys);
  head->longest = bounded_.longest(keys, divide_up(s.keys, kernels_.columns), s.size);
}

void VectorForward::run_block(std::int64_t x, std::int64_t i0, const void* memory) const {
  run_rows(x, i0, std::min(high_, r_.shape.queries - i0), memory);
}

void VectorForward::run_rows(std::int64_t x, std::int64_t i0, std::int64_t rows,
                             const void* memory) const {
  const Shape& s = r_.shape;
  const auto* head = static_cast<const HeadOfMemory*>(memory);
  const auto* keys = reinterpret_cast<const float*>(head + 1);
  const Scratch queries(static_cast<std::size_t>(rows * s.size) * sizeof(float));
  // Queries are scaled so that their products with keys are exponents of 2.
  const float longest = bounded_.scale(r_.head(r_.q, x) + i0 * r_.q.token, r_.q.token, rows, s.size,
                                       s.scale * kLog2OfE, queries.as<float>());
  const float bound = std::ceil(std::sqrt(longest * head->longest));
  if (bound <= kMostBound &&
      run_bounded(x, i0, rows, static_cast<int>(bound), keys, queries.as<float>())) {
    return;
  }
  run_any(x, i0, rows, keys, queries.as<float>());
}

std::int64_t VectorForward::tile_height(std::int64_t rows, std::int64_t most) {
  return divide_up(rows, divide_up(rows, most));
}

bool VectorForward::run_bounded(std::int64_t x, std::int64_t i0, std::int64_t rows, int bound,
                                const float* keys, const float* queries) const {
  const Shape& s = r_.shape;
  const std::int64_t height = tile_height(rows, bounded_.rows);
  const Scratch powers(static_cast<std::size_t>(height * kBoundedKeys) * sizeof(float));
  const Scratch sums(static_cast<std::size_t>(rows * s.value_size) * sizeof(float));
  float totals[kQueries];
  BoundedTile b;
  b.size = s.size, b.value_size = s.value_size, b.causal = s.causal;
  b.v_row = r_.v.token, b.out_row = r_.out.token;
  b.bound = bound, b.powers = powers.as<float>();
  std::int64_t j = 0;
  do {  // at least once, for queries that see no key
    b.k = keys + j * s.size, b.first = j == 0;
    for (std::int64_t i = 0; i < rows; i += height) {
      b.rows = std::min(height, rows - i);
      b.q = queries + i * s.size;
      b.sums = sums.as<float>() + i * s.value_size, b.totals = totals + i;
      if (!run_bounded_tile(b, x, i0 + i, j, (i0 + i) / height)) return false;
    }
    j += kBoundedKeys;
  } while (j < r_.visible(i0 + rows - 1));
  for (std::int64_t i = 0; i < rows; ++i) {
    r_.set_logsum(x, i0 + i, static_cast<float>(-bound), totals[i]);
  }
  return true;
}

// Queries from i on meet keys from j on, the tile being the head's `turn`-th.
bool VectorForward::run_bounded_tile(BoundedTile& b, std::int64_t x, std::int64_t i, std::int64_t j,
                                     std::int64_t turn) const {
  const std::int64_t last = r_.visible(i + b.rows - 1);
  if (!b.first && j >= last) return true;
  b.keys = std::min(kBoundedKeys, last - j), b.visible = r_.sees(i) - j;
  b.v = r_.head(r_.v, x) + j * r_.v.token;
  b.out = j + b.keys == last ? r_.head(r_.out, x) + i * r_.out.token : nullptr;
  const Soon soon = soon_of(x, turn, divide_up(b.value_size, kernels_.columns));
  b.soon = soon.from == nullptr ? b.q : soon.from;
  b.soon_tile = soon.tile, b.soon_step = soon.step;
  return bounded_.run(b);
}

void VectorForward::run_any(std::int64_t x, std::int64_t i0, std::int64_t rows, const float* keys,
                            const float* queries) const {
  const std::int64_t size = r_.shape.value_size;
  const std::int64_t height =
      tile_height(rows, std::min<std::int64_t>(kernels_.rows, kMostScoreRows));
  const Scratch scores(static_cast<std::size_t>(height * kKeys) * sizeof(float));
  const Scratch sums(static_cast<std::size_t>(rows * size) * sizeof(float));
  RowState states[kQueries];
  if (r_.sees(i0) <= 0) std::fill_n(sums.as<float>(), rows * size, 0.0f);
  for (std::int64_t j = 0; j < r_.visible(i0 + rows - 1); j += kKeys) {
    for (std::int64_t i = 0; i < rows; i += height) {
      run_tile(x, i0 + i, std::min(height, rows - i), j, keys, queries + i * r_.shape.size,
               scores.as<float>(), states + i, sums.as<float>() + i * size);
    }
  }
  write(x, i0, rows, states, sums.as<float>());
}

// Queries i, i + 1, ... of a tile meet the keys of a block.
void VectorForward::run_tile(std::int64_t x, std::int64_t i, std::int64_t rows, std::int64_t j,
                             const float* packed, const float* queries, float* scores,
                             RowState* states, float* sums) const {
  const Shape& s = r_.shape;
  const std::int64_t keys = std::min(kKeys, r_.visible(i + rows - 1) - j), size = s.value_size;
  if (keys <= 0) return;
  gemm::Block<float> b = block(rows, keys, s.size, queries, s.size);
  b.b = packed + j * s.size, b.b_packed = true;
  b.b_step = kernels_.columns, b.b_panel = kernels_.columns * s.size;
  b.c = {scores, kKeys, 1};
  s.size == 0 ? kernels_.finish(b) : kernels_.multiply(b);
  softmax_.step({scores, kKeys, rows, keys, r_.sees(i) - j, s.causal, j == 0}, states, sums, size);
  if (size == 0) return;
  b = block(rows, size, keys, scores, kKeys);
  b.b = r_.head(r_.v, x) + j * r_.v.token;
  b.b_step = r_.v.token, b.b_panel = kernels_.columns;
  b.c = {sums, size, 1}, b.beta = j == 0 ? 0 : 1;
  const Soon soon = soon_of(x, i / rows, divide_up(size, kernels_.columns));
  b.next = soon.from, b.next_tile = soon.tile, b.next_step = soon.step;
  kernels_.multiply(b);
}

// Heads with few keys are over before the processor sees what they read. The products of their first tiles fetch keys, values
// and queries of the next one, a line of every token with each tile.
VectorForward::Soon VectorForward::soon_of(std::int64_t x, std::int64_t turn,
                                           std::int64_t wide) const {
  const Shape& s = r_.shape;
  const Heads<const float>* const operands[] = {&r_.k, &r_.v, &r_.q};
  if (wide == 0) return {};
  const std::int64_t turns = divide_up(divide_up(s.size, kLine), wide);
  if (s.keys > kKeys || turn >= 3 * turns || x + 1 == s.batch * s.heads) return {};
  const Heads<const float>& operand = *operands[turn / turns];
  return {r_.head(operand, x + 1) + turn % turns * wide * kLine, kLine, operand.token};
}

// A query that sees no key gets 0.
void VectorForward::write(std::int64_t x, std::int64_t i0, std::int64_t rows,
                          const RowState* states, const float* sums) const {
  float* out = r_.head(r_.out, x) + i0 * r_.out.token;
  const std::int64_t size = r_.shape.value_size;
  for (std::int64_t i = 0; i < rows; ++i) {
    const bool blind = r_.visible(i0 + i) == 0;
    softmax_.scale(out + i * r_.out.token, sums + i * size, blind ? 0.0f : 1 / states[i].sum, size);
    r_.set_logsum(x, i0 + i, states[i].maximum, states[i].sum);
  }
}

}  // namespace vgpu::attention
