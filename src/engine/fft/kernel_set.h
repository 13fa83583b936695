// The table of kernels of the instruction set that the including file is compiled for.
// SPDX-License-Identifier: MIT
#pragma once

// Sanitizers' checks in these unrolled functions take minutes to compile; callers check what they hand over.
#pragma clang attribute push(__attribute__((no_sanitize("address", "undefined"))), \
                             apply_to = function)
#include "engine/fft/lines.h"
#include "engine/fft/pointwise.h"
#include "engine/fft/register_lines.h"
#pragma clang attribute pop

namespace vgpu::fft::VG_SIMD {

template <typename T>
constexpr Kernels<T> kKernels = {
    Simd<T>::W,   transform_tile<T>, load_tile<T>,      store_tile<T>,   line_columns<T>,
    line_rows<T>, register_lines<T>, multiply_pairs<T>, real_forward<T>, real_backward<T>};

}  // namespace vgpu::fft::VG_SIMD
