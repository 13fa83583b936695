// Everything that a function mentions, directly or through others: functions, variables, constants.
//
// A function whose address is taken counts as reached by whoever mentions it or calls through a pointer. Used to describe kernels and to drop
// what none of them needs.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

using Reached = llvm::DenseSet<const llvm::GlobalValue*>;

// Adds all that `start` reaches, itself included, to `reached`.
void add_reached(const llvm::GlobalValue& start, Reached& reached);

// Makes everything but kernels internal and deletes what no kernel and no pointer reaches.
void drop_unreached(llvm::Module& module);

}  // namespace vgpu::compiler
