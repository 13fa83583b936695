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
  bool enabled = true;               // of executable graphs: whether it does its work
  bool removed = false;              // stays in its place, so that the indices of others do
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
  // Takes a node away, with its edges and its handle.
  void remove(std::uint32_t index);

  // Gives the node other work of the same kind. Error(InvalidValue) if it is of another.
  void replace(std::uint32_t index, WorkRef work);

  std::vector<GraphNode> nodes() const;
  std::shared_ptr<Graph> clone();
  bool is_clone_of(const Graph& other) const { return original_.lock().get() == &other; }
  vgpuGraphNode_t handle(std::uint32_t index);

 private:
  bool reaches(std::uint32_t from, std::uint32_t to) const;

  mutable std::mutex mutex_;
  std::vector<GraphNode> nodes_;
  std::vector<std::uint64_t> handles_;  // 0: not asked for yet
  std::weak_ptr<const Graph> original_;
};

// What a node's handle stands for.
struct GraphNodeRef {
  std::weak_ptr<Graph> graph;
  std::uint32_t index = 0;
  // What the last question for a kernel's arguments was answered with.
  std::vector<std::byte> values;
  std::vector<void*> arguments;
};

// Indices in an order in which each node comes behind those it waits for.
std::vector<std::uint32_t> topological_order(const std::vector<GraphNode>& nodes);

// Text for Graphviz.
std::string graph_dot(const std::vector<GraphNode>& nodes);

}  // namespace vgpu
