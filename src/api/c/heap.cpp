// The functions of vgpu/c/heap.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/heap.h>

#include "api/c/entry.h"
#include "base/config.h"
#include "compiler/device_heap.h"

using namespace vgpu;
using namespace vgpu::api;

vgpuError_t vgpuHeapSetLimit(size_t bytes) {
  return entry(__func__, [&] {
    compiler::DeviceHeap::shared().set_limit(bytes != 0 ? bytes : config().heap_limit);
  });
}

vgpuError_t vgpuHeapGetUsed(size_t* bytes) {
  return entry(__func__, [&] {
    require(bytes, "bytes");
    *bytes = compiler::DeviceHeap::shared().used();
  });
}
