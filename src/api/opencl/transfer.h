// Checks and pieces of work that commands which move memory share.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "api/opencl/command.h"
#include "api/opencl/memory_object.h"

namespace vgpu::opencl {

// Throw CL_INVALID_OPERATION where the object's flags keep the host from it.
void check_host_reads(const MemoryObject& object);
void check_host_writes(const MemoryObject& object);

// Moves those bytes, which may be none.
WorkRef copy_work(void* target, const void* source, std::size_t size);
WorkRef fill_work(void* target, std::size_t size, const void* pattern, std::size_t pattern_size);

}  // namespace vgpu::opencl
