// From handles of graphs and nodes to what they stand for; shared by graph.cpp and graph_nodes.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/graph.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/graph.h"

namespace vgpu::api {

std::shared_ptr<Graph> find_graph(vgpuGraph_t graph);

// Indices of nodes, all of that graph. `nodes` may be NULL if count is 0.
std::vector<std::uint32_t> node_indices(const std::shared_ptr<Graph>& graph,
                                        const vgpuGraphNode_t* nodes, std::size_t count,
                                        const char* name);

// The launch that the parameters describe, on the current device.
WorkRef kernel_work(const vgpuKernelNodeParams& params);

}  // namespace vgpu::api
