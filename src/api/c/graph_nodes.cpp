// The functions of vgpu/c/graph.h that add nodes.
// SPDX-License-Identifier: MIT
#include <vgpu/c/graph.h>

#include <cstring>

#include "api/c/entry.h"
#include "api/c/graph_handles.h"
#include "runtime/event.h"
#include "runtime/graph_exec.h"
#include "runtime/launch.h"
#include "runtime/memory.h"
#include "runtime/works.h"

using namespace vgpu;
using namespace vgpu::api;

std::shared_ptr<Graph> vgpu::api::find_graph(vgpuGraph_t graph) {
  return Context::shared().graphs.get(to_number(graph));
}

std::shared_ptr<GraphNodeRef> vgpu::api::find_node(vgpuGraphNode_t node) {
  return Context::shared().nodes.get(to_number(node));
}

std::shared_ptr<Graph> vgpu::api::graph_of(const GraphNodeRef& node) {
  std::shared_ptr<Graph> graph = node.graph.lock();
  if (!graph) fail(ErrorCode::InvalidHandle, "node: its graph was destroyed");
  return graph;
}

std::vector<std::uint32_t> vgpu::api::node_indices(const std::shared_ptr<Graph>& graph,
                                                   const vgpuGraphNode_t* nodes, std::size_t count,
                                                   const char* name) {
  std::vector<std::uint32_t> indices;
  if (count == 0) return indices;
  require(nodes, name);
  for (std::size_t i = 0; i < count; ++i) {
    const std::shared_ptr<GraphNodeRef> ref = Context::shared().nodes.get(to_number(nodes[i]));
    if (ref->graph.lock() != graph) {
      fail(ErrorCode::InvalidValue, "{}[{}]: is a node of another graph", name, i);
    }
    indices.push_back(ref->index);
  }
  return indices;
}

WorkRef vgpu::api::kernel_work(const vgpuKernelNodeParams& params) {
  const std::shared_ptr<const Kernel> kernel =
      Context::shared().kernels.get(to_number(params.kernel));
  const GridShape shape = shape_of(params.grid, params.block, params.sharedBytes);
  return make_launch(kernel, shape, params.args, Context::shared().current());
}

namespace {

Fill fill_of(const vgpuMemsetNodeParams& params) {
  const unsigned size = params.elementSize;
  if (size != 1 && size != 2 && size != 4) {
    fail(ErrorCode::InvalidValue, "params.elementSize: {} is not 1, 2 or 4", size);
  }
  Fill fill{.dst = params.dst, .pitch = params.pitch, .height = params.height};
  if (__builtin_mul_overflow(params.width, std::size_t{size}, &fill.width) || fill.width == 0 ||
      fill.height == 0) {
    fail(ErrorCode::InvalidValue, "params: {} x {} elements", params.width, params.height);
  }
  if (reinterpret_cast<std::uintptr_t>(params.dst) % size != 0) {
    fail(ErrorCode::InvalidValue, "params.dst: is not aligned to {} bytes", size);
  }
  fill.pattern_size = size;
  std::memcpy(fill.pattern.data(), &params.value, size);
  check_fill(fill);
  return fill;
}

}  // namespace

WorkRef vgpu::api::copy_work(const vgpuMemcpyNodeParams& params) {
  const Copy copy{params.dst,    params.dpitch, params.src,
                  params.spitch, params.width,  params.height};
  if (copy.width == 0 || copy.height == 0) fail(ErrorCode::InvalidValue, "params: an empty copy");
  const Slices slices{params.depth == 0 ? 1 : params.depth, params.dslice, params.sslice};
  for (std::size_t i = 0; i < slices.count; ++i) {
    Copy slice = copy;
    slice.dst = static_cast<std::byte*>(copy.dst) + i * slices.dst;
    slice.src = static_cast<const std::byte*>(copy.src) + i * slices.src;
    check_copy(slice, params.kind);
  }
  return std::make_shared<CopyWork>(copy, slices);
}

WorkRef vgpu::api::fill_work(const vgpuMemsetNodeParams& params) {
  return std::make_shared<FillWork>(fill_of(params));
}

WorkRef vgpu::api::host_work(const vgpuHostNodeParams& params) {
  require(params.function, "params.function");
  return std::make_shared<HostWork>(params.function, params.userData);
}

WorkRef vgpu::api::child_work(vgpuGraph_t child) {
  return std::make_shared<GraphWork>(make_plan(find_graph(child)->nodes()));
}

namespace {

// Adds the work that make() gives; everything is checked before the graph changes.
template <typename Make>
void add_node(vgpuGraphNode_t* node, vgpuGraph_t graph, const vgpuGraphNode_t* dependencies,
              std::size_t count, Make make) {
  require(node, "node");
  const std::shared_ptr<Graph> target = find_graph(graph);
  std::vector<std::uint32_t> after = node_indices(target, dependencies, count, "dependencies");
  *node = target->handle(target->add(make(), std::move(after)));
}

}  // namespace

vgpuError_t vgpuGraphAddKernelNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                   const vgpuGraphNode_t* dependencies, size_t count,
                                   const vgpuKernelNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    add_node(node, graph, dependencies, count, [&] { return kernel_work(*params); });
  });
}

vgpuError_t vgpuGraphAddMemcpyNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                   const vgpuGraphNode_t* dependencies, size_t count,
                                   const vgpuMemcpyNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    add_node(node, graph, dependencies, count, [&] { return copy_work(*params); });
  });
}

vgpuError_t vgpuGraphAddMemsetNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                   const vgpuGraphNode_t* dependencies, size_t count,
                                   const vgpuMemsetNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    add_node(node, graph, dependencies, count, [&] { return fill_work(*params); });
  });
}

vgpuError_t vgpuGraphAddHostNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                 const vgpuGraphNode_t* dependencies, size_t count,
                                 const vgpuHostNodeParams* params) {
  return entry(__func__, [&] {
    require(params, "params");
    add_node(node, graph, dependencies, count, [&] { return host_work(*params); });
  });
}

vgpuError_t vgpuGraphAddChildGraphNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                       const vgpuGraphNode_t* dependencies, size_t count,
                                       vgpuGraph_t child) {
  return entry(__func__, [&] {
    add_node(node, graph, dependencies, count, [&] { return child_work(child); });
  });
}

vgpuError_t vgpuGraphAddEmptyNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                  const vgpuGraphNode_t* dependencies, size_t count) {
  return entry(__func__, [&] {
    add_node(node, graph, dependencies, count, [] { return std::make_shared<EmptyWork>(); });
  });
}

vgpuError_t vgpuGraphAddEventRecordNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                        const vgpuGraphNode_t* dependencies, size_t count,
                                        vgpuEvent_t event) {
  return entry(__func__, [&] {
    const std::shared_ptr<Event> recorded = Context::shared().events.get(to_number(event));
    add_node(node, graph, dependencies, count,
             [&] { return std::make_shared<EventWork>(recorded); });
  });
}

vgpuError_t vgpuGraphAddEventWaitNode(vgpuGraphNode_t* node, vgpuGraph_t graph,
                                      const vgpuGraphNode_t* dependencies, size_t count,
                                      vgpuEvent_t event) {
  return entry(__func__, [&] {
    const std::shared_ptr<Event> awaited = Context::shared().events.get(to_number(event));
    add_node(node, graph, dependencies, count,
             [&] { return std::make_shared<EventWaitWork>(awaited); });
  });
}
