// Products of floats for CPUs with AMX: packing into tiles of three parts, and six products a step (float_tiles.h).
// SPDX-License-Identifier: MIT
#include "engine/gemm/float_tiles.h"

#include "engine/float_parts.h"
#include "engine/gemm/amx_tiles.h"
#include "engine/gemm/epilogue.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

constexpr std::int64_t kNumbers = 2 * kSide;                     // of k in a step
constexpr std::int64_t kPartsTile = kFloatParts * kTileNumbers;  // bf16 numbers of a tile's parts

[[gnu::always_inline]] inline void store_row(std::uint16_t* tile, int row, Words::V even,
                                             Words::V odd) {
  store_parts(tile + row * kNumbers, floats_of((FloatBits)even), floats_of((FloatBits)odd),
              rounded);
}

// A square that lies as it is wanted and is whole: row by row.
[[gnu::always_inline]] inline void pack_rows(const float* even, const float* odd, std::int64_t step,
                                             std::uint16_t* tile) {
#pragma unroll(4)
  for (int r = 0; r < kSide; ++r, even += step, odd += step) {
    store_parts(tile + r * kNumbers, Simd<float>::load(even), Simd<float>::load(odd), rounded);
  }
}

// 16 lines of `side` by 32 numbers. Numbers l and l + 16 make a pair.
template <Order wanted>
void pack_tile(Matrix<const float> side, std::int64_t lines, std::int64_t k, std::uint16_t* tile) {
  const bool whole = lines >= kSide && k >= kNumbers;
  if (whole && wanted == Order::lines && side.column == 1) {
    return pack_rows(side.data, side.data + kSide, side.row, tile);
  }
  if (whole && wanted == Order::words && side.row == 1) {
    return pack_rows(side.data, side.at(0, kSide), side.column, tile);
  }
  Words::V even[kSide], odd[kSide];
  load_square<float, 1, wanted>(side, lines, k, even);
  load_square<float, 1, wanted>(side.from(0, kSide), lines, k > kSide ? k - kSide : 0, odd);
#pragma unroll
  for (int r = 0; r < kSide; ++r) store_row(tile, r, even[r], odd[r]);
}

void pack_a(Matrix<const float> a, std::int64_t m, std::int64_t k, std::uint32_t* out) {
  auto* tile = reinterpret_cast<std::uint16_t*>(out);
  for (std::int64_t i = 0; i < m; i += kPanel) {
    for (std::int64_t l = 0; l < k; l += kNumbers) {
      for (std::int64_t h = 0; h < kPanel; h += kSide, tile += kPartsTile) {
        pack_tile<Order::lines>(a.from(i + h, l), m - i - h, k - l, tile);
      }
    }
  }
}

// A step of all panels at a time, so that rows of b are read in order.
void pack_b(Matrix<const float> b, std::int64_t k, std::int64_t n, std::uint32_t* out) {
  const std::int64_t panel = (k + kNumbers - 1) / kNumbers * 2 * kPartsTile;
  const Matrix<const float> side = b.transposed();
  auto* step = reinterpret_cast<std::uint16_t*>(out);
  for (std::int64_t l = 0; l < k; l += kNumbers, step += 2 * kPartsTile) {
    std::uint16_t* tile = step;
    for (std::int64_t j = 0; j < n; j += kPanel, tile += panel) {
      pack_tile<Order::words>(side.from(j, l), n - j, k - l, tile);
      pack_tile<Order::words>(side.from(j + kSide, l), n - j - kSide, k - l, tile + kPartsTile);
    }
  }
}

// As amx_tiles.h wants them.
struct FloatTiles {
  using Block = FloatTileBlock;
  using Sum = float;
  static constexpr std::int64_t kParts = kFloatParts;

  template <int H, int W>
  [[gnu::always_inline]] static void add_products(const char* a, const char* b, std::int64_t steps,
                                                  Soon soon) {
    const auto operand = [](const char* from) {
      return PartsOperand{reinterpret_cast<const std::uint16_t*>(from), kPartsTile, 2 * kPartsTile};
    };
    const std::int64_t lines = (soon.lines + 5) / 6;
    add_parts<H, W>(operand(a), operand(b), steps, [&]() __attribute__((always_inline)) {
      for (std::int64_t i = 0; i < lines; ++i, soon.from += 64) {
        __builtin_prefetch(soon.from, 0, 2);
      }
    });
  }
  static bool may_add_to_c(const Block& x) { return x.only_sums; }
  static void finish(const Block& x, std::int64_t i, std::int64_t j, std::int64_t rows,
                     std::int64_t columns) {
    if (x.epilogue == nullptr) return;
    gemm::Block<float> all;
    all.c = x.c, all.epilogue = x.epilogue;
    all.first_row = x.first_row, all.first_column = x.first_column;
    finish_part(all, i, j, rows, columns);
  }
};

Magnitudes magnitudes(const float* x, std::int64_t row, std::int64_t rows, std::int64_t columns) {
  Words::V largest = Words::zero(), smallest = ~Words::zero();  // less 1, so that 0 is beyond all
  const auto see = [&](Words::V bits) __attribute__((always_inline)) {
    bits &= 0x7FFFFFFFu;
    largest = bits > largest ? bits : largest;
    bits -= 1;
    smallest = bits < smallest ? bits : smallest;
  };
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(x + i * row);
    std::int64_t j = 0;
#pragma unroll(4)
    for (; j + Words::kWidth <= columns; j += Words::kWidth) see(Words::load(from + j));
    if (j < columns) see(Words::load(from + j, Words::part(columns - j)));
  }
  Magnitudes all;
  for (int i = 0; i < Words::kWidth; ++i) {
    all.largest = largest[i] > all.largest ? largest[i] : all.largest;
    const std::uint32_t least = smallest[i] == ~0u ? ~0u : smallest[i] + 1;
    all.smallest = least < all.smallest ? least : all.smallest;
  }
  return all;
}

constexpr FloatTileKernels kKernels{
    kPanel, kNumbers, kFloatParts, pack_a, pack_b, multiply_tiles<FloatTiles>, magnitudes};

}  // namespace

const FloatTileKernels& float_tile_kernels() { return kKernels; }

}  // namespace vgpu::gemm::VG_SIMD
