// Replaces what a kernel asks of its surroundings: ids, sizes, local memory, host services.
//
// The module convention expresses these as calls to declarations (docs/compiler.md); here they become parameters,
// constants and loads. Used by make_item on the item function and on every function that stays a call.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/unit.h"

namespace vgpu::compiler {

// Replaces all queries in `function`, whose last parameters are the item's.
void lower_item_queries(Unit& unit, llvm::Function& function);

}  // namespace vgpu::compiler
