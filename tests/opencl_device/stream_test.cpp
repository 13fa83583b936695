// Streams, events and graphs on an OpenCL device.
// SPDX-License-Identifier: MIT
#include <array>
#include <thread>

#include "fixture.h"

namespace opencl_device_test {
namespace {

constexpr char kStep[] =
    "kernel void advance(global int* x, int a, int b) { size_t i = get_global_id(0); x[i] = x[i] * "
    "a "
    "+ b; }";

TEST_F(OnOpenCL, AStreamKeepsOrder) {
  const Module module(kStep);
  const Buffer<int> data(std::vector<int>(64, 1));
  vgpuStream_t stream = nullptr;
  VG_OK(vgpuStreamCreate(&stream));
  int expected = 1;
  for (int i = 0; i < 20; ++i) {
    VG_OK(launch(module.kernel("advance"), dim3(2), dim3(32), stream, data.get(), 3, i));
    expected = static_cast<int>(3u * static_cast<unsigned>(expected) + static_cast<unsigned>(i));
  }
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_EQ(data.read(), std::vector<int>(64, expected));
  VG_OK(vgpuStreamDestroy(stream));
}

TEST_F(OnOpenCL, EventsOrderStreamsAndTakeTimes) {
  const Module module(kStep);
  const Buffer<int> data(std::vector<int>(64, 1));
  vgpuStream_t first = nullptr, second = nullptr;
  vgpuEvent_t start = nullptr, done = nullptr;
  VG_OK(vgpuStreamCreateWithFlags(&first, vgpuStreamNonBlocking));
  VG_OK(vgpuStreamCreateWithFlags(&second, vgpuStreamNonBlocking));
  VG_OK(vgpuEventCreate(&start));
  VG_OK(vgpuEventCreate(&done));
  VG_OK(vgpuEventRecord(start, first));
  for (int i = 0; i < 10; ++i) {
    VG_OK(launch(module.kernel("advance"), dim3(2), dim3(32), first, data.get(), 1, 1));
    VG_OK(vgpuEventRecord(done, first));
    VG_OK(vgpuStreamWaitEvent(second, done, 0));
    VG_OK(launch(module.kernel("advance"), dim3(2), dim3(32), second, data.get(), 2, 0));
    VG_OK(vgpuEventRecord(done, second));
    VG_OK(vgpuStreamWaitEvent(first, done, 0));
  }
  VG_OK(vgpuStreamSynchronize(first));
  EXPECT_EQ(data.read(), std::vector<int>(64, 3070));  // x -> 2 (x + 1), ten times
  float milliseconds = -1;
  VG_OK(vgpuEventElapsedTime(&milliseconds, start, done));
  EXPECT_GT(milliseconds, 0);
  VG_OK(vgpuEventDestroy(start));
  VG_OK(vgpuEventDestroy(done));
  VG_OK(vgpuStreamDestroy(first));
  VG_OK(vgpuStreamDestroy(second));
  EXPECT_EQ(vgpuStreamSynchronize(first), vgpuErrorInvalidHandle);
  EXPECT_EQ(vgpuEventRecord(done, nullptr), vgpuErrorInvalidHandle);
}

TEST_F(OnOpenCL, AsynchronousCopiesAndCallbacks) {
  const Module module(kStep);
  constexpr int n = 1 << 16;
  std::vector<int> in = counted(n), out(n);
  const Buffer<int> data(n);
  vgpuStream_t stream = nullptr;
  VG_OK(vgpuStreamCreate(&stream));
  bool called = false;
  VG_OK(vgpuMemcpyAsync(data.get(), in.data(), n * sizeof(int), vgpuMemcpyHostToDevice, stream));
  VG_OK(launch(module.kernel("advance"), dim3(n / 64), dim3(64), stream, data.get(), 2, 1));
  VG_OK(vgpuMemcpyAsync(out.data(), data.get(), n * sizeof(int), vgpuMemcpyDeviceToHost, stream));
  VG_OK(vgpuLaunchHostFunc(stream, [](void* flag) { *static_cast<bool*>(flag) = true; }, &called));
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_TRUE(called);
  for (int i = 0; i < n; ++i) ASSERT_EQ(out[i], 2 * i + 1);
  VG_OK(vgpuStreamDestroy(stream));
}

TEST_F(OnOpenCL, GraphsRunAgain) {
  const Module module(kStep);
  const Buffer<int> data(std::vector<int>(64, 0));
  vgpuStream_t stream = nullptr;
  vgpuGraph_t graph = nullptr;
  vgpuGraphExec_t exec = nullptr;
  VG_OK(vgpuStreamCreate(&stream));
  VG_OK(vgpuStreamBeginCapture(stream, vgpuStreamCaptureModeGlobal));
  VG_OK(launch(module.kernel("advance"), dim3(2), dim3(32), stream, data.get(), 1, 5));
  VG_OK(launch(module.kernel("advance"), dim3(2), dim3(32), stream, data.get(), 2, 0));
  VG_OK(vgpuStreamEndCapture(stream, &graph));
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) VG_OK(vgpuGraphLaunch(exec, stream));
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_EQ(data.read(), std::vector<int>(64, 70));  // 10, 30, 70
  VG_OK(vgpuGraphExecDestroy(exec));
  VG_OK(vgpuGraphDestroy(graph));
  VG_OK(vgpuStreamDestroy(stream));
}

TEST_F(OnOpenCL, TwoThreadsLaunchTheSameKernel) {
  const Module module(kStep);
  const vgpuKernel_t step = module.kernel("advance");
  std::array<std::vector<int>, 2> results;
  const auto work = [&](std::size_t which) {
    ASSERT_EQ(vgpuSetDevice(device_), vgpuSuccess);
    const Buffer<int> data(std::vector<int>(256, static_cast<int>(which)));
    vgpuStream_t stream = nullptr;
    VG_OK(vgpuStreamCreateWithFlags(&stream, vgpuStreamNonBlocking));
    for (int i = 0; i < 50; ++i) {
      VG_OK(launch(step, dim3(4), dim3(64), stream, data.get(), 1, static_cast<int>(which) + 1));
    }
    VG_OK(vgpuStreamSynchronize(stream));
    results[which] = data.read();
    VG_OK(vgpuStreamDestroy(stream));
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_EQ(results[0], std::vector<int>(256, 50));
  EXPECT_EQ(results[1], std::vector<int>(256, 101));
}

}  // namespace
}  // namespace opencl_device_test
