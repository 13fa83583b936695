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
constexpr std::int64_t kQueries = 56, kFewQueries = 28, kKeys = 256;
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
      high_(kQueries) {
  const Shape& s = r_.shape;
  const std::int64_t blocks = s.batch * s.heads * divide_up(s.queries, kQueries);
  if (blocks < 4 * std::int64_t{ThreadPool::shared().size()}) high_ = kFewQueries;
}

std::size_t VectorForward::head_bytes() const {
  const std::int64_t padded = divide_up(r_.shape.keys, kernels_.columns) * kernels_.columns;
  return static_cast<std::size_t>(padded * r_.shape.size) * sizeof(float);
}

void VectorForward::prepare(std::int64_t x, void* memory) const {
  kernels_.pack_b({r_.head(r_.k, x), 1, r_.k.token}, r_.shape.size, r_.shape.keys,
                  static_cast<float*>(memory));
}

void VectorForward::run_block(std::int64_t x, std::int64_t i0, const void* memory) const {
  run_rows(x, i0, std::min(high_, r_.shape.queries - i0), memory);
}

void VectorForward::run_rows(std::int64_t x, std::int64_t i0, std::int64_t rows,
                             const void* memory) const {
  const Shape& s = r_.shape;
  const std::int64_t size = s.value_size;
  const std::int64_t height =
      divide_up(rows, divide_up(rows, std::min<std::int64_t>(kernels_.rows, kMostScoreRows)));
  const Scratch queries(static_cast<std::size_t>(rows * s.size) * sizeof(float));
  const Scratch scores(static_cast<std::size_t>(height * kKeys) * sizeof(float));
  const Scratch sums(static_cast<std::size_t>(rows * size) * sizeof(float));
  RowState states[kQueries];
  if (r_.sees(i0) <= 0) std::fill_n(sums.as<float>(), rows * size, 0.0f);
  take_queries(x, i0, rows, queries.as<float>());
  for (std::int64_t j = 0; j < r_.visible(i0 + rows - 1); j += kKeys) {
    for (std::int64_t i = 0; i < rows; i += height) {
      run_tile(x, i0 + i, std::min(height, rows - i), j, static_cast<const float*>(memory),
               queries.as<float>() + i * s.size, scores.as<float>(), states + i,
               sums.as<float>() + i * size);
    }
  }
  write(x, i0, rows, states, sums.as<float>());
}

// Queries are scaled so that their products with keys are exponents of 2.
void VectorForward::take_queries(std::int64_t x, std::int64_t i0, std::int64_t rows,
                                 float* to) const {
  const float* from = r_.head(r_.q, x) + i0 * r_.q.token;
  for (std::int64_t i = 0; i < rows; ++i) {
    softmax_.scale(to + i * r_.shape.size, from + i * r_.q.token, r_.shape.scale * kLog2OfE,
                   r_.shape.size);
  }
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
  kernels_.multiply(b);
  softmax_.step({scores, kKeys, rows, keys, r_.sees(i) - j, s.causal, j == 0}, states, sums, size);
  b = block(rows, size, keys, scores, kKeys);
  b.b = r_.head(r_.v, x) + j * r_.v.token;
  b.b_step = r_.v.token, b.b_panel = kernels_.columns;
  b.c = {sums, size, 1}, b.beta = j == 0 ? 0 : 1;
  fetch_next_head(b, x, i / rows);
  kernels_.multiply(b);
}

// Heads with few keys are over before the processor sees what they read. The products of their first tiles fetch keys, values
// and queries of the next one, a line of every token with each tile.
void VectorForward::fetch_next_head(gemm::Block<float>& b, std::int64_t x,
                                    std::int64_t turn) const {
  const Shape& s = r_.shape;
  const Heads<const float>* const operands[] = {&r_.k, &r_.v, &r_.q};
  const std::int64_t wide = divide_up(b.n, kernels_.columns);  // tiles of one turn
  const std::int64_t turns = divide_up(divide_up(s.size, kLine), wide);
  if (s.keys > kKeys || turn >= 3 * turns || x + 1 == s.batch * s.heads) return;
  b.next = r_.head(*operands[turn / turns], x + 1) + turn % turns * wide * kLine;
  b.next_tile = kLine, b.next_step = operands[turn / turns]->token;
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
