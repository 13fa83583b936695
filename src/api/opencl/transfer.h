// Checks that commands which move memory share.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/opencl/memory_object.h"

namespace vgpu::opencl {

// Throw CL_INVALID_OPERATION where the object's flags keep the host from it.
void check_host_reads(const MemoryObject& object);
void check_host_writes(const MemoryObject& object);

}  // namespace vgpu::opencl
