// NVML: the functions of nvml.h that have an answer.
//
// Devices are those of the run time; a handle is an index and one, so that none is null. Before nvmlInit and after as
// many nvmlShutdown nothing is answered, as the interface has it. nvml_unsupported.cpp holds the functions without one.
// SPDX-License-Identifier: MIT
#include "api/cuda/nvml_call.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "api/cuda/devices.h"

using namespace vgpu::cuda;

namespace {

// Text into a buffer of the caller's.
nvmlReturn_t give_text(const std::string& text, char* buffer, unsigned int length) {
  if (buffer == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  if (text.size() >= length) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  return NVML_SUCCESS;
}

template <typename T, typename Value>
nvmlReturn_t give(T* place, Value value) {
  if (place == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  *place = static_cast<T>(value);
  return NVML_SUCCESS;
}

std::string uuid_text(const cudaDeviceProp& p) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    char digits[4];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(p.uuid.bytes[i]));
    text += (i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "") + std::string(digits);
  }
  return text;
}

std::string bus_text(const cudaDeviceProp& p, const char* format) {
  char text[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
  std::snprintf(text, sizeof text, format, p.pciDomainID, p.pciBusID, p.pciDeviceID);
  return text;
}

// The device that `is_it` is true for.
template <typename Test>
nvmlReturn_t find_device(nvmlDevice_t* device, Test&& is_it) {
  if (device == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  for (int i = 0; i < device_count(); ++i)
    if (is_it(device_properties(i))) return give(device, nvml_handle(i));
  return NVML_ERROR_NOT_FOUND;
}

struct Memory {
  std::size_t free = 0, total = 0;
};

// Asked of the device that is current, so another one is made current meanwhile.
nvmlReturn_t memory_of(int index, Memory& memory) {
  int before = 0;
  if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(index) != cudaSuccess)
    return NVML_ERROR_UNKNOWN;
  const cudaError_t error = cudaMemGetInfo(&memory.free, &memory.total);
  cudaSetDevice(before);
  return error == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}

nvmlReturn_t clock_of(const cudaDeviceProp& p, nvmlClockType_t clock, unsigned int* mhz) {
  if (clock == NVML_CLOCK_VIDEO) return NVML_ERROR_NOT_SUPPORTED;
  if (clock < 0 || clock >= NVML_CLOCK_COUNT) return NVML_ERROR_INVALID_ARGUMENT;
  return give(mhz, (clock == NVML_CLOCK_MEM ? p.memoryClockRate : p.clockRate) / 1000);
}

// Lanes for float of a multiprocessor.
unsigned int cores_of(const cudaDeviceProp& p) {
  const bool few = (p.major == 6 && p.minor == 0) || p.major == 7 || (p.major == 8 && p.minor == 0);
  return few ? 64 : 128;
}

unsigned int architecture_of(const cudaDeviceProp& p) {
  switch (p.major) {
    case 6:
      return NVML_DEVICE_ARCH_PASCAL;
    case 7:
      return p.minor >= 5 ? NVML_DEVICE_ARCH_TURING : NVML_DEVICE_ARCH_VOLTA;
    case 8:
      return p.minor == 9 ? NVML_DEVICE_ARCH_ADA : NVML_DEVICE_ARCH_AMPERE;
    case 9:
      return NVML_DEVICE_ARCH_HOPPER;
    default:
      return NVML_DEVICE_ARCH_UNKNOWN;
  }
}

}  // namespace

nvmlReturn_t nvmlInit_v2() { return nvmlInitWithFlags(0); }

nvmlReturn_t nvmlInitWithFlags(unsigned int) {
  nvml_users().fetch_add(1);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlShutdown() {
  int users = nvml_users().load();
  while (users > 0 && !nvml_users().compare_exchange_weak(users, users - 1)) {
  }
  return users > 0 ? NVML_SUCCESS : NVML_ERROR_UNINITIALIZED;
}

nvmlReturn_t nvmlSystemGetDriverVersion(char* text, unsigned int length) {
  return nvml_call([&] { return give_text("555.42", text, length); });
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char* text, unsigned int length) {
  return nvml_call([&] { return give_text("12.555.42", text, length); });
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int* version) { return give(version, CUDART_VERSION); }
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int* version) {
  return nvmlSystemGetCudaDriverVersion(version);
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int* count) {
  return nvml_call([&] { return give(count, device_count()); });
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
  return nvml_call([&] {
    if (index >= static_cast<unsigned int>(device_count())) return NVML_ERROR_INVALID_ARGUMENT;
    return give(device, nvml_handle(static_cast<int>(index)));
  });
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* device) {
  return nvml_call([&] {
    if (uuid == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
    return find_device(device, [&](const auto& p) { return uuid_text(p) == uuid; });
  });
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* bus, nvmlDevice_t* device) {
  return nvml_call([&] {
    unsigned domain = 0, number = 0, slot = 0;
    if (bus == nullptr || std::sscanf(bus, "%x:%x:%x", &domain, &number, &slot) != 3)
      return NVML_ERROR_INVALID_ARGUMENT;
    return find_device(device, [&](const auto& p) {
      return p.pciBusID == static_cast<int>(number) && p.pciDomainID == static_cast<int>(domain);
    });
  });
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char* text, unsigned int length) {
  return nvml_device_call(
      device, [&](int, const cudaDeviceProp& p) { return give_text(p.name, text, length); });
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char* text, unsigned int length) {
  return nvml_device_call(
      device, [&](int, const cudaDeviceProp& p) { return give_text(uuid_text(p), text, length); });
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int* index) {
  return nvml_device_call(device, [&](int i, const cudaDeviceProp&) { return give(index, i); });
}

nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned int* number) {
  return nvmlDeviceGetIndex(device, number);
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t* info) {
  return nvml_device_call(device, [&](int, const cudaDeviceProp& p) {
    if (info == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
    *info = {};
    info->domain = static_cast<unsigned int>(p.pciDomainID);
    info->bus = static_cast<unsigned int>(p.pciBusID);
    info->device = static_cast<unsigned int>(p.pciDeviceID);
    give_text(bus_text(p, "%04X:%02X:%02X.0"), info->busIdLegacy, sizeof info->busIdLegacy);
    return give_text(bus_text(p, "%08X:%02X:%02X.0"), info->busId, sizeof info->busId);
  });
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  return nvml_device_call(device, [&](int index, const cudaDeviceProp&) {
    if (memory == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
    Memory found;
    const nvmlReturn_t error = memory_of(index, found);
    *memory = {found.total, found.free, found.total - found.free};
    return error;
  });
}

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t* memory) {
  if (memory == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
  if (memory->version != nvmlMemory_v2) return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
  nvmlMemory_t plain{};
  const nvmlReturn_t error = nvmlDeviceGetMemoryInfo(device, &plain);
  if (error == NVML_SUCCESS) *memory = {nvmlMemory_v2, plain.total, 0, plain.free, plain.used};
  return error;
}

nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned int* bits) {
  return nvml_device_call(
      device, [&](int, const cudaDeviceProp& p) { return give(bits, p.memoryBusWidth); });
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int* major, int* minor) {
  return nvml_device_call(device, [&](int, const cudaDeviceProp& p) {
    const nvmlReturn_t error = give(major, p.major);
    return error == NVML_SUCCESS ? give(minor, p.minor) : error;
  });
}

nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t device, unsigned int* cores) {
  return nvml_device_call(device, [&](int, const cudaDeviceProp& p) {
    return give(cores, cores_of(p) * static_cast<unsigned int>(p.multiProcessorCount));
  });
}

nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, nvmlDeviceArchitecture_t* kind) {
  return nvml_device_call(
      device, [&](int, const cudaDeviceProp& p) { return give(kind, architecture_of(p)); });
}

nvmlReturn_t nvmlDeviceGetBrand(nvmlDevice_t device, nvmlBrandType_t* brand) {
  return nvml_device_call(device, [&](int, const cudaDeviceProp& p) {
    const bool games = std::strstr(p.name, "GeForce") != nullptr;
    return give(brand, games ? NVML_BRAND_GEFORCE : NVML_BRAND_TESLA);
  });
}

nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t clock,
                                       unsigned int* mhz) {
  return nvml_device_call(device,
                          [&](int, const cudaDeviceProp& p) { return clock_of(p, clock, mhz); });
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t clock, unsigned int* mhz) {
  return nvmlDeviceGetMaxClockInfo(device, clock, mhz);
}
nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t device, nvmlClockType_t clock,
                                            unsigned int* mhz) {
  return nvmlDeviceGetMaxClockInfo(device, clock, mhz);
}

nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t* mode) {
  return nvml_device_call(device,
                          [&](int, const cudaDeviceProp& p) { return give(mode, p.computeMode); });
}
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t* mode) {
  return nvml_device_call(
      device, [&](int, const cudaDeviceProp&) { return give(mode, NVML_FEATURE_DISABLED); });
}
nvmlReturn_t nvmlDeviceGetDisplayMode(nvmlDevice_t device, nvmlEnableState_t* mode) {
  return nvmlDeviceGetPersistenceMode(device, mode);
}
nvmlReturn_t nvmlDeviceGetDisplayActive(nvmlDevice_t device, nvmlEnableState_t* active) {
  return nvmlDeviceGetPersistenceMode(device, active);
}
nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t device, nvmlEnableState_t* now,
                                  nvmlEnableState_t* later) {
  return nvml_device_call(device, [&](int, const cudaDeviceProp& p) {
    const nvmlReturn_t error = give(now, p.ECCEnabled);
    return error == NVML_SUCCESS ? give(later, p.ECCEnabled) : error;
  });
}

nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned int* count,
                                                     nvmlProcessInfo_t* processes) {
  return nvml_device_call(device, [&](int index, const cudaDeviceProp&) {
    if (count == nullptr) return NVML_ERROR_INVALID_ARGUMENT;
    const bool fits = *count > 0 && processes != nullptr;
    *count = 1;
    if (!fits) return NVML_ERROR_INSUFFICIENT_SIZE;
    Memory memory;
    const nvmlReturn_t error = memory_of(index, memory);
    processes[0] = {static_cast<unsigned int>(getpid()), memory.total - memory.free, ~0u, ~0u};
    return error;
  });
}

nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t device, unsigned int* count,
                                                      nvmlProcessInfo_t*) {
  return nvml_device_call(device, [&](int, const cudaDeviceProp&) { return give(count, 0); });
}

nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t one, nvmlDevice_t other,
                                                 nvmlGpuTopologyLevel_t* level) {
  return nvml_device_call(one, [&](int first, const cudaDeviceProp&) {
    return nvml_device_call(other, [&](int second, const cudaDeviceProp&) {
      return give(level, first == second ? NVML_TOPOLOGY_INTERNAL : NVML_TOPOLOGY_NODE);
    });
  });
}
