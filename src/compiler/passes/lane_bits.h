// What is known of a value in one lane before the code runs.
//
// A tile starts at a multiple of its size, so the low bits of x are the lane's number, and so are those of whatever is
// computed from them and constants: the lanes that shuffles read from. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/schedule.h"
#include "llvm/IR/Value.h"
#include "llvm/Support/KnownBits.h"

namespace vgpu::compiler {

// Known bits of an integer of a region in lane `lane` of a tile of one vector.
llvm::KnownBits known_in_lane(const llvm::Value& value, unsigned lane, const Schedule& schedule);

}  // namespace vgpu::compiler
