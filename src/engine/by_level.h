// The choice of kernels by instruction set, for all engines.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/cpu_features.h"

namespace vgpu::engine {

// Of three things, one for each instruction set, that of `level`.
template <typename T>
constexpr T by_level(SimdLevel level, T portable, T avx2, T avx512) {
  if (level == SimdLevel::avx512) return avx512;
  return level == SimdLevel::avx2 ? avx2 : portable;
}

}  // namespace vgpu::engine
