// The form that splitting and vectorising expect of a function.
//
// Used by clean on the item and by split_regions on what it has cut.
// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Function;
}

namespace vgpu::compiler {

// No switches, one return, reducible loops with one latch, values that leave loops pass a phi.
void canonicalize(llvm::Function& function);

}  // namespace vgpu::compiler
