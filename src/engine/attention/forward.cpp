// Attention forward: a block of queries of one head at a time, shared out over the thread pool.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/thread_pool.h"
#include "engine/attention/attention.h"
#include "engine/attention/softmax.h"
#include "engine/gemm/kernels.h"
#include "engine/scratch.h"

namespace vgpu::attention {
namespace {

using engine::Scratch;

// Of a block: the queries of four tiles, fewer where there would be too few blocks for all threads, and keys that stay in the
// second cache meanwhile. The scores of one tile's queries stay in the first.
constexpr std::int64_t kQueries = 56, kFewQueries = 28, kKeys = 256;
constexpr std::int64_t kLine = 16;  // floats

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

class Forward {
 public:
  Forward(const Shape& shape, const Heads<const float>& q, const Heads<const float>& k,
          const Heads<const float>& v, const Heads<float>& out, float* logsum)
      : s_(shape),
        q_(q),
        k_(k),
        v_(v),
        out_(out),
        logsum_(logsum),
        kernels_(gemm::kernels<float>(simd_level())),
        softmax_(softmax_kernels()),
        padded_(divide_up(s_.keys, kernels_.columns) * kernels_.columns),
        packed_(static_cast<std::size_t>(s_.batch * s_.heads * padded_ * s_.size) * sizeof(float)) {
    const std::int64_t blocks = s_.batch * s_.heads * divide_up(s_.queries, kQueries);
    if (blocks < 4 * std::int64_t{ThreadPool::shared().size()}) high_ = kFewQueries;
  }

  void run() const {
    const std::int64_t heads = s_.batch * s_.heads, blocks = divide_up(s_.queries, high_);
    // Many heads go to the threads whole: packed keys stay in the second cache until they are used.
    if (heads >= 4 * std::int64_t{ThreadPool::shared().size()}) {
      return loop(heads, [&](std::int64_t x) {
        pack_keys(x);
        for (std::int64_t i = 0; i < s_.queries; i += high_) run_block(x, i);
      });
    }
    loop(heads, [&](std::int64_t x) { pack_keys(x); });
    loop(heads * blocks, [&](std::int64_t item) {
      // The last blocks of a causal head see the most keys: begin with them.
      run_block(item / blocks, (blocks - 1 - item % blocks) * high_);
    });
  }

 private:
  template <typename Body>
  static void loop(std::int64_t count, Body body) {
    ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(count), 1,
                                      [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                        for (std::uint64_t i = begin; i < end; ++i) {
                                          body(static_cast<std::int64_t>(i));
                                        }
                                      });
  }

  float* packed_keys(std::int64_t x) const { return packed_.as<float>() + x * padded_ * s_.size; }
  void pack_keys(std::int64_t x) const {
    kernels_.pack_b({k_.at(x / s_.heads, x % s_.heads), 1, k_.token}, s_.size, s_.keys,
                    packed_keys(x));
  }

  // Keys that query i sees; of causal ones perhaps less than none.
  std::int64_t sees(std::int64_t i) const {
    return s_.causal ? i + 1 + s_.keys - s_.queries : s_.keys;
  }
  std::int64_t visible(std::int64_t i) const {
    return std::clamp<std::int64_t>(sees(i), 0, s_.keys);
  }

  // Queries of a block in tiles of the same height.
  std::int64_t height_of(std::int64_t rows) const {
    return divide_up(rows, divide_up(rows, std::min<std::int64_t>(kernels_.rows, kMostScoreRows)));
  }

  // A product whose left side lies in place, one tile high.
  static gemm::Block<float> block(std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
                                  std::int64_t a_row) {
    gemm::Block<float> b;
    b.m = m, b.n = n, b.k = k, b.height = m;
    b.a = a, b.a_row = a_row, b.a_step = 1, b.a_panel = m * a_row;
    return b;
  }

  void run_block(std::int64_t x, std::int64_t i0) const {
    const std::int64_t rows = std::min(high_, s_.queries - i0), size = s_.value_size;
    const std::int64_t height = height_of(rows);
    const Scratch queries(static_cast<std::size_t>(rows * s_.size) * sizeof(float));
    const Scratch scores(static_cast<std::size_t>(height * kKeys) * sizeof(float));
    const Scratch sums(static_cast<std::size_t>(rows * size) * sizeof(float));
    RowState states[kQueries];
    if (sees(i0) <= 0) std::fill_n(sums.as<float>(), rows * size, 0.0f);
    take_queries(x, i0, rows, queries.as<float>());
    for (std::int64_t j = 0; j < visible(i0 + rows - 1); j += kKeys) {
      for (std::int64_t i = 0; i < rows; i += height) {
        const std::int64_t here = std::min(height, rows - i);
        run_tile(x, i0 + i, here, j, queries.as<float>() + i * s_.size, scores.as<float>(),
                 states + i, sums.as<float>() + i * size);
      }
    }
    write(x, i0, rows, states, sums.as<float>());
  }

  // Queries are scaled so that their products with keys are exponents of 2.
  void take_queries(std::int64_t x, std::int64_t i0, std::int64_t rows, float* to) const {
    const float* from = q_.at(x / s_.heads, x % s_.heads) + i0 * q_.token;
    for (std::int64_t i = 0; i < rows; ++i) {
      softmax_.scale(to + i * s_.size, from + i * q_.token, s_.scale * kLog2OfE, s_.size);
    }
  }

  // Queries i, i + 1, ... of a tile meet the keys of a block.
  void run_tile(std::int64_t x, std::int64_t i, std::int64_t rows, std::int64_t j,
                const float* queries, float* scores, RowState* states, float* sums) const {
    const std::int64_t keys = std::min(kKeys, visible(i + rows - 1) - j), size = s_.value_size;
    if (keys <= 0) return;
    gemm::Block<float> b = block(rows, keys, s_.size, queries, s_.size);
    b.b = packed_keys(x) + j * s_.size, b.b_packed = true;
    b.b_step = kernels_.columns, b.b_panel = kernels_.columns * s_.size;
    b.c = {scores, kKeys, 1};
    kernels_.multiply(b);
    softmax_.step({scores, kKeys, rows, keys, sees(i) - j, s_.causal, j == 0}, states, sums, size);
    b = block(rows, size, keys, scores, kKeys);
    b.b = v_.at(x / s_.heads, x % s_.heads) + j * v_.token;
    b.b_step = v_.token, b.b_panel = kernels_.columns;
    b.c = {sums, size, 1}, b.beta = j == 0 ? 0 : 1;
    fetch_next_head(b, x, i / rows);
    kernels_.multiply(b);
  }

  // Heads with few keys are over before the processor sees what they read. The products of their first tiles fetch keys, values
  // and queries of the next one, a line of every token with each tile.
  void fetch_next_head(gemm::Block<float>& b, std::int64_t x, std::int64_t turn) const {
    const Heads<const float>* const operands[] = {&k_, &v_, &q_};
    const std::int64_t wide = divide_up(b.n, kernels_.columns);  // tiles of one turn
    const std::int64_t turns = divide_up(divide_up(s_.size, kLine), wide);
    if (s_.keys > kKeys || turn >= 3 * turns || x + 1 == s_.batch * s_.heads) return;
    b.next = operands[turn / turns]->at((x + 1) / s_.heads, (x + 1) % s_.heads) +
             turn % turns * wide * kLine;
    b.next_tile = kLine, b.next_step = operands[turn / turns]->token;
  }

  // A query that sees no key gets 0.
  void write(std::int64_t x, std::int64_t i0, std::int64_t rows, const RowState* states,
             const float* sums) const {
    float* out = out_.at(x / s_.heads, x % s_.heads) + i0 * out_.token;
    for (std::int64_t i = 0; i < rows; ++i) {
      const bool blind = visible(i0 + i) == 0;
      softmax_.scale(out + i * out_.token, sums + i * s_.value_size,
                     blind ? 0.0f : 1 / states[i].sum, s_.value_size);
      if (logsum_ != nullptr) {
        logsum_[x * s_.queries + i0 + i] =
            blind ? -INFINITY : states[i].maximum / kLog2OfE + std::log(states[i].sum);
      }
    }
  }

  const Shape& s_;
  Heads<const float> q_, k_, v_;
  Heads<float> out_;
  float* logsum_;
  const gemm::Kernels<float>& kernels_;
  const SoftmaxKernels& softmax_;
  std::int64_t padded_;
  std::int64_t high_ = kQueries;  // queries of a block
  Scratch packed_;
};

}  // namespace

void forward(const Shape& shape, const Heads<const float>& q, const Heads<const float>& k,
             const Heads<const float>& v, const Heads<float>& out, float* logsum) {
  if (shape.batch == 0 || shape.heads == 0 || shape.queries == 0) return;
  Forward(shape, q, k, v, out, logsum).run();
}

}  // namespace vgpu::attention
