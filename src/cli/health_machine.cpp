// Checks of the machine: processor, memory, huge pages, limits of a container.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sched.h>

#include <cmath>
#include <sstream>

#include "base/cpu_features.h"
#include "cli/call.h"
#include "cli/health.h"
#include "cli/host_facts.h"
#include "cli/screen.h"

namespace vgpu::cli {
namespace {

constexpr std::uint64_t kLittleMemory = std::uint64_t(512) << 20;

int allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

// CPUs' worth of time that the control group allows; 0: no limit.
double cpu_quota() {
  std::istringstream line(first_line("/sys/fs/cgroup/cpu.max"));
  std::string quota;
  double period = 0;
  if (!(line >> quota >> period) || quota == "max" || period <= 0) return 0;
  return std::atof(quota.c_str()) / period;
}

}  // namespace

Finding check_processor() {
  vgpuDeviceProp prop = {};
  call(vgpuGetDeviceProperties(&prop, 0));
  const std::string set = prop.instructionSet;
  if (set == "baseline") {
    return {Health::note,
            fmt::format("{}: kernels use {} bit vectors only", prop.name, prop.simdWidth),
            "unset VGPU_ISA, or use a machine with AVX2 for two to four times the speed"};
  }
  return {Health::ok, fmt::format("{}, kernels use {}", prop.name, set), ""};
}

Finding check_memory() {
  const HostMemory memory = host_memory();
  const std::string text =
      fmt::format("{} of {} available", bytes_text(memory.available), bytes_text(memory.total));
  if (memory.available >= kLittleMemory) return {Health::ok, text, ""};
  return {Health::problem, text, "close programs that use much memory, or set VGPU_MEMORY_LIMIT"};
}

Finding check_huge_pages() {
  const std::string setting = first_line("/sys/kernel/mm/transparent_hugepage/enabled");
  if (setting.empty()) return {Health::note, "this kernel has no transparent huge pages", ""};
  if (setting.find("[never]") == std::string::npos) return {Health::ok, "available", ""};
  return {Health::note, "switched off: large copies are slower",
          "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"};
}

Finding check_cpu_limit() {
  vgpuDeviceProp prop = {};
  call(vgpuGetDeviceProperties(&prop, 0));
  const int cpus = allowed_cpus(), threads = prop.multiProcessorCount;
  const double quota = cpu_quota();
  if (cpus > 0 && threads > cpus) {
    return {Health::note, fmt::format("{} threads on {} CPUs", threads, cpus),
            fmt::format("unset VGPU_THREADS or set it to {}", cpus)};
  }
  if (quota > 0 && threads > std::ceil(quota)) {
    return {Health::note,
            fmt::format("{} threads, but the container allows {:.1f} CPUs", threads, quota),
            fmt::format("VGPU_THREADS={:.0f}", std::ceil(quota))};
  }
  return {Health::ok, fmt::format("{} threads on {} CPUs", threads, cpus), ""};
}

}  // namespace vgpu::cli
