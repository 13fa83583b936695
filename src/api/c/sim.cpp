// The functions of vgpu/sim.h.
// SPDX-License-Identifier: MIT
#include <vgpu/sim.h>

#include <algorithm>
#include <cstring>

#include "api/c/entry.h"
#include "device/sim/machine.h"
#include "device/sim/sim_device.h"
#include "runtime/scheduler.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

sim::Machine& machine_of(int device) {
  DeviceContext& context = Context::shared().device(device);
  sim::Machine* machine = sim_machine(context.device());
  if (machine == nullptr) {
    fail(ErrorCode::NotSupported, "device: {} ({}) has no registers; vgpuSimAttach gives it some",
         device, context.kind());
  }
  return *machine;
}

sim::Machine& idle_machine_of(int device) {
  sim::Machine& machine = machine_of(device);
  Scheduler::shared().wait_device(Context::shared().device(device));
  machine.wait_idle();
  return machine;
}

}  // namespace

vgpuError_t vgpuSimAttach(int device) {
  return entry(__func__, [&] {
    DeviceContext& context = Context::shared().device(device);
    if (sim_machine(context.device()) != nullptr) return;
    Scheduler::shared().wait_device(context);
    context.put_in_front(make_sim_front(context.device()));
  });
}

vgpuError_t vgpuSimIsAttached(int device, int* attached) {
  return entry(__func__, [&] {
    require(attached, "attached");
    *attached = sim_machine(Context::shared().device(device).device()) != nullptr;
  });
}

vgpuError_t vgpuSimReadRegister(int device, uint32_t offset, uint32_t* value) {
  return entry(__func__, [&] {
    require(value, "value");
    *value = machine_of(device).read(offset);
  });
}

vgpuError_t vgpuSimWriteRegister(int device, uint32_t offset, uint32_t value) {
  return entry(__func__, [&] { machine_of(device).write(offset, value); });
}

vgpuError_t vgpuSimFindRegister(const char* name, uint32_t* offset) {
  return entry(__func__, [&] {
    require(name, "name");
    require(offset, "offset");
    const auto found = sim::find_register(std::string_view(name));
    if (!found) fail(ErrorCode::SymbolNotFound, "name: there is no register \"{}\"", name);
    *offset = *found;
  });
}

vgpuError_t vgpuSimGetRegisters(vgpuSimRegister* registers, size_t* count) {
  return entry(__func__, [&] {
    require(count, "count");
    const auto& all = sim::all_registers();
    const std::size_t copied = fit_count(count, registers != nullptr, all.size());
    for (std::size_t i = 0; i < copied; ++i) {
      registers[i] = {};
      std::strncpy(registers[i].name, all[i].name.c_str(), sizeof registers[i].name - 1);
      registers[i].offset = all[i].offset;
      registers[i].writable = all[i].access != sim::Access::ro;
    }
  });
}

vgpuError_t vgpuSimReadConfig(int device, uint32_t offset, uint32_t size, uint32_t* value) {
  return entry(__func__, [&] {
    require(value, "value");
    *value = machine_of(device).config().read(offset, size);
  });
}

vgpuError_t vgpuSimWriteConfig(int device, uint32_t offset, uint32_t size, uint32_t value) {
  return entry(__func__, [&] { machine_of(device).config().write(offset, size, value); });
}

vgpuError_t vgpuSimMapBar(int device, int bar, void** base, size_t* size) {
  return entry(__func__, [&] {
    require(base, "base");
    require(size, "size");
    sim::Machine& machine = machine_of(device);
    if (bar == 0) {
      *base = machine.map_registers();
      *size = sim::kRegisterBytes;
    } else if (bar == 2) {
      const MemoryBlock range = machine.silicon().memory().range();
      *base = range.base;
      *size = range.size;
    } else {
      fail(ErrorCode::InvalidValue, "bar: {} is neither 0 nor 2", bar);
    }
  });
}

vgpuError_t vgpuSimGetInterruptFd(int device, int* fd) {
  return entry(__func__, [&] {
    require(fd, "fd");
    *fd = machine_of(device).interrupts().descriptor();
  });
}

vgpuError_t vgpuSimMapHost(int device, void* base, size_t size) {
  return entry(__func__, [&] { machine_of(device).guard().map_once(base, size); });
}

vgpuError_t vgpuSimUnmapHost(int device, void* base) {
  return entry(__func__, [&] { machine_of(device).guard().unmap_once(base); });
}

vgpuError_t vgpuSimAddKernel(int device, vgpuKernel_t kernel, uint32_t* number) {
  return entry(__func__, [&] {
    require(number, "number");
    auto found = Context::shared().kernels.get(to_number(kernel));
    *number = machine_of(device).kernels().add({std::move(found), nullptr});
  });
}

vgpuError_t vgpuSimRemoveKernel(int device, uint32_t number) {
  return entry(__func__, [&] {
    if (!machine_of(device).kernels().remove(number)) {
      fail(ErrorCode::InvalidValue, "number: there is no kernel {}", number);
    }
  });
}

vgpuError_t vgpuSimWaitIdle(int device) {
  return entry(__func__, [&] { idle_machine_of(device); });
}

vgpuError_t vgpuSimGetTime(int device, uint64_t* picoseconds) {
  return entry(__func__, [&] {
    require(picoseconds, "picoseconds");
    *picoseconds = idle_machine_of(device).timeline().drain();
  });
}

vgpuError_t vgpuSimGetTrace(int device, vgpuSimEvent* events, size_t* count) {
  return entry(__func__, [&] {
    require(count, "count");
    const auto all = idle_machine_of(device).timeline().events();
    std::copy_n(all.begin(), fit_count(count, events != nullptr, all.size()), events);
  });
}

vgpuError_t vgpuSimClearTrace(int device) {
  return entry(__func__, [&] { idle_machine_of(device).timeline().clear_events(); });
}

vgpuError_t vgpuSimSaveTrace(int device, const char* path) {
  return entry(__func__, [&] {
    require(path, "path");
    sim::Machine& machine = idle_machine_of(device);
    sim::save_trace(path, machine.timeline().events(), machine.model());
  });
}
