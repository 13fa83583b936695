// What happens around a command's work: statuses, times, what it printed.
// SPDX-License-Identifier: MIT
#include "api/opencl/command.h"

#include <algorithm>

#include "compiler/services.h"
#include "runtime/clock.h"
#include "runtime/profile.h"

namespace vgpu::opencl {

cl_int CommandWork::run_work(const RunSite& site) const {
  const bool hopeless =
      std::any_of(waits_.begin(), waits_.end(), [](const auto& wait) { return wait->failed(); });
  if (hopeless) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return entry("command", [&] { work_->run(site); });
}

void CommandWork::run(const RunSite& site) const {
  if (event_) {
    if (event_->status.load(std::memory_order_relaxed) == CL_QUEUED) event_->submit();
    event_->started = now_ns();
    event_->advance(CL_RUNNING);
  }
  const cl_int code = run_work(site);
  if (code < 0 && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
    cl_int none = CL_SUCCESS;
    failure_->compare_exchange_strong(none, code);
  }
  compiler::PrintSink::shared().flush();
  uses_.clear();
  waits_.clear();
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
