// Profiles, traces, fork() and the C++ interface.
// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>
#include <vgpu/vgpu.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "kernels.h"

namespace {

using vgpu_test::NativeKernel;

TEST(ProfileTest, RecordsCommands) {
  NativeKernel kernel("profiled", vgpu_test::kAddSignature, vgpu_test::add_value);
  int n = 10, value = 1;
  int* data = nullptr;
  VG_OK(vgpuMalloc(reinterpret_cast<void**>(&data), 40));
  void* args[] = {&data, &value, &n};
  VG_OK(vgpuProfilerStart());
  VG_OK(vgpuMemset(data, 0, 40));
  VG_OK(vgpuLaunchKernel(kernel.get(), dim3(2), dim3(5), args));
  VG_OK(vgpuDeviceSynchronize());
  VG_OK(vgpuProfilerStop());
  VG_OK(vgpuMemset(data, 0, 40));
  vgpuProfileRecord records[8];
  size_t count = 8;
  VG_OK(vgpuProfilerGetRecords(records, &count));
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(records[0].kind, vgpuCommandFill);
  EXPECT_EQ(records[0].bytes, 40u);
  EXPECT_STREQ(records[1].name, "profiled");
  EXPECT_EQ(records[1].grid.x, 2u);
  EXPECT_EQ(records[1].block.x, 5u);
  EXPECT_LE(records[1].enqueued, records[1].started);
  EXPECT_LE(records[1].started, records[1].ended);
  VG_OK(vgpuFree(data));
}

TEST(TraceTest, WritesWhatRan) {
  const std::string path =
      testing::TempDir() + "vgpu_trace_test_" + std::to_string(getpid()) + ".json";
  NativeKernel kernel("tra\"ced", "",
                      [](const vgpuNativeGroup*, void* const*, void*) { return vgpuSuccess; });
  vgpuStream_t stream;
  VG_OK(vgpuStreamCreate(&stream));
  VG_OK(vgpuStreamSetName(stream, "my stream"));
  EXPECT_EQ(vgpuTraceStop(), vgpuErrorIllegalState);
  EXPECT_EQ(vgpuTraceStart("/no/such/folder/trace.json"), vgpuErrorFileSystem);
  VG_OK(vgpuTraceStart(path.c_str()));
  EXPECT_EQ(vgpuTraceStart(path.c_str()), vgpuErrorIllegalState);
  VG_OK(vgpuLaunchKernelAsync(kernel.get(), dim3(1), dim3(1), nullptr, 0, stream));
  VG_OK(vgpuStreamSynchronize(stream));
  VG_OK(vgpuTraceStop());
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("\"tra\\\"ced\""), std::string::npos) << text;
  EXPECT_NE(text.find("my stream"), std::string::npos) << text;
  EXPECT_NE(text.find("\"ph\":\"X\""), std::string::npos) << text;
  EXPECT_EQ(text.find(",\n]"), std::string::npos) << "no comma behind the last entry";
  std::remove(path.c_str());
  VG_OK(vgpuStreamDestroy(stream));
}

// A sanitizer's own threads make fork() unsafe there.
#if !defined(__SANITIZE_THREAD__) && !(defined(__has_feature) && __has_feature(thread_sanitizer))
TEST(ForkTest, ChildCanGoOn) {
  std::atomic<int> count{0};
  NativeKernel kernel("forked", "", vgpu_test::count_groups, &count);
  vgpuStream_t stream;
  VG_OK(vgpuStreamCreate(&stream));
  VG_OK(vgpuLaunchKernelAsync(kernel.get(), dim3(64), dim3(1), nullptr, 0, stream));
  VG_OK(vgpuStreamSynchronize(stream));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);  // a child that hangs must not outlive the test
    bool good =
        vgpuLaunchKernelAsync(kernel.get(), dim3(64), dim3(1), nullptr, 0, stream) == vgpuSuccess;
    good = good && vgpuStreamSynchronize(stream) == vgpuSuccess && count == 128;
    good = good && vgpuLaunchKernel(kernel.get(), dim3(64), dim3(1), nullptr) == vgpuSuccess;
    good = good && vgpuDeviceSynchronize() == vgpuSuccess && count == 192;
    _exit(good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(count, 64);
  VG_OK(vgpuStreamDestroy(stream));
}
#endif

TEST(CppTest, BuffersKernelsStreamsGraphs) {
  NativeKernel native("cpp_add", vgpu_test::kAddSignature, vgpu_test::add_value);
  const vgpu::GpuKernel kernel(native.get());
  vgpu::GpuBuffer<int> buffer(std::vector<int>{1, 2, 3});
  const vgpu::LaunchSize size{dim3(1), dim3(4)};
  kernel(size, buffer, 10, 3);
  vgpu::synchronize();
  EXPECT_EQ(buffer.read(), (std::vector<int>{11, 12, 13}));

  const vgpu::GpuStream stream;
  const vgpu::GpuEvent start, stop;
  stream.record(start);
  kernel.on(stream, size, buffer, 10, 3);
  stream.record(stop);
  bool called = false;
  stream.call([&called] { called = true; });
  stream.synchronize();
  EXPECT_TRUE(called);
  EXPECT_GT(stop.since(start), 0);

  const auto graph =
      vgpu::GpuGraph::capture(stream, [&] { kernel.on(stream, size, buffer, 100, 3); });
  graph.launch(stream);
  graph.launch(stream);
  stream.synchronize();
  EXPECT_EQ(buffer.read(), (std::vector<int>{221, 222, 223}));
  EXPECT_STREQ(kernel.name(), "cpp_add");
}

TEST(CppTest, ErrorsAreThrown) {
  try {
    vgpu::GpuDevice device("no such device");
    FAIL() << "nothing was thrown";
  } catch (const vgpu::RuntimeError& error) {
    EXPECT_EQ(error.code(), vgpuErrorInvalidDevice);
    EXPECT_NE(std::string(error.what()).find("no such device"), std::string::npos);
  }
  EXPECT_EQ(vgpuGetLastError(), vgpuSuccess);
  EXPECT_GE(vgpu::GpuDevice::count(), 1);
  EXPECT_THROW(vgpu::GpuBuffer<int>(0), vgpu::RuntimeError);
}

}  // namespace
