// What this machine is as a device, from hwloc and the CPU itself.
//
// Limits that no CPU has (grid sizes, threads of a block) are those that GPU programs are written for.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "base/cpu_features.h"
#include "base/thread_pool.h"
#include "base/topology.h"
#include "compiler/kernel_abi.h"
#include "device/cpu/cpu_device.h"
#include "memory/device_memory.h"

namespace vgpu {
namespace {

template <std::size_t kSize>
void set_text(char (&target)[kSize], std::string_view text) {
  const std::size_t size = std::min(text.size(), kSize - 1);
  std::memcpy(target, text.data(), size);
  target[size] = '\0';
}

int to_int(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX));
}

// kHz that the kernel reports, 0 where it does not (virtual machines often hide it).
int clock_rate() {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  int rate = 0;
  if (file >> rate && rate > 0) return rate;
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    double megahertz = 0;
    const std::size_t colon = line.find(':');
    if (line.rfind("cpu MHz", 0) == 0 && colon != line.npos &&
        std::sscanf(line.c_str() + colon + 1, "%lf", &megahertz) == 1) {
      return static_cast<int>(megahertz * 1000);
    }
  }
  return 0;
}

void set_machine(vgpuDeviceProp& properties) {
  const Topology& machine = topology();
  properties.l1CacheSize = to_int(machine.l1d_bytes);
  properties.l2CacheSize = to_int(machine.l2_bytes);
  properties.l3CacheSize = to_int(machine.l3_bytes);
  properties.cacheLineSize = to_int(machine.cache_line);
  properties.numaNodes = to_int(machine.nodes.size());
  properties.coreCount = to_int(machine.cores);
  properties.clockRate = clock_rate();
  properties.multiProcessorCount = to_int(ThreadPool::shared().size());
}

void set_limits(vgpuDeviceProp& properties) {
  properties.major = 8;  // kernels see compute capability 8.6: warps of 32, all of CUDA C++17
  properties.minor = 6;
  properties.sharedMemPerBlock = std::size_t{96} << 10;
  properties.totalConstMem = std::size_t{64} << 10;
  properties.memPitch = std::size_t{1} << 40;
  properties.textureAlignment = DeviceMemory::kAlignment;
  properties.warpSize = compiler::kWarpSize;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsDim[0] = properties.maxThreadsDim[1] = 1024;
  properties.maxThreadsDim[2] = 64;
  properties.maxGridSize[0] = INT_MAX;
  properties.maxGridSize[1] = properties.maxGridSize[2] = 65535;
  properties.regsPerBlock = 65536;
}

}  // namespace

vgpuDeviceProp cpu_properties(std::uint64_t memory_limit) {
  vgpuDeviceProp properties{};
  const CpuFeatures& cpu = cpu_features();
  const SimdLevel level = simd_level();
  set_text(properties.name, "vGPU cpu: " + cpu.name);
  set_text(properties.vendor, cpu.vendor);
  set_text(properties.instructionSet, simd_level_name(level));
  properties.kind = vgpuDeviceKindCpu;
  properties.simdWidth = to_int(8 * simd_bytes(level));
  properties.totalGlobalMem = memory_limit;
  set_limits(properties);
  set_machine(properties);
  properties.concurrentKernels = properties.cooperativeLaunch = properties.managedMemory = 1;
  properties.unifiedAddressing = properties.integrated = properties.canMapHostMemory = 1;
  properties.streamPrioritiesSupported = properties.asyncEngineCount = 1;
  properties.fp16 = properties.fp64 = properties.subGroups = properties.images = 1;
  return properties;
}

}  // namespace vgpu
