// Memory through the C interface: allocation, copies, fills and every mistake one can make with them.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <numeric>
#include <vector>

#include "kernels.h"

namespace {

TEST(Memory, RoundTrip) {
  std::vector<int> host(100000), back(host.size());
  std::iota(host.begin(), host.end(), 0);
  const size_t bytes = host.size() * sizeof(int);
  void* device = nullptr;
  VG_OK(vgpuMalloc(&device, bytes));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(device) % 256, 0u);
  VG_OK(vgpuMemcpy(device, host.data(), bytes, vgpuMemcpyHostToDevice));
  VG_OK(vgpuMemcpy(back.data(), device, bytes, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(host, back);
  VG_OK(vgpuFree(device));
}

TEST(Memory, MistakesAreErrors) {
  void* pointer = nullptr;
  EXPECT_EQ(vgpuMalloc(&pointer, 0), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuMalloc(&pointer, size_t{1} << 60), vgpuErrorMemoryAllocation);
  EXPECT_EQ(vgpuMalloc(&pointer, SIZE_MAX), vgpuErrorMemoryAllocation);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(vgpuMallocHost(&pointer, 0), vgpuErrorInvalidValue);
  size_t pitch;
  EXPECT_EQ(vgpuMallocPitch(&pointer, &pitch, SIZE_MAX, 2), vgpuErrorMemoryAllocation);
  VG_OK(vgpuMalloc(&pointer, 100));
  EXPECT_EQ(vgpuFree(static_cast<char*>(pointer) + 1), vgpuErrorInvalidDevicePointer);
  VG_OK(vgpuFree(pointer));
  EXPECT_EQ(vgpuFree(pointer), vgpuErrorInvalidDevicePointer) << "freed twice";
  int local = 0;
  EXPECT_EQ(vgpuFree(&local), vgpuErrorInvalidDevicePointer);
  EXPECT_EQ(vgpuFreeHost(&local), vgpuErrorInvalidValue);
}

TEST(Memory, CopiesAreChecked) {
  void* device = nullptr;
  char host[200] = {};
  VG_OK(vgpuMalloc(&device, 100));
  EXPECT_EQ(vgpuMemcpy(device, host, 101, vgpuMemcpyHostToDevice), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuMemcpy(host, device, SIZE_MAX, vgpuMemcpyDeviceToHost), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuMemcpy(host, host + 100, 10, vgpuMemcpyDeviceToDevice),
            vgpuErrorInvalidDevicePointer);
  EXPECT_EQ(vgpuMemcpy(device, host, 10, static_cast<vgpuMemcpyKind>(77)),
            vgpuErrorInvalidMemcpyDirection);
  EXPECT_EQ(vgpuMemcpy2D(device, 4, host, 10, 10, 2, vgpuMemcpyDefault),
            vgpuErrorInvalidPitchValue);
  EXPECT_EQ(vgpuMemset(host, 0, 10), vgpuErrorInvalidDevicePointer);
  EXPECT_EQ(vgpuMemset(device, 0, 101), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuMemsetD32(static_cast<char*>(device) + 1, 0, 1), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuMemFillAsync(device, host, 3, 1, nullptr), vgpuErrorInvalidValue);
  VG_OK(vgpuMemcpy(device, host, 0, vgpuMemcpyHostToDevice));
  VG_OK(vgpuFree(device));
  EXPECT_EQ(vgpuMemcpy(device, host, 10, vgpuMemcpyHostToDevice), vgpuErrorInvalidDevicePointer);
}

TEST(Memory, TwoDimensionalCopies) {
  constexpr size_t kWidth = 30, kHeight = 7;
  std::vector<unsigned char> host(kWidth * kHeight), back(host.size());
  std::iota(host.begin(), host.end(), static_cast<unsigned char>(0));
  void* device = nullptr;
  size_t pitch = 0;
  VG_OK(vgpuMallocPitch(&device, &pitch, kWidth, kHeight));
  EXPECT_GE(pitch, kWidth);
  VG_OK(vgpuMemset2D(device, pitch, 0xAB, kWidth, kHeight));
  VG_OK(vgpuMemcpy2D(back.data(), kWidth, device, pitch, kWidth, kHeight, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(back, std::vector<unsigned char>(host.size(), 0xAB));
  VG_OK(vgpuMemcpy2DAsync(device, pitch, host.data(), kWidth, kWidth, kHeight, vgpuMemcpyDefault));
  VG_OK(vgpuMemcpy2D(back.data(), kWidth, device, pitch, kWidth, kHeight, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(back, host);
  VG_OK(vgpuFree(device));
}

TEST(Memory, Fills) {
  std::vector<uint32_t> back(1000);
  uint32_t* device = nullptr;
  VG_OK(vgpuMalloc(reinterpret_cast<void**>(&device), back.size() * 4));
  VG_OK(vgpuMemsetD32(device, 0xDEADBEEF, back.size()));
  VG_OK(vgpuMemsetD16(device + 1, 0x1234, 2));
  const uint64_t pattern = 0x0102030405060708;
  VG_OK(vgpuMemFillAsync(device + 2, &pattern, sizeof pattern, 2, nullptr));
  VG_OK(vgpuMemcpy(back.data(), device, back.size() * 4, vgpuMemcpyDeviceToHost));
  EXPECT_EQ(back[0], 0xDEADBEEF);
  EXPECT_EQ(back[1], 0x12341234u);
  EXPECT_EQ(back[2], 0x05060708u);
  EXPECT_EQ(back[5], 0x01020304u);
  EXPECT_EQ(back[999], 0xDEADBEEF);
  VG_OK(vgpuFree(device));
}

TEST(Memory, PointersAreKnown) {
  void *device = nullptr, *host = nullptr, *managed = nullptr, *sub = nullptr, *base = nullptr;
  size_t size = 0;
  VG_OK(vgpuMalloc(&device, 4096));
  VG_OK(vgpuMallocHost(&host, 4096));
  VG_OK(vgpuMallocManaged(&managed, 4096, 0));
  vgpuPointerAttributes attributes;
  VG_OK(vgpuPointerGetAttributes(&attributes, static_cast<char*>(device) + 5));
  EXPECT_EQ(attributes.type, vgpuMemoryTypeDevice);
  EXPECT_EQ(attributes.base, device);
  EXPECT_EQ(attributes.size, 4096u);
  VG_OK(vgpuPointerGetAttributes(&attributes, host));
  EXPECT_EQ(attributes.type, vgpuMemoryTypeHost);
  VG_OK(vgpuPointerGetAttributes(&attributes, managed));
  EXPECT_EQ(attributes.type, vgpuMemoryTypeManaged);
  VG_OK(vgpuPointerGetAttributes(&attributes, &attributes));
  EXPECT_EQ(attributes.type, vgpuMemoryTypeUnregistered);
  VG_OK(vgpuMemGetSubBuffer(&sub, device, 1024, 3072));
  VG_OK(vgpuMemGetAddressRange(&base, &size, sub));
  EXPECT_EQ(base, device);
  EXPECT_EQ(size, 4096u);
  EXPECT_EQ(vgpuMemGetSubBuffer(&sub, device, 1024, 3073), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuMemGetSubBuffer(&sub, device, 1, 1), vgpuErrorInvalidValue);
  VG_OK(vgpuHostGetDevicePointer(&sub, host, 0));
  VG_OK(vgpuFree(device));
  VG_OK(vgpuFreeHost(host));
  VG_OK(vgpuFree(managed));
}

TEST(Memory, LimitAndStatistics) {
  vgpuMemStats before, now;
  size_t free_bytes = 0, total = 0;
  void* pointer = nullptr;
  VG_OK(vgpuMemGetStats(&before, 0));
  VG_OK(vgpuMalloc(&pointer, 1 << 20));
  VG_OK(vgpuMemGetStats(&now, 0));
  EXPECT_EQ(now.allocations, before.allocations + 1);
  EXPECT_GE(now.used, before.used + (1 << 20));
  VG_OK(vgpuMemGetInfo(&free_bytes, &total));
  EXPECT_LT(free_bytes, total);
  VG_OK(vgpuDeviceSetMemoryLimit(0, now.used + (1 << 20)));
  void* more = nullptr;
  EXPECT_EQ(vgpuMalloc(&more, 64 << 20), vgpuErrorMemoryAllocation);
  VG_OK(vgpuDeviceSetMemoryLimit(0, 0));
  VG_OK(vgpuMalloc(&more, 64 << 20));
  VG_OK(vgpuFree(more));
  VG_OK(vgpuFree(pointer));
  VG_OK(vgpuMemTrim(0));
}

TEST(Memory, StreamOrdered) {
  vgpuStream_t stream;
  VG_OK(vgpuStreamCreate(&stream));
  void* pointer = nullptr;
  int back[4] = {};
  VG_OK(vgpuMallocAsync(&pointer, sizeof back, stream));
  VG_OK(vgpuMemsetD32Async(pointer, 7, 4, stream));
  VG_OK(vgpuMemcpyAsync(back, pointer, sizeof back, vgpuMemcpyDeviceToHost, stream));
  VG_OK(vgpuFreeAsync(pointer, stream));
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_EQ(back[3], 7);
  EXPECT_EQ(vgpuFree(pointer), vgpuErrorInvalidDevicePointer);
  VG_OK(vgpuStreamDestroy(stream));
}

}  // namespace
