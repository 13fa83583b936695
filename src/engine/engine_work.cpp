// Commands of engines: how they are called in records and where they may run.
// SPDX-License-Identifier: MIT
#include "engine/engine_work.h"

#include <memory>
#include <utility>

#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/profile.h"
#include "runtime/work.h"

namespace vgpu::engine {
namespace {

class EngineWork final : public Work {
 public:
  EngineWork(const char* name, bool urgent, std::function<void()> run)
      : name_(name), urgent_(urgent), run_(std::move(run)) {}
  void run(const RunSite&) const override { run_(); }
  // A graph's user can look at a kernel node's arguments, which an engine has none of.
  vgpuGraphNodeType node_type() const override { return vgpuGraphNodeTypeHost; }
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

}  // namespace

void enqueue(vgpuStream_t stream, const char* name, double operations, std::function<void()> run) {
  const std::shared_ptr<Stream> on = Context::shared().stream(stream);
  const vgpuDeviceKind kind = on->device().properties().kind;
  if (kind == vgpuDeviceKindNull) run = [] {};
  if (kind != vgpuDeviceKindCpu && kind != vgpuDeviceKindNull) {
    fail(ErrorCode::NotSupported, "stream: {} has no engines; use a stream of the cpu device",
         on->device().properties().name);
  }
  submit(on, std::make_shared<EngineWork>(name, operations > kSmallOperations, std::move(run)));
}

}  // namespace vgpu::engine
