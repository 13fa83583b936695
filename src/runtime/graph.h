// A graph: pieces of work and which of them must be done before which.
//
// Built by hand or by capturing streams (capture.h); launched through a GraphExec, which is a frozen copy.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/graph.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/work.h"

namespace vgpu {

struct GraphNode {
  WorkRef work;
  vgpuGraphNodeType type = vgpuGraphNodeTypeEmpty;
  std::vector<std::uint32_t> after;  // nodes that must be done before, by index
  bool removed = false;              // its index stays, so that those of others stay too
  bool enabled = true;               // of executable graphs: else it is passed over
};

class Graph : public std::enable_shared_from_this<Graph> {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  // The new node's index; the indices in `after` are there already.
  std::uint32_t add(WorkRef work, std::vector<std::uint32_t> after);
  // Makes node `to` wait for node `from`. Error(InvalidValue) if that closes a circle.
  void connect(std::uint32_t from, std::uint32_t to);

  // Takes such an edge away. Error(InvalidValue) if there is none.
  void disconnect(std::uint32_t from, std::uint32_t to);
  void remove(std::uint32_t index);

  // Gives the node other work of the same kind. Error(InvalidValue) if it is of another.
  void replace(std::uint32_t index, WorkRef work);

  std::vector<GraphNode> nodes() const;
  std::shared_ptr<Graph> clone();
  // A clone's nodes have the indices of those they were copied from.
  bool is_clone_of(const Graph& other) const { return origin_.lock().get() == &other; }
  vgpuGraphNode_t handle(std::uint32_t index);
  // The handle of a graph inside one of its nodes; it ends with this graph.
  vgpuGraph_t handle_inside(const std::shared_ptr<Graph>& graph);
  // Keeps something alive as long as this graph.
  void hold(std::shared_ptr<void> object);

 private:
  bool reaches(std::uint32_t from, std::uint32_t to) const;

  mutable std::mutex mutex_;
  std::vector<GraphNode> nodes_;
  std::vector<std::uint64_t> handles_;                          // 0: not asked for yet
  std::vector<std::pair<const Graph*, std::uint64_t>> inside_;  // handles of graphs in nodes
  std::vector<std::shared_ptr<void>> held_;
  std::weak_ptr<const Graph> origin_;
};

// What a node's handle stands for.
struct GraphNodeRef {
  std::weak_ptr<Graph> graph;
  std::uint32_t index = 0;
  // What the last question for a kernel's arguments was answered with.
  std::vector<std::byte> values;
  std::vector<void*> arguments;
};

// Indices in an order in which each node comes behind those it waits for; removed nodes are not among them.
std::vector<std::uint32_t> topological_order(const std::vector<GraphNode>& nodes);

// Text for Graphviz.
std::string graph_dot(const std::vector<GraphNode>& nodes);

}  // namespace vgpu
