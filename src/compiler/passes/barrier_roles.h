// Whether items of a group may wait at different barriers at the same time.
//
// Programs split a group into roles, each with barriers of its own, as many for every role: the hardware counts who
// waits, not where. Regions know one barrier at a time, so such groups run item by item, each with its own state.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// By the shape of the code: some branch has barriers on both sides. The kernel, or one item of it.
bool has_rival_barriers(llvm::Function& function);

// And items part at such a branch. One item, whose ids are parameters.
bool items_wait_apart(llvm::Function& item);

}  // namespace vgpu::compiler
