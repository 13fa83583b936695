// Collects what is known of the devices.
// SPDX-License-Identifier: MIT
#include "cli/device_facts.h"

#include <fmt/format.h>

#include "cli/call.h"

namespace vgpu::cli {
namespace {

const char* kind_name(vgpuDeviceKind kind) {
  switch (kind) {
    case vgpuDeviceKindCpu:
      return "cpu";
    case vgpuDeviceKindNull:
      return "null";
    case vgpuDeviceKindSim:
      return "sim";
    case vgpuDeviceKindOpenCL:
      return "opencl";
  }
  return "other";
}

Json memory_facts(int id) {
  vgpuMemStats stats = {};
  std::size_t free = 0, total = 0;
  call(vgpuSetDevice(id));
  call(vgpuMemGetStats(&stats, id));
  call(vgpuMemGetInfo(&free, &total));
  return {{"memory_total_bytes", total},
          {"memory_free_bytes", free},
          {"memory_used_bytes", stats.used}};
}

Json device_facts(int id) {
  vgpuDeviceProp prop = {};
  call(vgpuGetDeviceProperties(&prop, id));
  Json facts = {
      {"id", id},
      {"name", prop.name},
      {"kind", kind_name(prop.kind)},
      {"vendor", prop.vendor},
      {"compute_units", prop.multiProcessorCount},
      {"cores", prop.coreCount},
      {"clock_khz", prop.clockRate},
      {"instruction_set", prop.instructionSet},
      {"simd_bits", prop.simdWidth},
      {"warp_size", prop.warpSize},
      {"compute_capability", fmt::format("{}.{}", prop.major, prop.minor)},
      {"max_block_items", prop.maxThreadsPerBlock},
      {"max_block", prop.maxThreadsDim},
      {"max_grid", prop.maxGridSize},
      {"shared_memory_bytes", prop.sharedMemPerBlock},
      {"constant_memory_bytes", prop.totalConstMem},
      {"l1_cache_bytes", prop.l1CacheSize},
      {"l2_cache_bytes", prop.l2CacheSize},
      {"l3_cache_bytes", prop.l3CacheSize},
      {"cache_line_bytes", prop.cacheLineSize},
      {"numa_nodes", prop.numaNodes},
      {"driver_version", prop.driverVersion},
      {"fp16", prop.fp16 != 0},
      {"fp64", prop.fp64 != 0},
      {"sub_groups", prop.subGroups != 0},
      {"images", prop.images != 0},
      {"shared_with_host", prop.integrated != 0},
  };
  facts.update(memory_facts(id));
  return facts;
}

bool ends_with(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() && text.rfind(ending) == text.size() - ending.size();
}

std::string value_text(const std::string& key, const Json& value) {
  if (value.is_string()) return value.empty() ? "none" : value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  // What a device has none of; memory in use may be zero.
  const bool sized =
      ends_with(key, "_bits") || (ends_with(key, "_bytes") && key.rfind("memory", 0) != 0);
  if (sized && value == 0) return "none";
  if (ends_with(key, "_bits")) return value.dump() + " bit";
  if (ends_with(key, "_bytes")) return bytes_text(value.get<std::uint64_t>());
  if (key == "clock_khz") {
    const double ghz = value.get<double>() / 1e6;
    return ghz > 0 ? fmt::format("{:.2f} GHz", ghz) : "not known";
  }
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const Json& one : value) text += (text.empty() ? "" : " x ") + one.dump();
  return text;
}

}  // namespace

Json all_device_facts() {
  int count = 0, current = 0;
  call(vgpuGetDeviceCount(&count));
  call(vgpuGetDevice(&current));
  Json all = Json::array();
  for (int id = 0; id < count; ++id) all.push_back(device_facts(id));
  call(vgpuSetDevice(current));
  return all;
}

std::string fact_text(const std::string& key, const Json& value) {
  std::string label = key;
  for (const char* unit : {"_bytes", "_khz", "_bits"}) {
    if (ends_with(label, unit)) label.resize(label.size() - std::string(unit).size());
  }
  for (char& c : label) c = c == '_' ? ' ' : c;
  return fmt::format("{:20}{}", label, value_text(key, value));
}

}  // namespace vgpu::cli
