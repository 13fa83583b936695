// Attention forward by vectors of floats: the keys of a head are packed, then blocks of queries meet them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/attention/attention.h"
#include "engine/attention/bounded.h"
#include "engine/attention/softmax.h"
#include "engine/gemm/kernels.h"

namespace vgpu::attention {

// What forward() was given.
struct Request {
  Shape shape;
  Heads<const float> q, k, v;
  Heads<float> out;
  float* logsum = nullptr;

  // Keys that query i sees; of causal ones perhaps less than none.
  std::int64_t sees(std::int64_t i) const {
    return shape.causal ? i + 1 + shape.keys - shape.queries : shape.keys;
  }
  std::int64_t visible(std::int64_t i) const;
  // Of head x, the others counted through all batches.
  template <typename T>
  T* head(const Heads<T>& heads, std::int64_t x) const {
    return heads.at(x / shape.heads, x % shape.heads);
  }
  // The logarithm of the sum of powers of 2, given relative to the largest, as one of exponentials.
  void set_logsum(std::int64_t x, std::int64_t i, float maximum, float sum) const;
};

class VectorForward {
 public:
  explicit VectorForward(const Request& request);

  std::int64_t block_rows() const { return high_; }
  std::size_t head_bytes() const;  // for prepare()
  void prepare(std::int64_t x, void* memory) const;
  // Queries from i0 on of head x.
  void run_block(std::int64_t x, std::int64_t i0, const void* memory) const;
  // `rows` of them, not more than a block has at most.
  void run_rows(std::int64_t x, std::int64_t i0, std::int64_t rows, const void* memory) const;

 private:
  // Lines to fetch: of one tile of a product after another, a line at each step.
  struct Soon {
    const float* from = nullptr;
    std::int64_t tile = 0, step = 0;
  };

  static std::int64_t tile_height(std::int64_t rows, std::int64_t most);
  // Where scores are small; false if results were no numbers.
  bool run_bounded(std::int64_t x, std::int64_t i0, std::int64_t rows, int bound, const float* keys,
                   const float* queries) const;
  bool run_bounded_tile(BoundedTile& tile, std::int64_t x, std::int64_t i, std::int64_t j,
                        std::int64_t turn) const;
  void run_any(std::int64_t x, std::int64_t i0, std::int64_t rows, const float* keys,
               const float* queries) const;
  void run_tile(std::int64_t x, std::int64_t i, std::int64_t rows, std::int64_t j,
                const float* packed, const float* queries, float* scores, RowState* states,
                float* sums) const;
  Soon soon_of(std::int64_t x, std::int64_t turn, std::int64_t wide) const;
  void write(std::int64_t x, std::int64_t i0, std::int64_t rows, const RowState* states,
             const float* sums) const;

  const Request& r_;
  const gemm::Kernels<float>& kernels_;
  const SoftmaxKernels& softmax_;
  const BoundedKernels& bounded_;
  std::int64_t high_;  // queries of a block
};

}  // namespace vgpu::attention
