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

std::shared_ptr<GraphNodeRef> find_node(vgpuGraphNode_t node);
std::shared_ptr<Graph> graph_of(const GraphNodeRef& node);  // Error(InvalidHandle): destroyed

// Indices of nodes, all of that graph. `nodes` may be NULL if count is 0.
std::vector<std::uint32_t> node_indices(const std::shared_ptr<Graph>& graph,
                                        const vgpuGraphNode_t* nodes, std::size_t count,
                                        const char* name);

// The work that the parameters describe; a launch on the current device. Throws Error if they are wrong.
WorkRef kernel_work(const vgpuKernelNodeParams& params);
WorkRef copy_work(const vgpuMemcpyNodeParams& params);
WorkRef fill_work(const vgpuMemsetNodeParams& params);
WorkRef host_work(const vgpuHostNodeParams& params);
WorkRef child_work(vgpuGraph_t child);

}  // namespace vgpu::api
