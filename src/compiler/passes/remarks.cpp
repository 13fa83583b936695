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
  std::string location;
  if (where != nullptr) {
    if (const llvm::DILocation* line = where->getDebugLoc()) {
      location = (line->getFilename() + ":" + std::to_string(line->getLine())).str();
    }
  }
  add_at(std::move(pass), std::move(text), std::move(location));
}

void Remarks::add_at(std::string pass, std::string text, std::string location) {
  Remark remark{std::move(pass), std::move(text), std::move(location)};
  auto same = [&](const Remark& other) {
    return other.pass == remark.pass && other.text == remark.text &&
           other.location == remark.location;
  };
  if (std::none_of(list_.begin(), list_.end(), same)) list_.push_back(std::move(remark));
}

}  // namespace vgpu::compiler
