// Asks the driver for host memory that it copies from fastest.
// SPDX-License-Identifier: MIT
#include "device/opencl/staging.h"

#include "base/log.h"
#include "device/opencl/session.h"

namespace vgpu::opencl_device {

Staging::Lease::Lease(Session& session) : lock_(session.staging().mutex_, std::try_to_lock) {
  if (lock_) memory_ = session.staging().open(session);
}

std::byte* Staging::open(Session& session) {
  if (std::exchange(tried_, true)) return memory_;
  cl_int status = CL_SUCCESS;
  cl_mem buffer = session.api().clCreateBuffer(
      session.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, 2 * kHalf, nullptr, &status);
  if (status == CL_SUCCESS) {
    const Queue queue(session);
    memory_ = static_cast<std::byte*>(
        session.api().clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                         2 * kHalf, 0, nullptr, nullptr, &status));
  }
  if (status == CL_SUCCESS) return memory_;
  log(LogLevel::warning, "opencl: no pinned memory: {}", status_text(status));
  return memory_ = nullptr;
}

}  // namespace vgpu::opencl_device
