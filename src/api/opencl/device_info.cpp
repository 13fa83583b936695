// clGetDeviceInfo: the table device_info.def and the values that need more than a word.
// SPDX-License-Identifier: MIT
#include <vgpu/c/profile.h>

#include <algorithm>
#include <array>
#include <bit>

#include "api/opencl/device.h"
#include "api/opencl/image.h"
#include "api/opencl/info.h"
#include "api/opencl/platform.h"
#include "base/hash.h"
#include "compiler/archive.h"
#include "compiler/kernel_abi.h"

namespace vgpu::opencl {
namespace {

constexpr cl_uint kVendorId = 0x7647;  // "vG"; no PCI vendor has it

constexpr cl_device_fp_config kFloatConfig = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                             CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;

constexpr cl_command_queue_properties kQueueProperties =
    CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

// Kernels run on the processor's own memory: every pointer of the program is theirs too.
constexpr cl_device_svm_capabilities kSvmCapabilities =
    CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
    CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS;

constexpr cl_device_atomic_capabilities kAtomicOrders = CL_DEVICE_ATOMIC_ORDER_RELAXED |
                                                        CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                                        CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
constexpr cl_device_atomic_capabilities kAtomicScopes = CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                                                        CL_DEVICE_ATOMIC_SCOPE_DEVICE |
                                                        CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;

// cl_ext_float_atomics and cl_khr_kernel_clock; headers of some age have no names for these.
constexpr cl_device_info kSingleAtomics = 0x4231, kDoubleAtomics = 0x4232, kHalfAtomics = 0x4233;
constexpr cl_device_info kClockScopes = 0x1076;
constexpr cl_bitfield kFloatAtomics = 7 | 7 << 16;  // load and store, sums, limits: global, local
constexpr cl_bitfield kAllScopes = 7;               // device, group, sub-group

// With the version of binaries: programs keep them under the driver's version, and take what they find for good.
std::string driver_version() {
  return std::string(vgpuGetVersionString()) + "+" + compiler::archive_version();
}

// 16 bytes that are the same in every process, and others for another name.
using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;
Uuid uuid_of(std::string_view kind, std::string_view name, int number) {
  return std::bit_cast<Uuid>(Hasher().add(kind).add(name).add(number).finish());
}

cl_uint simd_bits(const vgpuDeviceProp& prop) { return static_cast<cl_uint>(prop.simdWidth); }

std::vector<cl_name_version> language_versions() {
  return {name_version("OpenCL C", CL_MAKE_VERSION(1, 0, 0)),
          name_version("OpenCL C", CL_MAKE_VERSION(1, 1, 0)),
          name_version("OpenCL C", CL_MAKE_VERSION(1, 2, 0)),
          name_version("OpenCL C", CL_MAKE_VERSION(3, 0, 0))};
}

// Newest first, as programs look for the best they can make.
std::vector<cl_name_version> module_versions() {
  std::vector<cl_name_version> versions;
  for (cl_version minor = 7; minor-- > 0;)
    versions.push_back(name_version("SPIR-V", CL_MAKE_VERSION(1, minor, 0)));
  return versions;
}

std::vector<cl_device_partition_property> partition_kinds(const Device& device) {
  if (device.units < 2) return {0};
  return {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
}

}  // namespace
}  // namespace vgpu::opencl

using namespace vgpu::opencl;
namespace compiler = vgpu::compiler;

cl_int clGetDeviceInfo(cl_device_id handle, cl_device_info param_name, std::size_t size,
                       void* value, std::size_t* size_ret) {
  return entry(__func__, [&] {
    const Device& device = check(handle);
    const vgpuDeviceProp& prop = device.runtime.properties();
    const InfoReply reply(size, value, size_ret);
    switch (param_name) {
#define VG_INFO(name, type, value) \
  case name:                       \
    return reply.put<type>(value);
#define VG_TEXT(name, value) \
  case name:                 \
    return reply.text(value);
#define VG_LIST(name, value) \
  case name:                 \
    return reply.list(value);
#include "api/opencl/device_info.def"
#undef VG_INFO
#undef VG_TEXT
#undef VG_LIST
      default:
        throw ClError{CL_INVALID_VALUE};
    }
  });
}
