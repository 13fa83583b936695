// What tests of the simulated GPU share: the device, a ring of the test's own, packets, a native kernel.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <vgpu/runtime.h>
#include <vgpu/sim.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#define SIM_OK(call) ASSERT_EQ(call, vgpuSuccess) << vgpuGetLastErrorMessage()

namespace sim_test {

// Native kernel "sim_add": y[i] += a for i < n; groups of any size.
inline vgpuError_t add_groups(const vgpuNativeGroup* group, void* const* args, void*) {
  auto* y = *static_cast<float* const*>(args[0]);
  const float a = *static_cast<const float*>(args[1]);
  const int n = *static_cast<const int*>(args[2]);
  for (unsigned i = 0; i < group->blockDim.x; ++i) {
    const int at = static_cast<int>(group->blockIdx.x * 64 + i);
    if (at < n) y[at] += a;
  }
  return vgpuSuccess;
}
inline vgpuError_t fail_group(const vgpuNativeGroup*, void* const*, void*) { return vgpuErrorTrap; }

inline vgpuKernel_t native(const char* name, const char* signature, vgpuNativeFunction_t function) {
  vgpuKernel_t kernel{};
  vgpuError_t result = vgpuGetNativeKernel(&kernel, name);
  if (result != vgpuSuccess) {
    result = vgpuRegisterNativeKernel(&kernel, name, signature, function, nullptr);
  }
  EXPECT_EQ(result, vgpuSuccess) << vgpuGetLastErrorMessage();
  return kernel;
}

class Sim : public testing::Test {
 protected:
  static constexpr uint32_t kRing = 30, kSlots = 16;
  static constexpr size_t kBytes = 1 << 16;

  void SetUp() override {
    SIM_OK(vgpuGetDeviceByName(&device, "sim"));
    SIM_OK(vgpuSetDevice(device));
    write("CONTROL", 1);
    SIM_OK(vgpuMalloc(&ring_memory, kSlots * sizeof(vgpuSimPacket)));
    SIM_OK(vgpuMalloc(&memory, kBytes));
    program(kRing);
  }
  void TearDown() override {
    vgpuSimWaitIdle(device);
    write("CONTROL", 1);
    vgpuFree(ring_memory);
    vgpuFree(memory);
    vgpuSetDevice(0);
  }

  uint32_t offset(const std::string& name) const {
    uint32_t found = 0;
    EXPECT_EQ(vgpuSimFindRegister(name.c_str(), &found), vgpuSuccess) << name;
    return found;
  }
  uint32_t read(const std::string& name) const {
    uint32_t value = 0;
    EXPECT_EQ(vgpuSimReadRegister(device, offset(name), &value), vgpuSuccess);
    return value;
  }
  void write(const std::string& name, uint32_t value) const {
    EXPECT_EQ(vgpuSimWriteRegister(device, offset(name), value), vgpuSuccess);
  }
  static std::string ring_name(uint32_t ring, const char* name) {
    return "RING" + std::to_string(ring) + "_" + name;
  }
  void program(uint32_t ring) const {
    const auto base = reinterpret_cast<uint64_t>(ring_memory);
    write(ring_name(ring, "BASE_LO"), static_cast<uint32_t>(base));
    write(ring_name(ring, "BASE_HI"), static_cast<uint32_t>(base >> 32));
    write(ring_name(ring, "SIZE"), kSlots);
  }
  // Writes a packet into the ring's next slot; the device sees it at the doorbell, or is just reading what stood there.
  void put(const vgpuSimPacket& packet) {
    constexpr size_t kWords = sizeof packet / sizeof(uint64_t);
    const auto words = std::bit_cast<std::array<uint64_t, kWords>>(packet);
    uint64_t* slot = static_cast<uint64_t*>(ring_memory) + tail++ % kSlots * kWords;
    for (size_t i = 0; i < kWords; ++i) {
      std::atomic_ref(slot[i]).store(words[i], std::memory_order_relaxed);
    }
  }
  void ring_bell(uint32_t ring = kRing) const {
    write(ring_name(ring, "DOORBELL"), tail);
    EXPECT_EQ(vgpuSimWaitIdle(device), vgpuSuccess);
  }
  void reset_ring() {
    write(ring_name(kRing, "CONTROL"), 1);
    write("CONTROL", 2);
    tail = 0;
  }

  static vgpuSimPacket packet(vgpuSimOpcode opcode, uint32_t flags = 0) {
    vgpuSimPacket made{};
    made.opcode = static_cast<uint32_t>(opcode);
    made.flags = flags;
    return made;
  }
  static vgpuSimPacket fence(uint64_t value, uint32_t flags = 0) {
    vgpuSimPacket made = packet(vgpuSimOpFence, flags);
    made.fence.value = value;
    return made;
  }
  static vgpuSimPacket copy(const void* src, void* dst, uint64_t bytes) {
    vgpuSimPacket made = packet(vgpuSimOpCopy);
    made.copy = {reinterpret_cast<uint64_t>(src), reinterpret_cast<uint64_t>(dst), 0, 0, bytes, 1};
    return made;
  }
  // The fault that the packet raises; the ring is ready again afterwards.
  uint32_t fault_of(const vgpuSimPacket& bad) {
    put(bad);
    ring_bell();
    const uint32_t code = read("FAULT");
    EXPECT_EQ(read(ring_name(kRing, "STATE")), code == 0 ? 0u : 3u);
    reset_ring();
    EXPECT_EQ(read("FAULT"), 0u);
    return code;
  }

  int device = 0;
  void* ring_memory = nullptr;
  void* memory = nullptr;
  uint32_t tail = 0;
};

}  // namespace sim_test
