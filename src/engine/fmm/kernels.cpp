// The FMM's kernels by instruction set.
// SPDX-License-Identifier: MIT
#include "engine/fmm/kernels.h"

#include "engine/by_level.h"

namespace vgpu::fmm {

using engine::by_level;

template <>
const KernelSet<float>& kernels_for<float>(SimdLevel level) {
  return by_level(level, portable_float, avx2_float, avx512_float)();
}
template <>
const KernelSet<double>& kernels_for<double>(SimdLevel level) {
  return by_level(level, portable_double, avx2_double, avx512_double)();
}

}  // namespace vgpu::fmm
