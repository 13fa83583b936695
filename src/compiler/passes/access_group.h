// Loads or stores of one block that together cover all memory between the lanes of a tile.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "compiler/passes/shapes.h"
#include "llvm/ADT/SmallVector.h"

namespace vgpu::compiler {

struct AccessGroup {
  llvm::SmallVector<llvm::Instruction*, 4> members;  // by address; none: there is no such group
  std::int64_t before = 0;  // bytes from the first in the block to members[0]
};

// The group of `first`, the first of its members in the block: as many simple accesses of one type as
// its lanes are elements apart, at neighbouring addresses, with nothing between them that loads could
// not move up over, or stores down.
AccessGroup find_access_group(llvm::Instruction& first, const ShapeAnalysis& shapes);

}  // namespace vgpu::compiler
