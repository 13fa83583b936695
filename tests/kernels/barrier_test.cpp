// Barriers wherever the languages allow them: in loops, in branches, behind returns, over the whole grid.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

TEST(Barrier, InALoopWithDivergenceBetween) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o) {
        local int l[64];
        int i = get_global_id(0), t = get_local_id(0), v = a[i], acc = 0;
        for (int r = 0; r < 5; r++) {
          l[t] = v;
          barrier(CLK_LOCAL_MEM_FENCE);
          int w = l[(t * 7 + r) % 64];
          if (w & 1) {
            acc += w;
            for (int j = 0; j < (w & 7); j++) acc ^= j * r;
          } else {
            acc -= r;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
          v = v * 3 + acc;
        }
        o[i] = acc + v;
      })");
  std::vector<int> a = some_numbers(128), o(128);
  for (int g = 0; g < 128; g += 64) {
    int v[64], acc[64] = {}, l[64];
    for (int t = 0; t < 64; ++t) v[t] = a[g + t];
    for (int r = 0; r < 5; ++r) {
      std::copy(v, v + 64, l);
      for (int t = 0; t < 64; ++t) {
        int w = l[(t * 7 + r) % 64];
        if (w & 1) {
          acc[t] += w;
          for (int j = 0; j < (w & 7); ++j) acc[t] ^= j * r;
        } else {
          acc[t] -= r;
        }
        v[t] = static_cast<int>(static_cast<unsigned>(v[t]) * 3u + static_cast<unsigned>(acc[t]));
      }
    }
    for (int t = 0; t < 64; ++t) o[g + t] = acc[t] + v[t];
  }
  kernel.shape({128, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(128)), 1, o);
}

TEST(Barrier, InUniformBranchesWithPrivateArrays) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o, int n) {
        local int l[24];
        int i = get_global_id(0), t = get_local_id(0), s = get_local_size(0);
        int p[4];
        for (int k = 0; k < 4; k++) p[k] = a[i + k];
        l[t] = p[a[i] & 3];
        barrier(CLK_LOCAL_MEM_FENCE);
        p[l[t ^ 1] & 3] += l[s - 1 - t];
        if (n > 100) {
          barrier(CLK_LOCAL_MEM_FENCE);
          l[t] = p[t & 3];
          barrier(CLK_LOCAL_MEM_FENCE);
          p[0] += l[(t + 1) % s];
        }
        o[i] = p[0] * 3 + p[1] + p[2] - p[3];
      })");
  for (int n : {50, 200}) {
    std::vector<int> a = some_numbers(60), o(48);
    for (int g = 0; g < 48; g += 24) {
      int p[24][4], l[24], l2[24];
      for (int t = 0; t < 24; ++t) {
        for (int k = 0; k < 4; ++k) p[t][k] = a[g + t + k];
        l[t] = p[t][a[g + t] & 3];
      }
      for (int t = 0; t < 24; ++t) p[t][l[t ^ 1] & 3] += l[23 - t];
      for (int t = 0; t < 24; ++t) l2[t] = p[t][t & 3];
      for (int t = 0; t < 24; ++t) {
        if (n > 100) p[t][0] += l2[(t + 1) % 24];
        o[g + t] = p[t][0] * 3 + p[t][1] + p[t][2] - p[t][3];
      }
    }
    kernel.shape({48, 1, 1}, {24, 1, 1});
    kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(48)).value(n), 1, o);
  }
}

// Guards that leave most of the group idle: the driver runs the other items only.
TEST(Barrier, BehindGuardsOnTheItem) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global int* o, int a, int b, uint c) {
        local int l[64];
        int x = get_local_id(0), y = get_local_id(1), t = y * get_local_size(0) + x;
        l[t] = t;
        for (int r = 0; r < 3; r++) {
          barrier(CLK_LOCAL_MEM_FENCE);
          if (x < a - r) l[t] += 100;
          barrier(CLK_LOCAL_MEM_FENCE);
          if (x <= b + r && (t & 1)) l[t] += 1000;
          barrier(CLK_LOCAL_MEM_FENCE);
          if ((uint)x == c) l[t] += 10000;
          if (x >= b) continue;
          l[t] ^= 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        o[get_group_id(0) * 64 + t] = l[t];
      })");
  struct Case {
    int a, b;
    unsigned c;
    Size3 local;
  };
  for (const Case& c : {Case{5, -2, 3, {37, 1, 1}}, Case{-4, 9, 0xffffffffU, {17, 3, 1}},
                        Case{100, 100, 0, {8, 4, 1}}, Case{1, -1, 15, {16, 2, 1}}}) {
    std::vector<int> o(128, -1);
    const int items = static_cast<int>(c.local[0] * c.local[1]);
    for (int i = 0; i < 2 * items; ++i) {
      const int t = i % items, x = t % static_cast<int>(c.local[0]);
      int& v = o[static_cast<std::size_t>(i / items * 64 + t)];
      v = t;
      for (int r = 0; r < 3; ++r) {
        if (x < c.a - r) v += 100;
        if (x <= c.b + r && (t & 1)) v += 1000;
        if (static_cast<unsigned>(x) == c.c) v += 10000;
        if (x < c.b) v ^= 1;
      }
    }
    kernel.shape({2 * c.local[0], c.local[1], 1}, c.local);
    kernel.expect(Arguments().buffer(std::vector<int>(128, -1)).value(c.a).value(c.b).value(c.c), 0,
                  o);
  }
}

// CUDA habit: items beyond the end return first, the others meet at barriers.
TEST(Barrier, BehindAnEarlyReturn) {
  Kernel kernel = Kernel::cuda(R"(
      __global__ void k(const int* a, int* o, int n) {
        __shared__ int s[40];
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n) return;
        s[threadIdx.x] = a[i];
        __syncthreads();
        int sum = 0;
        for (int k = 0; k <= (int)threadIdx.x; ++k) sum += s[k];
        if (sum % 3 == 0) return;
        __syncthreads();
        s[threadIdx.x] = -sum;
        __syncthreads();
        o[i] = sum + s[threadIdx.x];
        o[i] -= i;
      })");
  std::vector<int> a = some_numbers(120), o(120, 77);
  for (int g = 0; g < 120; g += 40) {
    int sum = 0;
    for (int t = 0; t < 40 && g + t < 100; ++t) {
      sum += a[g + t];
      if (sum % 3 != 0) o[g + t] = -(g + t);
    }
  }
  kernel.shape({120, 1, 1}, {40, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(120, 77)).value(100), 1, o);
}

TEST(Barrier, TwoDimensionalTiles) {
  Kernel kernel = Kernel::opencl(R"(
      #define T 8
      kernel void tiled(global const float* A, global const float* B, global float* C, int N) {
        local float a[T][T], b[T][T];
        int tx = get_local_id(0), ty = get_local_id(1);
        int n = get_global_id(0), m = get_global_id(1);
        float s = 0;
        for (int k = 0; k < N; k += T) {
          a[ty][tx] = A[m * N + k + tx];
          b[ty][tx] = B[(k + ty) * N + n];
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int i = 0; i < T; i++) s += a[ty][i] * b[i][tx];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        C[m * N + n] = s;
      })");
  constexpr int kN = 24;
  std::vector<int> numbers = some_numbers(2 * kN * kN, 16);
  std::vector<float> a(numbers.begin(), numbers.begin() + kN * kN);
  std::vector<float> b(numbers.begin() + kN * kN, numbers.end()), c(kN * kN);
  for (int m = 0; m < kN; ++m) {
    for (int n = 0; n < kN; ++n) {
      for (int k = 0; k < kN; ++k) c[m * kN + n] += a[m * kN + k] * b[k * kN + n];
    }
  }
  kernel.shape({kN, kN, 1}, {8, 8, 1});
  kernel.expect(Arguments().buffer(a).buffer(b).buffer(std::vector<float>(kN * kN)).value(kN), 2,
                c);
}

TEST(Barrier, LocalAtomicsAndThreeDimensions) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o) {
        local int bins[16];
        local int most;
        int t = get_local_linear_id(), i = get_global_linear_id();
        if (t < 16) bins[t] = 0;
        if (t == 0) most = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_add(&bins[a[i] & 15], 1);
        atomic_max(&most, a[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < 16) o[t] = bins[t];
        if (t == 0) o[16] = most;
      })",
                                 "-cl-std=CL3.0");
  std::vector<int> a = some_numbers(60), o(17);
  for (int x : a) {
    ++o[x & 15];
    o[16] = std::max(o[16], x);
  }
  kernel.shape({5, 4, 3}, {5, 4, 3});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(17)), 1, o);
}

// Another item overwrites what this one has written and may still have in a register.
TEST(Barrier, OthersWriteOwnElement) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global int* restrict g, global int* restrict o) {
        local int l[48];
        int t = get_local_id(0);
        l[t] = t;
        g[t] = 3 * t;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        l[47 - t] = 100 + t;
        g[47 - t] += 1000 + t;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        o[t] = l[t] + g[t];
      })");
  std::vector<int> o(48);
  for (int t = 0; t < 48; ++t) o[t] = 147 - t + 3 * t + 1047 - t;
  kernel.shape({48, 1, 1}, {48, 1, 1});
  kernel.expect(Arguments().buffer(std::vector<int>(48)).buffer(std::vector<int>(48)), 1, o);
}

// Addresses of private variables that are made before a barrier and used behind it, plainly and through a choice.
TEST(Barrier, PrivateAddressesSurvive) {
  Kernel kernel = Kernel::opencl(R"(
      typedef struct { int first; short second; } Pair;
      kernel void k(global const int* a, global int* o) {
        local int l[48];
        int t = get_local_id(0);
        Pair q[4], other[4];
        for (int i = 0; i < 4; i++) {
          q[i].first = other[i].first = t + i;
          q[i].second = (short)a[t];
          other[i].second = (short)(a[t] + i);
        }
        for (int i = 0; i < (a[t] & 3); i++) q[t & 3].second = 1;
        Pair* chosen = (a[t] & 1) != 0 ? &q[a[t] & 3] : &other[t & 3];
        l[t] = a[t];
        barrier(CLK_LOCAL_MEM_FENCE);
        chosen->second += (short)l[47 - t];
        int sum = 0;
        for (int i = 0; i < 4; i++) sum = sum * 5 + q[i].second * 3 + other[i].second;
        o[t] = sum;
      })");
  std::vector<int> a = some_numbers(48, 1000), o(48);
  for (int t = 0; t < 48; ++t) {
    int q[4], other[4], sum = 0;
    for (int i = 0; i < 4; ++i) q[i] = a[t], other[i] = a[t] + i;
    if ((a[t] & 3) != 0) q[t & 3] = 1;
    ((a[t] & 1) != 0 ? q[a[t] & 3] : other[t & 3]) += a[47 - t];
    for (int i = 0; i < 4; ++i) sum = sum * 5 + q[i] * 3 + other[i];
    o[t] = sum;
  }
  kernel.shape({48, 1, 1}, {48, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(48)), 1, o);
}

// The way out of the loop is one for those that leave early and those that have gone through all of it.
TEST(Barrier, ItemsLeaveALoopWithBarriersForGood) {
  Kernel kernel = Kernel::opencl(
      "kernel void k(global const int* a, global int* o, int n) {\n"
      "  local int l[64]; int t = get_local_id(0), v = a[t]; l[t] = t;\n"
      "  for (int j = 0; j < n; ++j) {\n"
      "    if ((a[t] & 7) == 3) return;\n"
      "    l[t] = 125 + j; barrier(CLK_LOCAL_MEM_FENCE); v += l[0]; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  }\n"
      "  o[t] = v; }");
  for (std::uint32_t local : {37u, 64u}) {
    std::vector<std::int32_t> a(local), expected(local, -1);
    for (std::uint32_t t = 0; t < local; ++t) {
      a[t] = static_cast<std::int32_t>(t * 5 + 1);
      if ((a[t] & 7) != 3) expected[t] = a[t] + 125 + 126;
    }
    kernel.shape({local, 1, 1}, {local, 1, 1});
    kernel.expect(Arguments().buffer(a).buffer(std::vector<std::int32_t>(local, -1)).value(2), 1,
                  expected);
  }
}

// The values that live across the barriers take each other's places: all of them at once, or one is lost.
TEST(Barrier, ValuesThatChangePlacesBetween) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int4* a, global int* o) {
        int t = get_local_id(0);
        int4 v = a[t];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t & 1) v = v.yzwx;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (v.x & 2) v = v.wzyx;
        barrier(CLK_LOCAL_MEM_FENCE);
        o[t] = ((v.x * 3 + v.y) * 3 + v.z) * 3 + v.w;
      })");
  kernel.shape({64, 1, 1}, {64, 1, 1});
  std::vector<int> a = some_numbers(256), o;
  for (int t = 0; t < 64; ++t) {
    int v[4];
    for (int i = 0; i < 4; ++i) v[i] = a[4 * t + (i + (t & 1)) % 4];
    if (v[0] & 2) std::reverse(v, v + 4);
    o.push_back(((v[0] * 3 + v[1]) * 3 + v[2]) * 3 + v[3]);
  }
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(64)), 1, o);
}

}  // namespace
}  // namespace vgpu::test
