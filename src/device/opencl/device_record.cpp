// Reads, writes and shows what an OpenCL device is.
// SPDX-License-Identifier: MIT
#include "device/opencl/device_record.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "compiler/kernel_abi.h"
#include "memory/device_memory.h"

namespace vgpu::opencl_device {
namespace {

class Questions {
 public:
  Questions(const ClApi& api, cl_device_id device) : api_(api), device_(device) {}

  // 0 where a device is too old for the question.
  template <typename T>
  T number(cl_device_info what) const {
    T value{};
    if (api_.clGetDeviceInfo(device_, what, sizeof value, &value, nullptr) != CL_SUCCESS) return {};
    return value;
  }
  std::string text(cl_device_info what) const {
    std::size_t size = 0;
    if (api_.clGetDeviceInfo(device_, what, 0, nullptr, &size) != CL_SUCCESS || size == 0)
      return {};
    std::string value(size, '\0');
    check(api_.clGetDeviceInfo(device_, what, size, value.data(), nullptr), "clGetDeviceInfo");
    value.resize(std::strlen(value.c_str()));
    return value;
  }

 private:
  const ClApi& api_;
  cl_device_id device_;
};

std::string platform_text(const ClApi& api, cl_platform_id platform, cl_platform_info what) {
  char text[512] = "";
  api.clGetPlatformInfo(platform, what, sizeof text, text, nullptr);
  text[sizeof text - 1] = '\0';
  return text;
}

// "OpenCL 3.0 PoCL..." as 30.
int version_number(const std::string& text) {
  constexpr std::string_view kStart = "OpenCL ";
  if (text.size() < kStart.size() + 3 || !text.starts_with(kStart)) return 10;
  return (text[kStart.size()] - '0') * 10 + (text[kStart.size() + 2] - '0');
}

void read_names(DeviceRecord& record, const Questions& ask) {
  record.name = ask.text(CL_DEVICE_NAME);
  record.vendor = ask.text(CL_DEVICE_VENDOR);
  record.version = ask.text(CL_DEVICE_VERSION);
  record.driver_version = ask.text(CL_DRIVER_VERSION);
  record.c_version = ask.text(CL_DEVICE_OPENCL_C_VERSION);
  record.type = ask.number<cl_device_type>(CL_DEVICE_TYPE);
}

void read_sizes(DeviceRecord& record, const Questions& ask) {
  record.memory_bytes = ask.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  record.max_allocation = ask.number<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  record.local_bytes = ask.number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  record.constant_bytes = ask.number<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  record.cache_bytes = ask.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  record.cache_line = ask.number<cl_uint>(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
  record.max_group = ask.number<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  struct Sizes {
    std::size_t of[16];
  };
  const auto items = ask.number<Sizes>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  std::copy_n(items.of, 3, record.max_items);
  record.units = ask.number<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  record.clock_mhz = ask.number<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY);
  record.float_lanes = ask.number<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
  record.address_align = ask.number<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
}

void read_abilities(DeviceRecord& record, const Questions& ask) {
  const int version = version_number(record.version);
  const std::string extensions = ' ' + ask.text(CL_DEVICE_EXTENSIONS) + ' ';
  const auto has = [&](const char* name) { return extensions.find(name) != std::string::npos; };
  record.shared_memory = ask.number<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY) != 0;
  record.compiler = ask.number<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE) != 0;
  record.images = ask.number<cl_bool>(CL_DEVICE_IMAGE_SUPPORT) != 0;
  record.fp16 = has(" cl_khr_fp16 ");
  record.fp64 = ask.number<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  record.sub_groups = has(" cl_khr_subgroups ") || has(" cl_intel_subgroups ") ||
                      ask.number<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0;
  record.c3 = version >= 30;
  if (version >= 20)
    record.svm = ask.number<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES);
  if (version >= 30) {
    record.uneven_groups = ask.number<cl_bool>(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) != 0;
  } else {
    record.uneven_groups = version >= 20;
  }
  if (version >= 21 || has(" cl_khr_il_program ")) record.il = ask.text(CL_DEVICE_IL_VERSION);
}

// Every field once, for both directions.
template <typename Record, typename Each>
void fields(Record& r, Each&& each) {
  each("platform", r.platform), each("device", r.device), each("platform_name", r.platform_name);
  each("platform_version", r.platform_version), each("name", r.name), each("vendor", r.vendor);
  each("version", r.version), each("driver_version", r.driver_version);
  each("c_version", r.c_version), each("type", r.type), each("memory_bytes", r.memory_bytes);
  each("max_allocation", r.max_allocation), each("local_bytes", r.local_bytes);
  each("constant_bytes", r.constant_bytes), each("cache_bytes", r.cache_bytes);
  each("cache_line", r.cache_line), each("max_group", r.max_group), each("x", r.max_items[0]);
  each("y", r.max_items[1]), each("z", r.max_items[2]), each("units", r.units);
  each("clock_mhz", r.clock_mhz), each("float_lanes", r.float_lanes), each("svm", r.svm);
  each("address_align", r.address_align), each("shared_memory", r.shared_memory);
  each("compiler", r.compiler), each("fp16", r.fp16), each("fp64", r.fp64);
  each("images", r.images), each("sub_groups", r.sub_groups), each("c3", r.c3);
  each("uneven_groups", r.uneven_groups), each("il", r.il);
}

template <std::size_t kSize>
void set_text(char (&target)[kSize], std::string_view text) {
  const std::size_t size = std::min(text.size(), kSize - 1);
  std::memcpy(target, text.data(), size);
  target[size] = '\0';
}

int to_int(std::uint64_t value) {
  return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX));
}

void set_limits(vgpuDeviceProp& p, const DeviceRecord& record) {
  p.major = 8;  // what CUDA kernels see, which the cpu device runs
  p.minor = 6;
  p.warpSize = compiler::kWarpSize;
  p.sharedMemPerBlock = record.local_bytes;
  p.totalConstMem = record.constant_bytes;
  p.memPitch = std::size_t{1} << 40;
  p.textureAlignment = DeviceMemory::kAlignment;
  p.maxThreadsPerBlock = to_int(record.max_group);
  for (int d = 0; d < 3; ++d) p.maxThreadsDim[d] = to_int(record.max_items[d]);
  std::fill_n(p.maxGridSize, 3, INT_MAX);
  p.regsPerBlock = 65536;
}

}  // namespace

bool DeviceRecord::same_device(const DeviceRecord& other) const {
  return platform_name == other.platform_name && platform_version == other.platform_version &&
         name == other.name && version == other.version && driver_version == other.driver_version;
}

DeviceRecord read_record(const ClApi& api, cl_platform_id platform, cl_device_id device) {
  const Questions ask(api, device);
  DeviceRecord record;
  record.platform_name = platform_text(api, platform, CL_PLATFORM_NAME);
  record.platform_version = platform_text(api, platform, CL_PLATFORM_VERSION);
  read_names(record, ask);
  read_sizes(record, ask);
  read_abilities(record, ask);
  return record;
}

nlohmann::json to_json(const DeviceRecord& record) {
  nlohmann::json json;
  fields(record, [&](const char* name, const auto& value) { json[name] = value; });
  return json;
}

DeviceRecord from_json(const nlohmann::json& json) {
  DeviceRecord record;
  fields(record, [&](const char* name, auto& value) { json.at(name).get_to(value); });
  return record;
}

vgpuDeviceProp properties_of(const DeviceRecord& record, std::uint64_t memory, bool is_host) {
  vgpuDeviceProp p{};
  set_text(p.name, "vGPU opencl: " + record.name);
  set_text(p.vendor, record.vendor);
  set_text(p.instructionSet, record.c_version);
  set_text(p.driverVersion, record.driver_version);
  p.kind = vgpuDeviceKindOpenCL;
  p.totalGlobalMem = memory;
  set_limits(p, record);
  p.multiProcessorCount = p.coreCount = to_int(record.units);
  p.clockRate = to_int(record.clock_mhz * 1000);
  p.l2CacheSize = to_int(record.cache_bytes);
  p.cacheLineSize = to_int(record.cache_line);
  p.simdWidth = to_int(record.float_lanes * 32);
  p.numaNodes = 1;
  p.concurrentKernels = p.cooperativeLaunch = p.unifiedAddressing = 1;
  p.integrated = p.canMapHostMemory = p.managedMemory = is_host ? 1 : 0;
  p.streamPrioritiesSupported = p.asyncEngineCount = 1;
  p.fp16 = record.fp16 ? 1 : 0;
  p.fp64 = record.fp64 ? 1 : 0;
  p.subGroups = record.sub_groups ? 1 : 0;
  p.images = record.images ? 1 : 0;
  return p;
}

}  // namespace vgpu::opencl_device
