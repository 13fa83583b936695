// What mapping a buffer and mapping an image share.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/opencl/queue.h"

namespace vgpu::opencl {

// Throws CL_INVALID_VALUE for flags that do not exist or exclude each other, CL_INVALID_OPERATION where the object's
// own flags keep the host from it.
void check_map_flags(const MemoryObject& object, cl_map_flags flags);

void enqueue_map(Queue& queue, MemoryObject& object, cl_command_type type, cl_bool blocking,
                 const EventArguments& events);

}  // namespace vgpu::opencl
