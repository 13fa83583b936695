// Opens a device once.
// SPDX-License-Identifier: MIT
#include "device/opencl/connection.h"

#include "base/log.h"

namespace vgpu::opencl_device {

Session* Connection::session() {
  Session* session = session_.load(std::memory_order_acquire);
  if (session == nullptr) {
    const std::lock_guard lock(mutex_);
    if (!tried_) {
      tried_ = true;
      try {
        if (api_ == nullptr) api_ = load_cl();
        if (api_ == nullptr) fail(ErrorCode::NoDevice, "there is no libOpenCL.so.1");
        session_.store(new Session(*api_, record_), std::memory_order_release);
      } catch (const Error& error) {
        log(LogLevel::warning, "opencl: {} cannot be opened, the cpu device takes over: {}",
            record_.name, error.message());
      }
    }
    session = session_.load(std::memory_order_acquire);
  }
  return session == nullptr || session->lost() ? nullptr : session;
}

}  // namespace vgpu::opencl_device
