// Header files that kernels may include, carried inside the library.
//
// embed_headers.cmake generates the list from front/cuda/include and clang's own folder, so that an installed
// library needs neither. Read by source_module.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace vgpu::compiler {

struct EmbeddedHeader {
  std::string_view path;  // in the compiler's file system
  std::string_view text;
};

std::span<const EmbeddedHeader> embedded_headers();

}  // namespace vgpu::compiler
