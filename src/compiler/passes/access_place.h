// Addresses of loads and stores, taken apart so that two of them can be compared.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace vgpu::compiler {

// An address as a base, variable parts and a constant. A part is an index, or a narrow one with the opcode of the cast
// that widens it: that of `a[2 * i + 1]` in 32 bits is that of `a[2 * i]`, and 1 goes to the constant.
struct Place {
  using Part = std::pair<const llvm::Value*, unsigned>;

  const llvm::Value* base;
  llvm::MapVector<Part, llvm::APInt> variables;
  std::int64_t constant = 0;

  Place(const llvm::Value* address, const llvm::DataLayout& layout);
  bool differs_by_constant(const Place& other) const;
};

// A load or store that is neither atomic nor volatile.
bool is_simple_access(const llvm::Instruction& access);

// Whether `other`, between the members of a group of accesses like `first`, forbids to bring them together.
bool keeps_apart(const llvm::Instruction& other, const llvm::Instruction& first);

// Instructions that are looked through for the other members.
inline constexpr unsigned kFarthestMember = 64;

}  // namespace vgpu::compiler
