// Products of floats on AMX's tiles, at the accuracy of floats (engine/float_parts.h).
//
// Panels of 32 rows of a and 32 columns of b; a step of k is 32 numbers, for which a panel has two tiles of each of three parts.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "engine/gemm/gemm.h"
#include "engine/gemm/words.h"

namespace vgpu::gemm {

// k counts pairs of numbers, a multiple of 16.
struct FloatTileBlock : WordBlock<float> {
  bool only_sums =
      false;  // c holds nothing but sums of this product, whose smallest bits are of no interest
  const Epilogue<float>* epilogue = nullptr;  // of this block, or null where more of k is to come
  std::int64_t first_row = 0, first_column = 0;  // of the block in c
};

// Magnitudes as bits, which have their order: the largest (above all those of infinity and NaN) and the smallest but 0.
struct Magnitudes {
  std::uint32_t largest = 0, smallest = ~0u;
};

struct FloatTileKernels {
  std::int64_t panel = 0, step = 0;  // rows or columns of a panel, numbers of a step
  std::int64_t pair_words = 0;       // words of 32 bits that two numbers become
  // m x k of a and k x n of b into panels, filled up with 0.
  void (*pack_a)(Matrix<const float> a, std::int64_t m, std::int64_t k, std::uint32_t* out);
  void (*pack_b)(Matrix<const float> b, std::int64_t k, std::int64_t n, std::uint32_t* out);
  void (*multiply)(const FloatTileBlock& block);
  Magnitudes (*magnitudes)(const float* x, std::int64_t row, std::int64_t rows,
                           std::int64_t columns);
};

namespace avx512_amx {
const FloatTileKernels& float_tile_kernels();
}

// Whether tiles are faster than vectors for a product of that shape. c's rows lie side by side.
bool float_tiles_suit(const Problem<float>& problem, Threads threads);

// Multiplies, unless this machine has no tiles or they would not give the accuracy of floats: where there are infinities, NaNs, or
// numbers so small or large that products of parts leave a float's range. False: nothing is done.
bool multiply_on_tiles(const Problem<float>& problem, Threads threads);

}  // namespace vgpu::gemm
