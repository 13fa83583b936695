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

// Of a block: four tiles high, scores in the second cache; two tiles high where there would be too few for all threads, and
// where a block computes all scores that its last query sees.
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
    if (s_.causal || blocks < 4 * std::int64_t{ThreadPool::shared().size()}) high_ = kFewQueries;
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

  // Keys that query i sees.
  std::int64_t visible(std::int64_t i) const {
    return s_.causal ? std::clamp<std::int64_t>(i + 1 + s_.keys - s_.queries, 0, s_.keys) : s_.keys;
  }

  // Blocks of a product whose left side lies in place.
  gemm::Block<float> block(std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
                           std::int64_t a_row) const {
    gemm::Block<float> b;
    b.m = m, b.n = n, b.k = k;
    b.height = divide_up(m, divide_up(m, kernels_.rows));
    b.a = a, b.a_row = a_row, b.a_step = 1, b.a_panel = b.height * a_row;
    return b;
  }

  void run_block(std::int64_t x, std::int64_t i0) const {
    const std::int64_t rows = std::min(high_, s_.queries - i0), size = s_.value_size;
    const Scratch scores(static_cast<std::size_t>(high_ * kKeys) * sizeof(float));
    const Scratch sums(static_cast<std::size_t>(high_ * size) * sizeof(float));
    if (visible(i0 + rows - 1) == 0) std::fill_n(sums.as<float>(), rows * size, 0.0f);
    RowState states[kQueries];
    const float* values = v_.at(x / s_.heads, x % s_.heads);
    for (std::int64_t j = 0; j < visible(i0 + rows - 1); j += kKeys) {
      const std::int64_t keys = std::min(kKeys, visible(i0 + rows - 1) - j);
      score(x, i0, rows, j, keys, scores.as<float>());
      for (std::int64_t i = 0; i < rows; ++i) {
        softmax_.step(scores.as<float>() + i * kKeys, std::min(visible(i0 + i) - j, keys), keys,
                      s_.scale, j == 0, states[i], sums.as<float>() + i * size, size);
      }
      gemm::Block<float> b = block(rows, size, keys, scores.as<float>(), kKeys);
      b.b = values + j * v_.token, b.b_step = v_.token, b.b_panel = kernels_.columns;
      b.c = {sums.as<float>(), size, 1}, b.beta = j == 0 ? 0 : 1;
      fetch_next_head(b, x, i0 / high_);
      kernels_.multiply(b);
    }
    write(x, i0, rows, states, sums.as<float>());
  }

  // Heads with few keys are over before the processor sees what they read. The products of their first blocks fetch keys, values
  // and queries of the next one, a line of every token with each tile.
  void fetch_next_head(gemm::Block<float>& b, std::int64_t x, std::int64_t turn) const {
    const Heads<const float>* const operands[] = {&k_, &v_, &q_};
    if (s_.keys > kKeys || turn >= 3 || x + 1 == s_.batch * s_.heads) return;
    b.next = operands[turn]->at((x + 1) / s_.heads, (x + 1) % s_.heads);
    b.next_tile = kLine, b.next_step = operands[turn]->token;
  }

  void score(std::int64_t x, std::int64_t i0, std::int64_t rows, std::int64_t j, std::int64_t keys,
             float* scores) const {
    const float* queries = q_.at(x / s_.heads, x % s_.heads) + i0 * q_.token;
    gemm::Block<float> b = block(rows, keys, s_.size, queries, q_.token);
    b.b = packed_keys(x) + j * s_.size, b.b_packed = true;
    b.b_step = kernels_.columns, b.b_panel = kernels_.columns * s_.size;
    b.c = {scores, kKeys, 1};
    kernels_.multiply(b);
  }

  // A query that sees no key gets 0.
  void write(std::int64_t x, std::int64_t i0, std::int64_t rows, const RowState* states,
             const float* sums) const {
    float* out = out_.at(x / s_.heads, x % s_.heads) + i0 * out_.token;
    for (std::int64_t i = 0; i < rows; ++i) {
      const bool sees = visible(i0 + i) > 0;
      softmax_.scale(out + i * out_.token, sums + i * s_.value_size,
                     sees ? 1 / states[i].sum : 0.0f, s_.value_size);
      if (logsum_ != nullptr) {
        logsum_[x * s_.queries + i0 + i] =
            sees ? states[i].maximum / kLog2OfE + std::log(states[i].sum) : -INFINITY;
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
