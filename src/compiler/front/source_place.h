// Where in the program's text an instruction comes from, for messages.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"

namespace vgpu::compiler {

// "file:12: "; empty where the module was compiled without lines.
inline std::string place_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& place = instruction.getDebugLoc();
  if (!place) return {};
  return place->getFilename().str() + ":" + std::to_string(place.getLine()) + ": ";
}

// That of the first instruction that has the value as an operand, also within constants.
inline std::string place_of_use(const llvm::Value& value) {
  for (const llvm::User* user : value.users()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    std::string place = instruction                       ? place_of(*instruction)
                        : llvm::isa<llvm::Constant>(user) ? place_of_use(*user)
                                                          : std::string();
    if (!place.empty()) return place;
  }
  return {};
}

}  // namespace vgpu::compiler
