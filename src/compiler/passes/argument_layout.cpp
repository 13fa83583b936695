// Computes the packed argument block of a kernel from its IR signature.
//
// SPDX-License-Identifier: MIT
#include "compiler/passes/argument_layout.h"

#include <algorithm>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

namespace vgpu::compiler {

ArgumentLayout argument_layout(const llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  ArgumentLayout result;
  for (const llvm::Argument& argument : kernel.args()) {
    llvm::Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    ArgumentSlot slot;
    slot.size = static_cast<std::uint32_t>(layout.getTypeAllocSize(type));
    slot.align = static_cast<std::uint32_t>(layout.getABITypeAlign(type).value());
    if (argument.hasByValAttr()) {
      std::uint64_t stated = argument.getParamAlign().valueOrOne().value();
      slot.align = std::max(slot.align, static_cast<std::uint32_t>(stated));
    }
    slot.offset = static_cast<std::uint32_t>(llvm::alignTo(result.bytes, slot.align));
    result.bytes = slot.offset + slot.size;
    result.slots.push_back(slot);
  }
  return result;
}

}  // namespace vgpu::compiler
