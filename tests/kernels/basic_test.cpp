// First kernels: ids, arguments, divergence, loops.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include <numeric>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

TEST(Basic, AddsVectors) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void add(global const float* a, global const float* b, global float* c) {
        size_t i = get_global_id(0);
        c[i] = a[i] + b[i];
      })");
  kernel.shape({100, 1, 1}, {32, 1, 1});
  std::vector<float> a(100), b(100), c(100);
  for (int i = 0; i < 100; ++i) {
    a[i] = 0.5f * static_cast<float>(i);
    b[i] = 3.0f - static_cast<float>(i);
    c[i] = a[i] + b[i];
  }
  kernel.expect(Arguments().buffer(a).buffer(b).buffer(std::vector<float>(100)), 2, c);
}

TEST(Basic, EveryIdAndSize) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void ids(global uint* out) {
        size_t i = get_global_id(0) - get_global_offset(0) +
                   get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
        out[i] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2) +
                 1000 * get_group_id(0) + 10000 * get_group_id(1) + 100000 * get_group_id(2) +
                 1000000 * get_local_size(0) + 10000000 * get_work_dim() +
                 100000000 * get_num_groups(1);
      })");
  Size3 global = {10, 6, 3}, local = {4, 3, 2};
  kernel.shape(global, local).offset({5, 0, 0});
  std::vector<std::uint32_t> expected;
  for (std::uint32_t z = 0; z < 3; ++z) {
    for (std::uint32_t y = 0; y < 6; ++y) {
      for (std::uint32_t x = 0; x < 10; ++x) {
        std::uint32_t size = std::min(4u, 10 - x / 4 * 4);
        expected.push_back(x % 4 + 10 * (y % 3) + 100 * (z % 2) + 1000 * (x / 4) + 10000 * (y / 3) +
                           100000 * (z / 2) + 1000000 * size + 30000000 + 200000000);
      }
    }
  }
  kernel.expect(Arguments().buffer(std::vector<std::uint32_t>(180)), 0, expected);
}

TEST(Basic, DivergentLoops) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void loops(global const int* a, global int* o) {
        int i = get_global_id(0);
        int s = 0;
        for (int k = 0; k < a[i] % 13; k++) {
          if (k == a[i + 1] % 7) continue;
          for (int j = 0;; j++) {
            if (j > k + a[i] % 5) break;
            s += j * k;
            if (s > a[i + 2]) break;
          }
          if (s > 500) break;
          s += k;
        }
        o[i] = s;
      })");
  std::vector<int> a = some_numbers(210), o(200);
  for (int i = 0; i < 200; ++i) {
    int s = 0;
    for (int k = 0; k < a[i] % 13; k++) {
      if (k == a[i + 1] % 7) continue;
      for (int j = 0;; j++) {
        if (j > k + a[i] % 5) break;
        s += j * k;
        if (s > a[i + 2]) break;
      }
      if (s > 500) break;
      s += k;
    }
    o[i] = s;
  }
  kernel.shape({200, 1, 1}, {50, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(200)), 1, o);
}

TEST(Basic, ReductionWithBarriers) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void reduce(global const int* a, global int* o, local int* l, int n) {
        int i = get_global_id(0), t = get_local_id(0);
        l[t] = i < n ? a[i] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
          if (t < s) l[t] += l[t + s];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (t == 0) o[get_group_id(0)] = l[0];
      })");
  std::vector<int> a = some_numbers(256), o(4);
  for (int g = 0; g < 4; ++g) {
    o[g] = std::accumulate(a.begin() + 64 * g, a.begin() + std::min(64 * g + 64, 250), 0);
  }
  kernel.shape({256, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(4)).local(64 * 4).value(250), 1, o);
}

// The version for tiles whose index wraps is optimised for size; it must not call a library for that.
TEST(Basic, RareTilesCallNoLibrary) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const float* x, global float* y, int cols) {
        int row = get_global_id(0);
        x += (size_t)row * cols;
        float top = x[0];
        for (int i = 1; i < cols; i++) top = fmax(top, x[i]);
        y[row] = top;
      })");
  std::vector<float> x(64 * 5), y(64);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i * 37 % 101) - 50;
  for (std::size_t row = 0; row < 64; ++row) {
    y[row] = *std::max_element(&x[row * 5], &x[row * 5] + 5);
  }
  kernel.shape({64, 1, 1}, {32, 1, 1});
  kernel.expect(Arguments().buffer(x).buffer(std::vector<float>(64)).value(5), 1, y);
}

}  // namespace
}  // namespace vgpu::test
