// The functions of vgpu/c/graph_edits.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include "api/c/entry.h"
#include "api/c/graph_handles.h"
#include "runtime/graph_exec.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

// Only what a device does can be switched off.
void require_device_work(const GraphNodeRef& node) {
  const vgpuGraphNodeType type = graph_of(node)->nodes()[node.index].type;
  if (type != vgpuGraphNodeTypeKernel && type != vgpuGraphNodeTypeMemcpy &&
      type != vgpuGraphNodeTypeMemset)
    fail(ErrorCode::InvalidValue, "node: is no kernel, copy or fill");
}

}  // namespace

vgpuError_t vgpuGraphRemoveDependencies(vgpuGraph_t graph, const vgpuGraphNode_t* from,
                                        const vgpuGraphNode_t* to, size_t count) {
  return entry(__func__, [&] {
    const std::shared_ptr<Graph> target = find_graph(graph);
    const std::vector<std::uint32_t> sources = node_indices(target, from, count, "from");
    const std::vector<std::uint32_t> targets = node_indices(target, to, count, "to");
    for (std::size_t i = 0; i < count; ++i) target->disconnect(sources[i], targets[i]);
  });
}

vgpuError_t vgpuGraphDestroyNode(vgpuGraphNode_t node) {
  return entry(__func__, [&] {
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    graph_of(*ref)->remove(ref->index);
  });
}

vgpuError_t vgpuGraphNodeFindInClone(vgpuGraphNode_t* found, vgpuGraphNode_t node,
                                     vgpuGraph_t clone) {
  return entry(__func__, [&] {
    require(found, "found");
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    const std::shared_ptr<Graph> copy = find_graph(clone);
    const std::vector<GraphNode> nodes = copy->nodes();
    if (!copy->is_clone_of(*graph_of(*ref)) || ref->index >= nodes.size() ||
        nodes[ref->index].removed)
      fail(ErrorCode::InvalidValue, "node: the clone has no such node");
    *found = copy->handle(ref->index);
  });
}

vgpuError_t vgpuGraphExecNodeSetEnabled(vgpuGraphExec_t exec, vgpuGraphNode_t node, int enabled) {
  return entry(__func__, [&] {
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    require_device_work(*ref);
    Context::shared().execs.get(to_number(exec))->set_enabled(*ref, enabled != 0);
  });
}

vgpuError_t vgpuGraphExecNodeGetEnabled(vgpuGraphExec_t exec, vgpuGraphNode_t node, int* enabled) {
  return entry(__func__, [&] {
    require(enabled, "enabled");
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    require_device_work(*ref);
    *enabled = Context::shared().execs.get(to_number(exec))->is_enabled(*ref) ? 1 : 0;
  });
}
