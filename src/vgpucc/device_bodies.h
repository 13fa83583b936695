// The host's bodies in the device's half of a file and the reverse, of which nvcc checks less than clang.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace vgpu::vgpucc {

enum class Half { host, device };

// True where clang refused a call of the other half's function. The host's half does not see __CUDA_ARCH__, by which a
// program may give functions their __device__; nvcc asks only for the bodies that a half is for. Nor does it choose
// among functions by their side: a body of the other half may have lost the one function that fits.
bool refuses_calls(const std::string& messages, Half half);

// Lets the program's own functions, not those of system headers, be for both sides in preprocessed text.
void open_own_functions(std::string& text, Half half);

}  // namespace vgpu::vgpucc
