// Graphs inside graphs (see nested_graphs.h).
// SPDX-License-Identifier: MIT
#include "runtime/nested_graphs.h"

#include <mutex>
#include <unordered_map>

#include "base/error.h"
#include "runtime/graph_exec.h"
#include "runtime/profile.h"

namespace vgpu {
namespace {

// A frozen conditional node.
class ConditionRun final : public Work {
 public:
  ConditionRun(std::shared_ptr<Condition> condition, vgpuGraphConditionalType type,
               std::vector<WorkRef> bodies)
      : condition_(std::move(condition)), type_(type), bodies_(std::move(bodies)) {}

  void run(const RunSite& site) const override {
    switch (type_) {
      case vgpuGraphConditionalIf:
        return run_body(value() != 0 ? 0 : 1, site);
      case vgpuGraphConditionalWhile:
        while (value() != 0) run_body(0, site);
        return;
      case vgpuGraphConditionalSwitch:
        return run_body(value(), site);
    }
  }
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeConditional; }
  bool describe(vgpuProfileRecord&) const override { return false; }

 private:
  std::uint32_t value() const { return condition_->value.load(std::memory_order_acquire); }
  void run_body(std::uint32_t index, const RunSite& site) const {
    if (index < bodies_.size()) bodies_[index]->run(site);
  }

  std::shared_ptr<Condition> condition_;
  vgpuGraphConditionalType type_;
  std::vector<WorkRef> bodies_;
};

// Conditions by handle, as long as somebody holds them.
struct Conditions {
  std::mutex mutex;
  std::unordered_map<std::uint64_t, std::weak_ptr<Condition>> map;

  static Conditions& all() {
    static auto* all = new Conditions;
    return *all;
  }
};

}  // namespace

std::vector<std::shared_ptr<Graph>> NestedWork::copies() const {
  std::vector<std::shared_ptr<Graph>> copies;
  for (const std::shared_ptr<Graph>& graph : graphs_) copies.push_back(graph->clone());
  return copies;
}

WorkRef ChildGraphWork::freeze() const {
  return std::make_shared<GraphWork>(make_plan(graphs()[0]->nodes()));
}

bool ChildGraphWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, "graph");
  record.kind = vgpuCommandGraph;
  return true;
}

WorkRef ConditionalWork::freeze() const {
  std::vector<WorkRef> bodies;
  for (const std::shared_ptr<Graph>& body : graphs())
    bodies.push_back(std::make_shared<GraphWork>(make_plan(body->nodes())));
  return std::make_shared<ConditionRun>(condition_, type_, std::move(bodies));
}

bool ConditionalWork::describe(vgpuProfileRecord& record) const {
  constexpr const char* kNames[] = {"if", "while", "switch"};
  set_record_name(record, kNames[type_]);
  return false;
}

std::shared_ptr<Condition> Condition::make(std::uint32_t first, bool resets) {
  auto forget = [](Condition* condition) {
    {
      const std::lock_guard lock(Conditions::all().mutex);
      Conditions::all().map.erase(condition->handle());
    }
    delete condition;
  };
  std::shared_ptr<Condition> made(new Condition, forget);
  made->first = first;
  made->resets = resets;
  const std::lock_guard lock(Conditions::all().mutex);
  Conditions::all().map[made->handle()] = made;
  return made;
}

std::shared_ptr<Condition> Condition::find(std::uint64_t handle) {
  const std::lock_guard lock(Conditions::all().mutex);
  const auto found = Conditions::all().map.find(handle);
  std::shared_ptr<Condition> condition =
      found == Conditions::all().map.end() ? nullptr : found->second.lock();
  if (!condition) fail(ErrorCode::InvalidValue, "handle: is none of a condition");
  return condition;
}

}  // namespace vgpu
