// Ranges by their start, in an ordered map under a reader-writer lock.
// SPDX-License-Identifier: MIT
#include "memory/address_map.h"

#include <mutex>

namespace vgpu {

bool AddressMap::insert(void* base, std::size_t size, void* owner) {
  const auto start = reinterpret_cast<std::uintptr_t>(base);
  if (size == 0 || start + size < start) return false;
  std::unique_lock lock(mutex_);
  const auto after = ranges_.lower_bound(start);
  if (after != ranges_.end() && after->first - start < size) return false;
  if (after != ranges_.begin()) {
    const auto before = std::prev(after);
    if (start - before->first < before->second.size) return false;
  }
  ranges_.emplace_hint(after, start, Entry{size, owner});
  return true;
}

bool AddressMap::erase(void* base) {
  std::unique_lock lock(mutex_);
  return ranges_.erase(reinterpret_cast<std::uintptr_t>(base)) != 0;
}

std::optional<AddressMap::Range> AddressMap::find(const void* pointer) const noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  std::shared_lock lock(mutex_);
  auto entry = ranges_.upper_bound(address);
  if (entry == ranges_.begin()) return std::nullopt;
  --entry;
  if (address - entry->first >= entry->second.size) return std::nullopt;
  return Range{reinterpret_cast<void*>(entry->first), entry->second.size, entry->second.owner};
}

std::size_t AddressMap::size() const noexcept {
  std::shared_lock lock(mutex_);
  return ranges_.size();
}

}  // namespace vgpu
