// vgpu._native.Sim: the simulated GPU's registers, rings and trace.
// SPDX-License-Identifier: MIT
#include <vgpu/sim.h>

#include "bindings.h"

namespace vgpu_python {
namespace {

class Sim {
 public:
  explicit Sim(const Device& device) : index_(device.index()) { check(vgpuSimAttach(index_)); }

  int index() const { return index_; }
  std::uint32_t read32(std::uint32_t offset) const {
    std::uint32_t value = 0;
    check(vgpuSimReadRegister(index_, offset, &value));
    return value;
  }
  void write32(std::uint32_t offset, std::uint32_t value) const {
    py::gil_scoped_release unlocked;
    check(vgpuSimWriteRegister(index_, offset, value));
  }
  std::uint32_t read_config(std::uint32_t offset, std::uint32_t size) const {
    std::uint32_t value = 0;
    check(vgpuSimReadConfig(index_, offset, size, &value));
    return value;
  }
  void write_config(std::uint32_t offset, std::uint32_t size, std::uint32_t value) const {
    check(vgpuSimWriteConfig(index_, offset, size, value));
  }
  py::memoryview map_bar(int bar) const {
    void* base = nullptr;
    std::size_t size = 0;
    check(vgpuSimMapBar(index_, bar, &base, &size));
    return py::memoryview::from_memory(base, static_cast<py::ssize_t>(size));
  }
  int interrupt_fd() const {
    int fd = -1;
    check(vgpuSimGetInterruptFd(index_, &fd));
    return fd;
  }
  void map_host(std::uint64_t address, std::size_t size) const {
    check(vgpuSimMapHost(index_, reinterpret_cast<void*>(address), size));
  }
  void unmap_host(std::uint64_t address) const {
    check(vgpuSimUnmapHost(index_, reinterpret_cast<void*>(address)));
  }
  std::uint32_t add_kernel(const Kernel& kernel) const {
    std::uint32_t number = 0;
    check(vgpuSimAddKernel(index_, kernel.handle(), &number));
    return number;
  }
  void remove_kernel(std::uint32_t number) const { check(vgpuSimRemoveKernel(index_, number)); }
  void wait_idle() const {
    py::gil_scoped_release unlocked;
    check(vgpuSimWaitIdle(index_));
  }
  std::uint64_t time() const {
    py::gil_scoped_release unlocked;
    std::uint64_t picoseconds = 0;
    check(vgpuSimGetTime(index_, &picoseconds));
    return picoseconds;
  }
  py::list trace() const;
  void clear_trace() const { check(vgpuSimClearTrace(index_)); }
  void save_trace(const std::string& path) const { check(vgpuSimSaveTrace(index_, path.c_str())); }

 private:
  int index_;
};

py::list Sim::trace() const {
  std::vector<vgpuSimEvent> events;
  std::size_t count = 0;
  {
    py::gil_scoped_release unlocked;
    check(vgpuSimGetTrace(index_, nullptr, &count));
    events.resize(count);
    check(vgpuSimGetTrace(index_, events.data(), &count));
  }
  using namespace pybind11::literals;
  py::list list;
  for (const vgpuSimEvent& e : events) {
    list.append(py::dict("name"_a = e.name, "lane"_a = e.lane, "start_ps"_a = e.start,
                         "end_ps"_a = e.end, "ring"_a = e.ring, "bytes"_a = e.bytes,
                         "groups"_a = e.groups, "command"_a = e.command));
  }
  return list;
}

std::uint32_t find_register(const std::string& name) {
  std::uint32_t offset = 0;
  check(vgpuSimFindRegister(name.c_str(), &offset));
  return offset;
}

py::dict registers() {
  std::size_t count = 0;
  check(vgpuSimGetRegisters(nullptr, &count));
  std::vector<vgpuSimRegister> all(count);
  check(vgpuSimGetRegisters(all.data(), &count));
  py::dict result;
  for (const vgpuSimRegister& one : all) result[one.name] = one.offset;
  return result;
}

}  // namespace

void bind_sim(py::module_& m) {
  m.def("sim_find_register", find_register, py::arg("name"), "Offset of a register in BAR 0.");
  m.def("sim_registers", registers, "Offsets of all registers by name.");
  py::class_<Sim>(m, "Sim", "The simulated GPU of a device; other devices get one put in front.")
      .def(py::init<const Device&>(), py::arg("device"))
      .def_property_readonly("index", &Sim::index)
      .def("read32", &Sim::read32, py::arg("offset"))
      .def("write32", &Sim::write32, py::arg("offset"), py::arg("value"))
      .def("read_config", &Sim::read_config, py::arg("offset"), py::arg("size"))
      .def("write_config", &Sim::write_config, py::arg("offset"), py::arg("size"), py::arg("value"))
      .def("map_bar", &Sim::map_bar, py::arg("bar"))
      .def("interrupt_fd", &Sim::interrupt_fd)
      .def("map_host", &Sim::map_host, py::arg("address"), py::arg("size"))
      .def("unmap_host", &Sim::unmap_host, py::arg("address"))
      .def("add_kernel", &Sim::add_kernel, py::arg("kernel"))
      .def("remove_kernel", &Sim::remove_kernel, py::arg("number"))
      .def("wait_idle", &Sim::wait_idle)
      .def("time", &Sim::time)
      .def("trace", &Sim::trace)
      .def("clear_trace", &Sim::clear_trace)
      .def("save_trace", &Sim::save_trace, py::arg("path"));
}

}  // namespace vgpu_python
