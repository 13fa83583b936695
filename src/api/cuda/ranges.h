// Ranges of addresses that belong to something: registered host memory, memory mapped by hand, variables.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

namespace vgpu::cuda {

struct Range {
  char* start;
  std::size_t size;
  int value;  // flags of registered memory, the device of other memory
};

class Ranges {
 public:
  // False where it would overlap another one.
  bool add(void* start, std::size_t size, int value) {
    const std::lock_guard lock(mutex_);
    auto* address = static_cast<char*>(start);
    const auto next = map_.lower_bound(address);
    if (next != map_.end() && next->first < address + size) return false;
    if (find_at(start) != map_.end()) return false;
    map_[address] = {address, size, value};
    return true;
  }

  bool remove(void* start) {
    const std::lock_guard lock(mutex_);
    return map_.erase(static_cast<char*>(start)) != 0;
  }

  std::optional<Range> find(const void* pointer) {
    const std::lock_guard lock(mutex_);
    const auto found = find_at(pointer);
    if (found == map_.end()) return std::nullopt;
    return found->second;
  }

 private:
  using Map = std::map<char*, Range>;
  Map::iterator find_at(const void* pointer) {
    auto* address = static_cast<char*>(const_cast<void*>(pointer));
    auto next = map_.upper_bound(address);
    if (next == map_.begin()) return map_.end();
    --next;
    return address < next->first + next->second.size ? next : map_.end();
  }

  std::mutex mutex_;
  Map map_;
};

// Memory of the host that cudaHostRegister has been told of.
Ranges& registered_host_memory();

// Memory of devices that vGPU's allocator knows nothing of: mapped by cuMemMap, or opened from another process.
Ranges& mapped_device_memory();

// The program's own __managed__ variables, which lie in its data.
Ranges& managed_variables();

}  // namespace vgpu::cuda
