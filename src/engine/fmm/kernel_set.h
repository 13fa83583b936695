// The FMM's kernels for the instruction set that the including file is compiled for.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fmm/expand.h"
#include "engine/fmm/near.h"
#include "engine/fmm/translate.h"

namespace vgpu::fmm::VG_SIMD {

template <typename T>
constexpr Kernels<T> kKernels = {Simd<T>::W, near<T>, expand<T>, evaluate<T>, translate<T>};

}  // namespace vgpu::fmm::VG_SIMD
