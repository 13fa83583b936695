// What CUDA programs see of the devices; see devices.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/devices.h"

#include <vgpu/c/device.h>
#include <vgpu/c/profile.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

namespace vgpu::cuda {
namespace {

struct Profile {
  const char* key;
  const char* name;
  int major, minor, units, memory_mib, clock, memory_clock, bus, l2_kib, shared_kib, threads,
      blocks;
};

constexpr Profile kProfiles[] = {
#define VG_GPU(key, ...) {#key, __VA_ARGS__},
#include "api/cuda/device_profiles.def"
#undef VG_GPU
};

const Profile& wanted_profile() {
  char text[64] = {};
  if (vgpuGetOption("cuda_device", text, sizeof text) != vgpuSuccess) return kProfiles[0];
  for (const Profile& profile : kProfiles)
    if (std::strcmp(profile.key, text) == 0) return profile;
  return kProfiles[0];
}

void set_gpu(cudaDeviceProp& p, const Profile& profile) {
  std::snprintf(p.name, sizeof p.name, "%s", profile.name);
  p.major = profile.major;
  p.minor = profile.minor;
  p.multiProcessorCount = profile.units;
  p.clockRate = profile.clock;
  p.memoryClockRate = profile.memory_clock;
  p.memoryBusWidth = profile.bus;
  p.l2CacheSize = profile.l2_kib << 10;
  p.maxThreadsPerMultiProcessor = profile.threads;
  p.maxBlocksPerMultiProcessor = profile.blocks;
  p.sharedMemPerMultiprocessor = std::size_t(profile.shared_kib) << 10;
  p.reservedSharedMemPerBlock = profile.major >= 8 ? 1024 : 0;
  p.persistingL2CacheMaxSize = profile.major >= 8 ? p.l2CacheSize / 4 * 3 : 0;
  p.accessPolicyMaxWindowSize = profile.major >= 8 ? 128 << 20 : 0;
  // Data centre parts are the first of their generation.
  p.singleToDoublePrecisionPerfRatio = profile.minor == 0 ? 2 : profile.major >= 8 ? 64 : 32;
}

void set_texture_limits(cudaDeviceProp& p) {
  p.maxTexture1D = p.maxTexture1DMipmap = p.maxSurface1D = 131072;
  p.maxTexture1DLinear = 1 << 28;
  std::fill_n(p.maxTexture2D, 2, 65536);
  std::fill_n(p.maxTexture2DMipmap, 2, 32768);
  std::fill_n(p.maxTexture2DLinear, 2, 131072);
  p.maxTexture2DLinear[2] = 2097120;
  std::fill_n(p.maxTexture2DGather, 2, 32768);
  std::fill_n(p.maxTexture3D, 3, 16384);
  std::fill_n(p.maxTexture3DAlt, 3, 16384);
  p.maxTextureCubemap = p.maxSurfaceCubemap = 32768;
  p.maxTexture1DLayered[0] = p.maxTexture2DLayered[0] = p.maxTexture2DLayered[1] = 32768;
  p.maxTexture1DLayered[1] = p.maxTexture2DLayered[2] = 2048;
  std::copy_n(p.maxTexture2D, 2, p.maxSurface2D);
  std::copy_n(p.maxTexture3D, 3, p.maxSurface3D);
  std::copy_n(p.maxTexture1DLayered, 2, p.maxSurface1DLayered);
  std::copy_n(p.maxTexture2DLayered, 3, p.maxSurface2DLayered);
  p.maxTextureCubemapLayered[0] = p.maxSurfaceCubemapLayered[0] = 32768;
  p.maxTextureCubemapLayered[1] = p.maxSurfaceCubemapLayered[1] = 2046;
  p.textureAlignment = p.surfaceAlignment = 512;
  p.texturePitchAlignment = 32;
}

void set_abilities(cudaDeviceProp& p) {
  p.deviceOverlap = p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = 1;
  p.asyncEngineCount = 2;
  p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.managedMemory = p.pageableMemoryAccess = p.concurrentManagedAccess = 1;
  p.computePreemptionSupported = p.canUseHostPointerForRegisteredMem = p.cooperativeLaunch = 1;
  p.hostNativeAtomicSupported = p.pageableMemoryAccessUsesHostPageTables = 1;
  p.directManagedMemAccessFromHost = p.hostRegisterSupported = p.memoryPoolsSupported = 1;
  p.memoryPoolSupportedHandleTypes = cudaMemHandleTypePosixFileDescriptor;
  p.unifiedFunctionPointers = p.cooperativeMultiDeviceLaunch = 1;
}

bool has_kernel_timeout() {
  char text[32] = {};
  return vgpuGetOption("kernel_timeout", text, sizeof text) == vgpuSuccess && std::atoi(text) > 0;
}

cudaDeviceProp make_properties(int index) {
  vgpuDeviceProp real{};
  vgpuGetDeviceProperties(&real, index);
  const Profile& profile = wanted_profile();
  cudaDeviceProp p{};
  set_gpu(p, profile);
  set_texture_limits(p);
  set_abilities(p);
  p.totalGlobalMem =
      std::min<std::size_t>(real.totalGlobalMem, std::size_t(profile.memory_mib) << 20);
  p.sharedMemPerBlock = std::size_t{48} << 10;
  p.sharedMemPerBlockOptin =
      std::min(real.sharedMemPerBlock, p.sharedMemPerMultiprocessor - p.reservedSharedMemPerBlock);
  p.totalConstMem = real.totalConstMem;
  p.memPitch = 0x7fffffff;
  p.warpSize = real.warpSize;
  p.clusterLaunch = p.major >= 9;
  p.maxThreadsPerBlock = real.maxThreadsPerBlock;
  std::copy_n(real.maxThreadsDim, 3, p.maxThreadsDim);
  std::copy_n(real.maxGridSize, 3, p.maxGridSize);
  p.kernelExecTimeoutEnabled = has_kernel_timeout();
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.pciBusID = index + 1;
  p.multiGpuBoardGroupID = index;
  std::snprintf(p.uuid.bytes, sizeof p.uuid.bytes, "vgpu-%s-%d", profile.key, index);
  return p;
}

std::vector<cudaDeviceProp> make_all() {
  std::vector<cudaDeviceProp> all;
  vgpuDeviceKind kind = vgpuDeviceKindCpu;
  // Their number is not asked: devices of other kinds would have to be looked for.
  for (int i = 0; i < kMaxDevices; ++i) {
    vgpuDeviceProp real{};
    if (vgpuGetDeviceProperties(&real, i) != vgpuSuccess) {
      vgpuGetLastError();
      break;
    }
    // The first device's kind: cpu, or sim if VGPU_DEVICE says so.
    if (i == 0) kind = real.kind;
    if (real.kind != kind || kind == vgpuDeviceKindNull) break;
    all.push_back(make_properties(i));
  }
  return all;
}

const std::vector<cudaDeviceProp>& all_devices() {
  static const auto* devices = new std::vector<cudaDeviceProp>(make_all());
  return *devices;
}

}  // namespace

int current_device() {
  int device = 0;
  return vgpuGetDevice(&device) == vgpuSuccess && device < kMaxDevices ? device : 0;
}

int device_count() { return static_cast<int>(all_devices().size()); }

const cudaDeviceProp& device_properties(int index) {
  return all_devices()[static_cast<std::size_t>(index)];
}

}  // namespace vgpu::cuda
