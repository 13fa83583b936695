// Allocation from the pools; copies and fills in and beyond the caches.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <vector>

#include "measure.h"
#include "memory/copy.h"
#include "memory/device_memory.h"

namespace bench {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

void add_allocations(Rows& rows, vgpu::DeviceMemory& memory) {
  struct Size {
    const char* name;
    std::size_t bytes;
  };
  for (const Size size :
       {Size{"allocate + free 4 KiB", 4096}, Size{"allocate + free 300 KiB", 300'000},
        Size{"allocate + free 16 MiB", 16 * kMiB}}) {
    const double time = seconds(30, 5000, [&] { memory.free(memory.allocate(size.bytes)); });
    const bool small = size.bytes < kMiB;
    rows.push_back({size.name, time * 1e9, "ns", small ? Goal::at_most : Goal::none, 100});
  }
}

}  // namespace

void add_memory_rows(Rows& rows) {
  vgpu::DeviceMemory memory({.name = "bench"});
  add_allocations(rows, memory);
  const std::size_t bytes = 256 * kMiB;
  void* source = memory.allocate(bytes);
  void* target = memory.allocate(bytes);
  std::vector<char> host(bytes, 1);
  std::memset(source, 1, bytes);
  std::memset(target, 2, bytes);
  const auto rate = [&](std::size_t size, auto call) {
    return static_cast<double>(size) / seconds(12, 1, call) / 1e9;
  };
  const int pattern = 0x01020304;
  const double one = rate(bytes, [&] { std::memcpy(target, source, bytes); });
  rows.push_back({"memcpy 256 MiB, one thread (for comparison)", one, "GB/s"});
  rows.push_back({"copy 256 MiB device to device",
                  rate(bytes, [&] { vgpu::copy_memory(target, source, bytes); }), "GB/s",
                  Goal::at_least, one});
  rows.push_back({"copy 256 MiB host to device",
                  rate(bytes, [&] { vgpu::copy_memory(target, host.data(), bytes); }), "GB/s"});
  rows.push_back({"copy 4 MiB device to device",
                  rate(4 * kMiB, [&] { vgpu::copy_memory(target, source, 4 * kMiB); }), "GB/s"});
  rows.push_back(
      {"copy 2-D 256 MiB, rows of 4000 of 4096 bytes",
       rate(bytes / 4096 * 4000,
            [&] { vgpu::copy_memory_2d(target, 4096, source, 4096, 4000, bytes / 4096); }),
       "GB/s"});
  rows.push_back({"fill 256 MiB",
                  rate(bytes, [&] { vgpu::fill_memory(target, &pattern, 4, bytes); }), "GB/s"});
  memory.free(source);
  memory.free(target);
}

}  // namespace bench
