// Modules that are PTX text, which programs bring along or other compilers have made: they become CUDA C++ whose functions
// are inline assembly, for which there is a table of instructions (ptx_statement.h).
//
// front.cpp asks for every CUDA source. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace vgpu::compiler {

// Its first directive is .version.
bool is_ptx_module(std::string_view text);

// The same program in C++; an error of the text is set instead.
std::string cuda_of_ptx(std::string_view text, std::string& error);

}  // namespace vgpu::compiler
