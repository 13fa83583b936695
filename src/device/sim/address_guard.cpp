// Looking addresses up.
// SPDX-License-Identifier: MIT
#include "device/sim/address_guard.h"

#include <algorithm>

#include "base/error.h"
#include "memory/host_memory.h"

namespace vgpu::sim {
namespace {

std::uint64_t number(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

bool holds(std::uint64_t base, std::uint64_t size, std::uint64_t address, std::uint64_t bytes) {
  return address >= base && bytes <= size && address - base <= size - bytes;
}

}  // namespace

AddressGuard::Place AddressGuard::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto* pointer = reinterpret_cast<const void*>(address);
  if (const auto block = memory_.find(pointer)) {
    return holds(number(block->base), block->size, address, bytes) ? Place::device : Place::nowhere;
  }
  {
    std::lock_guard lock(mutex_);
    for (const Range& range : ranges_) {
      if (holds(range.base, range.size, address, bytes)) return Place::host;
    }
  }
  const auto pinned = HostMemory::shared().find(pointer);
  if (pinned && holds(number(pinned->base), pinned->size, address, bytes)) return Place::host;
  return Place::nowhere;
}

void AddressGuard::map(const void* base, std::size_t size) {
  std::lock_guard lock(mutex_);
  ranges_.push_back({number(base), size, false});
}

void AddressGuard::unmap(const void* base, std::size_t size) {
  std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(ranges_, [&](const Range& range) {
    return !range.of_program && range.base == number(base) && range.size == size;
  });
  if (found != ranges_.end()) ranges_.erase(found);
}

void AddressGuard::map_once(void* base, std::size_t size) {
  if (base == nullptr || size == 0 || number(base) > UINT64_MAX - size) {
    fail(ErrorCode::InvalidValue, "base: {} bytes at {} are no range", size, base);
  }
  std::lock_guard lock(mutex_);
  for (const Range& range : ranges_) {
    if (range.of_program && number(base) < range.base + range.size &&
        range.base < number(base) + size) {
      fail(ErrorCode::InvalidValue, "base: {} bytes at {} are mapped in part already", size, base);
    }
  }
  ranges_.push_back({number(base), size, true});
}

void AddressGuard::unmap_once(void* base) {
  std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(
      ranges_, [&](const Range& range) { return range.of_program && range.base == number(base); });
  if (found == ranges_.end()) fail(ErrorCode::InvalidValue, "base: {} is not mapped", base);
  ranges_.erase(found);
}

}  // namespace vgpu::sim
