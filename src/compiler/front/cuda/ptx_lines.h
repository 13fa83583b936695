// The body of a PTX function as lines: statements, labels and the braces of scopes; see ptx_body.h.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/front/cuda/ptx_statement.h"

namespace vgpu::compiler::ptx {

struct PtxLine {
  enum class Kind { statement, label, open, close };
  Kind kind;
  std::string text;   // without semicolon or colon
  std::size_t scope;  // a number for each pair of braces; the function's own is 1
};

// Without comments, and without directives of debuggers.
std::string plain_ptx(std::string_view text);

std::vector<PtxLine> ptx_lines(std::string_view body);

}  // namespace vgpu::compiler::ptx
