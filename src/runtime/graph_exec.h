// A graph made ready for launching: frozen, and run as one command of a stream.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/command.h"
#include "runtime/graph.h"

namespace vgpu {

// Nodes in an order in which they may run; immutable and shared by all launches under way.
struct GraphPlan {
  std::vector<GraphNode> nodes;
  std::vector<std::uint32_t> order;
  bool chain = true;  // each node waits for the one before it: no two can run at once
};

std::shared_ptr<const GraphPlan> make_plan(std::vector<GraphNode> nodes);

// Runs a whole graph; also what a graph inside a graph is.
class GraphWork final : public Work {
 public:
  explicit GraphWork(std::shared_ptr<const GraphPlan> plan) : plan_(std::move(plan)) {}
  void run(const RunSite& site) const override;
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeGraph; }
  bool describe(vgpuProfileRecord& record) const override;

 private:
  void run_parallel(const RunSite& site) const;
  std::shared_ptr<const GraphPlan> plan_;
};

class GraphExec {
 public:
  explicit GraphExec(const std::shared_ptr<Graph>& graph);

  WorkRef work() const;
  // What its event-wait nodes wait for, as recorded at this moment.
  std::vector<Point> waits() const;
  // Replaces the work of a node of that graph. Error(InvalidValue): the node is not of it, or of another kind.
  void set_work(const GraphNodeRef& node, WorkRef work);
  // A node that is not enabled does nothing; those behind it run all the same.
  void set_enabled(const GraphNodeRef& node, bool enabled);
  bool is_enabled(const GraphNodeRef& node) const;

 private:
  void require_mine(const GraphNodeRef& node) const;

  std::weak_ptr<Graph> graph_;
  mutable std::mutex mutex_;
  std::shared_ptr<const GraphPlan> plan_;
};

}  // namespace vgpu
