// Collects what the passes did to a kernel and why, for `vgpu compile --explain` and VGPU_DEBUG.
//
// A pass that gives something up (a gather, a scalar region, a refused jam) says so here in one
// sentence; nothing in the compiler reads remarks back. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/plugin.h"

namespace llvm {
class Instruction;
}

namespace vgpu::compiler {

class Remarks {
 public:
  // `where` gives the source line where debug information knows it; it may be null.
  void add(std::string pass, std::string text, const llvm::Instruction* where = nullptr);

  // The same with a line that is known already: "file:line", or empty.
  void add_at(std::string pass, std::string text, std::string location);

  std::vector<Remark> take() { return std::move(list_); }
  const std::vector<Remark>& list() const { return list_; }

 private:
  std::vector<Remark> list_;
};

}  // namespace vgpu::compiler
