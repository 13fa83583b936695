// The functions of vgpu/c/stream.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>

#include "api/c/entry.h"
#include "compiler/services.h"
#include "runtime/capture.h"
#include "runtime/event.h"
#include "runtime/scheduler.h"
#include "runtime/trace.h"
#include "runtime/works.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

void create(vgpuStream_t* handle, unsigned flags, int priority) {
  require(handle, "stream");
  if (flags > vgpuStreamNonBlocking)
    fail(ErrorCode::InvalidValue, "flags: {:#x} is unknown", flags);
  Context& context = Context::shared();
  std::shared_ptr<Stream> stream = context.current().make_stream(flags, priority);
  *handle = to_handle<vgpuStream_t>(context.streams.insert(stream));
  stream->set_handle(*handle);
}

}  // namespace

vgpuError_t vgpuStreamCreate(vgpuStream_t* stream) {
  return entry(__func__, [&] { create(stream, vgpuStreamDefault, 0); });
}

vgpuError_t vgpuStreamCreateWithFlags(vgpuStream_t* stream, unsigned int flags) {
  return entry(__func__, [&] { create(stream, flags, 0); });
}

vgpuError_t vgpuStreamCreateWithPriority(vgpuStream_t* stream, unsigned int flags, int priority) {
  return entry(__func__, [&] { create(stream, flags, priority); });
}

vgpuError_t vgpuStreamDestroy(vgpuStream_t stream) {
  return entry(__func__, [&] {
    Context& context = Context::shared();
    Capture::refuse_end(*context.streams.get(to_number(stream)));
    context.streams.remove(to_number(stream));
  });
}

vgpuError_t vgpuStreamSynchronize(vgpuStream_t stream) {
  return entry(__func__, [&] {
    const std::shared_ptr<Stream> target = Context::shared().stream(stream);
    Capture::refuse(*target, "be waited for");
    Scheduler::shared().wait_all(*target);
    compiler::PrintSink::shared().flush();
    raise(Scheduler::shared().take_error(*target));
  });
}

vgpuError_t vgpuStreamQuery(vgpuStream_t stream) {
  return entry(__func__, [&] {
    const std::shared_ptr<Stream> target = Context::shared().stream(stream);
    Capture::refuse(*target, "be asked");
    if (target->completed() < target->enqueued()) return vgpuErrorNotReady;
    raise(Scheduler::shared().take_error(*target));
    return vgpuSuccess;
  });
}

vgpuError_t vgpuStreamWaitEvent(vgpuStream_t stream, vgpuEvent_t event, unsigned int flags) {
  return entry(__func__, [&] {
    require_zero(flags);
    Context& context = Context::shared();
    wait_for_event(context.stream(stream), *context.events.get(to_number(event)));
  });
}

vgpuError_t vgpuStreamGetFlags(vgpuStream_t stream, unsigned int* flags) {
  return entry(__func__, [&] {
    require(flags, "flags");
    *flags = Context::shared().stream(stream)->flags();
  });
}

vgpuError_t vgpuStreamGetPriority(vgpuStream_t stream, int* priority) {
  return entry(__func__, [&] {
    require(priority, "priority");
    *priority = Context::shared().stream(stream)->priority();
  });
}

vgpuError_t vgpuStreamGetDevice(vgpuStream_t stream, int* device) {
  return entry(__func__, [&] {
    require(device, "device");
    *device = Context::shared().stream(stream)->device().index();
  });
}

vgpuError_t vgpuStreamSetName(vgpuStream_t stream, const char* name) {
  return entry(__func__, [&] {
    require(name, "name");
    const std::shared_ptr<Stream> target = Context::shared().stream(stream);
    Trace::shared().name_stream(target->device().index(), target->number(), name);
  });
}

vgpuError_t vgpuLaunchHostFunc(vgpuStream_t stream, vgpuHostFunction_t function, void* user_data) {
  return entry(__func__, [&] {
    require(function, "function");
    submit(Context::shared().stream(stream), std::make_shared<HostWork>(function, user_data));
  });
}

vgpuError_t vgpuStreamAddCallback(vgpuStream_t stream, vgpuStreamCallback_t callback,
                                  void* user_data, unsigned int flags) {
  return entry(__func__, [&] {
    require(callback, "callback");
    require_zero(flags);
    submit(Context::shared().stream(stream), std::make_shared<CallbackWork>(callback, user_data));
  });
}
