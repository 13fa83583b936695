// Calls of the C interface for verbs: an error code becomes an Error with the library's text.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"
#include "vgpu/runtime.h"

namespace vgpu::cli {

// call(vgpuMalloc(&p, n)): goes on only if that succeeded.
inline void call(vgpuError_t result) {
  if (result != vgpuSuccess) throw Error(static_cast<ErrorCode>(result), vgpuGetLastErrorMessage());
}

}  // namespace vgpu::cli
