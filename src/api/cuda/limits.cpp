// The functions of vgpu_api/device.h that set how a device behaves: limits, flags, caches, peers, reset.
//
// Most of them speak of hardware that is not there: values are kept and given back, so that programs see what they
// have set. SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>
#include <vgpu/c/heap.h>

#include <array>
#include <atomic>

#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/memory_pools.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

constexpr std::size_t kLimitCount = 7;

// What CUDA has at the start, in the order of cudaLimit.
constexpr std::size_t kFirstLimits[kLimitCount] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};

struct Settings {
  std::array<std::atomic<std::size_t>, kLimitCount> limits;
  std::atomic<int> cache{cudaFuncCachePreferNone}, banks{cudaSharedMemBankSizeDefault};
  std::atomic<unsigned> flags{cudaDeviceMapHost};
  std::atomic<std::uint64_t> peers{0};  // a bit each

  Settings() {
    for (std::size_t i = 0; i < kLimitCount; ++i) limits[i] = kFirstLimits[i];
  }
};

Settings& settings() {
  static auto* all = new std::array<Settings, kMaxDevices>;
  return (*all)[static_cast<std::size_t>(current_device())];
}

bool is_device(int device) { return device >= 0 && device < device_count(); }

}  // namespace

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return call([&] {
    if (limit < 0 || static_cast<std::size_t>(limit) >= kLimitCount)
      return cudaErrorUnsupportedLimit;
    settings().limits[limit] = value;
    // Until a program sets one, kernels have more than a GPU's first limit.
    return limit == cudaLimitMallocHeapSize ? to_cuda(vgpuHeapSetLimit(value)) : cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return call([&] {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (limit < 0 || static_cast<std::size_t>(limit) >= kLimitCount)
      return cudaErrorUnsupportedLimit;
    *value = settings().limits[limit];
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return call([&] {
    settings().cache = config;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return call([&] {
    if (config == nullptr) return cudaErrorInvalidValue;
    *config = static_cast<cudaFuncCache>(settings().cache.load());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return call([&] {
    settings().banks = config;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return call([&] {
    if (config == nullptr) return cudaErrorInvalidValue;
    const int banks = settings().banks;
    *config = banks == cudaSharedMemBankSizeDefault ? cudaSharedMemBankSizeFourByte
                                                    : static_cast<cudaSharedMemConfig>(banks);
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return call([&] {
    if ((flags & ~static_cast<unsigned>(cudaDeviceMask)) != 0) return cudaErrorInvalidValue;
    settings().flags = flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return call([&] {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = settings().flags;
    return cudaSuccess;
  });
}

// One address space: devices always reach each other's memory. What must be enabled is only remembered.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return call([&] {
    if (can == nullptr) return cudaErrorInvalidValue;
    if (!is_device(device) || !is_device(peer)) return cudaErrorInvalidDevice;
    *can = device != peer;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  return call([&] {
    if (flags != 0) return cudaErrorInvalidValue;
    if (!is_device(peer) || peer == current_device()) return cudaErrorInvalidDevice;
    const std::uint64_t bit = std::uint64_t{1} << peer;
    const bool enabled = (settings().peers.fetch_or(bit) & bit) != 0;
    return enabled ? cudaErrorPeerAccessAlreadyEnabled : cudaSuccess;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return call([&] {
    if (!is_device(peer)) return cudaErrorInvalidDevice;
    const std::uint64_t bit = std::uint64_t{1} << peer;
    const bool enabled = (settings().peers.fetch_and(~bit) & bit) != 0;
    return enabled ? cudaSuccess : cudaErrorPeerAccessNotEnabled;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int destination) {
  return call([&] {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (!is_device(source) || !is_device(destination) || source == destination)
      return cudaErrorInvalidDevice;
    *value = attribute == cudaDevP2PAttrPerformanceRank ? 0 : 1;
    return cudaSuccess;
  });
}

// Work under way ends first, as programs expect that print from their last kernel. Then the device is as good as
// new: all that the program has made on it is gone, and its variables have their first values again.
cudaError_t cudaDeviceReset() {
  const int device = current_device();
  vgpuDeviceSynchronize();
  release_belongings(device);
  reset_pools(device);
  reset_programs(device);
  clear_device_error();
  for (std::size_t i = 0; i < kLimitCount; ++i) settings().limits[i] = kFirstLimits[i];
  vgpuHeapSetLimit(0);
  settings().peers = 0;
  cudaGetLastError();
  return cudaSuccess;
}

cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
