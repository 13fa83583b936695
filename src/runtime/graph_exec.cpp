// Running graphs: chains on the stream's thread, others as task graphs on the pool.
// SPDX-License-Identifier: MIT
#include "runtime/graph_exec.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/task_graph.h"
#include "base/thread_pool.h"
#include "runtime/device_context.h"
#include "runtime/event.h"
#include "runtime/profile.h"
#include "runtime/scheduler.h"

namespace vgpu {

std::shared_ptr<const GraphPlan> make_plan(std::vector<GraphNode> nodes) {
  auto plan = std::make_shared<GraphPlan>();
  plan->order = topological_order(nodes);
  plan->nodes = std::move(nodes);
  std::erase_if(plan->order, [&](std::uint32_t index) { return plan->nodes[index].removed; });
  for (std::size_t i = 1; i < plan->order.size(); ++i) {
    const std::vector<std::uint32_t>& after = plan->nodes[plan->order[i]].after;
    const bool follows = std::find(after.begin(), after.end(), plan->order[i - 1]) != after.end();
    plan->chain = plan->chain && follows;
  }
  return plan;
}

void GraphWork::run(const RunSite& site) const {
  // A device that watches the order gets one that does not change from run to run.
  const bool watched = site.device.device().witness() != nullptr;
  if (!plan_->chain && !watched) return run_parallel(site);
  for (std::uint32_t index : plan_->order) {
    const GraphNode& node = plan_->nodes[index];
    if (node.enabled) run_recorded(*node.work, site, 0);
  }
}

void GraphWork::run_parallel(const RunSite& site) const {
  TaskGraph tasks;
  std::vector<TaskGraph::Task> task_of(plan_->nodes.size());
  std::vector<TaskGraph::Task> after;
  for (std::uint32_t index : plan_->order) {
    const GraphNode& node = plan_->nodes[index];
    after.clear();
    for (std::uint32_t before : node.after) after.push_back(task_of[before]);
    task_of[index] = tasks.add(
        [&node, &site] {
          const RunningMark mark;
          if (node.enabled) run_recorded(*node.work, site, 0);
        },
        after);
  }
  tasks.run(ThreadPool::shared());
}

bool GraphWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, "graph");
  record.kind = vgpuCommandGraph;
  return true;
}

GraphExec::GraphExec(const std::shared_ptr<Graph>& graph)
    : graph_(graph), plan_(make_plan(graph->nodes())) {}

WorkRef GraphExec::work() const {
  std::lock_guard lock(mutex_);
  return std::make_shared<GraphWork>(plan_);
}

std::vector<Point> GraphExec::waits() const {
  std::lock_guard lock(mutex_);
  std::vector<Point> points;
  for (const GraphNode& node : plan_->nodes) {
    const auto* wait = dynamic_cast<const EventWaitWork*>(node.work.get());
    if (wait == nullptr || node.removed) continue;
    const std::shared_ptr<EventPoint> last = wait->event().last();
    if (last != nullptr && !last->done()) points.push_back(last->point);
  }
  return points;
}

void GraphExec::require_mine(const GraphNodeRef& node) const {
  const bool same_graph = !node.graph.owner_before(graph_) && !graph_.owner_before(node.graph);
  if (!same_graph || node.index >= plan_->nodes.size())
    fail(ErrorCode::InvalidValue, "node: is not of the graph that was instantiated");
}

void GraphExec::set_work(const GraphNodeRef& node, WorkRef work) {
  std::lock_guard lock(mutex_);
  require_mine(node);
  if (plan_->nodes[node.index].type != work->node_type()) {
    fail(ErrorCode::InvalidValue, "node: is of another kind than its parameters");
  }
  auto plan = std::make_shared<GraphPlan>(*plan_);  // launches under way keep the old one
  plan->nodes[node.index].work = std::move(work);
  plan_ = std::move(plan);
}

void GraphExec::set_enabled(const GraphNodeRef& node, bool enabled) {
  std::lock_guard lock(mutex_);
  require_mine(node);
  auto plan = std::make_shared<GraphPlan>(*plan_);
  plan->nodes[node.index].enabled = enabled;
  plan_ = std::move(plan);
}

bool GraphExec::is_enabled(const GraphNodeRef& node) const {
  std::lock_guard lock(mutex_);
  require_mine(node);
  return plan_->nodes[node.index].enabled;
}

}  // namespace vgpu
