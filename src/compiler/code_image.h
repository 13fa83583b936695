// Machine code of one kernel in executable memory: a small loader for relocatable objects.
//
// The compiler hands out ELF files for x86-64. Loading them here, without LLVM, is what lets a
// program whose kernels are cached start in milliseconds. The bytes may come from a disk cache or a
// user's binary, so every offset in them is checked: a damaged file is an Error, never a crash.
// Used by service.cpp only.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vgpu::compiler {

// Address of a symbol that the object needs; nullptr if there is none of that name.
using SymbolResolver = std::function<void*(const std::string& name)>;

class CodeImage {
 public:
  // Loads `object`; `name` shows in errors, in perf's map and in gdb. Throws Error.
  CodeImage(std::string_view object, const std::string& name, const SymbolResolver& resolve);
  ~CodeImage();
  CodeImage(const CodeImage&) = delete;
  CodeImage& operator=(const CodeImage&) = delete;

  // Address of an exported function; nullptr if there is none.
  void* symbol(std::string_view name) const;
  std::size_t bytes() const { return size_; }
  bool contains(const void* address) const {
    const auto* place = static_cast<const std::byte*>(address);
    return place >= memory_ && place < memory_ + size_;
  }

 private:
  friend class ImageBuilder;
  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
  std::vector<std::pair<std::string, std::byte*>> exports_;
  void* debugger_entry_ = nullptr;
};

}  // namespace vgpu::compiler
