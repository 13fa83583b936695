// Several threads that use streams, events and memory at once; meant to be run under ThreadSanitizer too.
// SPDX-License-Identifier: MIT
#include <thread>
#include <vector>

#include "kernels.h"

namespace {

using vgpu_test::NativeKernel;

constexpr int kThreads = 4, kRounds = 200, kCount = 500;

// One thread's work: its own buffer and stream, now and then an event that another stream waits for.
void work(vgpuKernel_t kernel, vgpuStream_t shared) {
  vgpuStream_t stream;
  vgpuEvent_t event;
  int* data = nullptr;
  int n = kCount, value = 1;
  std::vector<int> back(kCount);
  void* args[] = {&data, &value, &n};
  VG_OK(vgpuStreamCreate(&stream));
  VG_OK(vgpuEventCreate(&event));
  VG_OK(vgpuMalloc(reinterpret_cast<void**>(&data), kCount * sizeof(int)));
  VG_OK(vgpuMemsetAsync(data, 0, kCount * sizeof(int), stream));
  for (int i = 0; i < kRounds; ++i) {
    VG_OK(vgpuLaunchKernelAsync(kernel, dim3(5), dim3(100), args, 0, stream));
    if (i % 8 == 0) {
      VG_OK(vgpuEventRecord(event, stream));
      VG_OK(vgpuStreamWaitEvent(shared, event, 0));
      VG_OK(vgpuLaunchKernelAsync(kernel, dim3(5), dim3(100), args, 0, shared));
      VG_OK(vgpuEventRecord(event, shared));
      VG_OK(vgpuStreamWaitEvent(stream, event, 0));
    }
    if (i % 50 == 0) VG_OK(vgpuStreamSynchronize(stream));
    void* scratch = nullptr;
    VG_OK(vgpuMalloc(&scratch, 1000 + static_cast<size_t>(i)));
    VG_OK(vgpuFreeAsync(scratch, stream));
  }
  VG_OK(vgpuMemcpyAsync(back.data(), data, kCount * sizeof(int), vgpuMemcpyDeviceToHost, stream));
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_EQ(back, std::vector<int>(kCount, kRounds + kRounds / 8));
  VG_OK(vgpuFree(data));
  VG_OK(vgpuEventDestroy(event));
  VG_OK(vgpuStreamDestroy(stream));
}

TEST(Threads, HammerStreamsEventsAndMemory) {
  NativeKernel kernel("hammer", vgpu_test::kAddSignature, vgpu_test::add_value);
  vgpuStream_t shared;
  VG_OK(vgpuStreamCreateWithFlags(&shared, vgpuStreamNonBlocking));
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, kernel.get(), shared);
  for (std::thread& thread : threads) thread.join();
  VG_OK(vgpuStreamSynchronize(shared));
  VG_OK(vgpuStreamDestroy(shared));
}

TEST(Threads, DefaultStreamFromEverywhere) {
  std::atomic<int> count{0};
  NativeKernel kernel("everywhere", "", vgpu_test::count_groups, &count);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      vgpuStream_t stream;
      VG_OK(vgpuStreamCreate(&stream));
      for (int round = 0; round < kRounds; ++round) {
        vgpuStream_t target = round % 3 == 0   ? nullptr
                              : round % 3 == 1 ? stream
                                               : vgpuStreamPerThread;
        VG_OK(vgpuLaunchKernelAsync(kernel.get(), dim3(2), dim3(1), nullptr, 0, target));
        if (round % 16 == 0) VG_OK(vgpuDeviceSynchronize());
      }
      VG_OK(vgpuStreamDestroy(stream));
    });
  }
  for (std::thread& thread : threads) thread.join();
  VG_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(count, kThreads * kRounds * 2);
}

TEST(Threads, StaleHandlesRace) {
  std::vector<std::thread> threads;
  vgpuStream_t stream;
  VG_OK(vgpuStreamCreate(&stream));
  std::atomic<int> destroyed{0};
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      vgpuStreamSynchronize(stream);
      if (vgpuStreamDestroy(stream) == vgpuSuccess) ++destroyed;
      EXPECT_EQ(vgpuStreamQuery(stream), vgpuErrorInvalidHandle);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(destroyed, 1);
}

}  // namespace
