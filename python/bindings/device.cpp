// vgpu.Device, its properties, and what belongs to a whole device.
// SPDX-License-Identifier: MIT
#include "bindings.h"

namespace vgpu_python {
namespace {

int count() {
  int devices = 0;
  check(vgpuGetDeviceCount(&devices));
  return devices;
}

vgpuDeviceProp properties(const Device& device) {
  vgpuDeviceProp result;
  check(vgpuGetDeviceProperties(&result, device.index()));
  return result;
}

void synchronize(const Device& device) {
  py::gil_scoped_release unlocked;
  device.select();
  check(vgpuDeviceSynchronize());
}

float last_kernel_time(const Device& device) {
  synchronize(device);
  float milliseconds = 0;
  check(vgpuDeviceGetLastKernelTime(&milliseconds, device.index()));
  return milliseconds;
}

py::tuple memory_info(const Device& device) {
  std::size_t free = 0, total = 0;
  device.select();
  check(vgpuMemGetInfo(&free, &total));
  return py::make_tuple(free, total);
}

py::dict memory_stats(const Device& device) {
  vgpuMemStats stats;
  check(vgpuMemGetStats(&stats, device.index()));
  using namespace pybind11::literals;
  return py::dict("used"_a = stats.used, "peak"_a = stats.peak, "reserved"_a = stats.reserved,
                  "limit"_a = stats.limit, "allocations"_a = stats.allocations,
                  "total"_a = stats.total);
}

vgpuPolicy policy(const Device& device) {
  vgpuPolicy result;
  check(vgpuDeviceGetPolicy(&result, device.index()));
  return result;
}

vgpuWorkloadClass workload(const Device& device) {
  vgpuWorkloadClass result;
  check(vgpuDeviceGetWorkloadClass(&result, device.index()));
  return result;
}

void bind_properties(py::module_& m) {
  using P = vgpuDeviceProp;
  py::class_<P>(m, "Properties", "What a device is; the names are CUDA's.")
      .def_property_readonly("name", [](const P& p) { return p.name; })
      .def_property_readonly("vendor", [](const P& p) { return p.vendor; })
      .def_property_readonly("instructionSet", [](const P& p) { return p.instructionSet; })
      .def_property_readonly("kind",
                             [](const P& p) {
                               if (p.kind == vgpuDeviceKindSim) return "sim";
                               if (p.kind == vgpuDeviceKindOpenCL) return "opencl";
                               return p.kind == vgpuDeviceKindCpu ? "cpu" : "null";
                             })
      .def_readonly("major", &P::major)
      .def_readonly("minor", &P::minor)
      .def_readonly("totalGlobalMem", &P::totalGlobalMem)
      .def_readonly("sharedMemPerBlock", &P::sharedMemPerBlock)
      .def_readonly("multiProcessorCount", &P::multiProcessorCount)
      .def_readonly("warpSize", &P::warpSize)
      .def_readonly("maxThreadsPerBlock", &P::maxThreadsPerBlock)
      .def_readonly("l1CacheSize", &P::l1CacheSize)
      .def_readonly("l2CacheSize", &P::l2CacheSize)
      .def_readonly("l3CacheSize", &P::l3CacheSize)
      .def_readonly("simdWidth", &P::simdWidth)
      .def_readonly("numaNodes", &P::numaNodes)
      .def_readonly("coreCount", &P::coreCount)
      .def("__repr__",
           [](const P& p) { return std::string("<vgpu.Properties of ") + p.name + ">"; });
}

void bind_enums(py::module_& m) {
  py::enum_<vgpuPolicy>(m, "Policy", "What the runtime should be sparing of.")
      .value("PERFORMANCE", vgpuPolicyPerformance)
      .value("BALANCED", vgpuPolicyBalanced)
      .value("MEMORY_SAVER", vgpuPolicyMemorySaver)
      .value("POWER_SAVER", vgpuPolicyPowerSaver);
  py::enum_<vgpuWorkloadClass>(m, "WorkloadType", "What the program does: a hint.")
      .value("AUTO", vgpuWorkloadAuto)
      .value("ML_TRAINING", vgpuWorkloadMlTraining)
      .value("ML_INFERENCE", vgpuWorkloadMlInference)
      .value("SCIENTIFIC", vgpuWorkloadScientific)
      .value("GRAPHICS", vgpuWorkloadGraphics)
      .value("DATA_PROCESSING", vgpuWorkloadDataProcessing);
}

}  // namespace

Device::Device(int index) : index_(index) {
  vgpuDeviceProp ignored;
  check(vgpuGetDeviceProperties(&ignored, index));
}

Device::Device(const std::string& name) { check(vgpuGetDeviceByName(&index_, name.c_str())); }

void bind_device(py::module_& m) {
  bind_enums(m);
  bind_properties(m);
  m.def("device_count", count, "How many devices there are.");
  py::class_<Device>(m, "Device", "A device, by index or name.")
      .def(py::init<int>(), py::arg("index") = 0)
      .def(py::init<const std::string&>(), py::arg("name"))
      .def_property_readonly("index", &Device::index)
      .def("properties", properties)
      .def("synchronize", synchronize, "Waits for all work; raises its first error.")
      .def("last_kernel_time", last_kernel_time, "Milliseconds that the last kernel took.")
      .def("memory_info", memory_info, "(free, total) in bytes.")
      .def("memory_stats", memory_stats)
      .def("set_memory_limit",
           [](const Device& d, std::size_t n) { check(vgpuDeviceSetMemoryLimit(d.index(), n)); })
      .def("set_policy",
           [](const Device& d, vgpuPolicy p) { check(vgpuDeviceSetPolicy(d.index(), p)); })
      .def_property_readonly("policy", policy)
      .def("classify_workload",
           [](const Device& d, vgpuWorkloadClass w) {
             check(vgpuDeviceSetWorkloadClass(d.index(), w));
           })
      .def_property_readonly("workload", workload)
      .def("__eq__", [](const Device& a, const Device& b) { return a.index() == b.index(); })
      .def("__hash__", &Device::index)
      .def("__repr__",
           [](const Device& d) { return "<vgpu.Device " + std::to_string(d.index()) + ">"; });
}

}  // namespace vgpu_python
