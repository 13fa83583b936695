// Programs on the sim device by the C interface: results, times, faults that become errors.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <thread>

#include "sim_fixture.h"

namespace {

using sim_test::Sim;

class Runtime : public Sim {
 protected:
  void SetUp() override {
    Sim::SetUp();
    add = sim_test::native("sim_add", "float* y, float a, int n", sim_test::add_groups);
    failing = sim_test::native("sim_fail", "int n", sim_test::fail_group);
    SIM_OK(vgpuSimClearTrace(device));
  }
  std::vector<vgpuSimEvent> trace() const {
    size_t count = 0;
    EXPECT_EQ(vgpuSimGetTrace(device, nullptr, &count), vgpuSuccess);
    std::vector<vgpuSimEvent> events(count);
    EXPECT_EQ(vgpuSimGetTrace(device, events.data(), &count), vgpuSuccess);
    return events;
  }
  static vgpuSimEvent find(const std::vector<vgpuSimEvent>& events, const std::string& lane,
                           unsigned skip = 0) {
    for (const vgpuSimEvent& event : events) {
      if (lane == event.lane && skip-- == 0) return event;
    }
    ADD_FAILURE() << "no event of " << lane;
    return {};
  }
  void launch(float* y, int n, vgpuStream_t stream) const {
    float a = 1;
    void* args[] = {&y, &a, &n};
    EXPECT_EQ(vgpuLaunchKernelAsync(add, static_cast<unsigned>(n + 63) / 64, 64, args, 0, stream),
              vgpuSuccess)
        << vgpuGetLastErrorMessage();
  }

  vgpuKernel_t add{}, failing{};
};

TEST_F(Runtime, EveryStepIsInTheTrace) {
  std::vector<float> host(1000, 1.0f);
  SIM_OK(vgpuMemcpy(memory, host.data(), 4000, vgpuMemcpyHostToDevice));
  launch(static_cast<float*>(memory), 1000, nullptr);
  SIM_OK(vgpuMemcpy(host.data(), memory, 4000, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(std::count(host.begin(), host.end(), 2.0f), 1000);
  const auto events = trace();
  const auto in = find(events, "copy in"), run = find(events, "compute"),
             out = find(events, "copy out");
  EXPECT_LT(find(events, "host").start, find(events, "doorbell").start);
  EXPECT_LE(find(events, "doorbell").end, find(events, "cp").start);
  EXPECT_LE(in.end, run.start);
  EXPECT_LE(run.end, out.start);
  EXPECT_EQ(in.bytes, 4000u);
  EXPECT_EQ(run.groups, 16u);
  EXPECT_STREQ(run.name, "launch sim_add");
}

// The model's rule, by hand: 0.4 us to set up, 0.7 us latency, 16000 bytes a microsecond.
TEST_F(Runtime, CopiesTakeWhatTheModelSays) {
  std::vector<char> host(kBytes);
  SIM_OK(vgpuMemcpy(memory, host.data(), 32000, vgpuMemcpyHostToDevice));
  const auto in = find(trace(), "copy in");
  EXPECT_EQ(in.end - in.start, 400'000u + 700'000u + 2'000'000u);
}

struct Streams {
  Streams() {
    for (vgpuStream_t& stream : all) vgpuStreamCreateWithFlags(&stream, vgpuStreamNonBlocking);
  }
  ~Streams() {
    for (vgpuStream_t stream : all) vgpuStreamDestroy(stream);
  }
  vgpuStream_t all[2]{};
};

TEST_F(Runtime, CopyEnginesAndComputeOverlap) {
  Streams streams;
  std::vector<char> in(kBytes / 2), out(kBytes / 2);
  auto* half = static_cast<char*>(memory) + kBytes / 2;
  SIM_OK(vgpuMemcpyAsync(memory, in.data(), in.size(), vgpuMemcpyHostToDevice, streams.all[0]));
  SIM_OK(vgpuMemcpyAsync(out.data(), half, out.size(), vgpuMemcpyDeviceToHost, streams.all[1]));
  SIM_OK(vgpuDeviceSynchronize());
  const auto events = trace();
  const auto first = find(events, "copy in"), second = find(events, "copy out");
  EXPECT_LT(second.start, first.end);
  EXPECT_NE(first.ring, second.ring);
}

TEST_F(Runtime, EventsOrderStreamsInSimulatedTimeToo) {
  Streams streams;
  std::vector<char> host(kBytes);
  vgpuEvent_t event{};
  SIM_OK(vgpuEventCreateWithFlags(&event, vgpuEventDisableTiming));
  SIM_OK(vgpuMemcpyAsync(memory, host.data(), kBytes, vgpuMemcpyHostToDevice, streams.all[0]));
  SIM_OK(vgpuEventRecord(event, streams.all[0]));
  SIM_OK(vgpuStreamSynchronize(streams.all[0]));  // done for real: the order must hold all the same
  SIM_OK(vgpuStreamWaitEvent(streams.all[1], event, 0));
  launch(static_cast<float*>(memory), 100, streams.all[1]);
  SIM_OK(vgpuDeviceSynchronize());
  const auto events = trace();
  EXPECT_GE(find(events, "compute").start, find(events, "copy in").end);
  const bool waits = std::any_of(events.begin(), events.end(), [](const vgpuSimEvent& e) {
    return std::string(e.name).find("wait for ring") != std::string::npos;
  });
  EXPECT_TRUE(waits);
  SIM_OK(vgpuEventDestroy(event));
}

TEST_F(Runtime, UrgentStreamsGoFirst) {
  vgpuStream_t low{}, high{};
  SIM_OK(vgpuStreamCreateWithPriority(&low, vgpuStreamNonBlocking, 0));
  SIM_OK(vgpuStreamCreateWithPriority(&high, vgpuStreamNonBlocking, -5));
  auto* y = static_cast<float*>(memory);
  for (int i = 0; i < 3; ++i) launch(y, 8192, low);
  launch(y + 8192, 64, high);
  SIM_OK(vgpuDeviceSynchronize());
  const auto events = trace();
  std::map<uint32_t, uint64_t> last;
  for (const vgpuSimEvent& event : events) {
    if (std::string(event.lane) == "compute") last[event.ring] = event.end;
  }
  ASSERT_EQ(last.size(), 2u);
  EXPECT_LT(last.rbegin()->second, last.begin()->second);  // the second stream has the greater ring
  SIM_OK(vgpuStreamDestroy(low));
  SIM_OK(vgpuStreamDestroy(high));
}

// Two streams, events, copies both ways and launches, whichever thread of the runtime runs them: the same times.
TEST_F(Runtime, TimesAreTheSameInEveryRun) {
  std::vector<std::string> runs;
  for (int run = 0; run < 20; ++run) {
    Streams streams;
    std::vector<char> hosts[] = {std::vector<char>(kBytes), std::vector<char>(kBytes)};
    SIM_OK(vgpuSimClearTrace(device));
    uint64_t start = 0;
    SIM_OK(vgpuSimGetTime(device, &start));
    for (int i = 0; i < 8; ++i) {
      vgpuStream_t stream = streams.all[i % 2];
      auto* part = static_cast<char*>(memory) + (i % 2) * kBytes / 2;
      char* host = hosts[i % 2].data();
      SIM_OK(vgpuMemcpyAsync(part, host, 1000u * static_cast<unsigned>(i + 1),
                             vgpuMemcpyHostToDevice, stream));
      launch(reinterpret_cast<float*>(part), 64 * (i + 1), stream);
      if (i == 5) SIM_OK(vgpuStreamSynchronize(streams.all[0]));
      SIM_OK(vgpuMemcpyAsync(host, part, 512, vgpuMemcpyDeviceToHost, stream));
    }
    SIM_OK(vgpuDeviceSynchronize());
    std::string text;
    for (const vgpuSimEvent& event : trace()) {
      if (std::string(event.lane) == "host" || std::string(event.lane).starts_with("copy")) {
        text += std::to_string(event.start - start) + "+" +
                std::to_string(event.end - event.start) + " " + event.lane + "\n";
      }
    }
    runs.push_back(text);
  }
  for (const std::string& run : runs) EXPECT_EQ(run, runs[0]);
}

TEST_F(Runtime, AFailedKernelIsAnErrorAndTheRingGoesOn) {
  int n = 1;
  void* args[] = {&n};
  SIM_OK(vgpuLaunchKernelAsync(failing, 1, 1, args, 0, nullptr));
  EXPECT_EQ(vgpuDeviceSynchronize(), vgpuErrorTrap);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("sim_fail"), std::string::npos);
  EXPECT_EQ(read("FAULT"), 0u);  // the driver has cleared it
  EXPECT_GE(read("FAULT_COUNT"), 1u);
  SIM_OK(vgpuMemset(memory, 0, kBytes));
  launch(static_cast<float*>(memory), 10, nullptr);
  SIM_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(static_cast<float*>(memory)[9], 1.0f);
}

TEST_F(Runtime, TheDriverSurvivesAResetOfTheDevice) {
  launch(static_cast<float*>(memory), 10, nullptr);
  SIM_OK(vgpuDeviceSynchronize());
  write("CONTROL", 1);
  SIM_OK(vgpuMemset(memory, 0, kBytes));
  launch(static_cast<float*>(memory), 10, nullptr);
  SIM_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(static_cast<float*>(memory)[3], 1.0f);
}

TEST_F(Runtime, ThreadsShareTheDevice) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      vgpuSetDevice(device);
      vgpuStream_t stream{};
      if (vgpuStreamCreateWithFlags(&stream, vgpuStreamNonBlocking) != vgpuSuccess) ++wrong;
      float* y = static_cast<float*>(memory) + t * 1024;
      std::vector<float> host(1000);
      if (vgpuMemsetAsync(y, 0, 4000, stream) != vgpuSuccess) ++wrong;
      for (int i = 0; i < 25; ++i) launch(y, 1000, stream);
      vgpuMemcpyAsync(host.data(), y, 4000, vgpuMemcpyDeviceToHost, stream);
      if (vgpuStreamSynchronize(stream) != vgpuSuccess) ++wrong;
      if (std::count(host.begin(), host.end(), 25.0f) != 1000) ++wrong;
      vgpuStreamDestroy(stream);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

// More streams than rings, and more than the driver remembers.
TEST_F(Runtime, StreamsComeAndGo) {
  static_assert(5000 * 8 <= kBytes);
  for (int i = 0; i < 5000; ++i) {
    vgpuStream_t stream{};
    SIM_OK(vgpuStreamCreate(&stream));
    SIM_OK(vgpuMemsetAsync(static_cast<char*>(memory) + 8 * i, i % 100, 8, stream));
    SIM_OK(vgpuStreamDestroy(stream));
  }
  SIM_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(read("FAULT"), 0u);
  launch(static_cast<float*>(memory), 10, nullptr);
  SIM_OK(vgpuDeviceSynchronize());
}

TEST_F(Runtime, AttachedRegistersStandBeforeTheCpuDevice) {
  int cpu = 0;
  SIM_OK(vgpuGetDeviceByName(&cpu, "cpu"));
  SIM_OK(vgpuSetDevice(cpu));
  int attached = -1;
  SIM_OK(vgpuSimAttach(cpu));
  SIM_OK(vgpuSimAttach(cpu));
  SIM_OK(vgpuSimIsAttached(cpu, &attached));
  EXPECT_EQ(attached, 1);
  EXPECT_EQ(vgpuSimIsAttached(cpu, nullptr), vgpuErrorInvalidValue);
  uint32_t before = 0, after = 0;
  SIM_OK(vgpuSimReadRegister(cpu, offset("FENCE"), &before));
  void* y = nullptr;
  SIM_OK(vgpuMalloc(&y, 400));
  SIM_OK(vgpuMemset(y, 0, 400));
  launch(static_cast<float*>(y), 100, nullptr);
  SIM_OK(vgpuDeviceSynchronize());
  SIM_OK(vgpuSimReadRegister(cpu, offset("FENCE"), &after));
  EXPECT_EQ(after, before + 2);
  EXPECT_EQ(static_cast<float*>(y)[99], 1.0f);
  SIM_OK(vgpuFree(y));
  EXPECT_EQ(vgpuSimAttach(99), vgpuErrorInvalidDevice);
}

TEST_F(Runtime, TracesGoToFiles) {
  launch(static_cast<float*>(memory), 10, nullptr);
  const std::string folder = testing::TempDir();
  for (const char* name : {"sim.txt", "sim.json", "sim.html"}) {
    SIM_OK(vgpuSimSaveTrace(device, (folder + name).c_str()));
  }
  EXPECT_EQ(vgpuSimSaveTrace(device, "/no/such/folder/x"), vgpuErrorFileSystem);
  EXPECT_EQ(vgpuSimSaveTrace(device, nullptr), vgpuErrorInvalidValue);
}

}  // namespace
