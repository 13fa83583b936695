// Graphs of work.
// SPDX-License-Identifier: MIT
#include "runtime/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "runtime/context.h"

namespace vgpu {

Graph::~Graph() {
  for (std::uint64_t handle : handles_) {
    if (handle != 0) Context::shared().nodes.remove(handle);
  }
}

std::uint32_t Graph::add(WorkRef work, std::vector<std::uint32_t> after) {
  std::lock_guard lock(mutex_);
  const vgpuGraphNodeType type = work->node_type();
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  nodes_.push_back({std::move(work), type, std::move(after)});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// Whether a path of edges leads from one node to the other.
bool Graph::reaches(std::uint32_t from, std::uint32_t to) const {
  std::vector<bool> seen(nodes_.size());
  std::vector<std::uint32_t> open{to};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (node == from) return true;
    for (std::uint32_t before : nodes_[node].after) {
      if (!seen[before]) open.push_back(before);
      seen[before] = true;
    }
  }
  return false;
}

void Graph::connect(std::uint32_t from, std::uint32_t to) {
  std::lock_guard lock(mutex_);
  if (reaches(to, from)) fail(ErrorCode::InvalidValue, "to: the edge would close a circle");
  std::vector<std::uint32_t>& after = nodes_[to].after;
  if (std::find(after.begin(), after.end(), from) == after.end()) after.push_back(from);
}

void Graph::disconnect(std::uint32_t from, std::uint32_t to) {
  std::lock_guard lock(mutex_);
  if (std::erase(nodes_[to].after, from) == 0)
    fail(ErrorCode::InvalidValue, "from: there is no such edge");
}

void Graph::remove(std::uint32_t index) {
  std::lock_guard lock(mutex_);
  nodes_[index].removed = true;
  nodes_[index].after.clear();
  for (GraphNode& node : nodes_) std::erase(node.after, index);
  if (index < handles_.size() && handles_[index] != 0)
    Context::shared().nodes.remove(std::exchange(handles_[index], 0));
}

void Graph::replace(std::uint32_t index, WorkRef work) {
  std::lock_guard lock(mutex_);
  if (nodes_[index].type != work->node_type())
    fail(ErrorCode::InvalidValue, "node: is of another kind than its parameters");
  nodes_[index].work = std::move(work);
}

std::vector<GraphNode> Graph::nodes() const {
  std::lock_guard lock(mutex_);
  return nodes_;
}

std::shared_ptr<Graph> Graph::clone() {
  auto copy = std::make_shared<Graph>();
  copy->nodes_ = nodes();
  copy->original_ = weak_from_this();
  return copy;
}

vgpuGraphNode_t Graph::handle(std::uint32_t index) {
  std::lock_guard lock(mutex_);
  if (handles_.size() < nodes_.size()) handles_.resize(nodes_.size());
  if (handles_[index] == 0) {
    auto ref = std::make_shared<GraphNodeRef>(GraphNodeRef{weak_from_this(), index, {}, {}});
    handles_[index] = Context::shared().nodes.insert(std::move(ref));
  }
  return reinterpret_cast<vgpuGraphNode_t>(handles_[index]);
}

std::vector<std::uint32_t> topological_order(const std::vector<GraphNode>& nodes) {
  std::vector<std::vector<std::uint32_t>> next(nodes.size());
  std::vector<std::size_t> open(nodes.size());
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    open[i] = nodes[i].after.size();
    for (std::uint32_t before : nodes[i].after) next[before].push_back(i);
    if (open[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::uint32_t node : next[order[i]]) {
      if (--open[node] == 0) order.push_back(node);
    }
  }
  return order;
}

std::string graph_dot(const std::vector<GraphNode>& nodes) {
  constexpr const char* kTypes[] = {"kernel", "copy",  "fill",         "host",
                                    "graph",  "empty", "event record", "event wait"};
  std::string text = "digraph vgpu {\n  node [shape=box];\n";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].removed) continue;
    vgpuProfileRecord record{};
    nodes[i].work->describe(record);
    fmt::format_to(std::back_inserter(text), "  n{} [label=\"{} {}\"];\n", i, kTypes[nodes[i].type],
                   record.name);
    for (std::uint32_t before : nodes[i].after) {
      fmt::format_to(std::back_inserter(text), "  n{} -> n{};\n", before, i);
    }
  }
  return text + "}\n";
}

}  // namespace vgpu
