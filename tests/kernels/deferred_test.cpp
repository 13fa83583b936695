// Additions to global memory that threads make at their end (defer_atomics, write_deferred), and those that must not wait.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

constexpr int kItems = 512;

// Few places, and more than the table has entries; two operations.
TEST(Deferred, Counts) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void count(global const int* in, global uint* a) {
        int v = in[get_global_id(0)];
        atomic_add(&a[v], 3u);
        if (v & 1) atomic_inc(&a[v + 20000]);
      })");
  for (int limit : {7, 20000}) {
    const std::vector<int> in = some_numbers(kItems, limit);
    std::vector<std::uint32_t> zeros(40000), a = zeros;
    for (int v : in) a[v] += 3, a[v + 20000] += v & 1;
    kernel.shape({kItems, 1, 1}, {64, 1, 1});
    kernel.expect(Arguments().buffer(in).buffer(zeros), 1, a);
  }
}

// Small indices, indices below zero, and more arrays than have a place of their own.
TEST(Deferred, CountsInSeveralArrays) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void count(global const uchar* in, global uint* a, global uint* b, global uint* c,
                        global uint* d, global uint* e) {
        uint v = in[get_global_id(0)];
        atomic_inc(&a[v]);
        atomic_add(&b[3 * v], v);
        atomic_add(&c[2047 - v], 0xffffffffu);
        atomic_add(&(d + 100)[(int)v - 100], 2u);
        atomic_inc(&e[v / 2]);
      })");
  std::vector<std::uint8_t> in(kItems);
  for (int i = 0; i < kItems; ++i) in[i] = static_cast<std::uint8_t>(i * 37 + i / 5);
  const std::vector<std::uint32_t> zeros(2048);
  std::vector<std::vector<std::uint32_t>> sums(5, zeros);
  for (unsigned v : in) {
    sums[0][v] += 1, sums[1][3 * v] += v, sums[2][2047 - v] -= 1, sums[3][v] += 2;
    sums[4][v / 2] += 1;
  }
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  Arguments arguments = Arguments().buffer(in);
  for (int i = 0; i < 5; ++i) arguments.buffer(zeros);
  for (std::size_t i = 0; i < 5; ++i) kernel.expect(arguments, i + 1, sums[i]);
}

TEST(Deferred, WideSumsAndRaggedGroups) {
  Kernel kernel = Kernel::cuda(R"(
      extern "C" __global__ void sum(const int* in, unsigned long long* sums, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) atomicAdd(&sums[in[i]], 0x100000000ull + i);
      })");
  const int n = 500;
  const std::vector<int> in = some_numbers(n, 5);
  std::vector<std::uint64_t> sums(5);
  for (int i = 0; i < n; ++i) sums[in[i]] += 0x100000000u + i;
  kernel.shape({512, 1, 1}, {32, 1, 1});
  kernel.expect(Arguments().buffer(in).buffer(std::vector<std::uint64_t>(5)).value(n), 1, sums);
}

// An item that reads its own sum back must find it.
TEST(Deferred, NotWhereItIsRead) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void own(global uint* a, global uint* o) {
        int i = get_global_id(0);
        atomic_add(&a[i], 5u);
        o[i] = a[i] * 2;
      })");
  const std::vector<std::uint32_t> a(64, 1), o(64, 12);
  kernel.shape({64, 1, 1}, {16, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<std::uint32_t>(64)), 1, o);
}

// One that writes there afterwards has the last word.
TEST(Deferred, NotWhereItIsWritten) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void last(global uint* a) {
        int i = get_global_id(0);
        atomic_add(&a[i], 5u);
        a[i] = 7;
      })");
  const std::vector<std::uint32_t> a(64, 1), sevens(64, 7);
  kernel.shape({64, 1, 1}, {16, 1, 1});
  kernel.expect(Arguments().buffer(a), 0, sevens);
}

// Groups count in local memory, their items add the sums; one of them also counts the groups, at once.
TEST(Deferred, SumsOfGroups) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void count(global const uchar* in, global uint* bins, global uint* groups, uint n) {
        local uint part[100];
        uint item = get_local_id(0), size = get_local_size(0);
        for (uint i = item; i < 100; i += size) part[i] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&part[in[i] % 100]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = item; i < 100; i += size) atomic_add(&bins[i], part[i]);
        if (item == 0) atomic_inc(groups);
      })");
  const std::uint32_t n = 3000;
  std::vector<std::uint8_t> in(n);
  std::vector<std::uint32_t> bins(100);
  for (std::uint32_t i = 0; i < n; ++i) {
    in[i] = static_cast<std::uint8_t>(i * 37 + i / 5);
    ++bins[in[i] % 100];
  }
  const std::vector<std::uint32_t> zeros(100), groups = {1}, counted = {8};
  for (unsigned local : {64U, 37U}) {
    kernel.shape({7 * local, 1, 1}, {local, 1, 1});
    const Arguments arguments = Arguments().buffer(in).buffer(zeros).buffer(groups).value(n);
    kernel.expect(arguments, 1, bins);
    kernel.expect(arguments, 2, counted);
  }
}

// What is read behind a barrier must be there.
TEST(Deferred, NotWhereItIsReadBehindABarrier) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void turn(global uint* a, global uint* o) {
        int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
        atomic_add(&a[i], (uint)i);
        barrier(CLK_GLOBAL_MEM_FENCE);
        o[i] = a[i - l + n - 1 - l];
      })");
  std::vector<std::uint32_t> a(64, 1), o(64);
  for (unsigned i = 0; i < 64; ++i) o[i] = 1 + i / 16 * 16 + 15 - i % 16;
  kernel.shape({64, 1, 1}, {16, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<std::uint32_t>(64)), 1, o);
}

}  // namespace
}  // namespace vgpu::test
