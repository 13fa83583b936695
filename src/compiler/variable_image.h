// The program-scope variables of one loaded module in memory.
//
// All variables of a module stand in one block, at the offsets that the front end chose; kernels
// refer to them by symbol and the C API finds them by name. Owned by Module.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "compiler/module_info.h"

namespace vgpu::compiler {

class VariableImage {
 public:
  explicit VariableImage(const ModuleInfo& info) : info_(info) {}

  std::size_t bytes() const { return info_.image.size(); }
  std::size_t alignment() const;

  // Puts the variables into the caller's memory with their initial values. Throws Error if they
  // live somewhere already.
  void bind(void* memory);

  // Address by name as the user or as the kernels' objects write it; nullptr if there is none.
  // Memory of our own is taken where nobody has called bind().
  void* by_name(const std::string& name, std::size_t* size);
  void* by_symbol(const std::string& symbol);

  // A managed variable lives at `address` from now on, whose contents are the caller's business. False if there is
  // no managed variable of that name or symbol. To be called before code that uses it is loaded.
  bool move_managed(const std::string& name, void* address);

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  void place();
  std::byte* address_of(const VariableInfo& variable, std::byte* memory) const;
  void initialise(std::byte* memory);
  const VariableInfo* find_symbol(const std::string& symbol) const;

  const ModuleInfo& info_;
  std::mutex mutex_;
  std::byte* memory_ = nullptr;
  std::map<const VariableInfo*, std::byte*> moved_;
  std::unique_ptr<std::byte, Free> own_;
};

}  // namespace vgpu::compiler
