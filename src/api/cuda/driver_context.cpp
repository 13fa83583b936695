// The functions of vgpu_driver/device.h about contexts.
//
// A device has a primary context, whose handle is the device's number plus one; those that a program makes have
// handles of their own. Each thread has a stack of contexts; the top one's device is the run time's current one.
// SPDX-License-Identifier: MIT
#include <mutex>
#include <unordered_map>
#include <vector>

#include "api/cuda/devices.h"
#include "api/cuda/driver.h"

using namespace vgpu::cuda;

namespace {

struct Made {
  int device;
  unsigned flags;
};

struct Contexts {
  std::mutex mutex;
  std::size_t last = kMaxDevices;
  std::unordered_map<CUcontext, Made> made;
  unsigned flags[kMaxDevices] = {};
  int retained[kMaxDevices] = {};
};

Contexts& contexts() {
  static auto* all = new Contexts;
  return *all;
}

thread_local std::vector<CUcontext> t_stack;

bool is_device(int device) { return device >= 0 && device < device_count(); }

CUresult use(CUcontext context) {
  const int device = device_of(context);
  return device < 0 ? CUDA_ERROR_INVALID_CONTEXT : result(cudaSetDevice(device));
}

CUcontext current() { return t_stack.empty() ? primary_context(current_device()) : t_stack.back(); }

}  // namespace

namespace vgpu::cuda {

CUcontext primary_context(int device) {
  return reinterpret_cast<CUcontext>(static_cast<std::size_t>(device) + 1);
}

int device_of(CUcontext context) {
  const auto number = reinterpret_cast<std::size_t>(context);
  if (number >= 1 && number <= static_cast<std::size_t>(device_count()))
    return static_cast<int>(number) - 1;
  const std::lock_guard lock(contexts().mutex);
  const auto found = contexts().made.find(context);
  return found == contexts().made.end() ? -1 : found->second.device;
}

}  // namespace vgpu::cuda

CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
  if (context == nullptr || (flags & ~CU_CTX_FLAGS_MASK) != 0) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  {
    const std::lock_guard lock(contexts().mutex);
    *context = reinterpret_cast<CUcontext>(++contexts().last << 8);
    contexts().made[*context] = {device, flags};
  }
  return cuCtxPushCurrent(*context);
}

CUresult cuCtxCreate_v3(CUcontext* context, CUexecAffinityParam* list, int count,
                        unsigned int flags, CUdevice device) {
  if (count < 0 || (count > 0 && list == nullptr)) return CUDA_ERROR_INVALID_VALUE;
  if (count > 0) return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  return cuCtxCreate(context, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* params, unsigned int flags,
                        CUdevice device) {
  if (params == nullptr) return cuCtxCreate(context, flags, device);
  if (params->cigParams != nullptr) return CUDA_ERROR_NOT_SUPPORTED;
  return cuCtxCreate_v3(context, params->execAffinityParams, params->numExecAffinityParams, flags,
                        device);
}

CUresult cuCtxDestroy(CUcontext context) {
  {
    const std::lock_guard lock(contexts().mutex);
    if (contexts().made.erase(context) == 0) return CUDA_ERROR_INVALID_CONTEXT;
  }
  if (!t_stack.empty() && t_stack.back() == context) t_stack.pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxAttach(CUcontext* context, unsigned int flags) {
  return flags != 0 ? CUDA_ERROR_INVALID_VALUE : cuCtxGetCurrent(context);
}
CUresult cuCtxDetach(CUcontext context) { return cuCtxDestroy(context); }

CUresult cuCtxPushCurrent(CUcontext context) {
  const CUresult error = use(context);
  if (error == CUDA_SUCCESS) t_stack.push_back(context);
  return error;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  if (t_stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr) *context = t_stack.back();
  t_stack.pop_back();
  return t_stack.empty() ? CUDA_SUCCESS : use(t_stack.back());
}

// NULL takes the top of the stack away.
CUresult cuCtxSetCurrent(CUcontext context) {
  if (context == nullptr) return t_stack.empty() ? CUDA_SUCCESS : cuCtxPopCurrent(nullptr);
  const CUresult error = use(context);
  if (error != CUDA_SUCCESS) return error;
  if (!t_stack.empty()) t_stack.pop_back();
  t_stack.push_back(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = current();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) { return result(cudaGetDevice(device)); }

CUresult cuCtxGetFlags(unsigned int* flags) {
  if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUcontext context = current();
  const std::lock_guard lock(contexts().mutex);
  const auto found = contexts().made.find(context);
  *flags =
      found != contexts().made.end() ? found->second.flags : contexts().flags[current_device()];
  return CUDA_SUCCESS;
}

CUresult cuCtxSetFlags(unsigned int flags) {
  if ((flags & ~CU_CTX_FLAGS_MASK) != 0) return CUDA_ERROR_INVALID_VALUE;
  const CUcontext context = current();
  const std::lock_guard lock(contexts().mutex);
  const auto found = contexts().made.find(context);
  (found != contexts().made.end() ? found->second.flags : contexts().flags[current_device()]) =
      flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long* id) {
  if (id == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUcontext wanted = context != nullptr ? context : current();
  if (device_of(wanted) < 0) return CUDA_ERROR_INVALID_CONTEXT;
  *id = reinterpret_cast<unsigned long long>(wanted);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (context != nullptr && device_of(context) < 0) return CUDA_ERROR_INVALID_CONTEXT;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  *context = primary_context(device);
  const std::lock_guard lock(contexts().mutex);
  ++contexts().retained[device];
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard lock(contexts().mutex);
  if (contexts().retained[device] == 0) return CUDA_ERROR_INVALID_CONTEXT;
  --contexts().retained[device];
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  const int before = current_device();
  if (const cudaError_t error = cudaSetDevice(device); error != cudaSuccess) return result(error);
  const cudaError_t error = cudaDeviceReset();
  cudaSetDevice(before);
  return result(error);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  if ((flags & ~CU_CTX_FLAGS_MASK) != 0) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts().mutex);
  contexts().flags[device] = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard lock(contexts().mutex);
  if (flags != nullptr) *flags = contexts().flags[device];
  if (active != nullptr) *active = contexts().retained[device] > 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() { return result(cudaDeviceSynchronize()); }
CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return result(cudaDeviceSetLimit(limit, value));
}
CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  return result(cudaDeviceGetLimit(value, limit));
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return result(cudaDeviceSetCacheConfig(config));
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  return result(cudaDeviceGetCacheConfig(config));
}
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return result(cudaDeviceSetSharedMemConfig(config));
}
CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  return result(cudaDeviceGetSharedMemConfig(config));
}
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return result(cudaDeviceGetStreamPriorityRange(least, greatest));
}
CUresult cuCtxResetPersistingL2Cache() { return result(cudaCtxResetPersistingL2Cache()); }

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) {
  const int device = device_of(peer);
  if (device < 0) return CUDA_ERROR_INVALID_CONTEXT;
  return result(cudaDeviceEnablePeerAccess(device, flags));
}
CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  const int device = device_of(peer);
  if (device < 0) return CUDA_ERROR_INVALID_CONTEXT;
  return result(cudaDeviceDisablePeerAccess(device));
}
