// Memory of an OpenCL device: copies of all directions and shapes, fills, limits, stale pointers.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <numeric>

#include "fixture.h"

namespace opencl_device_test {
namespace {

TEST_F(OnOpenCL, CopiesOfAllSizes) {
  for (const std::size_t count : {1u, 3u, 1000u, 100'000u, 5'000'001u}) {
    std::vector<unsigned char> data(count);
    for (std::size_t i = 0; i < count; ++i) data[i] = static_cast<unsigned char>(i * 7 + i / 251);
    const Buffer<unsigned char> a(data), b(count);
    VG_OK(vgpuMemcpy(b.get(), a.get(), count, vgpuMemcpyDeviceToDevice));
    EXPECT_EQ(b.read(), data) << count;
  }
}

TEST_F(OnOpenCL, PinnedAndRegisteredHostMemory) {
  constexpr std::size_t count = 3'000'000;
  void* pinned = nullptr;
  VG_OK(vgpuMallocHost(&pinned, count));
  std::memset(pinned, 0x5a, count);
  const Buffer<unsigned char> data(count);
  VG_OK(vgpuMemcpy(data.get(), pinned, count, vgpuMemcpyHostToDevice));
  std::memset(pinned, 0, count);
  VG_OK(vgpuMemcpy(pinned, data.get(), count, vgpuMemcpyDeviceToHost));
  const auto* bytes = static_cast<unsigned char*>(pinned);
  EXPECT_TRUE(std::all_of(bytes, bytes + count, [](unsigned char c) { return c == 0x5a; }));
  VG_OK(vgpuFreeHost(pinned));
}

TEST_F(OnOpenCL, CopiesOnTheHost) {
  const std::vector<int> from = counted(1000);
  std::vector<int> to(1000);
  VG_OK(vgpuMemcpy(to.data(), from.data(), 4000, vgpuMemcpyHostToHost));
  EXPECT_EQ(to, from);
}

TEST_F(OnOpenCL, RowsWithPitches) {
  constexpr std::size_t width = 37, height = 11, host_pitch = 50, device_pitch = 64;
  std::vector<unsigned char> host(host_pitch * height, 1), back(host_pitch * height, 9);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x)
      host[y * host_pitch + x] = static_cast<unsigned char>(y * 16 + x);
  }
  const Buffer<unsigned char> a(std::vector<unsigned char>(device_pitch * height, 3));
  const Buffer<unsigned char> b(device_pitch * height);
  VG_OK(vgpuMemcpy2D(a.get(), device_pitch, host.data(), host_pitch, width, height,
                     vgpuMemcpyHostToDevice));
  VG_OK(vgpuMemcpy2D(b.get(), device_pitch, a.get(), device_pitch, width, height,
                     vgpuMemcpyDeviceToDevice));
  VG_OK(vgpuMemcpy2D(back.data(), host_pitch, b.get(), device_pitch, width, height,
                     vgpuMemcpyDeviceToHost));
  const std::vector<unsigned char> whole = a.read();
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < host_pitch; ++x) {
      ASSERT_EQ(back[y * host_pitch + x], x < width ? host[y * host_pitch + x] : 9)
          << x << ' ' << y;
    }
    for (std::size_t x = width; x < device_pitch; ++x) ASSERT_EQ(whole[y * device_pitch + x], 3);
  }
}

TEST_F(OnOpenCL, OverlappingCopiesAreMoves) {
  const Buffer<int> data(counted(1000));
  VG_OK(vgpuMemcpy(data.get() + 100, data.get(), 800 * sizeof(int), vgpuMemcpyDeviceToDevice));
  const std::vector<int> got = data.read();
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(got[i], i < 100 || i >= 900 ? i : i - 100) << i;
}

TEST_F(OnOpenCL, Fills) {
  const Buffer<unsigned char> data(std::vector<unsigned char>(1000, 7));
  VG_OK(vgpuMemset(data.get() + 3, 1, 500));
  std::vector<unsigned char> expected(1000, 7);
  std::fill_n(expected.begin() + 3, 500, 1);
  EXPECT_EQ(data.read(), expected);
  VG_OK(vgpuMemset2D(data.get(), 100, 2, 10, 5));
  for (int y = 0; y < 5; ++y) std::fill_n(expected.begin() + y * 100, 10, 2);
  EXPECT_EQ(data.read(), expected);
}

TEST_F(OnOpenCL, LimitsAndOutOfMemory) {
  vgpuDeviceProp properties;
  VG_OK(vgpuGetDeviceProperties(&properties, device_));
  void* pointer = nullptr;
  EXPECT_EQ(vgpuMalloc(&pointer, properties.totalGlobalMem + 1), vgpuErrorMemoryAllocation);
  VG_OK(vgpuDeviceSetMemoryLimit(device_, 10 << 20));
  EXPECT_EQ(vgpuMalloc(&pointer, 11 << 20), vgpuErrorMemoryAllocation);
  VG_OK(vgpuMalloc(&pointer, 9 << 20));
  EXPECT_EQ(vgpuMalloc(&pointer, 2 << 20), vgpuErrorMemoryAllocation);
  VG_OK(vgpuDeviceSetMemoryLimit(device_, 0));
  VG_OK(vgpuFree(pointer));
}

TEST_F(OnOpenCL, StalePointersAreRefused) {
  void* pointer = nullptr;
  char byte = 0;
  VG_OK(vgpuMalloc(&pointer, 1000));
  EXPECT_EQ(vgpuFree(static_cast<char*>(pointer) + 8), vgpuErrorInvalidDevicePointer);
  EXPECT_EQ(vgpuMemcpy(&byte, static_cast<char*>(pointer) + 1000, 1, vgpuMemcpyDeviceToHost),
            vgpuErrorInvalidDevicePointer);
  VG_OK(vgpuFree(pointer));
  EXPECT_EQ(vgpuFree(pointer), vgpuErrorInvalidDevicePointer);
  EXPECT_EQ(vgpuMemcpy(&byte, pointer, 1, vgpuMemcpyDefault), vgpuErrorInvalidDevicePointer);
  EXPECT_EQ(vgpuMemset(pointer, 0, 1), vgpuErrorInvalidDevicePointer);
}

TEST_F(OnOpenCL, MemoryIsReused) {
  vgpuMemStats before, after;
  VG_OK(vgpuMemGetStats(&before, device_));
  for (int i = 0; i < 200; ++i) {
    const Buffer<char> small(100 + i), large(std::size_t{5} << 20);
    VG_OK(vgpuMemset(large.get(), i, 100));
  }
  VG_OK(vgpuMemGetStats(&after, device_));
  EXPECT_EQ(after.used, before.used);
}

}  // namespace
}  // namespace opencl_device_test
