// A peer's shared library, loaded if it is installed; the benchmark is built without its headers.
// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>

#include <initializer_list>

namespace bench {

class Library {
 public:
  // The first of the names that can be loaded.
  explicit Library(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (handle_ == nullptr) handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  // Never unloaded: its threads run code of it until the program ends.

  explicit operator bool() const { return handle_ != nullptr; }

  // The function of that name and type, or null.
  template <typename Function>
  Function* function(const char* name) const {
    return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(handle_, name));
  }

 private:
  void* handle_ = nullptr;
};

}  // namespace bench
