// Values that are known when a region starts: they depend on nothing but its arguments and memory as it is then.
//
// Such a value can be computed ahead, once for a tile or for all of them, to choose between versions of the region or to
// leave tiles out. Used by vectorizer_assumptions and clip_tiles. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace vgpu::compiler {

// Whether `value` of a region can be computed at its start without traps. Divisions count only if `is_positive` says
// that none of their operands is negative, wherever the value will matter.
bool known_at_start(const llvm::Value* value,
                    llvm::function_ref<bool(const llvm::Instruction&)> is_positive = nullptr);

// Computes it again at the builder's place. `map` says what stands for the region's arguments and remembers the copies.
llvm::Value* copy_from_start(llvm::IRBuilder<>& builder, llvm::Value* value,
                             llvm::ValueToValueMapTy& map);

}  // namespace vgpu::compiler
