// The loops over a block's tiles of AMX, whatever their numbers are.
//
// Four squares of 16 x 16 sums of c, two tiles of a and two of b are all eight registers. A class Op says what a step of k is.
// Included by kernel files only (see engine/simd.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/gemm/amx_square.h"
#include "engine/gemm/words.h"
#include "engine/tile_registers.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

// What comes next, on its way to the second cache: some lines a step. Handed on by reference: a copy would be one load of two
// stores, which waits until all stores before have left, those of the last tiles to c among them.
struct Soon {
  const char* from;
  std::int64_t lines;
};

// Registers 0 to 3 are the sums: H x W squares, 0 and 1 above 2 and 3.
template <int H, int W, typename Act>
[[gnu::always_inline]] inline void each_square(Act act) {
  act.template operator()<0>(0, 0);
  if constexpr (W > 1) act.template operator()<1>(0, 1);
  if constexpr (H > 1) act.template operator()<2>(1, 0);
  if constexpr (H > 1 && W > 1) act.template operator()<3>(1, 1);
}

// A part of c that is smaller than its tiles, or has factors: rows x columns from sums that were stored apart.
template <typename Sum>
void store_part(const WordBlock<Sum>& x, std::int64_t i, std::int64_t j, std::int64_t rows,
                std::int64_t columns, const Sum* sums) {
  using S = Simd<Sum>;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t v = 0; v < columns; v += S::kWidth) {
      const typename S::Part part = S::part(columns - v);
      Sum* c = x.c.data + (i + r) * x.c.row + j + v;
      typename S::V result = S::load(sums + r * kPanel + v);
      if (x.alpha != Sum(1)) result *= S::set(x.alpha);
      if (x.beta != Sum(0)) result += S::set(x.beta) * S::load(c, part);
      S::store(c, result, part);
    }
  }
}

// The part of c at (i, j) that a panel of a and one of b make.
template <typename Op, int H, int W>
void run_tiles(const typename Op::Block& x, std::int64_t i, std::int64_t j, const char* a,
               const char* b, const Soon& soon) {
  using Sum = typename Op::Sum;
  const std::int64_t rows = x.m - i < kPanel ? x.m - i : kPanel;
  const std::int64_t columns = x.n - j < kPanel ? x.n - j : kPanel;
  const bool whole = rows == H * kSide && columns == W * kSide && x.alpha == Sum(1);
  const bool add = whole && x.beta == Sum(1) && Op::may_add_to_c(x);
  const bool direct = add || (whole && x.beta == Sum(0));
  Sum* c = x.c.data + i * x.c.row + j;
  const std::int64_t c_bytes = x.c.row * static_cast<std::int64_t>(sizeof(Sum));
  each_square<H, W>([&]<int t>(int h, int w) __attribute__((always_inline)) {
    if (add) {
      _tile_loadd(t, c + h * kSide * x.c.row + w * kSide, c_bytes);
    } else {
      _tile_zero(t);
    }
  });
  for (std::int64_t r = 0; !add && r < rows; ++r) {
    __builtin_prefetch(c + r * x.c.row, 1, 2);
    if (W > 1) __builtin_prefetch(c + r * x.c.row + kSide, 1, 2);
  }
  Op::template add_products<H, W>(a, b, x.k / kSide, soon);
  alignas(64) Sum sums[kPanel * kPanel];
  each_square<H, W>([&]<int t>(int h, int w) __attribute__((always_inline)) {
    if (direct) {
      _tile_stored(t, c + h * kSide * x.c.row + w * kSide, c_bytes);
    } else {
      _tile_stored(t, sums + h * kSide * kPanel + w * kSide, 4 * kPanel);
    }
  });
  if (!direct) store_part<Sum>(x, i, j, rows, columns, sums);
  Op::finish(x, i, j, rows, columns);
}

// A panel of b stays near while the panels of a pass by, which meanwhile fetch the next one, a share each.
template <typename Op>
void multiply_tiles(const typename Op::Block& x) {
  const TileRegisters registers;
  const std::int64_t high = (x.m + kPanel - 1) / kPanel,
                     panel_lines = Op::kParts * kPanel * x.k / 16;
  // Lines a step: a step of b has kPanel of each part.
  const std::int64_t share = (Op::kParts * kPanel + high - 1) / high;
  for (std::int64_t j = 0, q = 0; j < x.n; j += kPanel, ++q) {
    const auto* b = reinterpret_cast<const char*>(x.b + q * x.b_panel);
    for (std::int64_t i = 0, p = 0; i < x.m; i += kPanel, ++p) {
      const std::int64_t begin = p * share * (x.k / kSide);
      const bool more = j + kPanel < x.n && begin < panel_lines;
      const Soon soon{b + 4 * x.b_panel + begin * 64, more ? share : 0};
      const bool low = x.m - i <= kSide, narrow = x.n - j <= kSide;
      const auto run = low      ? narrow ? run_tiles<Op, 1, 1> : run_tiles<Op, 1, 2>
                            : narrow ? run_tiles<Op, 2, 1>
                                : run_tiles<Op, 2, 2>;
      run(x, i, j, x.a + p * x.a_panel, b, soon);
    }
  }
}

}  // namespace
}  // namespace vgpu::gemm::VG_SIMD
