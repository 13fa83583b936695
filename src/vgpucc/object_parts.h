// Device code that objects bring to be linked, and the functions that an object of the device link must define for them.
//
// Read from ELF files: a section with the code of each file (api/cuda/embedded_program.h), symbols for the functions.
// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compiler/program_plugin.h"

namespace vgpu::vgpucc {

struct ObjectParts {
  std::vector<std::string> modules;            // clang's IR
  std::vector<compiler::LaunchSite> launches;  // of their kernels
  unsigned architecture = 0;                   // the highest
  std::set<std::string> wanted;                // functions that the objects call
  std::set<std::string> defined;               // such functions of an object that was made already

  void add(const ObjectParts& other);
  // Some of the objects are not in a device link yet.
  bool incomplete() const;
};

// None where the bytes are no object.
ObjectParts parts_of_object(const std::string& bytes);

// Of all objects and static libraries among a linker's words. What an object of an earlier device link has is left out.
ObjectParts parts_to_link(const std::vector<std::string>& objects,
                          const std::vector<std::string>& linker_words);

}  // namespace vgpu::vgpucc
