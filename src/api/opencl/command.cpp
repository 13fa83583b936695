// What happens around a command's work: statuses, times, what it printed.
// SPDX-License-Identifier: MIT
#include "api/opencl/command.h"

#include <algorithm>

#include "api/opencl/queue.h"
#include "compiler/services.h"
#include "runtime/clock.h"
#include "runtime/profile.h"

namespace vgpu::opencl {

CommandWork::CommandWork(WorkRef work, Uses uses, std::vector<Ref<Event>> waits, Ref<Event> event,
                         Ref<Queue> queue)
    : work_(std::move(work)),
      uses_(std::move(uses)),
      waits_(std::move(waits)),
      event_(std::move(event)),
      queue_(std::move(queue)) {}

CommandWork::~CommandWork() = default;

void CommandWork::tell_failure(cl_int code) const {
  vgpuProfileRecord record{};
  const bool named = work_->describe(record);
  queue_->note_failure(code, named ? record.name : "a command");
}

// A command whose waits have failed never runs.
cl_int CommandWork::run_work(const RunSite& site) const {
  const bool hopeless =
      std::any_of(waits_.begin(), waits_.end(), [](const auto& wait) { return wait->failed(); });
  if (hopeless) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  if (event_) {
    event_->started = now_ns();
    event_->advance(CL_RUNNING);
  }
  return entry("command", [&] { work_->run(site); });
}

void CommandWork::run(const RunSite& site) const {
  if (event_ && event_->status.load(std::memory_order_relaxed) == CL_QUEUED) event_->submit();
  const cl_int code = run_work(site);
  if (code < 0 && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) tell_failure(code);
  compiler::PrintSink::shared().flush();
  uses_.clear();
  waits_.clear();
  queue_ = {};
  if (!event_) return;
  const Ref<Event> event = std::move(event_);
  event->completed = std::max<cl_ulong>(now_ns(), event->started + 1);
  event->advance(code < 0 ? code : CL_COMPLETE);
}

bool TaskWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, name_);
  record.kind = kind_;
  return true;
}

}  // namespace vgpu::opencl
