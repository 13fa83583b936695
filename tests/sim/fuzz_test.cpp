// Random packets and registers by the thousands: whatever comes, the device can be read and made to work again.
//
// VGPU_FUZZ_PACKETS=1000000 runs the long form; the seed is fixed, so that a failure can be repeated.
// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <random>

#include "sim_fixture.h"

namespace {

using sim_test::Sim;

class Fuzz : public Sim {
 protected:
  void SetUp() override {
    Sim::SetUp();
    SIM_OK(vgpuSimAddKernel(
        device, sim_test::native("sim_add", "float* y, float a, int n", sim_test::add_groups),
        &add));
    size_t count = 0;
    SIM_OK(vgpuSimGetRegisters(nullptr, &count));
    registers.resize(count);
    SIM_OK(vgpuSimGetRegisters(registers.data(), &count));
  }
  void TearDown() override {
    vgpuSimRemoveKernel(device, add);
    Sim::TearDown();
  }

  uint64_t below(uint64_t limit) { return random() % limit; }
  // Mostly values that nearly make sense: random bits alone never get past the first check.
  uint64_t value() {
    switch (below(6)) {
      case 0:
        return random();
      case 1:
        return below(4096);
      case 2:
        return reinterpret_cast<uint64_t>(memory) + below(2 * kBytes);
      case 3:
        return reinterpret_cast<uint64_t>(memory);
      case 4:
        return below(3);
      default:
        return UINT64_MAX - below(4096);
    }
  }
  vgpuSimPacket any_packet() {
    vgpuSimPacket made =
        packet(static_cast<vgpuSimOpcode>(below(9)), static_cast<uint32_t>(below(4)));
    for (int i = 0; i < 15; ++i) {
      const uint64_t bits = value();
      std::memcpy(&made.words[2 * i], &bits, sizeof bits);
    }
    if (made.opcode == vgpuSimOpDispatch) shape(made);
    if (made.opcode == vgpuSimOpWait) made.wait.ring %= 40;
    return made;
  }
  // A grid that is small or impossible, never one that would take hours.
  void shape(vgpuSimPacket& made) {
    auto& d = made.dispatch;
    d.kernel = below(4) == 0 ? static_cast<uint32_t>(value()) : add;
    d.work_dim = static_cast<uint32_t>(below(5));
    d.argument_bytes = below(4) == 0 ? 3 : 16;
    for (int i = 0; i < 3; ++i) {
      d.global[i] = below(8) == 0 ? UINT64_MAX - below(3) : below(9);
      d.local[i] = static_cast<uint32_t>(below(6) == 0 ? value() : 1 + below(8));
    }
  }
  void disturb_registers() {
    const vgpuSimRegister& target = registers[below(registers.size())];
    const std::string name = target.name;
    if (name == "CONTROL" || name.ends_with("BASE_HI")) return;  // resets and lost rings come below
    EXPECT_EQ(vgpuSimWriteRegister(device, target.offset, static_cast<uint32_t>(value())),
              vgpuSuccess);
  }
  void expect_readable() {
    EXPECT_EQ(read("ID"), 0x55504756u);
    EXPECT_LE(read("FAULT"), 9u);
    EXPECT_LE(read(ring_name(kRing, "STATE")), 3u);
  }

  std::mt19937_64 random{12345};
  std::vector<vgpuSimRegister> registers;
  uint32_t add = 0;
};

TEST_F(Fuzz, AnythingLeavesAReadableDevice) {
  const char* wanted = std::getenv("VGPU_FUZZ_PACKETS");
  const uint64_t packets = wanted ? std::strtoull(wanted, nullptr, 10) : 20000;
  uint64_t faults = 0;
  for (uint64_t done = 0; done < packets;) {
    for (uint64_t i = 1 + below(kSlots); i > 0; --i, ++done) put(any_packet());
    if (below(4) == 0) disturb_registers();
    write(ring_name(kRing, "DOORBELL"), below(32) == 0 ? static_cast<uint32_t>(value()) : tail);
    if (below(8) != 0) continue;
    SIM_OK(vgpuSimWaitIdle(device));
    expect_readable();
    faults += read("FAULT") != 0;
    write("CONTROL", 1);
    tail = 0;
    program(kRing);
    if (below(64) == 0) SIM_OK(vgpuSimClearTrace(device));
  }
  EXPECT_GT(faults, 0u);
  SIM_OK(vgpuSimWaitIdle(device));
  write("CONTROL", 1);
  tail = 0;
  program(kRing);
  EXPECT_EQ(fault_of(fence(3)), 0u);
  SIM_OK(vgpuMemset(memory, 1, kBytes));  // and the runtime's driver works
  EXPECT_EQ(static_cast<char*>(memory)[kBytes - 1], 1);
}

}  // namespace
