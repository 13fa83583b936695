// The remark list: finds the source line of an instruction and drops repetitions.
//
// The vectoriser may say the same of every copy of an inlined line; one sentence is enough for a
// reader. SPDX-License-Identifier: MIT
#include "compiler/passes/remarks.h"

#include <algorithm>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"

namespace vgpu::compiler {

void Remarks::add(std::string pass, std::string text, const llvm::Instruction* where) {
  Remark remark{std::move(pass), std::move(text), {}};
  if (where != nullptr) {
    if (const llvm::DILocation* line = where->getDebugLoc()) {
      remark.location = (line->getFilename() + ":" + std::to_string(line->getLine())).str();
    }
  }
  auto same = [&](const Remark& other) {
    return other.pass == remark.pass && other.text == remark.text &&
           other.location == remark.location;
  };
  if (std::none_of(list_.begin(), list_.end(), same)) list_.push_back(std::move(remark));
}

}  // namespace vgpu::compiler
