// The table of kernels of the instruction set that the including file is compiled for.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/fft/lines.h"
#include "engine/fft/pointwise.h"

namespace vgpu::fft::VG_SIMD {

template <typename T>
constexpr Kernels<T> kKernels = {Simd<T>::W,        transform_tile<T>, load_tile<T>,
                                 store_tile<T>,     line_columns<T>,   line_rows<T>,
                                 multiply_pairs<T>, real_forward<T>,   real_backward<T>};

}  // namespace vgpu::fft::VG_SIMD
