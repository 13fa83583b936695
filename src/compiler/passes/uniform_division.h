// Division of 32-bit numbers without an instruction for it: by a divisor that many of them share, or each by its own.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {

// Whether it is a division; of divisions and remainders.
bool is_quotient(const llvm::Instruction& node);

// number / divisor, unsigned. `number` is an i32 or a vector of them, `divisor` an i32. A divisor of zero gives some
// result and no trap.
llvm::Value* divide_by_uniform(llvm::IRBuilder<>& builder, llvm::Value* number,
                               llvm::Value* divisor);

// number / divisor of two vectors of i32, lane by lane. A divisor of zero gives some result and no trap.
llvm::Value* divide_in_doubles(llvm::IRBuilder<>& builder, llvm::Value* number,
                               llvm::Value* divisor, bool is_signed);

// number / divisor, or the remainder, of two scalars of one type that are known to be positive or whose result does
// not matter: no trap either.
llvm::Value* divide_positive(llvm::IRBuilder<>& builder, llvm::Value* number, llvm::Value* divisor,
                             bool quotient);

}  // namespace vgpu::compiler
