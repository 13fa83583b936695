// Events.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/event.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/handle.hpp>

namespace vgpu {

class GpuEvent {
 public:
  explicit GpuEvent(unsigned flags = vgpuEventDefault) {
    check(vgpuEventCreateWithFlags(handle_.out(), flags));
  }
  vgpuEvent_t get() const { return handle_.get(); }

  void synchronize() const { check(vgpuEventSynchronize(get())); }
  bool done() const {
    const vgpuError_t code = vgpuEventQuery(get());
    if (code != vgpuErrorNotReady) check(code);
    return code == vgpuSuccess;
  }
  // Milliseconds from `start` to this event.
  float since(const GpuEvent& start) const {
    float milliseconds = 0;
    check(vgpuEventElapsedTime(&milliseconds, start.get(), get()));
    return milliseconds;
  }

 private:
  UniqueHandle<vgpuEvent_t, vgpuEventDestroy> handle_;
};

}  // namespace vgpu
