// Attention forward on AMX tiles: a head's keys and values in tiles, 32 queries at a time.
// SPDX-License-Identifier: MIT
#include "engine/attention/tile_forward.h"

#include <algorithm>
#include <cmath>

#include "base/cpu_features.h"
#include "engine/scratch.h"

namespace vgpu::attention {
namespace {

using engine::Scratch;

// Tiles take numbers below 2^-126 for 0, and the parts of an infinity are none. Within these bounds no product overflows and
// what gets lost is far smaller than a float's rounding.
constexpr float kLargest = 0x1p50f, kSmallestValue = 0x1p-50f;

// What a head's memory begins with; a line, so that tiles are aligned.
struct alignas(64) HeadOfMemory {
  bool by_vectors;
};

std::int64_t bytes_of_tiles(std::int64_t rows, std::int64_t columns) {
  return tiles_of(rows, columns) * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

}  // namespace

bool TileForward::suits(const Shape& shape) {
  return amx_allowed() && std::min(shape.size, shape.value_size) >= kTilePair / 2 &&
         std::min(shape.queries, shape.keys) >= kTilePair / 2;
}

TileForward::TileForward(const Request& request)
    : r_(request), vectors_(request), kernels_(avx512_amx::tile_kernels()) {}

std::size_t TileForward::head_bytes() const {
  const Shape& s = r_.shape;
  const std::int64_t tiles = bytes_of_tiles(s.keys, s.size) + bytes_of_tiles(s.keys, s.value_size);
  return sizeof(HeadOfMemory) + std::max(static_cast<std::size_t>(tiles), vectors_.head_bytes());
}

bool TileForward::in_range(std::int64_t x) const {
  const Shape& s = r_.shape;
  const float v = kernels_.largest(r_.head(r_.v, x), r_.v.token, s.keys, s.value_size);
  const float k = kernels_.largest(r_.head(r_.k, x), r_.k.token, s.keys, s.size);
  const float q = kernels_.largest(r_.head(r_.q, x), r_.q.token, s.queries, s.size);
  return k <= kLargest && q <= kLargest && q * std::abs(s.scale) <= kLargest && v <= kLargest &&
         (v >= kSmallestValue || v == 0);
}

void TileForward::prepare(std::int64_t x, void* memory) const {
  const Shape& s = r_.shape;
  auto* head = static_cast<HeadOfMemory*>(memory);
  head->by_vectors = !in_range(x);
  if (head->by_vectors) return vectors_.prepare(x, head + 1);
  auto* keys = reinterpret_cast<std::uint16_t*>(head + 1);
  kernels_.pack_keys(r_.head(r_.k, x), r_.k.token, s.keys, s.size, keys);
  kernels_.pack_values(r_.head(r_.v, x), r_.v.token, s.keys, s.value_size,
                       keys + tiles_of(s.keys, s.size));
}

// The lines of the result, and a part of the next head: heads with few keys are over before the processor sees what they read.
std::int64_t TileForward::rows_wanted(std::int64_t x, std::int64_t i0, std::int64_t rows,
                                      const float** soon) const {
  const Shape& s = r_.shape;
  std::int64_t count = 0;
  const auto add = [&](const auto& heads, std::int64_t of, std::int64_t tokens) {
    const float* head = r_.head(heads, of);
    for (std::int64_t i = i0; i < std::min(i0 + rows, tokens); ++i) {
      soon[count++] = head + i * heads.token;
    }
  };
  add(r_.out, x, s.queries);
  if (s.keys > kTileKeys || x + 1 == s.batch * s.heads) return count;
  add(r_.k, x + 1, s.keys);
  add(r_.v, x + 1, s.keys);
  add(r_.q, x + 1, s.queries);
  return count;
}

void TileForward::run_block(std::int64_t x, std::int64_t i0, const void* memory) const {
  const Shape& s = r_.shape;
  const auto* head = static_cast<const HeadOfMemory*>(memory);
  const std::int64_t rows = std::min(kTilePair, s.queries - i0);
  if (head->by_vectors) return vectors_.run_rows(x, i0, rows, head + 1);
  const Scratch queries(static_cast<std::size_t>(bytes_of_tiles(kTilePair, s.size)));
  const Scratch scores(static_cast<std::size_t>(kTileKeys * kTilePair) * sizeof(float));
  const Scratch powers(static_cast<std::size_t>(bytes_of_tiles(kTilePair, kTileKeys)));
  const std::int64_t sums = tile_padded(s.value_size) * kTilePair;
  const Scratch weighted(static_cast<std::size_t>(sums) * sizeof(float));
  kernels_.pack_queries(r_.head(r_.q, x) + i0 * r_.q.token, r_.q.token, rows, s.size,
                        s.scale * kLog2OfE, queries.as<std::uint16_t>());
  float maxima[kTilePair], totals[kTilePair];
  TileBlock block;
  block.size = s.size, block.value_size = s.value_size;
  block.queries = queries.as<std::uint16_t>();
  block.keys = reinterpret_cast<const std::uint16_t*>(head + 1);
  block.values = block.keys + tiles_of(s.keys, s.size);
  block.key_count = r_.visible(i0 + rows - 1);
  block.sees = r_.sees(i0), block.causal = s.causal;
  block.out = r_.head(r_.out, x) + i0 * r_.out.token, block.out_row = r_.out.token;
  block.rows = rows, block.maxima = maxima, block.sums = totals;
  block.scores = scores.as<float>(), block.weighted = weighted.as<float>();
  block.powers = powers.as<std::uint16_t>();
  const float* soon[kTilePair * 4];
  block.soon = soon, block.soon_rows = rows_wanted(x, i0, rows, soon);
  block.soon_size = std::max(s.size, s.value_size);
  if (block.key_count == 0) std::fill_n(block.weighted, sums, 0.0f);
  kernels_.run(block);
  for (std::int64_t i = 0; i < rows; ++i) r_.set_logsum(x, i0 + i, maxima[i], totals[i]);
}

}  // namespace vgpu::attention
