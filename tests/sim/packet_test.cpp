// Packets: what each does, and the fault that each wrong one raises.
// SPDX-License-Identifier: MIT
#include <numeric>

#include "sim_fixture.h"

namespace {

using sim_test::Sim;

uint64_t number(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

class Packets : public Sim {
 protected:
  void SetUp() override {
    Sim::SetUp();
    host.resize(kBytes);
    std::iota(host.begin(), host.end(), 0);
    SIM_OK(vgpuSimMapHost(device, host.data(), host.size()));
    SIM_OK(vgpuSimAddKernel(
        device, sim_test::native("sim_add", "float* y, float a, int n", sim_test::add_groups),
        &add));
    SIM_OK(vgpuSimAddKernel(device, sim_test::native("sim_fail", "int n", sim_test::fail_group),
                            &failing));
  }
  void TearDown() override {
    vgpuSimRemoveKernel(device, add);
    vgpuSimRemoveKernel(device, failing);
    vgpuSimUnmapHost(device, host.data());
    Sim::TearDown();
  }
  // y[0..n) += 2.5 with y at the start of `memory`; the arguments stand at its end.
  vgpuSimPacket dispatch(int n) {
    struct {
      void* y;
      float a;
      int n;
    } arguments{memory, 2.5f, n};
    void* place = static_cast<char*>(memory) + kBytes - 256;
    std::memcpy(place, &arguments, sizeof arguments);
    vgpuSimPacket made = packet(vgpuSimOpDispatch);
    auto& d = made.dispatch;
    d.kernel = add;
    d.work_dim = 1;
    d.arguments = number(place);
    d.argument_bytes = sizeof arguments;
    d.global[0] = static_cast<uint64_t>(n);
    d.global[1] = d.global[2] = d.local[1] = d.local[2] = 1;
    d.local[0] = 64;
    return made;
  }

  std::vector<unsigned char> host;
  uint32_t add = 0, failing = 0;
};

TEST_F(Packets, CopyInComputeCopyOut) {
  std::vector<float> values(100, 1.0f);
  SIM_OK(vgpuSimMapHost(device, values.data(), 400));
  put(copy(values.data(), memory, 400));
  put(dispatch(100));
  put(copy(memory, values.data(), 400));
  put(fence(9));
  ring_bell();
  EXPECT_EQ(read("FAULT"), 0u);
  EXPECT_EQ(read(ring_name(kRing, "FENCE_LO")), 9u);
  EXPECT_EQ(read(ring_name(kRing, "HEAD")), 4u);
  for (float value : values) EXPECT_EQ(value, 3.5f);
  SIM_OK(vgpuSimUnmapHost(device, values.data()));
}

TEST_F(Packets, RowsFillsAndWrites) {
  vgpuSimPacket rows = packet(vgpuSimOpCopy);
  rows.copy = {number(host.data()), number(memory), 100, 16, 10, 5};
  put(rows);
  vgpuSimPacket fill = packet(vgpuSimOpFill);
  auto* bytes = static_cast<unsigned char*>(memory);
  fill.fill = {number(bytes + 1024), 0, 96, 1, number(host.data() + 1), 3, 0};
  put(fill);
  vgpuSimPacket store = packet(vgpuSimOpWrite);
  store.write = {number(bytes + 2048), 0x1122334455667788};
  put(store);
  ring_bell();
  ASSERT_EQ(read("FAULT"), 0u);
  for (int r = 0; r < 5; ++r) EXPECT_EQ(std::memcmp(bytes + 16 * r, host.data() + 100 * r, 10), 0);
  for (int i = 0; i < 96; ++i) EXPECT_EQ(bytes[1024 + i], 1 + i % 3);
  uint64_t value = 0;
  std::memcpy(&value, bytes + 2048, 8);
  EXPECT_EQ(value, 0x1122334455667788u);
}

TEST_F(Packets, TheRingWrapsAround) {
  for (uint32_t round = 0; round < 5 * kSlots; ++round) {
    put(fence(round + 1));
    if (round % 7 == 6) ring_bell();
  }
  ring_bell();
  EXPECT_EQ(read(ring_name(kRing, "FENCE_LO")), 5 * kSlots);
  EXPECT_EQ(read(ring_name(kRing, "HEAD")), 5 * kSlots);
}

TEST_F(Packets, RingsWaitForEachOther) {
  void* second = nullptr;
  SIM_OK(vgpuMalloc(&second, kSlots * sizeof(vgpuSimPacket)));
  auto* slots = static_cast<vgpuSimPacket*>(second);
  const auto base = number(second);
  write(ring_name(31, "BASE_LO"), static_cast<uint32_t>(base));
  write(ring_name(31, "BASE_HI"), static_cast<uint32_t>(base >> 32));
  write(ring_name(31, "SIZE"), kSlots);
  slots[0] = packet(vgpuSimOpWait);
  slots[0].wait = {kRing, 0, 42};
  slots[1] = fence(1);
  write(ring_name(31, "DOORBELL"), 2);
  SIM_OK(vgpuSimWaitIdle(device));
  EXPECT_EQ(read(ring_name(31, "STATE")), 2u);
  EXPECT_EQ(read("STATUS") & 1, 1u);
  EXPECT_EQ(read(ring_name(31, "FENCE_LO")), 0u);
  put(fence(42));
  ring_bell();
  EXPECT_EQ(read(ring_name(31, "STATE")), 0u);
  EXPECT_EQ(read(ring_name(31, "FENCE_LO")), 1u);
  SIM_OK(vgpuFree(second));
}

TEST_F(Packets, EachFaultHasItsCode) {
  vgpuSimPacket bad = packet(vgpuSimOpNop);
  bad.opcode = 99;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadOpcode});
  EXPECT_EQ(fault_of(copy(&device, memory, 4)), uint32_t{vgpuSimFaultBadAddress});
  EXPECT_EQ(fault_of(copy(memory, host.data(), kBytes + 1)), uint32_t{vgpuSimFaultBadAddress});
  EXPECT_EQ(fault_of(copy(memory, host.data(), 0)), uint32_t{vgpuSimFaultBadPacket});
  EXPECT_EQ(fault_of(copy(memory, host.data(), UINT64_MAX)), uint32_t{vgpuSimFaultBadAddress});
  vgpuSimPacket rows = packet(vgpuSimOpCopy);
  rows.copy = {number(memory), number(host.data()), 8, 8, 16, 2};  // pitch less than a row
  EXPECT_EQ(fault_of(rows), uint32_t{vgpuSimFaultBadPacket});
  rows.copy = {number(memory), number(host.data()), UINT64_MAX / 2, 16, 16, 4};
  EXPECT_EQ(fault_of(rows), uint32_t{vgpuSimFaultBadPacket});
  vgpuSimPacket fill = packet(vgpuSimOpFill);
  fill.fill = {number(memory), 0, 16, 1, number(host.data()), 200, 0};
  EXPECT_EQ(fault_of(fill), uint32_t{vgpuSimFaultBadPacket});
  fill.fill = {number(memory), 0, 16, 1, number(host.data()), 5, 0};
  EXPECT_EQ(fault_of(fill), uint32_t{vgpuSimFaultBadPacket});
  vgpuSimPacket store = packet(vgpuSimOpWrite);
  store.write = {number(memory) + 4, 1};
  EXPECT_EQ(fault_of(store), uint32_t{vgpuSimFaultBadAddress});
  vgpuSimPacket wait = packet(vgpuSimOpWait);
  wait.wait = {kRing, 0, 1};  // for itself
  EXPECT_EQ(fault_of(wait), uint32_t{vgpuSimFaultBadPacket});
  wait.wait = {1000, 0, 1};
  EXPECT_EQ(fault_of(wait), uint32_t{vgpuSimFaultBadPacket});
}

TEST_F(Packets, DispatchFaults) {
  vgpuSimPacket bad = dispatch(10);
  bad.dispatch.kernel = 123456;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadKernel});
  bad = dispatch(10);
  bad.dispatch.local[1] = 0;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadLaunch});
  bad = dispatch(10);
  bad.dispatch.global[2] = UINT64_MAX;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadLaunch});
  bad = dispatch(10);
  bad.dispatch.local[0] = bad.dispatch.local[1] = 1000;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadLaunch});
  bad = dispatch(10);
  bad.dispatch.argument_bytes = 4;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadLaunch});
  bad = dispatch(10);
  bad.dispatch.arguments = 16;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadAddress});
  bad = dispatch(10);
  bad.dispatch.work_dim = 4;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadPacket});
  bad = dispatch(10);
  *reinterpret_cast<uint64_t*>(bad.dispatch.arguments) = 0x1000;  // the pointer y
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultBadAddress});
  bad = dispatch(1);
  bad.dispatch.kernel = failing;
  bad.dispatch.argument_bytes = 4;
  EXPECT_EQ(fault_of(bad), uint32_t{vgpuSimFaultKernelFailed});
  EXPECT_EQ(fault_of(dispatch(10)), 0u);  // and the ring still works
}

TEST_F(Packets, RingFaults) {
  tail = kSlots + 1;
  ring_bell();
  EXPECT_EQ(read("FAULT"), uint32_t{vgpuSimFaultRingOverrun});
  EXPECT_EQ(read("FAULT_RING"), kRing);
  EXPECT_EQ(read("STATUS") & 2, 2u);
  reset_ring();
  EXPECT_EQ(read("STATUS") & 2, 0u);
  write(ring_name(kRing, "SIZE"), 12);
  EXPECT_EQ(fault_of(fence(1)), uint32_t{vgpuSimFaultBadRing});
  write(ring_name(kRing, "SIZE"), 32);  // more slots than the memory has
  EXPECT_EQ(fault_of(fence(1)), uint32_t{vgpuSimFaultBadRing});
  program(kRing);
  write(ring_name(kRing, "BASE_LO"), static_cast<uint32_t>(number(ring_memory)) + 64);
  EXPECT_EQ(fault_of(fence(1)), uint32_t{vgpuSimFaultBadRing});
  program(kRing);
  uint32_t command = 0;
  SIM_OK(vgpuSimReadConfig(device, 4, 2, &command));
  SIM_OK(vgpuSimWriteConfig(device, 4, 2, command & ~4u));
  EXPECT_EQ(fault_of(fence(1)), uint32_t{vgpuSimFaultBusMasterOff});
  SIM_OK(vgpuSimWriteConfig(device, 4, 2, command));
  EXPECT_EQ(fault_of(fence(1)), 0u);
}

TEST_F(Packets, TheFirstFaultIsKept) {
  vgpuSimPacket bad = packet(vgpuSimOpNop);
  bad.opcode = 50;
  put(fence(1));
  put(bad);
  ring_bell();
  EXPECT_EQ(read("FAULT_PACKET"), 1u);
  EXPECT_EQ(read("FAULT_ADDRESS"), 50u);
  const uint32_t count = read("FAULT_COUNT");
  ring_bell();  // a stopped ring does nothing
  EXPECT_EQ(read("FAULT_COUNT"), count);
  EXPECT_EQ(read(ring_name(kRing, "HEAD")), 1u);
}

}  // namespace
