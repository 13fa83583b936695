// Runs a graph: ready tasks stand in a list of the run, from which the caller and pool tasks take them.
// SPDX-License-Identifier: MIT
#include "base/task_graph.h"

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "base/thread_pool.h"

namespace vgpu {

TaskGraph::Task TaskGraph::add(std::function<void()> work, std::span<const Task> after) {
  const auto task = static_cast<Task>(nodes_.size());
  for (Task before : after) {
    if (before >= task) fail(ErrorCode::InvalidValue, "task {} cannot wait for {}", task, before);
  }
  nodes_.push_back({std::move(work), {}, static_cast<std::uint32_t>(after.size())});
  for (Task before : after) nodes_[before].next.push_back(task);
  return task;
}

// One run. Helpers on the pool hold it by shared_ptr, since one may begin after the run has ended; they touch
// the graph only while they hold a task of it, and the run does not end before.
struct TaskGraph::Run : std::enable_shared_from_this<Run> {
  Run(TaskGraph& graph, ThreadPool& pool) : graph(graph), pool(pool), left(graph.nodes_.size()) {
    for (Task i = 0; i < graph.nodes_.size(); ++i) {
      waits_for.push_back(graph.nodes_[i].waits_for);
      if (waits_for[i] == 0) ready.push_back(i);
    }
  }

  // Runs ready tasks; `until_end`: also waits for those that become ready later.
  void work(bool until_end) {
    std::unique_lock lock(mutex);
    for (;;) {
      if (until_end) changed.wait(lock, [&] { return left == 0 || !ready.empty(); });
      if (left == 0 || ready.empty()) return;
      const Task task = ready.back();
      ready.pop_back();
      const bool skip = error != nullptr;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        if (!skip) graph.nodes_[task].work();
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      if (thrown && !error) error = thrown;
      finish(task);
    }
  }

  // With the lock held: what waited for the task may now run, here or on further threads.
  void finish(Task task) {
    std::size_t more = 0;
    for (Task next : graph.nodes_[task].next) {
      if (--waits_for[next] == 0) ready.push_back(next), ++more;
    }
    if (--left == 0 || more > 0) changed.notify_all();
    for (; more > 1; --more) call_helper();
  }

  void call_helper() {
    if (helpers >= pool.size()) return;
    ++helpers;
    pool.submit([run = shared_from_this()] {
      run->work(false);
      std::lock_guard lock(run->mutex);
      --run->helpers;
    });
  }

  TaskGraph& graph;
  ThreadPool& pool;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Task> ready;
  std::vector<std::uint32_t> waits_for;
  std::size_t left;
  unsigned helpers = 0;
  std::exception_ptr error;
};

void TaskGraph::run(ThreadPool& pool) {
  if (nodes_.empty()) return;
  const auto run = std::make_shared<Run>(*this, pool);
  {
    std::lock_guard lock(run->mutex);
    for (std::size_t i = 1; i < run->ready.size(); ++i) run->call_helper();
  }
  run->work(true);
  if (run->error) std::rethrow_exception(run->error);
}

}  // namespace vgpu
