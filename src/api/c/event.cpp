// The functions of vgpu/c/event.h.
// SPDX-License-Identifier: MIT
#include "runtime/event.h"

#include <vgpu/c/event.h>

#include "api/c/entry.h"
#include "compiler/services.h"
#include "runtime/stream.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

std::shared_ptr<Event> find(vgpuEvent_t event) {
  return Context::shared().events.get(to_number(event));
}

}  // namespace

vgpuError_t vgpuEventCreate(vgpuEvent_t* event) {
  return vgpuEventCreateWithFlags(event, vgpuEventDefault);
}

vgpuError_t vgpuEventCreateWithFlags(vgpuEvent_t* event, unsigned int flags) {
  return entry(__func__, [&] {
    require(event, "event");
    if (flags > (vgpuEventBlockingSync | vgpuEventDisableTiming)) {
      fail(ErrorCode::InvalidValue, "flags: {:#x} is unknown", flags);
    }
    *event =
        to_handle<vgpuEvent_t>(Context::shared().events.insert(std::make_shared<Event>(flags)));
  });
}

vgpuError_t vgpuEventDestroy(vgpuEvent_t event) {
  return entry(__func__, [&] { Context::shared().events.remove(to_number(event)); });
}

vgpuError_t vgpuEventRecord(vgpuEvent_t event, vgpuStream_t stream) {
  return entry(__func__, [&] { record_event(find(event), Context::shared().stream(stream)); });
}

vgpuError_t vgpuEventQuery(vgpuEvent_t event) {
  return entry(__func__, [&] {
    const std::shared_ptr<EventPoint> last = find(event)->last();
    return last == nullptr || last->done() ? vgpuSuccess : vgpuErrorNotReady;
  });
}

vgpuError_t vgpuEventSynchronize(vgpuEvent_t event) {
  return entry(__func__, [&] {
    synchronize_event(*find(event));
    compiler::PrintSink::shared().flush();
  });
}

vgpuError_t vgpuEventElapsedTime(float* milliseconds, vgpuEvent_t start, vgpuEvent_t end) {
  return entry(__func__, [&] {
    require(milliseconds, "milliseconds");
    *milliseconds = static_cast<float>(elapsed_ms(*find(start), *find(end)));
  });
}
