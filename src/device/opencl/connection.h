// A device's session, opened when something needs it.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "device/opencl/session.h"

namespace vgpu::opencl_device {

class Connection {
 public:
  // `api`: other functions than the loader's, for tests; null: the loader's, when they are needed.
  Connection(DeviceRecord record, const ClApi* api) : record_(std::move(record)), api_(api) {}

  const DeviceRecord& record() const { return record_; }

  // The session; null, with a reason in the log the first time, if the device cannot be opened or is lost.
  Session* session();

 private:
  const DeviceRecord record_;
  const ClApi* api_;
  std::mutex mutex_;
  std::atomic<Session*> session_{nullptr};  // never deleted: drivers may still call back
  bool tried_ = false;
};

}  // namespace vgpu::opencl_device
