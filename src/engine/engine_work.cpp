// Commands of engines: how they are called in records and where they may run.
// SPDX-License-Identifier: MIT
#include "engine/engine_work.h"

#include <memory>
#include <utility>

#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/profile.h"
#include "runtime/work.h"
#include "runtime/works.h"

namespace vgpu::engine {
namespace {

class EngineWork final : public Work {
 public:
  EngineWork(const char* name, bool urgent, std::function<void()> run)
      : name_(name), urgent_(urgent), run_(std::move(run)) {}
  void run(const RunSite&) const override { run_(); }
  // A graph's user can look at a kernel node's arguments, which an engine has none of.
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeHost; }
  bool is_kernel() const override { return true; }
  bool describe(vgpuProfileRecord& record) const override {
    set_record_name(record, name_);
    record.kind = vgpuCommandKernel;
    return true;
  }
  bool urgent() const override { return urgent_; }

 private:
  const char* name_;
  bool urgent_;
  std::function<void()> run_;
};

// For devices that keep a clock (the simulated GPU, and what stands behind its registers): the computation as a launch of
// one group, so that it passes the rings and is in the timeline.
class EngineKernel final : public Kernel {
 public:
  EngineKernel(const char* name, std::function<void()> run)
      : Kernel(info_of(name), &EngineKernel::call, this), run_(std::move(run)) {}

 private:
  static compiler::KernelInfo info_of(const char* name) {
    compiler::KernelInfo info;
    info.name = name;
    return info;
  }
  static vgpuError_t call(const vgpuNativeGroup*, void* const*, void* self) {
    static_cast<EngineKernel*>(self)->run_();
    return vgpuSuccess;
  }
  std::function<void()> run_;
};

WorkRef make_launch(Device& device, const char* name, std::function<void()> run) {
  auto kernel = std::make_shared<EngineKernel>(name, std::move(run));
  const GridShape shape;
  auto launch = device.prepare(kernel, shape, nullptr);
  return std::make_shared<LaunchWork>(std::move(kernel), shape, std::move(launch));
}

}  // namespace

void enqueue(vgpuStream_t stream, const char* name, double operations, std::function<void()> run) {
  const std::shared_ptr<Stream> on = Context::shared().stream(stream);
  const vgpuDeviceKind kind = on->device().properties().kind;
  if (kind == vgpuDeviceKindNull) run = [] {};
  if (on->device().device().witness() != nullptr) {
    return submit(on, make_launch(on->device().device(), name, std::move(run)));
  }
  if (!on->device().device().memory_is_host()) {
    fail(ErrorCode::NotSupported,
         "stream: engines cannot touch the memory of {}; use a stream of the cpu device",
         on->device().properties().name);
  }
  submit(on, std::make_shared<EngineWork>(name, operations > kSmallOperations, std::move(run)));
}

}  // namespace vgpu::engine
