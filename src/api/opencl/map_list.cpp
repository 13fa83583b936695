// The parts of a memory that programs have mapped.
// SPDX-License-Identifier: MIT
#include "api/opencl/map_list.h"

#include <algorithm>

namespace vgpu::opencl {
namespace {

bool overlap(const MappedRegion& a, const MappedRegion& b) {
  for (unsigned d = 0; d < 3; ++d) {
    if (a.origin[d] + a.size[d] <= b.origin[d] || b.origin[d] + b.size[d] <= a.origin[d]) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool MapList::add(const _cl_mem* object, const void* pointer, const MappedRegion& region) {
  const std::lock_guard lock(mutex_);
  for (const Map& map : maps_) {
    if (region.written && map.region.written && overlap(region, map.region)) return false;
  }
  maps_.push_back({object, pointer, region});
  return true;
}

bool MapList::drop(const _cl_mem* object, const void* pointer) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(maps_.begin(), maps_.end(), [=](const Map& map) {
    return map.object == object && map.pointer == pointer;
  });
  if (found == maps_.end()) return false;
  maps_.erase(found);
  return true;
}

void MapList::forget(const _cl_mem* object) {
  const std::lock_guard lock(mutex_);
  std::erase_if(maps_, [=](const Map& map) { return map.object == object; });
}

cl_uint MapList::count(const _cl_mem* object) const {
  const std::lock_guard lock(mutex_);
  return static_cast<cl_uint>(std::count_if(maps_.begin(), maps_.end(),
                                            [=](const Map& map) { return map.object == object; }));
}

}  // namespace vgpu::opencl
