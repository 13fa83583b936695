// What NVML of this installation tells of the GPUs that CUDA programs see.
//
// libvgpu_cudart.so is opened as any program opens libnvidia-ml.so: the command line itself is not linked with it.
// SPDX-License-Identifier: MIT
#include "cli/nvml_facts.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <functional>

#include "base/error.h"
#include "cli/installation.h"
#include "nvml.h"

namespace vgpu::cli {
namespace {

// NVML, loaded. A function that has no answer leaves a field without a value.
class Nvml {
 public:
  Nvml() : library_(dlopen(installed_library("libvgpu_cudart.so").c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) fail(ErrorCode::FileNotFound, "{}", dlerror());
    check(find<decltype(nvmlInit_v2)>("nvmlInit_v2")());
  }

  template <class Function, class... Arguments>
  bool call(const char* name, Arguments... arguments) const {
    return find<Function>(name)(arguments...) == NVML_SUCCESS;
  }

  std::vector<nvmlDevice_t> devices() const {
    unsigned count = 0;
    check(find<decltype(nvmlDeviceGetCount_v2)>("nvmlDeviceGetCount_v2")(&count));
    std::vector<nvmlDevice_t> result(count);
    for (unsigned i = 0; i < count; ++i) {
      check(find<decltype(nvmlDeviceGetHandleByIndex_v2)>("nvmlDeviceGetHandleByIndex_v2")(
          i, &result[i]));
    }
    return result;
  }

 private:
  template <class Function>
  Function* find(const char* name) const {
    auto* function = reinterpret_cast<Function*>(dlsym(library_, name));
    if (function == nullptr) fail(ErrorCode::SymbolNotFound, "{}", dlerror());
    return function;
  }
  void check(nvmlReturn_t result) const {
    if (result == NVML_SUCCESS) return;
    fail(ErrorCode::Unknown, "NVML: {}",
         find<decltype(nvmlErrorString)>("nvmlErrorString")(result));
  }

  void* library_;
};

struct Value {
  std::string text;  // empty: there is none
  std::string unit;
};

template <class Function>
Value text_of(const Nvml& nvml, const char* function, nvmlDevice_t device) {
  std::array<char, NVML_DEVICE_NAME_V2_BUFFER_SIZE> text{};
  const auto size = static_cast<unsigned>(text.size());
  return {nvml.call<Function>(function, device, text.data(), size) ? text.data() : "", ""};
}

template <class Function, class... Before>
Value number_of(const Nvml& nvml, const char* function, const char* unit, Before... before) {
  unsigned number = 0;
  return {nvml.call<Function>(function, before..., &number) ? std::to_string(number) : "", unit};
}
#define VG_TEXT(function) text_of<decltype(function)>(nvml, #function, device)
#define VG_NUMBER(function, unit, ...) \
  number_of<decltype(function)>(nvml, #function, unit, device __VA_OPT__(, ) __VA_ARGS__)

Value memory(const Nvml& nvml, nvmlDevice_t device, unsigned long long nvmlMemory_t::* part) {
  nvmlMemory_t all{};
  if (!nvml.call<decltype(nvmlDeviceGetMemoryInfo)>("nvmlDeviceGetMemoryInfo", device, &all))
    return {};
  return {std::to_string((all.*part) >> 20), "MiB"};
}

Value driver_version(const Nvml& nvml) {
  std::array<char, NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE> text{};
  nvml.call<decltype(nvmlSystemGetDriverVersion)>("nvmlSystemGetDriverVersion", text.data(),
                                                  static_cast<unsigned>(text.size()));
  return {text.data(), ""};
}

std::string cuda_version(const Nvml& nvml) {
  int version = 0;
  nvml.call<decltype(nvmlSystemGetCudaDriverVersion_v2)>("nvmlSystemGetCudaDriverVersion_v2",
                                                         &version);
  return fmt::format("{}.{}", NVML_CUDA_DRIVER_VERSION_MAJOR(version),
                     NVML_CUDA_DRIVER_VERSION_MINOR(version));
}

Value capability(const Nvml& nvml, nvmlDevice_t device) {
  int major = 0, minor = 0;
  nvml.call<decltype(nvmlDeviceGetCudaComputeCapability)>("nvmlDeviceGetCudaComputeCapability",
                                                          device, &major, &minor);
  return {fmt::format("{}.{}", major, minor), ""};
}

Value bus(const Nvml& nvml, nvmlDevice_t device) {
  nvmlPciInfo_t info{};
  nvml.call<decltype(nvmlDeviceGetPciInfo_v3)>("nvmlDeviceGetPciInfo_v3", device, &info);
  return {info.busId, ""};
}

Value percent_busy(const Nvml& nvml, nvmlDevice_t device, unsigned nvmlUtilization_t::* part) {
  nvmlUtilization_t rates{};
  const bool known = nvml.call<decltype(nvmlDeviceGetUtilizationRates)>(
      "nvmlDeviceGetUtilizationRates", device, &rates);
  return {known ? std::to_string(rates.*part) : "", "%"};
}

struct Field {
  std::vector<std::string> names;  // the first one stands in headings and JSON
  std::function<Value(const Nvml&, nvmlDevice_t)> value;
};

#define VG_FIELD(expression) [](const Nvml& nvml, nvmlDevice_t device) { return expression; }
#define VG_NO_VALUE(unit) [](const Nvml&, nvmlDevice_t) { return Value{"", unit}; }

const std::vector<Field>& fields() {
  static const std::vector<Field> all = {
      {{"index"}, VG_FIELD(VG_NUMBER(nvmlDeviceGetIndex, ""))},
      {{"name", "gpu_name"}, VG_FIELD(VG_TEXT(nvmlDeviceGetName))},
      {{"uuid", "gpu_uuid"}, VG_FIELD(VG_TEXT(nvmlDeviceGetUUID))},
      {{"pci.bus_id", "gpu_bus_id"}, VG_FIELD(bus(nvml, device))},
      {{"driver_version"}, VG_FIELD((static_cast<void>(device), driver_version(nvml)))},
      {{"compute_cap"}, VG_FIELD(capability(nvml, device))},
      {{"memory.total"}, VG_FIELD(memory(nvml, device, &nvmlMemory_t::total))},
      {{"memory.used"}, VG_FIELD(memory(nvml, device, &nvmlMemory_t::used))},
      {{"memory.free"}, VG_FIELD(memory(nvml, device, &nvmlMemory_t::free))},
      {{"clocks.sm", "clocks.current.sm"},
       VG_FIELD(VG_NUMBER(nvmlDeviceGetClockInfo, "MHz", NVML_CLOCK_SM))},
      {{"clocks.mem", "clocks.current.memory"},
       VG_FIELD(VG_NUMBER(nvmlDeviceGetClockInfo, "MHz", NVML_CLOCK_MEM))},
      {{"clocks.max.sm"}, VG_FIELD(VG_NUMBER(nvmlDeviceGetMaxClockInfo, "MHz", NVML_CLOCK_SM))},
      {{"clocks.max.mem", "clocks.max.memory"},
       VG_FIELD(VG_NUMBER(nvmlDeviceGetMaxClockInfo, "MHz", NVML_CLOCK_MEM))},
      {{"utilization.gpu"}, VG_FIELD(percent_busy(nvml, device, &nvmlUtilization_t::gpu))},
      {{"utilization.memory"}, VG_FIELD(percent_busy(nvml, device, &nvmlUtilization_t::memory))},
      {{"temperature.gpu"},
       VG_FIELD(VG_NUMBER(nvmlDeviceGetTemperature, "", NVML_TEMPERATURE_GPU))},
      {{"fan.speed"}, VG_NO_VALUE("%")},
      {{"power.draw"}, VG_NO_VALUE("W")},
      {{"power.limit"}, VG_NO_VALUE("W")},
      {{"pstate"}, VG_NO_VALUE("")},
      {{"serial", "gpu_serial"}, VG_FIELD(VG_TEXT(nvmlDeviceGetSerial))},
      {{"vbios_version"}, VG_FIELD(VG_TEXT(nvmlDeviceGetVbiosVersion))},
      {{"ecc.mode.current"}, VG_NO_VALUE("")},
      {{"mig.mode.current"}, VG_NO_VALUE("")},
  };
  return all;
}

Json gpu_facts(const Nvml& nvml, nvmlDevice_t device) {
  Json result = Json::object();
  for (const Field& field : fields()) {
    const Value value = field.value(nvml, device);
    result[field.names[0]] = {{"value", value.text.empty() ? Json() : Json(value.text)},
                              {"unit", value.unit}};
  }
  return result;
}

}  // namespace

Json nvml_facts() {
  const Nvml nvml;
  Json gpus = Json::array();
  for (nvmlDevice_t device : nvml.devices()) gpus.push_back(gpu_facts(nvml, device));
  return {{"driver_version", driver_version(nvml).text},
          {"cuda_version", cuda_version(nvml)},
          {"gpus", std::move(gpus)}};
}

const std::string* nvml_field(const std::string& name) {
  for (const Field& field : fields()) {
    for (const std::string& known : field.names) {
      if (known == name) return field.names.data();
    }
  }
  return nullptr;
}

}  // namespace vgpu::cli
