// Streams.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/stream.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/event.hpp>
#include <vgpu/cpp/handle.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace vgpu {

class GpuStream {
 public:
  explicit GpuStream(unsigned flags = vgpuStreamDefault, int priority = 0) {
    check(vgpuStreamCreateWithPriority(handle_.out(), flags, priority));
  }
  vgpuStream_t get() const { return handle_.get(); }

  void synchronize() const { check(vgpuStreamSynchronize(get())); }
  bool done() const {
    const vgpuError_t code = vgpuStreamQuery(get());
    if (code != vgpuErrorNotReady) check(code);
    return code == vgpuSuccess;
  }
  void record(const GpuEvent& event) const { check(vgpuEventRecord(event.get(), get())); }
  void wait(const GpuEvent& event) const { check(vgpuStreamWaitEvent(get(), event.get(), 0)); }

  // Calls the function in the stream's order. It is skipped after an error, and must not wait for streams.
  void call(std::function<void()> function) const {
    auto owned = std::make_unique<Call>(Call{std::move(function)});
    check(vgpuStreamAddCallback(get(), &GpuStream::run, owned.get(), 0));
    owned.release();  // run() deletes it
  }

 private:
  struct Call {
    std::function<void()> function;
  };
  static void run(vgpuStream_t, vgpuError_t status, void* data) {
    const std::unique_ptr<Call> call(static_cast<Call*>(data));
    if (status == vgpuSuccess) call->function();
  }

  UniqueHandle<vgpuStream_t, vgpuStreamDestroy> handle_;
};

}  // namespace vgpu
