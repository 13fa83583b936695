// The FMM's kernels for the instruction set that the including file is compiled for.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/expand.h"
#include "engine/fmm/near.h"
#include "engine/fmm/plane.h"
#include "engine/fmm/space.h"
#include "engine/fmm/translate.h"

namespace vgpu::fmm::VG_SIMD {

template <typename T, typename Where>
constexpr Kernels<T> kernels_in() {
  return {Simd<T>::W, near<T, Where>, expand<T, Where>, evaluate<T, Where>, translate<T>};
}

template <typename T>
constexpr KernelSet<T> kKernels = {kernels_in<T, Space>(), kernels_in<T, Plane>()};

}  // namespace vgpu::fmm::VG_SIMD
