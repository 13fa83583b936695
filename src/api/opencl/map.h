// What mapping a buffer and mapping an image share.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/opencl/queue.h"

namespace vgpu::opencl {

// What a map gives out: `region` as the object's list of maps wants it.
struct NewMap {
  MemoryObject& object;
  void* pointer;
  cl_map_flags flags;
  MappedRegion region;
};

// Throws CL_INVALID_VALUE for flags that do not exist or exclude each other.
void check_map_flags(cl_map_flags flags);

// Enqueues the map and notes it in the object. Also throws CL_INVALID_OPERATION where the object's own flags keep the host from it or two maps would write to one place.
void* enqueue_map(Queue& queue, const NewMap& map, cl_command_type type, cl_bool blocking,
                  const EventArguments& events);

}  // namespace vgpu::opencl
