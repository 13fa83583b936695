// Attention on AMX tiles: what such a CPU brings for a block of queries.
//
// Floats are sums of three bf16 numbers there (engine/float_parts.h). Everything stands upside down, keys x queries and values x queries, so that a
// vector's lanes are queries: their maxima, sums and powers need no steps across lanes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::attention {

// Queries of a block; keys and sizes are filled up with zeros to a multiple of this.
inline constexpr std::int64_t kTilePair = 32;
inline constexpr std::int64_t kParts = 3;       // of a float
inline constexpr std::int64_t kTileKeys = 256;  // that a block of queries meets at once

inline constexpr std::int64_t tile_padded(std::int64_t n) {
  return (n + kTilePair - 1) / kTilePair * kTilePair;
}
// bf16 numbers of a matrix in tiles.
inline constexpr std::int64_t tiles_of(std::int64_t rows, std::int64_t columns) {
  return kParts * tile_padded(rows) * tile_padded(columns);
}

struct TileBlock {
  std::int64_t size = 0, value_size = 0;
  const std::uint16_t *queries = nullptr, *keys = nullptr, *values = nullptr;  // in tiles
  std::int64_t key_count = 0;  // that any of the queries sees
  std::int64_t sees =
      0;  // keys that the first query sees; causal: each sees one more than the one before
  bool causal = false;
  float* out = nullptr;
  std::int64_t out_row = 0, rows = 0;
  float *maxima = nullptr,
        *sums = nullptr;  // of kTilePair queries; 2^maximum * sum is the sum of powers
  // Rows of `soon_size` floats that are wanted soon.
  const float* const* soon = nullptr;
  std::int64_t soon_rows = 0, soon_size = 0;
  // To work in: kTileKeys x kTilePair scores, their powers in tiles, tile_padded(value_size) x kTilePair weighted sums, which
  // are 0 where there is no key.
  float *scores = nullptr, *weighted = nullptr;
  std::uint16_t* powers = nullptr;
};

struct TileKernels {
  // The largest magnitude; NaN and infinity are larger than all others.
  float (*largest)(const float* x, std::int64_t row, std::int64_t rows, std::int64_t columns);
  // Matrices in tiles: keys as left operand, values as left operand on their side; they give the largest magnitude.
  float (*pack_keys)(const float* k, std::int64_t row, std::int64_t rows, std::int64_t size,
                     std::uint16_t* out);
  float (*pack_values)(const float* v, std::int64_t row, std::int64_t rows, std::int64_t size,
                       std::uint16_t* out);
  // Up to kTilePair queries, times `scale`, as right operand.
  void (*pack_queries)(const float* q, std::int64_t row, std::int64_t rows, std::int64_t size,
                       float scale, std::uint16_t* out);
  // Softmax of queries * keys, as exponents of 2, times values.
  void (*run)(const TileBlock& block);
};

namespace avx512_amx {
const TileKernels& tile_kernels();
}

}  // namespace vgpu::attention
