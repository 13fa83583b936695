// Where each kernel argument stands in the packed block that LaunchFrame::arguments points to.
//
// One rule for the front ends (which report the offsets in KernelArgument) and for make_item (which
// loads from them): arguments in order, each aligned to its own alignment; pointers take 8 bytes, a
// local pointer's 8 bytes hold its size, a struct passed by value its bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/IR/Function.h"

namespace vgpu::compiler {

struct ArgumentSlot {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t align = 1;
};

struct ArgumentLayout {
  std::vector<ArgumentSlot> slots;
  std::uint32_t bytes = 0;
};

// The kernel's module must have the x86-64 data layout already.
ArgumentLayout argument_layout(const llvm::Function& kernel);

}  // namespace vgpu::compiler
