// Memory that graphs allocate: by nodes of their own, or where a captured stream does.
//
// Its address is fixed when the node is made and the graph may run again after the program has freed it, so it stays
// until the device is reset; freeing it only waits or does nothing.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace vgpu::cuda {

cudaError_t allocate_for_graph(void** pointer, std::size_t bytes);
bool is_graph_memory(const void* pointer);

}  // namespace vgpu::cuda
