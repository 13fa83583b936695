// Products of bf16 numbers for CPUs with AVX-512 BF16: pairs multiplied and added to floats.
// SPDX-License-Identifier: MIT
#include "engine/gemm/word_tile.h"

namespace vgpu::gemm::VG_SIMD {
namespace {

struct Bf16Pairs {
  using In = std::uint16_t;
  using Sum = float;
  static constexpr int kGroup = 2, kRows = 14;
  static constexpr std::uint32_t kFlip = 0;
  static Simd<float>::V mad(Simd<float>::V sum, __m512i a, __m512i b) {
    return (Simd<float>::V)_mm512_dpbf16_ps((__m512)sum, (__m512bh)a, (__m512bh)b);
  }
};

}  // namespace

const WordKernels<std::uint16_t, float>& kernels_bf16() { return word_kernels<Bf16Pairs, 2>(); }

}  // namespace vgpu::gemm::VG_SIMD
