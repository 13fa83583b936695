// Places a module's variables and gives them their initial values (see variable_image.h).
// SPDX-License-Identifier: MIT
#include "compiler/variable_image.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "compiler/kernel_abi.h"

namespace vgpu::compiler {

void VariableImage::Free::operator()(std::byte* memory) const { std::free(memory); }

std::size_t VariableImage::alignment() const {
  std::size_t result = kFrameAlignment;
  for (const VariableInfo& variable : info_.variables) {
    result = std::max<std::size_t>(result, variable.align);
  }
  return result;
}

void VariableImage::bind(void* memory) {
  const std::lock_guard lock(mutex_);
  if (memory_) fail(ErrorCode::IllegalState, "the module's variables have been placed already");
  initialise(static_cast<std::byte*>(memory));
}

void VariableImage::place() {
  const std::lock_guard lock(mutex_);
  if (memory_ || info_.variables.empty()) return;
  const std::size_t unit = alignment();
  const std::size_t size = std::max(unit, (bytes() + unit - 1) / unit * unit);
  own_.reset(static_cast<std::byte*>(std::aligned_alloc(unit, size)));
  if (!own_)
    fail(ErrorCode::MemoryAllocation, "no {} for a module's variables", format_bytes(size));
  initialise(own_.get());
}

void VariableImage::initialise(std::byte* memory) {
  if (!info_.image.empty()) std::memcpy(memory, info_.image.data(), info_.image.size());
  for (const ImageRelocation& relocation : info_.relocations) {
    const VariableInfo* target = find_symbol(relocation.symbol);
    if (!target) {
      fail(ErrorCode::InvalidKernelImage, "a variable points to '{}', which is not there",
           relocation.symbol);
    }
    const std::byte* address = address_of(*target, memory) + relocation.addend;
    std::memcpy(memory + relocation.offset, &address, sizeof address);
  }
  memory_ = memory;
}

std::byte* VariableImage::address_of(const VariableInfo& variable, std::byte* memory) const {
  const auto moved = moved_.find(&variable);
  return moved == moved_.end() ? memory + variable.offset : moved->second;
}

bool VariableImage::move_managed(const std::string& name, void* address) {
  const std::lock_guard lock(mutex_);
  for (const VariableInfo& variable : info_.variables) {
    if (!variable.managed || (variable.name != name && variable.symbol != name)) continue;
    moved_[&variable] = static_cast<std::byte*>(address);
    for (const ImageRelocation& relocation : info_.relocations) {
      if (relocation.symbol != variable.symbol || !memory_) continue;
      const std::byte* target = moved_[&variable] + relocation.addend;
      std::memcpy(memory_ + relocation.offset, &target, sizeof target);
    }
    return true;
  }
  return false;
}

const VariableInfo* VariableImage::find_symbol(const std::string& symbol) const {
  for (const VariableInfo& variable : info_.variables) {
    if (variable.symbol == symbol) return &variable;
  }
  return nullptr;
}

void* VariableImage::by_name(const std::string& name, std::size_t* size) {
  for (const VariableInfo& variable : info_.variables) {
    if (variable.name != name && variable.symbol != name) continue;
    place();
    if (size) *size = variable.size;
    return address_of(variable, memory_);
  }
  return nullptr;
}

void* VariableImage::by_symbol(const std::string& symbol) {
  const VariableInfo* variable = find_symbol(symbol);
  if (!variable) return nullptr;
  place();
  return address_of(*variable, memory_);
}

}  // namespace vgpu::compiler
