// How a module's function pointers look: the same in memory, for the host and for every kernel's code.
//
// Each kernel is compiled by itself for each local size, with copies of the functions that it calls, so an address of
// code would mean one of these copies. A pointer to a function is the address of its element in the variable
// kFunctionTable instead; the front end numbers the functions, and passes/function_pointers.cpp translates.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::compiler {

inline constexpr char kFunctionTable[] = "vgpu.functions";
inline constexpr char kFunctionNumber[] = "vgpu-function-number";  // an attribute of functions
inline constexpr std::uint64_t kFunctionStep = 8;                  // bytes of the table's elements

}  // namespace vgpu::compiler
