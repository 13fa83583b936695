// Products of bf16 and int8 numbers for CPUs with AMX: squares of 16 x 16 sums in tile registers.
//
// A step multiplies 16 words of k: four tiles are loaded for four instructions that take 16 cycles each.
// SPDX-License-Identifier: MIT
#include "engine/gemm/amx_pack.h"
#include "engine/gemm/amx_tiles.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

struct Bf16Mad {
  using In = std::uint16_t;
  using Sum = float;
  static constexpr int kGroup = 2;
  template <int sum, int a, int b>
  [[gnu::always_inline]] static void mad() {
    _tile_dpbf16ps(sum, a, b);
  }
};

struct Int8Mad {
  using In = std::int8_t;
  using Sum = std::int32_t;
  static constexpr int kGroup = 4;
  template <int sum, int a, int b>
  [[gnu::always_inline]] static void mad() {
    _tile_dpbssd(sum, a, b);
  }
};

// Adds the products of a panel of a and one of b to the sums.
template <typename Mad, int H, int W>
[[gnu::always_inline]] inline void add_words(const char* a, const char* b, std::int64_t steps,
                                             Soon soon) {
  constexpr std::int64_t kTile = 1024, kBytes = 4 * kStep;
#pragma unroll(1)
  for (std::int64_t s = 0; s < steps; ++s, a += kBytes, b += kBytes) {
    for (std::int64_t i = 0; i < soon.lines; ++i, soon.from += 64) {
      __builtin_prefetch(soon.from, 0, 2);
    }
    _tile_loadd(4, a, 64);
    _tile_loadd(6, b, 64);
    Mad::template mad<0, 4, 6>();
    if constexpr (W > 1) {
      _tile_loadd(7, b + kTile, 64);
      Mad::template mad<1, 4, 7>();
    }
    if constexpr (H > 1) {
      _tile_loadd(5, a + kTile, 64);
      Mad::template mad<2, 5, 6>();
      if constexpr (W > 1) Mad::template mad<3, 5, 7>();
    }
  }
}

// Tiles of words, as amx_tiles.h wants them.
template <typename Mad>
struct WordTiles : Mad {
  using Block = WordBlock<typename Mad::Sum>;
  static constexpr std::int64_t kParts = 1;
  template <int H, int W>
  [[gnu::always_inline]] static void add_products(const char* a, const char* b, std::int64_t steps,
                                                  Soon soon) {
    add_words<Mad, H, W>(a, b, steps, soon);
  }
  static bool may_add_to_c(const Block&) { return true; }
  static void finish(const Block&, std::int64_t, std::int64_t, std::int64_t, std::int64_t) {}
};

template <typename Op>
const WordKernels<typename Op::In, typename Op::Sum>& tile_kernels() {
  static constexpr WordKernels<typename Op::In, typename Op::Sum> kKernels{
      kPanel, kPanel,           Op::kGroup,       kSide,
      false,  pack_tiles_a<Op>, pack_tiles_b<Op>, multiply_tiles<Op>};
  return kKernels;
}

}  // namespace

const WordKernels<std::uint16_t, float>& kernels_bf16() {
  return tile_kernels<WordTiles<Bf16Mad>>();
}
const WordKernels<std::int8_t, std::int32_t>& kernels_s8() {
  return tile_kernels<WordTiles<Int8Mad>>();
}

}  // namespace vgpu::gemm::VG_SIMD
