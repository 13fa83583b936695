// Registers, configuration space, mappings, interrupts.
// SPDX-License-Identifier: MIT
#include <poll.h>
#include <unistd.h>

#include "sim_fixture.h"

namespace {

using sim_test::Sim;

TEST_F(Sim, IdentifiesItself) {
  EXPECT_EQ(read("ID"), 0x55504756u);
  EXPECT_EQ(read("RINGS"), uint32_t{VGPU_SIM_RINGS});
  EXPECT_GE(read("UNITS"), 1u);
  uint32_t vendor = 0, id = 0, kind = 0;
  SIM_OK(vgpuSimReadConfig(device, 0, 2, &vendor));
  SIM_OK(vgpuSimReadConfig(device, 2, 2, &id));
  SIM_OK(vgpuSimReadConfig(device, 8, 4, &kind));
  EXPECT_EQ(vendor, 0x5647u);
  EXPECT_EQ(id, 1u);
  EXPECT_EQ(kind >> 8, 0x030200u);
}

TEST_F(Sim, BarsTellTheirSizes) {
  uint32_t before = 0, size = 0;
  SIM_OK(vgpuSimReadConfig(device, 0x10, 4, &before));
  SIM_OK(vgpuSimWriteConfig(device, 0x10, 4, 0xffffffff));
  SIM_OK(vgpuSimReadConfig(device, 0x10, 4, &size));
  EXPECT_EQ(~size + 1, 0x2000u);
  SIM_OK(vgpuSimWriteConfig(device, 0x10, 4, before));
  SIM_OK(vgpuSimWriteConfig(device, 0, 2, 0xdead));  // read-only
  SIM_OK(vgpuSimReadConfig(device, 0, 2, &size));
  EXPECT_EQ(size, 0x5647u);
}

TEST_F(Sim, WrongRegistersAreRefused) {
  uint32_t value = 0;
  EXPECT_EQ(vgpuSimReadRegister(device, 0x9999, &value), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimReadRegister(device, 2, &value), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimReadRegister(device, 0, nullptr), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimWriteRegister(device, 0x0ffc, 1), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimFindRegister("NO_SUCH", &value), vgpuErrorSymbolNotFound);
  EXPECT_EQ(vgpuSimFindRegister(nullptr, &value), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimReadConfig(device, 1, 4, &value), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimReadConfig(device, 256, 1, &value), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimReadConfig(device, 0, 3, &value), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimReadRegister(99, 0, &value), vgpuErrorInvalidDevice);
  int null_device = 0;
  SIM_OK(vgpuGetDeviceByName(&null_device, "null"));
  EXPECT_EQ(vgpuSimReadRegister(null_device, 0, &value), vgpuErrorNotSupported);
  void* base = nullptr;
  size_t size = 0;
  EXPECT_EQ(vgpuSimMapBar(device, 1, &base, &size), vgpuErrorInvalidValue);
}

TEST_F(Sim, ReadOnlyStaysAndScratchIsKept) {
  write("ID", 7);
  write("SCRATCH", 1234);
  EXPECT_EQ(read("ID"), 0x55504756u);
  EXPECT_EQ(read("SCRATCH"), 1234u);
  write("CONTROL", 1);
  EXPECT_EQ(read("SCRATCH"), 0u);
}

TEST_F(Sim, ListsEveryRegisterOnce) {
  size_t count = 0;
  SIM_OK(vgpuSimGetRegisters(nullptr, &count));
  std::vector<vgpuSimRegister> all(count);
  SIM_OK(vgpuSimGetRegisters(all.data(), &count));
  ASSERT_EQ(count, all.size());
  for (size_t i = 1; i < count; ++i) EXPECT_LT(all[i - 1].offset, all[i].offset);
  for (const vgpuSimRegister& one : all) EXPECT_EQ(offset(one.name), one.offset);
  EXPECT_EQ(offset("RING_HEAD"), offset("RING0_HEAD"));
  EXPECT_EQ(offset("RING_BASE"), offset("RING0_BASE_LO"));
}

TEST_F(Sim, InterruptsReachTheDescriptor) {
  int fd = -1;
  SIM_OK(vgpuSimGetInterruptFd(device, &fd));
  uint64_t count = 0;
  while (::read(fd, &count, sizeof count) > 0) {
  }
  put(fence(5, VGPU_SIM_INTERRUPT));
  write(ring_name(kRing, "DOORBELL"), tail);
  pollfd wait{fd, POLLIN, 0};
  ASSERT_EQ(poll(&wait, 1, 60000), 1);
  ASSERT_EQ(::read(fd, &count, sizeof count), 8);
  SIM_OK(vgpuSimWaitIdle(device));
  EXPECT_EQ(read("INTERRUPT"), 1u << kRing);
  EXPECT_EQ(read("STATUS") & 4, 4u);
  write("INTERRUPT_ACK", 1u << kRing);
  EXPECT_EQ(read("INTERRUPT"), 0u);
  EXPECT_EQ(read("STATUS") & 4, 0u);
  write("INTERRUPT_MASK", 0);
  put(fence(6, VGPU_SIM_INTERRUPT));
  ring_bell();
  EXPECT_EQ(read("INTERRUPT"), 1u << kRing);
  EXPECT_EQ(poll(&wait, 1, 0), 0);  // masked: pending, but nobody is woken
}

// A driver that only has the mapping: stores, and loads until it sees the fence.
TEST_F(Sim, MappedRegistersAct) {
  void *base = nullptr, *vram = nullptr;
  size_t size = 0, vram_size = 0;
  SIM_OK(vgpuSimMapBar(device, 0, &base, &size));
  SIM_OK(vgpuSimMapBar(device, 2, &vram, &vram_size));
  EXPECT_EQ(size, 0x2000u);
  EXPECT_GE(static_cast<char*>(memory), static_cast<char*>(vram));
  EXPECT_LT(static_cast<char*>(memory), static_cast<char*>(vram) + vram_size);
  auto* words = static_cast<std::atomic<uint32_t>*>(base);
  EXPECT_EQ(words[0].load(), 0x55504756u);
  put(fence(77));
  words[offset(ring_name(kRing, "DOORBELL")) / 4].store(tail);
  while (words[offset(ring_name(kRing, "FENCE_LO")) / 4].load() != 77) usleep(200);
  words[offset(ring_name(kRing, "CONTROL")) / 4].store(1);
  while (words[offset(ring_name(kRing, "HEAD")) / 4].load() != 0) usleep(200);
  EXPECT_EQ(read(ring_name(kRing, "FENCE_LO")), 0u);
}

TEST_F(Sim, HostRangesMustNotOverlap) {
  std::vector<char> host(4096);
  SIM_OK(vgpuSimMapHost(device, host.data(), 4096));
  EXPECT_EQ(vgpuSimMapHost(device, host.data() + 4095, 10), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimMapHost(device, nullptr, 10), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimMapHost(device, host.data(), 0), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuSimUnmapHost(device, host.data() + 1), vgpuErrorInvalidValue);
  SIM_OK(vgpuSimUnmapHost(device, host.data()));
  EXPECT_EQ(vgpuSimUnmapHost(device, host.data()), vgpuErrorInvalidValue);
}

}  // namespace
