// A hint that memory will be read soon, in the passes that look ahead.
// SPDX-License-Identifier: MIT
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {

// To the nearest cache. Any address will do: one that does not exist is passed over.
inline void create_prefetch(llvm::IRBuilder<>& builder, llvm::Value* address) {
  llvm::Value* read_keep_data[] = {address, builder.getInt32(0), builder.getInt32(3),
                                   builder.getInt32(1)};
  builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()}, read_keep_data);
}

}  // namespace vgpu::compiler
