// The parts of a memory that programs have mapped.
//
// A buffer, its parts and the lines of pixels in them share one list, because they share their bytes: there, a region is
// a range of addresses. An image of another kind has a list of its own, in pixels.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

#include "api/opencl/cl.h"

namespace vgpu::opencl {

struct MappedRegion {
  std::array<std::size_t, 3> origin{}, size{1, 1, 1};
  bool written = false;
};

// The region of bytes at an address.
inline MappedRegion byte_region(const void* pointer, std::size_t size) {
  return {{reinterpret_cast<std::size_t>(pointer), 0, 0}, {size, 1, 1}, false};
}

class MapList {
 public:
  // False: the region is to be written, and another map that writes has a part of it.
  bool add(const _cl_mem* object, const void* pointer, const MappedRegion& region);
  // False: no map of that object gave that pointer out, or it is unmapped already.
  bool drop(const _cl_mem* object, const void* pointer);
  // The object dies, and what was never unmapped with it.
  void forget(const _cl_mem* object);
  cl_uint count(const _cl_mem* object) const;

 private:
  struct Map {
    const _cl_mem* object;
    const void* pointer;
    MappedRegion region;
  };
  mutable std::mutex mutex_;
  std::vector<Map> maps_;  // given out and not given back
};

}  // namespace vgpu::opencl
