// Kernels that keep many results an item: more sums than registers, and sums that live across barriers.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

// Independent sums, one that reads another, and a value that only the last iteration makes.
TEST(Registers, MoreSumsThanFitInOneLoop) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o, int n) {
        int i = get_global_id(0), sum[18] = {0}, last = 7;
        for (int k = 0; k < n; k++) {
          int v = a[i + k], w = a[k];
          for (int j = 0; j < 18; j++) sum[j] += v * (w + j);
          sum[3] ^= sum[17];
          last = v - w;
        }
        for (int j = 0; j < 18; j++) last = last * 3 + sum[j];
        o[i] = last;
      })");
  const int n = 9;
  std::vector<int> a = some_numbers(80), o(70);
  for (int i = 0; i < 70; ++i) {
    unsigned sum[18] = {}, last = 7;
    for (int k = 0; k < n; ++k) {
      auto v = static_cast<unsigned>(a[i + k]), w = static_cast<unsigned>(a[k]);
      for (unsigned j = 0; j < 18; ++j) sum[j] += v * (w + j);
      sum[3] ^= sum[17];
      last = v - w;
    }
    for (unsigned part : sum) last = last * 3 + part;
    o[i] = static_cast<int>(last);
  }
  kernel.shape({70, 1, 1}, {35, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(70)).value(n), 1, o);
}

// A loop with barriers carries two values that change places, one that only some rounds change, and a block of sums.
TEST(Registers, SumsAcrossBarriers) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o, int n) {
        local int l[24];
        int i = get_global_id(0), t = get_local_id(0), u = a[i], v = u + 1, w = 5, sum[6] = {0};
        for (int k = 0; k < n; k++) {
          l[t] = u + k;
          barrier(CLK_LOCAL_MEM_FENCE);
          int x = l[(t + k + 1) % 24];
          for (int j = 0; j < 6; j++) sum[j] += x * j + v;
          int old = u;
          u = v;
          v = old + x;
          if (k & 1) w = u;
          barrier(CLK_LOCAL_MEM_FENCE);
          sum[5] += old + w;
        }
        for (int j = 0; j < 6; j++) w = w * 5 + sum[j];
        o[i] = w + u - v;
      })");
  for (int n : {0, 1, 6}) {
    std::vector<int> a = some_numbers(48), o(48);
    for (int g = 0; g < 48; g += 24) {
      unsigned u[24], v[24], w[24], sum[24][6] = {}, l[24];
      for (int t = 0; t < 24; ++t) {
        u[t] = static_cast<unsigned>(a[g + t]), v[t] = u[t] + 1, w[t] = 5;
      }
      for (unsigned k = 0; k < static_cast<unsigned>(n); ++k) {
        for (int t = 0; t < 24; ++t) l[t] = u[t] + k;
        for (unsigned t = 0; t < 24; ++t) {
          unsigned x = l[(t + k + 1) % 24], old = u[t];
          for (unsigned j = 0; j < 6; ++j) sum[t][j] += x * j + v[t];
          u[t] = v[t], v[t] = old + x;
          if (k & 1) w[t] = u[t];
          sum[t][5] += old + w[t];
        }
      }
      for (int t = 0; t < 24; ++t) {
        for (unsigned part : sum[t]) w[t] = w[t] * 5 + part;
        o[g + t] = static_cast<int>(w[t] + u[t] - v[t]);
      }
    }
    kernel.shape({48, 1, 1}, {24, 1, 1});
    kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(48)).value(n), 1, o);
  }
}

// Tiles in local memory, each read a round before it is used; the pitch is that of a larger matrix.
TEST(Registers, TilesOfAProduct) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global const int* b, global int* c, int n, int pitch) {
        local int as[8][8], bs[8][8];
        int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
        int sum = 0;
        for (int t = 0; t < n; t += 8) {
          as[y][x] = a[row * pitch + t + x];
          bs[y][x] = b[(t + y) * pitch + col];
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int k = 0; k < 8; k++) sum += as[y][k] * bs[k][x];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        c[row * pitch + col] = sum;
      })");
  constexpr int kPitch = 37, kSize = 24;
  std::vector<int> a = some_numbers(kPitch * kSize), b = some_numbers(kPitch * kSize);
  std::vector<int> c(kPitch * kSize);
  for (int row = 0; row < kSize; ++row) {
    for (int col = 0; col < kSize; ++col) {
      unsigned sum = 0;
      for (int k = 0; k < kSize; ++k) {
        sum +=
            static_cast<unsigned>(a[row * kPitch + k]) * static_cast<unsigned>(b[k * kPitch + col]);
      }
      c[row * kPitch + col] = static_cast<int>(sum);
    }
  }
  kernel.shape({kSize, kSize, 1}, {8, 8, 1});
  kernel.expect(Arguments()
                    .buffer(a)
                    .buffer(b)
                    .buffer(std::vector<int>(kPitch * kSize))
                    .value(kSize)
                    .value(kPitch),
                2, c);
}

}  // namespace
}  // namespace vgpu::test
