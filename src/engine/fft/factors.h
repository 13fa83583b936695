// Lengths: which ones the passes can do, how they are divided, and which length is a good one to pad to.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace vgpu::fft {

// Whether n has no prime factor above 13, so that passes alone do it.
bool is_smooth(std::size_t n);

// The passes of a smooth length in order; empty for 1.
std::vector<int> radices(std::size_t n);

// n1 of a smooth line n = n1 * n2 that is done in tiles of `width`; 1 where that is not worth it.
std::size_t divide_line(std::size_t n, std::size_t width);

// n2 of a line n = width * n2 that is done in registers; 0 where it does not fit them.
std::size_t register_rows(std::size_t n, std::size_t width);

// A smooth length >= n that is fast as a line.
std::size_t padded_length(std::size_t n, std::size_t width);

}  // namespace vgpu::fft
