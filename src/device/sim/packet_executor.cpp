// The packets, one after another.
// SPDX-License-Identifier: MIT
#include "device/sim/packet_executor.h"

#include <algorithm>
#include <cstring>

namespace vgpu::sim {
namespace {

std::byte* pointer(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

// An error of the silicon becomes a fault; the text stays with it for the driver.
template <typename Work>
void guarded(vgpuSimFault code, Work&& work) {
  try {
    work();
  } catch (...) {
    throw Fault{code, 0, current_error()};
  }
}

}  // namespace

const char* fault_name(vgpuSimFault code) {
  switch (code) {
#define VG_SIM_FAULT(name, value, text) \
  case vgpuSimFault##name:              \
    return text;
#include <vgpu/c/sim_faults.def>
#undef VG_SIM_FAULT
    case vgpuSimFaultNone:
      break;
  }
  return "no fault";
}

void PacketExecutor::run(const vgpuSimPacket& packet, Step& step) {
  switch (packet.opcode) {
    case vgpuSimOpNop:
      return;
    case vgpuSimOpCopy:
      return run_copy(packet, step);
    case vgpuSimOpFill:
      return run_fill(packet, step);
    case vgpuSimOpDispatch:
      return run_dispatch(packet, step);
    case vgpuSimOpWrite:
      return run_write(packet, step);
    default:
      throw Fault{vgpuSimFaultBadOpcode, packet.opcode, {}};
  }
}

// Where all rows lie; throws if they are not all in one place, or there are none.
PacketExecutor::Place PacketExecutor::reach(std::uint64_t address, std::uint64_t pitch,
                                            std::uint64_t width, std::uint64_t height) const {
  std::uint64_t rows = 0, bytes = 0;
  if (width == 0 || height == 0 || (height > 1 && pitch < width)) {
    throw Fault{vgpuSimFaultBadPacket, width == 0 || height == 0 ? 0 : pitch, {}};
  }
  if (__builtin_mul_overflow(height > 1 ? pitch : 0, height - 1, &rows) ||
      __builtin_add_overflow(rows, width, &bytes)) {
    throw Fault{vgpuSimFaultBadPacket, height, {}};
  }
  const Place place = guard_.find(address, bytes);
  if (place == Place::nowhere) throw Fault{vgpuSimFaultBadAddress, address, {}};
  return place;
}

void PacketExecutor::run_copy(const vgpuSimPacket& packet, Step& step) {
  const auto& c = packet.copy;
  const Place from = reach(c.src, c.src_pitch, c.width, c.height);
  const Place to = reach(c.dst, c.dst_pitch, c.width, c.height);
  step.bytes = c.width * c.height;
  step.rows = c.height;
  step.kind = from == Place::host ? Step::Kind::copy_in
              : to == Place::host ? Step::Kind::copy_out
                                  : Step::Kind::copy_inside;
  guarded(vgpuSimFaultBadPacket, [&] {
    silicon_.copy({pointer(c.dst), c.dst_pitch, pointer(c.src), c.src_pitch, c.width, c.height});
  });
}

void PacketExecutor::run_fill(const vgpuSimPacket& packet, Step& step) {
  const auto& f = packet.fill;
  Fill fill{pointer(f.dst), f.pitch, f.width, f.height, {}, f.pattern_size};
  if (f.pattern_size == 0 || f.pattern_size > fill.pattern.size() ||
      f.width % f.pattern_size != 0) {
    throw Fault{vgpuSimFaultBadPacket, f.pattern_size, {}};
  }
  reach(f.pattern, 0, f.pattern_size, 1);
  reach(f.dst, f.pitch, f.width, f.height);
  std::memcpy(fill.pattern.data(), pointer(f.pattern), f.pattern_size);
  step.kind = Step::Kind::fill;
  step.bytes = f.width * f.height;
  step.rows = f.height;
  guarded(vgpuSimFaultBadPacket, [&] { silicon_.fill(fill); });
}

void PacketExecutor::run_write(const vgpuSimPacket& packet, Step& step) {
  const auto& w = packet.write;
  if (w.address % sizeof w.value != 0) throw Fault{vgpuSimFaultBadAddress, w.address, {}};
  reach(w.address, 0, sizeof w.value, 1);
  step.kind = Step::Kind::write;
  __atomic_store_n(reinterpret_cast<std::uint64_t*>(w.address), w.value, __ATOMIC_RELEASE);
}

GridShape PacketExecutor::shape_of(const vgpuSimPacket& packet) const {
  const auto& d = packet.dispatch;
  const vgpuDeviceProp& limits = silicon_.properties();
  if (d.work_dim < 1 || d.work_dim > 3) throw Fault{vgpuSimFaultBadPacket, d.work_dim, {}};
  GridShape shape;
  shape.work_dim = d.work_dim;
  shape.dynamic_local_bytes = d.local_bytes;
  shape.cooperative = (packet.flags & VGPU_SIM_COOPERATIVE) != 0;
  for (unsigned i = 0; i < 3; ++i) {
    shape.global_size[i] = d.global[i];
    shape.global_offset[i] = d.offset[i];
    shape.local_size[i] = d.local[i];
    const auto most_items = static_cast<std::uint32_t>(limits.maxThreadsDim[i]);
    if (d.local[i] == 0 || d.local[i] > most_items) {
      throw Fault{vgpuSimFaultBadLaunch, d.local[i], {}};
    }
    const auto most_groups = static_cast<std::uint64_t>(limits.maxGridSize[i]);
    if (d.global[i] == 0 || (d.global[i] - 1) / d.local[i] >= most_groups) {
      throw Fault{vgpuSimFaultBadLaunch, d.global[i], {}};
    }
  }
  if (shape.local_items() > static_cast<std::uint64_t>(limits.maxThreadsPerBlock)) {
    throw Fault{vgpuSimFaultBadLaunch, shape.local_items(), {}};
  }
  return shape;
}

// A program's packet may hold anything: pointers must at least start in memory that the device can reach.
void PacketExecutor::check_arguments(const vgpuSimPacket& packet, const Kernel& kernel) const {
  const auto& d = packet.dispatch;
  if (d.argument_bytes != kernel.info().argument_bytes) {
    throw Fault{vgpuSimFaultBadLaunch, d.argument_bytes, {}};
  }
  if (d.argument_bytes == 0) return;
  reach(d.arguments, 0, d.argument_bytes, 1);
  for (const compiler::KernelArgument& argument : kernel.info().arguments) {
    if (argument.kind != compiler::ArgumentKind::global &&
        argument.kind != compiler::ArgumentKind::constant) {
      continue;
    }
    std::uint64_t address = 0;
    std::memcpy(&address, pointer(d.arguments) + argument.offset, sizeof address);
    if (address != 0) reach(address, 0, 1, 1);
  }
}

void PacketExecutor::run_dispatch(const vgpuSimPacket& packet, Step& step) {
  const auto entry = kernels_.find(packet.dispatch.kernel);
  if (!entry) throw Fault{vgpuSimFaultBadKernel, packet.dispatch.kernel, {}};
  const GridShape shape = shape_of(packet);
  step.kind = Step::Kind::launch;
  step.name = entry->kernel->name();
  step.groups = shape.group_count();
  step.items = shape.local_items();
  std::unique_ptr<Launch> made;
  const Launch* launch = entry->prepared;
  if (launch == nullptr) {
    check_arguments(packet, *entry->kernel);
    guarded(vgpuSimFaultBadLaunch, [&] {
      made = silicon_.prepare(entry->kernel, shape, pointer(packet.dispatch.arguments));
    });
    launch = made.get();
  }
  guarded(vgpuSimFaultKernelFailed, [&] { launch->run(); });
}

}  // namespace vgpu::sim
