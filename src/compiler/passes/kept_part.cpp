// The exported description of what groups keep (see kept_frame.h).
// SPDX-License-Identifier: MIT
#include "compiler/passes/kept_part.h"

#include <cstddef>

#include "compiler/kernel_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"

namespace vgpu::compiler {

std::uint64_t keep_part(Unit& unit, std::uint64_t size, KeptFrame kept) {
  kept.offset = llvm::alignTo(unit.info.frame_bytes, kFrameAlignment);
  unit.info.frame_bytes = kept.offset + size;
  llvm::IRBuilder<> builder(unit.module.getContext());
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                          kKeptFrameSymbol, unit.module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(unit.module.getContext(), "entry", function));
  auto write = [&](std::size_t offset, llvm::Value* value) {
    builder.CreateStore(value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                                  function->getArg(0), offset));
  };
  write(offsetof(KeptFrame, offset), builder.getInt64(kept.offset));
  write(offsetof(KeptFrame, bytes), builder.getInt64(kept.bytes));
  write(offsetof(KeptFrame, band), builder.getInt32(kept.band));
  write(offsetof(KeptFrame, flush), builder.getInt32(kept.flush));
  builder.CreateRetVoid();
  return kept.offset;
}

}  // namespace vgpu::compiler
