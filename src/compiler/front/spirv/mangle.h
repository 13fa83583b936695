// Names of OpenCL C's builtin functions as clang writes them for spir64, so that calls find the device library.
//
// The Itanium scheme with its substitutions, for what builtins take: numbers, vectors, pointers to them, opaque types.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace vgpu::compiler::spirv {

// What a parameter of a builtin is: an element, perhaps many of it, perhaps behind a pointer.
struct ParameterName {
  std::string element;  // "f", "Dh", "j", or a named type with its length: "9ocl_event"
  unsigned count = 1;   // of a vector
  int space = -1;       // a pointer into that address space; -1: no pointer
  bool is_const = false;
};

std::string mangle(llvm::StringRef function, llvm::ArrayRef<ParameterName> parameters);

// "i" for 32 bits and signed, "m" for 64 and not, and so on.
const char* integer_letter(unsigned bits, bool is_signed);

}  // namespace vgpu::compiler::spirv
