// NVML's functions that a virtual GPU has no answer for, the texts of errors, and older forms of names.
// SPDX-License-Identifier: MIT
#include "api/cuda/nvml_call.h"

#include <cstddef>
#include <cstring>

using namespace vgpu::cuda;

namespace {

nvmlReturn_t no_answer(nvmlDevice_t device) {
  return nvml_device_call(device,
                          [](int, const cudaDeviceProp&) { return NVML_ERROR_NOT_SUPPORTED; });
}

}  // namespace

#define VG_NO_ANSWER(name, ...) \
  nvmlReturn_t name(nvmlDevice_t device __VA_OPT__(, ) __VA_ARGS__) { return no_answer(device); }
VG_NO_ANSWER(nvmlDeviceGetSerial, char*, unsigned int)
VG_NO_ANSWER(nvmlDeviceGetVbiosVersion, char*, unsigned int)
VG_NO_ANSWER(nvmlDeviceGetBAR1MemoryInfo, nvmlBAR1Memory_t*)
VG_NO_ANSWER(nvmlDeviceGetUtilizationRates, nvmlUtilization_t*)
VG_NO_ANSWER(nvmlDeviceGetEncoderUtilization, unsigned int*, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetDecoderUtilization, unsigned int*, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetTemperature, nvmlTemperatureSensors_t, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetTemperatureThreshold, nvmlTemperatureThresholds_t, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetFanSpeed, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetPowerUsage, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetPowerManagementMode, nvmlEnableState_t*)
VG_NO_ANSWER(nvmlDeviceGetPowerManagementLimit, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetPowerManagementDefaultLimit, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetPowerManagementLimitConstraints, unsigned int*, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetEnforcedPowerLimit, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetTotalEnergyConsumption, unsigned long long*)
VG_NO_ANSWER(nvmlDeviceGetPerformanceState, nvmlPstates_t*)
VG_NO_ANSWER(nvmlDeviceGetCurrentClocksThrottleReasons, unsigned long long*)
VG_NO_ANSWER(nvmlDeviceGetSupportedClocksThrottleReasons, unsigned long long*)
VG_NO_ANSWER(nvmlDeviceGetCurrPcieLinkGeneration, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetCurrPcieLinkWidth, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetMaxPcieLinkGeneration, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetMaxPcieLinkWidth, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetPcieThroughput, nvmlPcieUtilCounter_t, unsigned int*)
VG_NO_ANSWER(nvmlDeviceGetNvLinkState, unsigned int, nvmlEnableState_t*)
VG_NO_ANSWER(nvmlDeviceGetMigMode, unsigned int*, unsigned int*)
VG_NO_ANSWER(nvmlDeviceSetPersistenceMode, nvmlEnableState_t)
VG_NO_ANSWER(nvmlDeviceSetComputeMode, nvmlComputeMode_t)
VG_NO_ANSWER(nvmlDeviceSetApplicationsClocks, unsigned int, unsigned int)
VG_NO_ANSWER(nvmlDeviceResetApplicationsClocks)
VG_NO_ANSWER(nvmlDeviceSetGpuLockedClocks, unsigned int, unsigned int)
VG_NO_ANSWER(nvmlDeviceResetGpuLockedClocks)
VG_NO_ANSWER(nvmlDeviceSetPowerManagementLimit, unsigned int)

const char* nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
    case NVML_SUCCESS:
      return "Success";
    case NVML_ERROR_UNINITIALIZED:
      return "Uninitialized";
    case NVML_ERROR_INVALID_ARGUMENT:
      return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED:
      return "Not Supported";
    case NVML_ERROR_NO_PERMISSION:
      return "Insufficient Permissions";
    case NVML_ERROR_NOT_FOUND:
      return "Not Found";
    case NVML_ERROR_INSUFFICIENT_SIZE:
      return "Insufficient Size";
    case NVML_ERROR_ARGUMENT_VERSION_MISMATCH:
      return "Argument Version Mismatch";
    case NVML_ERROR_MEMORY:
      return "Insufficient Memory";
    default:
      return "Unknown Error";
  }
}

// For programs that load the library and ask for the names of long ago.
#undef nvmlInit
#undef nvmlDeviceGetCount
#undef nvmlDeviceGetHandleByIndex
#undef nvmlDeviceGetHandleByPciBusId
#undef nvmlDeviceGetPciInfo
namespace {

// The fields that the structure began with, since programs of those years have room for no more of today's.
nvmlReturn_t first_fields(nvmlDevice_t device, void* info, std::size_t bytes) {
  nvmlPciInfo_t found;
  const nvmlReturn_t error = nvmlDeviceGetPciInfo_v3(device, info != nullptr ? &found : nullptr);
  if (error == NVML_SUCCESS) std::memcpy(info, &found, bytes);
  return error;
}

}  // namespace

extern "C" {
nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t* info) {
  return first_fields(device, info, offsetof(nvmlPciInfo_t, pciSubSystemId));
}
nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_t* info) {
  return first_fields(device, info, offsetof(nvmlPciInfo_t, busId));
}
nvmlReturn_t nvmlInit() { return nvmlInit_v2(); }
nvmlReturn_t nvmlDeviceGetCount(unsigned int* count) { return nvmlDeviceGetCount_v2(count); }
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}
nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char* bus, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByPciBusId_v2(bus, device);
}
}
