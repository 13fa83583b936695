// What the kinds of work do and how they are called in records.
// SPDX-License-Identifier: MIT
#include "runtime/works.h"

#include "runtime/clock.h"
#include "runtime/device_context.h"
#include "runtime/memory.h"
#include "runtime/profile.h"
#include "runtime/scheduler.h"

namespace vgpu {

// Compiling takes milliseconds and is what a trace should show, beside the kernel's own time.
void LaunchWork::prepare(const RunSite& site) const {
  if (launch_->is_ready()) return;
  const std::uint64_t started = now_ns();
  launch_->wait_until_ready();
  if (!Profile::shared().on()) return;
  vgpuProfileRecord record{};
  set_record_name(record, "compile " + kernel_->name());
  record.kind = vgpuCommandCompile;
  record.device = site.device.index();
  record.enqueued = record.started = started;
  record.ended = now_ns();
  Profile::shared().add(record);
}

bool LaunchWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, kernel_->name());
  record.kind = vgpuCommandKernel;
  const auto groups = [this](unsigned d) { return static_cast<unsigned>(shape_.groups(d)); };
  record.grid = dim3(groups(0), groups(1), groups(2));
  record.block = dim3(shape_.local_size[0], shape_.local_size[1], shape_.local_size[2]);
  return true;
}

void CopyWork::run(const RunSite& site) const {
  Copy slice = copy_;
  for (std::size_t i = 0; i < slices_.count; ++i) {
    copy_between(site.device, slice);
    slice.dst = static_cast<std::byte*>(slice.dst) + slices_.dst;
    slice.src = static_cast<const std::byte*>(slice.src) + slices_.src;
  }
}

bool CopyWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, "copy");
  record.kind = vgpuCommandCopy;
  record.bytes = bytes();
  return true;
}

void FillWork::run(const RunSite& site) const { fill_where_it_is(site.device, fill_); }

bool FillWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, "fill");
  record.kind = vgpuCommandFill;
  record.bytes = fill_.width * fill_.height;
  return true;
}

bool HostWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, "host function");
  record.kind = vgpuCommandHost;
  return true;
}

void CallbackWork::run(const RunSite& site) const {
  const std::optional<Error> error = Scheduler::shared().peek_error(site.stream);
  const auto code = error ? static_cast<vgpuError_t>(error->code()) : vgpuSuccess;
  callback_(site.stream.handle(), code, user_data_);
}

bool CallbackWork::describe(vgpuProfileRecord& record) const {
  set_record_name(record, "callback");
  record.kind = vgpuCommandHost;
  return true;
}

void FreeWork::run(const RunSite&) const { device_.free(pointer_); }

}  // namespace vgpu
