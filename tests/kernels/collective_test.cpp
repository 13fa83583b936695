// Items that work together: atomics, loops with the stride of the group or grid, scans by steps, shuffles.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

// All items hit one address and nobody wants the old value: with and without masks.
TEST(Collective, AtomicsOnOneAddress) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o) {
        local int l[2];
        int i = get_global_id(0), v = a[i];
        if (get_local_id(0) == 0) l[0] = l[1] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_add(&o[0], v);
        atomic_sub(&o[1], v);
        atomic_and(&o[2], ~(1 << (v & 15)));
        atomic_or(&o[3], 1 << (v & 15));
        atomic_xor(&o[4], v);
        atomic_max(&o[5], v - 500);
        atomic_min(&o[6], v - 500);
        atomic_inc(&l[0]);
        if (v & 1) {
          atomic_add(&o[7], v);
          atomic_max((global uint*)&o[8], (uint)v);
          atomic_min((global uint*)&o[9], (uint)v);
          atomic_add(&l[1], v);
        }
        if (v > 5000) atomic_inc(&o[12]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
          atomic_add(&o[10], l[0]);
          atomic_add(&o[11], l[1]);
        }
      })");
  std::vector<int> a = some_numbers(74), o = {0, 0, -1, 0, 0, -9999, 9999, 0, 0, 9999, 0, 0, 0};
  const std::vector<int> start = o;
  for (int v : a) {
    o[0] += v, o[1] -= v, o[2] &= ~(1 << (v & 15)), o[3] |= 1 << (v & 15), o[4] ^= v;
    o[5] = std::max(o[5], v - 500), o[6] = std::min(o[6], v - 500);
    if (v & 1) o[7] += v, o[8] = std::max(o[8], v), o[9] = std::min(o[9], v), o[11] += v;
    ++o[10];
  }
  kernel.shape({74, 1, 1}, {37, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(start), 1, o);
}

// Different addresses, results used and not, in local and global memory, under masks and without.
TEST(Collective, AtomicsHereAndThere) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const uchar* a, global int* bins, global int* o, uint n) {
        local int l[64], turn;
        uint t = get_local_id(0);
        l[t] = 0;
        if (t == 0) turn = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
          atomic_inc(&l[a[i] & 63]);
          atomic_add(&bins[64 + (a[i] >> 4)], (int)i);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int place = atomic_add(&turn, 2);
        if (t % 3 == 0) place += 1000 * atomic_cmpxchg(&l[t], 0, 7);
        atomic_add(&bins[t], l[t]);
        if (t % 3 == 0) place += 1000 * (l[t] == 7);
        o[get_global_id(0)] = place >= 0 && place % 2 == 0;
      })");
  std::vector<int> numbers = some_numbers(500, 256), bins(80), o(128, 1);
  std::vector<unsigned char> a(numbers.begin(), numbers.end());
  std::vector<int> part(128);
  for (int i = 0; i < 500; ++i) {
    ++part[static_cast<std::size_t>(i % 128 / 64 * 64 + (numbers[i] & 63))];
    bins[static_cast<std::size_t>(64 + (numbers[i] >> 4))] += i;
  }
  for (std::size_t i = 0; i < 128; ++i) {
    bins[i % 64] += i % 64 % 3 == 0 && part[i] == 0 ? 7 : part[i];
  }
  kernel.shape({128, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(80)).buffer(o).value(500U), 1, bins);
}

// Counters of every type, loops that end at once, and with rounds that only some items run.
TEST(Collective, LoopsWithTheStrideOfTheGroup) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o, int n, uint u, ulong l) {
        int t = get_local_id(0), s = get_local_size(0), r = 1, last = -1;
        for (int i = t; i < n; i += s) r = r * 3 + a[i], last = i;
        for (uint i = t; i < u; i += s) r += a[i] ^ i;
        for (size_t i = t; i < l; i += s) r -= a[i] * 5;
        int i = t;
        while (i <= n) {
          if (a[i] % 7 == 0) r ^= a[i];
          i += s;
        }
        for (int j = n - 1 - t; j >= 0; j -= s) {
          r += a[j] * j;
          if (r == 12345) break;
        }
        o[2 * get_global_id(0)] = r;
        o[2 * get_global_id(0) + 1] = last + i;
      })");
  for (int n : {5, 100}) {
    std::vector<int> a = some_numbers(200), o(148);
    for (int g = 0; g < 74; ++g) {
      const int t = g % 37;
      unsigned r = 1;
      int last = -1, i = t;
      auto at = [&](int k) { return static_cast<unsigned>(a[static_cast<std::size_t>(k)]); };
      for (int k = t; k < n; k += 37) r = r * 3 + at(k), last = k;
      for (int k = t; k < n / 2; k += 37) r += at(k) ^ static_cast<unsigned>(k);
      for (int k = t; k < n + 9; k += 37) r -= at(k) * 5;
      for (; i <= n; i += 37) r ^= at(i) % 7 == 0 ? at(i) : 0;
      for (int k = n - 1 - t; k >= 0; k -= 37) {
        r += at(k) * static_cast<unsigned>(k);
        if (r == 12345) break;
      }
      o[static_cast<std::size_t>(2 * g)] = static_cast<int>(r);
      o[static_cast<std::size_t>(2 * g + 1)] = last + i;
    }
    kernel.shape({74, 1, 1}, {37, 1, 1});
    kernel.expect(Arguments()
                      .buffer(a)
                      .buffer(std::vector<int>(148))
                      .value(n)
                      .value(static_cast<unsigned>(n / 2))
                      .value(static_cast<std::uint64_t>(n + 9)),
                  1, o);
  }
}

// Up-sweep and down-sweep: every step has other items and strides.
TEST(Collective, ScanBySweeps) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o) {
        local int l[128];
        int t = get_local_id(0), base = get_group_id(0) * 128, offset = 1;
        l[2 * t] = a[base + 2 * t];
        l[2 * t + 1] = a[base + 2 * t + 1];
        for (int d = 64; d > 0; d /= 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          if (t < d) l[offset * (2 * t + 2) - 1] += l[offset * (2 * t + 1) - 1];
          offset *= 2;
        }
        if (t == 0) l[127] = 0;
        for (int d = 1; d < 128; d *= 2) {
          offset /= 2;
          barrier(CLK_LOCAL_MEM_FENCE);
          if (t < d) {
            int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1, v = l[left];
            l[left] = l[right];
            l[right] += v;
          }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        o[base + 2 * t] = l[2 * t];
        o[base + 2 * t + 1] = l[2 * t + 1];
      })");
  std::vector<int> a = some_numbers(256), o(256);
  for (auto from = a.begin(), to = o.begin(); from != a.end(); from += 128, to += 128) {
    std::exclusive_scan(from, from + 128, to, 0);
  }
  kernel.shape({128, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(256)), 1, o);
}

// Distances known when the code is made and not, segments of a warp, 64 bits.
TEST(Collective, ShufflesOfEveryKind) {
  Kernel kernel = Kernel::cuda(R"(
      __global__ void k(const int* a, int* o, int d) {
        int i = threadIdx.x, v = a[i], r = 0;
        r += __shfl_up_sync(~0u, v, 1) * 3;
        r ^= __shfl_down_sync(~0u, v, 2, 8) * 5;
        r += __shfl_xor_sync(~0u, v, 5, 16) * 7;
        r ^= __shfl_xor_sync(~0u, v, 3) * 11;
        r += __shfl_sync(~0u, v, 3) * 13;
        r ^= __shfl_sync(~0u, v, 2, 4) * 17;
        r += __shfl_up_sync(~0u, v, d) * 19;
        r ^= __shfl_sync(~0u, v, d) * 23;
        r += (int)(__shfl_xor_sync(~0u, (long long)v << 33, 1) >> 33) * 29;
        o[i] = r;
      })");
  const int d = 4, items = 64;
  std::vector<int> a = some_numbers(items), o(items);
  for (int i = 0; i < items; ++i) {
    const int w = i & ~31, t = i & 31;
    auto at = [&](int lane) {
      return static_cast<unsigned>(a[static_cast<std::size_t>(w + lane)]);
    };
    unsigned r = at(t >= 1 ? t - 1 : t) * 3;
    r ^= at((t & 7) + 2 > 7 ? t : t + 2) * 5;
    r += at(t ^ 5) * 7;
    r ^= at(t ^ 3) * 11;
    r += at(3) * 13;
    r ^= at((t & ~3) + 2) * 17;
    r += at(t >= d ? t - d : t) * 19;
    r ^= at(d) * 23;
    r += at(t ^ 1) * 29;
    o[static_cast<std::size_t>(i)] = static_cast<int>(r);
  }
  kernel.shape({items, 1, 1}, {items, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(items)).value(d), 1, o);
}

}  // namespace
}  // namespace vgpu::test
