// Streams and events: order, default stream rules, waits across streams, callbacks, sticky errors.
//
// Nothing here depends on time: a Gate holds a stream up until the test has seen what it wants to see.
// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "kernels.h"

namespace {

using vgpu_test::Gate;
using vgpu_test::NativeKernel;

class Stream {
 public:
  explicit Stream(unsigned flags = vgpuStreamDefault, int priority = 0) {
    EXPECT_EQ(vgpuStreamCreateWithPriority(&handle_, flags, priority), vgpuSuccess);
  }
  ~Stream() { EXPECT_EQ(vgpuStreamDestroy(handle_), vgpuSuccess); }
  operator vgpuStream_t() const { return handle_; }  // NOLINT: as a handle is written

 private:
  vgpuStream_t handle_ = nullptr;
};

// Host functions that write down in which order they ran.
struct Log {
  std::vector<int> entries;
  struct Entry {
    Log* log;
    int value;
  };
  Entry entry(int value) { return {this, value}; }
  static void write(void* data) {
    const auto* entry = static_cast<Entry*>(data);
    entry->log->entries.push_back(entry->value);
  }
};

TEST(StreamTest, KeepsOrder) {
  Stream stream;
  Log log;
  std::vector<Log::Entry> entries;
  for (int i = 0; i < 1000; ++i) entries.push_back(log.entry(i));
  for (Log::Entry& entry : entries) VG_OK(vgpuLaunchHostFunc(stream, Log::write, &entry));
  VG_OK(vgpuStreamSynchronize(stream));
  ASSERT_EQ(log.entries.size(), 1000u);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(log.entries[static_cast<size_t>(i)], i);
  VG_OK(vgpuStreamQuery(stream));
}

TEST(StreamTest, RunsWithoutSynchronisation) {
  Stream stream;
  std::atomic<int> count{0};
  NativeKernel kernel("small", "", vgpu_test::count_groups, &count);
  VG_OK(vgpuLaunchKernelAsync(kernel.get(), dim3(1), dim3(1), nullptr, 0, stream));
  Gate gate;
  VG_OK(vgpuLaunchHostFunc(stream, [](void* g) { static_cast<Gate*>(g)->open(); }, &gate));
  Gate::wait(&gate);
  EXPECT_EQ(count, 1);
  VG_OK(vgpuStreamSynchronize(stream));
}

TEST(StreamTest, DefaultStreamWaitsForBlockingStreamsAndTheyForIt) {
  Stream before, behind, apart(vgpuStreamNonBlocking);
  Gate gate;
  std::atomic<int> count{0};
  NativeKernel kernel("legacy", "", vgpu_test::count_groups, &count);
  const auto launch = [&](vgpuStream_t stream) {
    return vgpuLaunchKernelAsync(kernel.get(), dim3(1), dim3(1), nullptr, 0, stream);
  };
  VG_OK(vgpuLaunchHostFunc(before, Gate::wait, &gate));
  VG_OK(launch(nullptr));
  VG_OK(launch(behind));
  VG_OK(launch(apart));
  VG_OK(vgpuStreamSynchronize(apart));  // takes no part in it
  EXPECT_EQ(count, 1);
  EXPECT_EQ(vgpuStreamQuery(nullptr), vgpuErrorNotReady);
  EXPECT_EQ(vgpuStreamQuery(behind), vgpuErrorNotReady);
  EXPECT_EQ(vgpuGetLastError(), vgpuSuccess) << "not ready is no failure";
  gate.open();
  VG_OK(vgpuStreamSynchronize(behind));
  EXPECT_EQ(count, 3);
  VG_OK(vgpuDeviceSynchronize());
}

TEST(StreamTest, WaitsForEventsOfOtherStreams) {
  Stream first(vgpuStreamNonBlocking), second(vgpuStreamNonBlocking);
  Gate gate;
  Log log;
  Log::Entry one = log.entry(1), two = log.entry(2);
  vgpuEvent_t event;
  VG_OK(vgpuEventCreateWithFlags(&event, vgpuEventDisableTiming));
  VG_OK(vgpuStreamWaitEvent(second, event, 0));  // never recorded: holds up nothing
  VG_OK(vgpuLaunchHostFunc(first, Gate::wait, &gate));
  VG_OK(vgpuLaunchHostFunc(first, Log::write, &one));
  VG_OK(vgpuEventRecord(event, first));
  VG_OK(vgpuStreamWaitEvent(second, event, 0));
  VG_OK(vgpuEventDestroy(event));  // the wait stays
  VG_OK(vgpuLaunchHostFunc(second, Log::write, &two));
  EXPECT_EQ(vgpuStreamQuery(second), vgpuErrorNotReady);
  gate.open();
  VG_OK(vgpuStreamSynchronize(second));
  EXPECT_EQ(log.entries, (std::vector<int>{1, 2}));
}

TEST(StreamTest, DestroyedWithWorkStillDoesIt) {
  vgpuStream_t stream;
  VG_OK(vgpuStreamCreate(&stream));
  Gate gate;
  std::atomic<int> count{0};
  NativeKernel kernel("orphan", "", vgpu_test::count_groups, &count);
  VG_OK(vgpuLaunchHostFunc(stream, Gate::wait, &gate));
  VG_OK(vgpuLaunchKernelAsync(kernel.get(), dim3(3), dim3(1), nullptr, 0, stream));
  VG_OK(vgpuStreamDestroy(stream));
  EXPECT_EQ(vgpuStreamSynchronize(stream), vgpuErrorInvalidHandle);
  EXPECT_EQ(vgpuStreamDestroy(stream), vgpuErrorInvalidHandle);
  EXPECT_EQ(vgpuLaunchHostFunc(stream, Gate::wait, &gate), vgpuErrorInvalidHandle);
  gate.open();
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(count, 3);
}

TEST(StreamTest, FirstErrorSticksUntilSynchronised) {
  Stream stream, other;
  std::atomic<int> count{0};
  NativeKernel good("good", "", vgpu_test::count_groups, &count);
  NativeKernel bad("bad", "", vgpu_test::fail_always);
  vgpuError_t seen = vgpuSuccess;
  VG_OK(vgpuLaunchKernelAsync(bad.get(), dim3(1), dim3(1), nullptr, 0, stream));
  VG_OK(vgpuLaunchKernelAsync(good.get(), dim3(1), dim3(1), nullptr, 0, stream));
  VG_OK(vgpuStreamAddCallback(
      stream,
      [](vgpuStream_t, vgpuError_t status, void* out) { *static_cast<vgpuError_t*>(out) = status; },
      &seen, 0));
  VG_OK(vgpuLaunchKernelAsync(good.get(), dim3(1), dim3(1), nullptr, 0, other));
  VG_OK(vgpuStreamSynchronize(other));
  EXPECT_EQ(vgpuStreamSynchronize(stream), vgpuErrorLaunchFailure);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("bad"), std::string::npos);
  EXPECT_EQ(count, 1) << "only the other stream's kernel has run";
  EXPECT_EQ(seen, vgpuErrorLaunchFailure);
  VG_OK(vgpuStreamSynchronize(stream));
  VG_OK(vgpuLaunchKernelAsync(good.get(), dim3(1), dim3(1), nullptr, 0, stream));
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_EQ(count, 2);
  VG_OK(vgpuLaunchKernelAsync(bad.get(), dim3(1), dim3(1), nullptr, 0, stream));
  EXPECT_EQ(vgpuDeviceSynchronize(), vgpuErrorLaunchFailure);
  VG_OK(vgpuDeviceSynchronize());
}

TEST(StreamTest, HostFunctionsMustNotWait) {
  Stream stream;
  struct Call {
    vgpuStream_t stream;
    vgpuError_t result;
  } call{stream, vgpuSuccess};
  VG_OK(vgpuLaunchHostFunc(
      stream,
      [](void* data) {
        auto* inside = static_cast<Call*>(data);
        inside->result = vgpuStreamSynchronize(inside->stream);
      },
      &call));
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_EQ(call.result, vgpuErrorNotPermitted);
}

TEST(StreamTest, FlagsPrioritiesAndDefaults) {
  int least = 0, greatest = 0, priority = 1, device = -1;
  unsigned flags = 0;
  VG_OK(vgpuDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT_LT(greatest, least);
  Stream urgent(vgpuStreamNonBlocking, -1000);
  VG_OK(vgpuStreamGetPriority(urgent, &priority));
  EXPECT_EQ(priority, greatest);
  VG_OK(vgpuStreamGetFlags(urgent, &flags));
  EXPECT_EQ(flags, vgpuStreamNonBlocking);
  VG_OK(vgpuStreamGetDevice(urgent, &device));
  EXPECT_EQ(device, 0);
  VG_OK(vgpuStreamSynchronize(vgpuStreamLegacy));
  VG_OK(vgpuStreamSynchronize(vgpuStreamPerThread));
  vgpuStream_t bad;
  EXPECT_EQ(vgpuStreamCreateWithFlags(&bad, 8), vgpuErrorInvalidValue);
}

TEST(StreamTest, ForeignHandlesAreRefused) {
  Stream stream;
  vgpuEvent_t event;
  VG_OK(vgpuEventCreate(&event));
  EXPECT_EQ(vgpuStreamSynchronize(reinterpret_cast<vgpuStream_t>(event)), vgpuErrorInvalidHandle);
  EXPECT_EQ(vgpuEventQuery(reinterpret_cast<vgpuEvent_t>(static_cast<vgpuStream_t>(stream))),
            vgpuErrorInvalidHandle);
  int local = 0;
  EXPECT_EQ(vgpuEventSynchronize(reinterpret_cast<vgpuEvent_t>(&local)), vgpuErrorInvalidHandle);
  EXPECT_EQ(vgpuEventRecord(event, reinterpret_cast<vgpuStream_t>(&local)), vgpuErrorInvalidHandle);
  VG_OK(vgpuEventDestroy(event));
  EXPECT_EQ(vgpuEventDestroy(event), vgpuErrorInvalidHandle);
}

TEST(EventTest, MeasuresTime) {
  Stream stream;
  vgpuEvent_t start, stop, untimed;
  float milliseconds = -1;
  VG_OK(vgpuEventCreate(&start));
  VG_OK(vgpuEventCreate(&stop));
  VG_OK(vgpuEventCreateWithFlags(&untimed, vgpuEventDisableTiming));
  EXPECT_EQ(vgpuEventElapsedTime(&milliseconds, start, stop), vgpuErrorIllegalState);
  VG_OK(vgpuEventRecord(start, stream));
  Gate gate;
  VG_OK(vgpuLaunchHostFunc(stream, Gate::wait, &gate));
  VG_OK(vgpuEventRecord(stop, stream));
  VG_OK(vgpuEventRecord(untimed, stream));
  EXPECT_EQ(vgpuEventQuery(stop), vgpuErrorNotReady);
  EXPECT_EQ(vgpuEventElapsedTime(&milliseconds, start, stop), vgpuErrorNotReady);
  gate.open();
  VG_OK(vgpuEventSynchronize(stop));
  VG_OK(vgpuEventElapsedTime(&milliseconds, start, stop));
  EXPECT_GT(milliseconds, 0);
  VG_OK(vgpuEventSynchronize(untimed));
  EXPECT_EQ(vgpuEventElapsedTime(&milliseconds, start, untimed), vgpuErrorIllegalState);
  for (vgpuEvent_t event : {start, stop, untimed}) VG_OK(vgpuEventDestroy(event));
}

}  // namespace
