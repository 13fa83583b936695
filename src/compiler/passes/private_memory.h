// How the private variables of the items of a tile lie in memory.
//
// A private array that is only read and written in whole elements is laid out with the lanes
// innermost: element i of all lanes is one vector, so an access with the same index in every lane is
// contiguous. A variable whose address goes elsewhere keeps one contiguous copy a lane. Asked by
// the shape analysis and by the vectoriser, which must agree. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

class PrivateMemory {
 public:
  explicit PrivateMemory(llvm::Function& region);

  // Bytes from a lane's variable to the next lane's.
  std::uint64_t lane_stride(const llvm::AllocaInst& variable) const;
  // Whether byte offsets on this address count once for every lane.
  bool interleaved(const llvm::Value* address) const { return element_.contains(address); }

 private:
  void consider(llvm::AllocaInst& variable);

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, std::uint64_t>
      element_;  // of addresses into interleaved memory
};

}  // namespace vgpu::compiler
