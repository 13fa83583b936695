// The functions of vgpu/c/graph.h that tell and change what nodes do.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include <algorithm>
#include <cstring>

#include "api/c/entry.h"
#include "api/c/graph_handles.h"
#include "runtime/graph_exec.h"
#include "runtime/works.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

// The node's work, which must be of that kind.
template <class Kind>
std::shared_ptr<const Kind> work_of(const GraphNodeRef& node) {
  auto work = std::dynamic_pointer_cast<const Kind>(graph_of(node)->nodes()[node.index].work);
  if (!work) fail(ErrorCode::InvalidValue, "node: is of another kind");
  return work;
}

// Both changes: of a graph's node, and of what it has become in an executable graph.
template <class Params, class Make>
vgpuError_t set_in_graph(const char* name, vgpuGraphNode_t node, const Params* params, Make make) {
  return entry(name, [&] {
    require(params, "params");
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    graph_of(*ref)->replace(ref->index, make(*params));
  });
}
template <class Params, class Make>
vgpuError_t set_in_exec(const char* name, vgpuGraphExec_t exec, vgpuGraphNode_t node,
                        const Params* params, Make make) {
  return entry(name, [&] {
    require(params, "params");
    const std::shared_ptr<GraphExec> target = Context::shared().execs.get(to_number(exec));
    target->set_work(*find_node(node), make(*params));
  });
}

// Copies the arguments, so that the caller may change them and set them again.
void** give_arguments(GraphNodeRef& node, const LaunchWork& launch) {
  const compiler::KernelInfo& info = launch.kernel().info();
  const std::byte* packed = launch.arguments();
  if (packed == nullptr && info.argument_bytes != 0)
    fail(ErrorCode::NotSupported, "node: this device does not keep a kernel's arguments");
  node.values.assign(packed, packed + info.argument_bytes);
  node.arguments.clear();
  for (const compiler::KernelArgument& argument : info.arguments)
    node.arguments.push_back(node.values.data() + argument.offset);
  return node.arguments.data();
}

}  // namespace

vgpuError_t vgpuGraphNodeGetNeighbours(vgpuGraphNode_t node, vgpuGraphNode_t* nodes, size_t* count,
                                       int after) {
  return entry(__func__, [&] {
    require(count, "count");
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    const std::shared_ptr<Graph> graph = graph_of(*ref);
    const std::vector<GraphNode> all = graph->nodes();
    std::vector<std::uint32_t> chosen;
    if (after == 0) chosen = all[ref->index].after;
    for (std::uint32_t i = 0; after != 0 && i < all.size(); ++i)
      if (std::count(all[i].after.begin(), all[i].after.end(), ref->index)) chosen.push_back(i);
    const std::size_t copied = fit_count(count, nodes != nullptr, chosen.size());
    for (std::size_t i = 0; i < copied; ++i) nodes[i] = graph->handle(chosen[i]);
  });
}

vgpuError_t vgpuGraphKernelNodeGetParams(vgpuGraphNode_t node, vgpuKernelNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    const auto launch = work_of<LaunchWork>(*ref);
    const GridShape& shape = launch->shape();
    const auto groups = [&](unsigned d) { return static_cast<unsigned>(shape.groups(d)); };
    params->kernel =
        to_handle<vgpuKernel_t>(Context::shared().kernels.handle_of(&launch->kernel()));
    params->grid = dim3(groups(0), groups(1), groups(2));
    params->block = dim3(shape.local_size[0], shape.local_size[1], shape.local_size[2]);
    params->sharedBytes = shape.dynamic_local_bytes;
    params->args = give_arguments(*ref, *launch);
  });
}

vgpuError_t vgpuGraphMemcpyNodeGetParams(vgpuGraphNode_t node, vgpuMemcpyNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    const auto work = work_of<CopyWork>(*find_node(node));
    const Copy& copy = work->copy();
    const Slices& slices = work->slices();
    *params = {copy.dst,    copy.dst_pitch,    copy.src,     copy.src_pitch, copy.width,
               copy.height, vgpuMemcpyDefault, slices.count, slices.dst,     slices.src};
  });
}

vgpuError_t vgpuGraphMemsetNodeGetParams(vgpuGraphNode_t node, vgpuMemsetNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    const auto work = work_of<FillWork>(*find_node(node));
    const Fill& fill = work->fill();
    const unsigned size = std::min(fill.pattern_size, 4u);
    *params = {fill.dst, fill.pitch, 0, size, fill.width / size, fill.height};
    std::memcpy(&params->value, fill.pattern.data(), size);
  });
}

vgpuError_t vgpuGraphHostNodeGetParams(vgpuGraphNode_t node, vgpuHostNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    const auto work = work_of<HostWork>(*find_node(node));
    *params = {work->function(), work->user_data()};
  });
}

vgpuError_t vgpuGraphKernelNodeSetParams(vgpuGraphNode_t node, const vgpuKernelNodeParams* params) {
  return set_in_graph(__func__, node, params, kernel_work);
}
vgpuError_t vgpuGraphMemcpyNodeSetParams(vgpuGraphNode_t node, const vgpuMemcpyNodeParams* params) {
  return set_in_graph(__func__, node, params, copy_work);
}
vgpuError_t vgpuGraphMemsetNodeSetParams(vgpuGraphNode_t node, const vgpuMemsetNodeParams* params) {
  return set_in_graph(__func__, node, params, fill_work);
}
vgpuError_t vgpuGraphHostNodeSetParams(vgpuGraphNode_t node, const vgpuHostNodeParams* params) {
  return set_in_graph(__func__, node, params, host_work);
}

vgpuError_t vgpuGraphExecKernelNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                             const vgpuKernelNodeParams* params) {
  return set_in_exec(__func__, exec, node, params, kernel_work);
}
vgpuError_t vgpuGraphExecMemcpyNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                             const vgpuMemcpyNodeParams* params) {
  return set_in_exec(__func__, exec, node, params, copy_work);
}
vgpuError_t vgpuGraphExecMemsetNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                             const vgpuMemsetNodeParams* params) {
  return set_in_exec(__func__, exec, node, params, fill_work);
}
vgpuError_t vgpuGraphExecHostNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                           const vgpuHostNodeParams* params) {
  return set_in_exec(__func__, exec, node, params, host_work);
}
vgpuError_t vgpuGraphExecChildGraphNodeSetParams(vgpuGraphExec_t exec, vgpuGraphNode_t node,
                                                 vgpuGraph_t child) {
  return set_in_exec(__func__, exec, node, &child, child_work);
}
