// Nodes that hold graphs of their own: child graphs, and graphs that run on a condition.
//
// In a graph such a node keeps living graphs, which may grow until the graph around them is made ready for launching;
// make_plan() then takes what freeze() gives.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/graph.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/graph.h"

namespace vgpu {

class NestedWork : public Work {
 public:
  explicit NestedWork(std::vector<std::shared_ptr<Graph>> graphs) : graphs_(std::move(graphs)) {}
  const std::vector<std::shared_ptr<Graph>>& graphs() const { return graphs_; }

  // What a launch runs: the graphs as they are now.
  virtual WorkRef freeze() const = 0;
  // The same with copies of the graphs, for a copy of the graph around them.
  virtual WorkRef copy() const = 0;
  void run(const RunSite& site) const override { freeze()->run(site); }

 protected:
  std::vector<std::shared_ptr<Graph>> copies() const;

 private:
  std::vector<std::shared_ptr<Graph>> graphs_;
};

class ChildGraphWork final : public NestedWork {
 public:
  explicit ChildGraphWork(std::shared_ptr<Graph> graph) : NestedWork({std::move(graph)}) {}
  WorkRef freeze() const override;
  WorkRef copy() const override { return std::make_shared<ChildGraphWork>(copies()[0]); }
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeGraph; }
  bool describe(vgpuProfileRecord& record) const override;
};

// A number that kernels set and conditional nodes look at. Its handle is the address of the value.
struct Condition {
  std::atomic<std::uint32_t> value = 0;
  std::uint32_t first = 0;  // the value at the start of each run of the graph, if that is wanted
  bool resets = false;

  static std::shared_ptr<Condition> make(std::uint32_t first, bool resets);
  // Error(InvalidValue) if there is none.
  static std::shared_ptr<Condition> find(std::uint64_t handle);
  std::uint64_t handle() const { return reinterpret_cast<std::uint64_t>(&value); }
  void begin_run() {
    if (resets) value.store(first, std::memory_order_relaxed);
  }
};

class ConditionalWork final : public NestedWork {
 public:
  ConditionalWork(std::shared_ptr<Condition> condition, vgpuGraphConditionalType type,
                  std::vector<std::shared_ptr<Graph>> bodies)
      : NestedWork(std::move(bodies)), condition_(std::move(condition)), type_(type) {}
  WorkRef freeze() const override;
  WorkRef copy() const override {
    return std::make_shared<ConditionalWork>(condition_, type_, copies());
  }
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeConditional; }
  bool describe(vgpuProfileRecord& record) const override;
  const std::shared_ptr<Condition>& condition() const { return condition_; }

 private:
  std::shared_ptr<Condition> condition_;
  vgpuGraphConditionalType type_;
};

}  // namespace vgpu
