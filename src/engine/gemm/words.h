// Products of small numbers with wide sums: bf16 (sums in float) and int8 (sums in int32).
//
// Instructions for them multiply pairs or fours of neighbours in k at once. Packed, such a group is one word of 32 bits, and a
// tile works on words as it would on floats.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/half.h"
#include "engine/gemm/problem.h"

namespace vgpu::gemm {

// A block of c from words; k counts them. Panel p of a is `height` rows and starts p * a_panel bytes behind a; that of b
// starts at b + p * b_panel and is packed.
template <typename Sum>
struct WordBlock {
  std::int64_t m = 0, n = 0, k = 0, height = 0;
  const char* a = nullptr;
  std::int64_t a_panel = 0;
  std::int64_t a_row = 0;  // bytes from row to row of an a in place; 0: packed
  const std::uint32_t* b = nullptr;
  std::int64_t b_panel = 0;
  Matrix<Sum> c;  // column stride 1
  Sum alpha = 1, beta = 0;
  const Sum* start = nullptr;  // added to each row, or null
};

template <typename In, typename Sum>
struct WordKernels {
  int rows = 0, columns = 0, group = 0;  // of a tile; numbers in a word
  int step = 1;                          // words of k come in multiples of it
  bool a_in_place = false;               // a's bytes need no change
  // Panels of full height and width, filled up with 0; k numbers become words.
  void (*pack_a)(Matrix<const In> a, std::int64_t m, std::int64_t k, std::int64_t height,
                 std::uint32_t* out);
  void (*pack_b)(Matrix<const In> b, std::int64_t k, std::int64_t n, std::uint32_t* out);
  void (*multiply)(const WordBlock<Sum>& block);
};

namespace avx512_bf16 {
const WordKernels<std::uint16_t, float>& kernels_bf16();
}
namespace avx512_vnni {
const WordKernels<std::int8_t, std::int32_t>& kernels_s8();
}
namespace avx512_amx {
const WordKernels<std::uint16_t, float>& kernels_bf16();
const WordKernels<std::int8_t, std::int32_t>& kernels_s8();
}  // namespace avx512_amx

template <typename In, typename Sum>
struct WordProblem {
  std::int64_t m = 0, n = 0, k = 0;
  Matrix<const In> a, b;
  Matrix<Sum> c;
  Sum alpha = 1, beta = 0;
};

// By which instructions: those of any CPU (numbers become floats), AVX-512's dot products, or AMX's tiles.
enum class WordWay : std::uint8_t { plain, vectors, tiles };
// Those that this machine has, the fastest last.
std::vector<WordWay> word_ways_bf16();
std::vector<WordWay> word_ways_s8();

// bf16 numbers are given as their bits.
void multiply(const WordProblem<std::uint16_t, float>& problem,
              std::optional<WordWay> way = std::nullopt);
// Exact, as long as the sums fit 32 bits; beta is 0 or 1, alpha 1.
void multiply(const WordProblem<std::int8_t, std::int32_t>& problem,
              std::optional<WordWay> way = std::nullopt);

}  // namespace vgpu::gemm
