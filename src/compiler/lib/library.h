// The device library inside libvgpu_compiler.so: bitcode parts and which part defines a symbol.
//
// Kernels call OpenCL builtins and `__vg_*` math functions; front/link_library.cpp looks each undefined
// symbol up here, links the part that defines it and goes on until nothing is undefined. Parts are small
// (one family of functions each), so a kernel that calls exp reads a few kilobytes and not the library.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace vgpu {

// One bitcode module: x86-64 data layout, C calling convention, every function alwaysinline.
struct LibraryPart {
  const char* name;
  const unsigned char* data;
  size_t size;
};

// A symbol and the index of the part that defines it.
struct LibrarySymbol {
  const char* name;
  unsigned part;
};

std::span<const LibraryPart> library_parts();

// All symbols, sorted by name.
std::span<const LibrarySymbol> library_symbols();

// The part that defines the symbol, or nullptr when the library has no such function.
const LibraryPart* find_library_part(std::string_view symbol);

}  // namespace vgpu
