// The functions of vgpu/c/graph.h, but for those that add nodes (graph_nodes.cpp).
// SPDX-License-Identifier: MIT
#include "runtime/graph.h"

#include <vgpu/c/graph.h>

#include <fstream>

#include "api/c/entry.h"
#include "api/c/graph_handles.h"
#include "runtime/capture.h"
#include "runtime/graph_exec.h"
#include "runtime/launch.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

vgpuGraph_t insert(std::shared_ptr<Graph> graph) {
  return to_handle<vgpuGraph_t>(Context::shared().graphs.insert(std::move(graph)));
}

void give_nodes(vgpuGraph_t handle, vgpuGraphNode_t* out, std::size_t* count, bool roots_only) {
  require(count, "count");
  const std::shared_ptr<Graph> graph = find_graph(handle);
  const std::vector<GraphNode> nodes = graph->nodes();
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const bool wanted = !roots_only || nodes[i].after.empty();
    if (wanted && !nodes[i].removed) chosen.push_back(i);
  }
  const std::size_t copied = fit_count(count, out != nullptr, chosen.size());
  for (std::size_t i = 0; i < copied; ++i) out[i] = graph->handle(chosen[i]);
}

}  // namespace

vgpuError_t vgpuGraphCreate(vgpuGraph_t* graph, unsigned int flags) {
  return entry(__func__, [&] {
    require(graph, "graph");
    require_zero(flags);
    *graph = insert(std::make_shared<Graph>());
  });
}

vgpuError_t vgpuGraphDestroy(vgpuGraph_t graph) {
  return entry(__func__, [&] { Context::shared().graphs.remove(to_number(graph)); });
}

vgpuError_t vgpuGraphClone(vgpuGraph_t* clone, vgpuGraph_t graph) {
  return entry(__func__, [&] {
    require(clone, "clone");
    *clone = insert(find_graph(graph)->clone());
  });
}

vgpuError_t vgpuGraphAddDependencies(vgpuGraph_t graph, const vgpuGraphNode_t* from,
                                     const vgpuGraphNode_t* to, size_t count) {
  return entry(__func__, [&] {
    const std::shared_ptr<Graph> target = find_graph(graph);
    const std::vector<std::uint32_t> sources = node_indices(target, from, count, "from");
    const std::vector<std::uint32_t> targets = node_indices(target, to, count, "to");
    for (std::size_t i = 0; i < count; ++i) target->connect(sources[i], targets[i]);
  });
}

vgpuError_t vgpuGraphGetNodes(vgpuGraph_t graph, vgpuGraphNode_t* nodes, size_t* count) {
  return entry(__func__, [&] { give_nodes(graph, nodes, count, false); });
}

vgpuError_t vgpuGraphGetRootNodes(vgpuGraph_t graph, vgpuGraphNode_t* nodes, size_t* count) {
  return entry(__func__, [&] { give_nodes(graph, nodes, count, true); });
}

vgpuError_t vgpuGraphGetEdges(vgpuGraph_t graph, vgpuGraphNode_t* from, vgpuGraphNode_t* to,
                              size_t* count) {
  return entry(__func__, [&] {
    require(count, "count");
    const std::shared_ptr<Graph> source = find_graph(graph);
    const std::vector<GraphNode> nodes = source->nodes();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      for (std::uint32_t before : nodes[i].after) edges.emplace_back(before, i);
    }
    const bool room = from != nullptr && to != nullptr;
    const std::size_t copied = fit_count(count, room, edges.size());
    for (std::size_t i = 0; i < copied; ++i) {
      from[i] = source->handle(edges[i].first);
      to[i] = source->handle(edges[i].second);
    }
  });
}

vgpuError_t vgpuGraphNodeGetType(vgpuGraphNode_t node, vgpuGraphNodeType* type) {
  return entry(__func__, [&] {
    require(type, "type");
    const std::shared_ptr<GraphNodeRef> ref = find_node(node);
    *type = graph_of(*ref)->nodes()[ref->index].type;
  });
}

vgpuError_t vgpuGraphDebugDotPrint(vgpuGraph_t graph, const char* path, unsigned int flags) {
  return entry(__func__, [&] {
    require(path, "path");
    require_zero(flags);
    const std::string text = graph_dot(find_graph(graph)->nodes());
    std::ofstream file(path);
    file << text;
    if (!file.flush()) fail(ErrorCode::FileSystem, "path: cannot write {}", path);
  });
}

vgpuError_t vgpuGraphInstantiate(vgpuGraphExec_t* exec, vgpuGraph_t graph, unsigned int flags) {
  return entry(__func__, [&] {
    require(exec, "exec");
    require_zero(flags);
    auto made = std::make_shared<GraphExec>(find_graph(graph));
    *exec = to_handle<vgpuGraphExec_t>(Context::shared().execs.insert(std::move(made)));
  });
}

vgpuError_t vgpuGraphLaunch(vgpuGraphExec_t exec, vgpuStream_t stream) {
  return entry(__func__, [&] {
    Context& context = Context::shared();
    const std::shared_ptr<GraphExec> target = context.execs.get(to_number(exec));
    submit(context.stream(stream), target->work(), target->waits());
  });
}

vgpuError_t vgpuGraphExecDestroy(vgpuGraphExec_t exec) {
  return entry(__func__, [&] { Context::shared().execs.remove(to_number(exec)); });
}

vgpuError_t vgpuStreamBeginCapture(vgpuStream_t stream, vgpuStreamCaptureMode mode) {
  return entry(__func__, [&] {
    if (mode < vgpuStreamCaptureModeGlobal || mode > vgpuStreamCaptureModeRelaxed) {
      fail(ErrorCode::InvalidValue, "mode: {} is none", static_cast<int>(mode));
    }
    Capture::begin(Context::shared().stream(stream));
  });
}

vgpuError_t vgpuStreamEndCapture(vgpuStream_t stream, vgpuGraph_t* graph) {
  return entry(__func__, [&] {
    require(graph, "graph");
    *graph = nullptr;
    *graph = insert(Capture::end(*Context::shared().stream(stream)));
  });
}

vgpuError_t vgpuStreamIsCapturing(vgpuStream_t stream, vgpuStreamCaptureStatus* status) {
  return entry(__func__, [&] {
    require(status, "status");
    *status = Capture::status(*Context::shared().stream(stream));
  });
}
