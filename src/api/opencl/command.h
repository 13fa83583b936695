// A command of a queue: work of the runtime, the events it waits for, and the event that stands for it.
//
// Commands never fail their stream: what goes wrong becomes the status of the command's own event, and of those that
// wait for it, as OpenCL wants it. The queue learns of it too, for programs that have no event to look at.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/opencl/event.h"
#include "api/opencl/memory_object.h"
#include "runtime/work.h"

namespace vgpu::opencl {

// Memory objects that a command uses: alive until it has ended.
using Uses = std::vector<Ref<::_cl_mem>>;

class CommandWork final : public Work {
 public:
  CommandWork(WorkRef work, Uses uses, std::vector<Ref<Event>> waits, Ref<Event> event,
              Ref<::_cl_command_queue> queue);
  ~CommandWork() override;

  void run(const RunSite& site) const override;
  vgpuGraphNodeType node_type() const override { return work_->node_type(); }
  bool describe(vgpuProfileRecord& record) const override { return work_->describe(record); }
  bool runs_after_error() const override { return true; }
  bool urgent() const override { return work_->urgent(); }

 private:
  cl_int run_work(const RunSite& site) const;

  void tell_failure(cl_int code) const;

  WorkRef work_;
  // Given back before the command counts as ended: what the program releases then dies at once.
  mutable Uses uses_;
  mutable std::vector<Ref<Event>> waits_;
  mutable Ref<Event> event_;
  mutable Ref<::_cl_command_queue>
      queue_;  // lives until its commands have ended, as does its context
};

// Work that is a function of this driver: rectangles, images, maps, native kernels.
class TaskWork final : public Work {
 public:
  TaskWork(std::string name, vgpuCommandKind kind, std::function<void()> task)
      : name_(std::move(name)), kind_(kind), task_(std::move(task)) {}
  void run(const RunSite&) const override { task_(); }
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeHost; }
  bool describe(vgpuProfileRecord& record) const override;

 private:
  std::string name_;
  vgpuCommandKind kind_;
  std::function<void()> task_;
};

}  // namespace vgpu::opencl
