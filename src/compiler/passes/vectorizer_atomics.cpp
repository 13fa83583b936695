// Atomic operations: one after another in the order of the lanes, or one for all of them.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"

namespace vgpu::compiler {

using namespace llvm;

void Vectorizer::emit_atomic(Instruction& instruction) { emit_serial(instruction); }

}  // namespace vgpu::compiler
