// A context: devices whose objects belong together.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "api/opencl/device.h"

namespace vgpu::opencl {

// Functions that a program wants called when an object dies, the last one first.
template <typename Function>
class DestructorList {
 public:
  void add(Function function, void* data) {
    require(function != nullptr, CL_INVALID_VALUE);
    const std::lock_guard lock(mutex_);
    calls_.push_back({function, data});
  }
  template <typename Handle>
  void run(Handle handle) {
    for (auto call = calls_.rbegin(); call != calls_.rend(); ++call)
      call->function(handle, call->data);
  }

 private:
  struct Call {
    Function function;
    void* data;
  };
  std::mutex mutex_;
  std::vector<Call> calls_;
};

// The function that a program wants called for errors in a context.
struct ErrorNotice {
  void(CL_CALLBACK* function)(const char*, const void*, std::size_t, void*) = nullptr;
  void* data = nullptr;
};

}  // namespace vgpu::opencl

struct _cl_context : vgpu::opencl::Object<_cl_context> {
  static constexpr std::uint32_t kMagic = 0x76470003;
  static constexpr cl_int kInvalid = CL_INVALID_CONTEXT;

  ~_cl_context() { destructors.run(this); }

  bool has(cl_device_id device) const {
    return std::any_of(devices.begin(), devices.end(),
                       [device](const auto& own) { return own.get() == device; });
  }
  // Memory of all devices of a context is the first one's: they share the processor's.
  vgpu::DeviceContext& memory_device() const { return devices.front()->runtime; }
  std::vector<cl_device_id> handles() const;

  // Tells the program's own function, if it gave one, of an error that no call returns.
  void notify(const std::string& error) const {
    if (notice.function != nullptr) notice.function(error.c_str(), nullptr, 0, notice.data);
  }

  std::vector<vgpu::opencl::Ref<_cl_device_id>> devices;
  std::vector<cl_context_properties> properties;  // with the final zero; empty: none were given
  vgpu::opencl::ErrorNotice notice;
  vgpu::opencl::DestructorList<void(CL_CALLBACK*)(cl_context, void*)> destructors;
};

namespace vgpu::opencl {

using Context = ::_cl_context;

}  // namespace vgpu::opencl
