// Tasks with dependencies, run as their predecessors end.
//
// Build once, run as often as wanted. The caller of run() takes part. Used for graphs of commands and by
// engines whose steps form a DAG; a plain loop is parallel_for's.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

namespace vgpu {

class ThreadPool;

class TaskGraph {
 public:
  using Task = std::uint32_t;

  // A task that starts when all of `after` have ended; those must have been added before.
  Task add(std::function<void()> work, std::span<const Task> after = {});
  Task add(std::function<void()> work, std::initializer_list<Task> after) {
    return add(std::move(work), std::span<const Task>(after.begin(), after.size()));
  }

  std::size_t size() const noexcept { return nodes_.size(); }

  // Runs every task once and returns. After the first exception no further task starts, and it is thrown
  // here. One run at a time for a graph.
  void run(ThreadPool& pool);

 private:
  struct Node {
    std::function<void()> work;
    std::vector<Task> next;
    std::uint32_t waits_for = 0;
  };
  struct Run;
  std::vector<Node> nodes_;
};

}  // namespace vgpu
