// Which range of addresses holds a pointer, and whose it is.
//
// For few, long-lived ranges (the devices' address spaces, registered host memory); what lies inside a
// device's range its DeviceMemory knows. Readers do not wait for each other.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>

namespace vgpu {

class AddressMap {
 public:
  struct Range {
    void* base = nullptr;
    std::size_t size = 0;
    void* owner = nullptr;
  };

  // False, and nothing is changed: the range is empty, wraps around, or overlaps another.
  bool insert(void* base, std::size_t size, void* owner = nullptr);
  // False: no range starts there.
  bool erase(void* base);
  std::optional<Range> find(const void* pointer) const noexcept;
  std::size_t size() const noexcept;

 private:
  struct Entry {
    std::size_t size;
    void* owner;
  };
  mutable std::shared_mutex mutex_;
  std::map<std::uintptr_t, Entry> ranges_;
};

}  // namespace vgpu
