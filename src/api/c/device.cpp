// The functions of vgpu/c/device.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>

#include "api/c/entry.h"
#include "compiler/services.h"
#include "runtime/scheduler.h"

using namespace vgpu;
using namespace vgpu::api;

vgpuError_t vgpuInit() {
  return entry(__func__, [] { Context::shared(); });
}

vgpuError_t vgpuGetDeviceCount(int* count) {
  return entry(__func__, [&] {
    require(count, "count");
    *count = Context::shared().device_count();
  });
}

vgpuError_t vgpuGetDevice(int* device) {
  return entry(__func__, [&] {
    require(device, "device");
    *device = Context::shared().current().index();
  });
}

vgpuError_t vgpuSetDevice(int device) {
  return entry(__func__, [&] { Context::shared().set_current(device); });
}

vgpuError_t vgpuGetDeviceByName(int* device, const char* name) {
  return entry(__func__, [&] {
    require(device, "device");
    require(name, "name");
    *device = Context::shared().find_device(name).index();
  });
}

vgpuError_t vgpuGetDeviceProperties(vgpuDeviceProp* properties, int device) {
  return entry(__func__, [&] {
    require(properties, "properties");
    *properties = Context::shared().device(device).properties();
  });
}

vgpuError_t vgpuDeviceSynchronize() {
  return entry(__func__, [] {
    DeviceContext& device = Context::shared().current();
    Scheduler::shared().wait_device(device);
    compiler::PrintSink::shared().flush();
    raise(Scheduler::shared().take_device_error(device));
  });
}

vgpuError_t vgpuDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return entry(__func__, [&] {
    require(least, "least");
    require(greatest, "greatest");
    *least = Stream::kLeastPriority;
    *greatest = Stream::kGreatestPriority;
  });
}

vgpuError_t vgpuDeviceSetMemoryLimit(int device, size_t bytes) {
  return entry(__func__, [&] {
    DeviceContext& context = Context::shared().device(device);
    context.memory().set_limit(bytes != 0 ? bytes : context.properties().totalGlobalMem);
  });
}

vgpuError_t vgpuDeviceSetPolicy(int device, vgpuPolicy policy) {
  return entry(__func__, [&] {
    if (policy < vgpuPolicyPerformance || policy > vgpuPolicyPowerSaver) {
      fail(ErrorCode::InvalidValue, "policy: {} is none", static_cast<int>(policy));
    }
    Context::shared().device(device).set_policy(policy);
  });
}

vgpuError_t vgpuDeviceGetPolicy(vgpuPolicy* policy, int device) {
  return entry(__func__, [&] {
    require(policy, "policy");
    *policy = Context::shared().device(device).policy();
  });
}

vgpuError_t vgpuDeviceSetWorkloadClass(int device, vgpuWorkloadClass workload) {
  return entry(__func__, [&] {
    if (workload < vgpuWorkloadAuto || workload > vgpuWorkloadDataProcessing) {
      fail(ErrorCode::InvalidValue, "workload: {} is none", static_cast<int>(workload));
    }
    Context::shared().device(device).set_workload(workload);
  });
}

vgpuError_t vgpuDeviceGetWorkloadClass(vgpuWorkloadClass* workload, int device) {
  return entry(__func__, [&] {
    require(workload, "workload");
    *workload = Context::shared().device(device).workload();
  });
}

vgpuError_t vgpuDeviceGetLastKernelTime(float* milliseconds, int device) {
  return entry(__func__, [&] {
    require(milliseconds, "milliseconds");
    const std::uint64_t time = Context::shared().device(device).last_kernel_ns();
    *milliseconds = static_cast<float>(static_cast<double>(time) / 1e6);
  });
}
