// The functions of vgpu/c/capture.h.
// SPDX-License-Identifier: MIT
#include "runtime/capture.h"

#include <vgpu/c/graph.h>

#include "api/c/entry.h"
#include "api/c/graph_handles.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

// A graph that was captured into, or asked for meanwhile, has a handle already.
vgpuGraph_t handle_of(const std::shared_ptr<Graph>& graph) {
  HandleTable<Graph>& graphs = Context::shared().graphs;
  const std::uint64_t known = graphs.handle_of(graph.get());
  return to_handle<vgpuGraph_t>(known != 0 ? known : graphs.insert(graph));
}

void check_mode(vgpuStreamCaptureMode mode) {
  if (mode < vgpuStreamCaptureModeGlobal || mode > vgpuStreamCaptureModeRelaxed) {
    fail(ErrorCode::InvalidValue, "mode: {} is none", static_cast<int>(mode));
  }
}

}  // namespace

vgpuError_t vgpuStreamBeginCapture(vgpuStream_t stream, vgpuStreamCaptureMode mode) {
  return entry(__func__, [&] {
    check_mode(mode);
    Capture::begin(Context::shared().stream(stream));
  });
}

vgpuError_t vgpuStreamBeginCaptureToGraph(vgpuStream_t stream, vgpuGraph_t graph,
                                          const vgpuGraphNode_t* dependencies, size_t count,
                                          vgpuStreamCaptureMode mode) {
  return entry(__func__, [&] {
    check_mode(mode);
    const std::shared_ptr<Graph> target = find_graph(graph);
    const Capture::Nodes after = node_indices(target, dependencies, count, "dependencies");
    Capture::begin(Context::shared().stream(stream), target, after);
  });
}

vgpuError_t vgpuStreamEndCapture(vgpuStream_t stream, vgpuGraph_t* graph) {
  return entry(__func__, [&] {
    require(graph, "graph");
    *graph = nullptr;
    *graph = handle_of(Capture::end(*Context::shared().stream(stream)));
  });
}

vgpuError_t vgpuStreamIsCapturing(vgpuStream_t stream, vgpuStreamCaptureStatus* status) {
  return entry(__func__, [&] {
    require(status, "status");
    *status = Capture::status(*Context::shared().stream(stream));
  });
}

vgpuError_t vgpuStreamGetCapturePlace(vgpuStream_t stream, vgpuGraph_t* graph,
                                      vgpuGraphNode_t* dependencies, size_t* count) {
  return entry(__func__, [&] {
    require(graph, "graph");
    const auto [target, after] = Capture::place(*Context::shared().stream(stream));
    *graph = target ? handle_of(target) : nullptr;
    if (count == nullptr) return;
    const std::size_t copied = fit_count(count, dependencies != nullptr, after.size());
    for (std::size_t i = 0; i < copied; ++i) dependencies[i] = target->handle(after[i]);
  });
}

vgpuError_t vgpuStreamUpdateCaptureDependencies(vgpuStream_t stream,
                                                const vgpuGraphNode_t* dependencies, size_t count,
                                                int replace) {
  return entry(__func__, [&] {
    const std::shared_ptr<Stream> captured = Context::shared().stream(stream);
    const std::shared_ptr<Graph> graph = Capture::place(*captured).first;
    if (!graph) fail(ErrorCode::IllegalState, "stream: is not being captured");
    Capture::wait_for(*captured, node_indices(graph, dependencies, count, "dependencies"),
                      replace != 0);
  });
}
