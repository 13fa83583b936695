// Windows onto the start of arrays that deferred additions go to: bins of a histogram have a place there, without search.
//
// Most kernels count in a few hundred places behind a pointer that is one of their arguments. The distance from that
// pointer is then the place in the window, and where the compiler sees that an index is small (a byte), nothing is left
// to test. Used by write_deferred, which keeps a table for all other addresses. SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "compiler/passes/unit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

class DeferredWindows {
 public:
  DeferredWindows(llvm::Module& module, llvm::ArrayRef<llvm::AtomicRMWInst*> atomics);

  // Of all windows together.
  std::uint64_t bytes() const { return windows_.size() * window_bytes_; }

  // Writes the addition at the builder's place into the window that begins at `windows` + its offset, or calls
  // `elsewhere`(table, address, amount) if the address lies outside. False: the atomic has no window, nothing is written.
  bool add(llvm::IRBuilder<>& builder, llvm::AtomicRMWInst& atomic, llvm::Value* windows,
           llvm::Value* table, llvm::Function* elsewhere);

  // Adds what the windows hold to memory and clears them; goes on in a new block of the group function.
  void flush(llvm::IRBuilder<>& builder, llvm::Value* launch, llvm::Value* windows);

 private:
  // The argument that an address starts from, by its place among the arguments, and the distance from it.
  struct Place {
    std::uint64_t argument = 0;
    llvm::SmallVector<llvm::User*, 4> steps;  // address computations on the way
  };

  std::optional<Place> place_of(const llvm::AtomicRMWInst& atomic) const;
  bool whole_elements(const llvm::User& step, std::uint64_t size) const;
  llvm::Function* make_add(llvm::Type* type, llvm::Function* elsewhere);
  void flush_one(llvm::IRBuilder<>& builder, llvm::Value* base, llvm::Value* window);

  llvm::Module& module_;
  llvm::Type* type_ = nullptr;  // of an element
  std::uint64_t window_bytes_ = 0;
  llvm::MapVector<std::uint64_t, llvm::Type*> windows_;  // by argument: its type
  llvm::Function* add_ = nullptr;
};

}  // namespace vgpu::compiler
