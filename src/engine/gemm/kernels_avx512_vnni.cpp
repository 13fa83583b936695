// Products of int8 numbers for CPUs with AVX-512 VNNI: fours multiplied and added to int32.
//
// The instruction takes one operand without sign. a's numbers have 128 added (their top bit flipped), and the caller takes
// 128 times the sums of b's columns away again.
// SPDX-License-Identifier: MIT
#include "engine/gemm/word_tile.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

struct Int8Fours {
  using In = std::int8_t;
  using Sum = std::int32_t;
  static constexpr int kGroup = 4, kRows = 14;
  static constexpr std::uint32_t kFlip = 0x80808080u;
  static Simd<std::int32_t>::V mad(Simd<std::int32_t>::V sum, __m512i a, __m512i b) {
    return (Simd<std::int32_t>::V)_mm512_dpbusd_epi32((__m512i)sum, a, b);
  }
};

}  // namespace

const WordKernels<std::int8_t, std::int32_t>& kernels_s8() { return word_kernels<Int8Fours, 2>(); }

}  // namespace vgpu::gemm::VG_SIMD
