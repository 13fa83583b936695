// Inline PTX as programs write it: carries from one assembly to the next, short addresses of shared memory, copies,
// predicated loads and stores, matrices of a warp.
// SPDX-License-Identifier: MIT
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

#include "check.h"

template <class T>
static T* managed(int count) {
  T* x = nullptr;
  cudaMallocManaged(&x, count * sizeof(T));
  return x;
}

// Long numbers: one assembly a word, in functions of their own.
__device__ __forceinline__ uint32_t add_cc(uint32_t a, uint32_t b) {
  uint32_t r;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ uint32_t addc_cc(uint32_t a, uint32_t b) {
  uint32_t r;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ uint32_t addc(uint32_t a, uint32_t b) {
  uint32_t r;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
#define SUB_BORROW(c, a, b) asm volatile("sub.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b))
#define SUB_TAKE(c, a, b) asm volatile("subc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b))

__global__ void add_long(const uint32_t* a, const uint32_t* b, uint32_t* sums, uint64_t* rest) {
  const int n = threadIdx.x;
  a += 8 * n, b += 8 * n, sums += 9 * n, rest += 2 * n;
  sums[0] = add_cc(a[0], b[0]);
  for (int i = 1; i < 8; ++i) sums[i] = addc_cc(a[i], b[i]);
  sums[8] = addc(0, 0);
  const uint64_t x0 = a[0] | (uint64_t)a[1] << 32, x1 = a[2] | (uint64_t)a[3] << 32;
  const uint64_t y0 = b[0] | (uint64_t)b[1] << 32, y1 = b[2] | (uint64_t)b[3] << 32;
  SUB_BORROW(rest[0], x0, y0);
  SUB_TAKE(rest[1], x1, y1);
}

CASE(carries_cross_assemblies) {
  const int count = 40;
  uint32_t *a = managed<uint32_t>(8 * count), *b = managed<uint32_t>(8 * count);
  uint32_t* sums = managed<uint32_t>(9 * count);
  uint64_t* rest = managed<uint64_t>(2 * count);
  for (int i = 0; i < 8 * count; ++i) {
    a[i] = i % 3 == 0 ? 0xffffffffu : i * 2654435761u;
    b[i] = i % 5 == 0 ? 0 : i % 4 == 1 ? 0xffffffffu : ~a[i];
  }
  for (int i = 0; i < 8; ++i) a[8 + i] = ~0u, b[8 + i] = i == 0;
  add_long<<<1, count>>>(a, b, sums, rest);
  OK(cudaDeviceSynchronize());
  for (int n = 0; n < count; ++n) {
    uint64_t carry = 0;
    for (int i = 0; i < 8; ++i) {
      carry += (uint64_t)a[8 * n + i] + b[8 * n + i];
      EXPECT_EQ(sums[9 * n + i], (uint32_t)carry);
      carry >>= 32;
    }
    EXPECT_EQ(sums[9 * n + 8], (uint32_t)carry);
    unsigned __int128 x, y, difference;
    memcpy(&x, a + 8 * n, 16), memcpy(&y, b + 8 * n, 16), memcpy(&difference, rest + 2 * n, 16);
    EXPECT(difference == x - y);
  }
}

__device__ uint32_t shared_address(const void* pointer) {
  return (uint32_t)__cvta_generic_to_shared(pointer);
}

__global__ void copy_tile(const float* in, float* out, int count) {
  __shared__ alignas(16) float tile[4 * 64];
  extern __shared__ float more[];
  const int at = 4 * threadIdx.x;
  // The last copies are cut: what lies beyond is zero.
  const int bytes = max(0, min(16, (count - at) * 4));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(&tile[at])),
               "l"(in + at), "r"(bytes));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(&more[threadIdx.x])),
               "l"(in + threadIdx.x));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  float4 v;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "r"(shared_address(&tile[252 - at])));
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(shared_address(&more[threadIdx.x])),
               "f"(2 * more[threadIdx.x]));
  out[at] = v.x, out[at + 1] = v.y, out[at + 2] = v.z, out[at + 3] = v.w;
  out[256 + threadIdx.x] = more[threadIdx.x];
}

CASE(short_addresses_and_copies) {
  float *in = managed<float>(256), *out = managed<float>(320);
  for (int i = 0; i < 256; ++i) in[i] = i + 1;
  copy_tile<<<1, 64, 64 * sizeof(float)>>>(in, out, 250);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 256; ++i) {
    const int from = 252 - i / 4 * 4 + i % 4;
    EXPECT_EQ(out[i], from < 250 ? from + 1.0f : 0.0f);
  }
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[256 + i], 2 * (i + 1.0f));
}

__global__ void guarded(const int* in, int* out) {
  const int i = threadIdx.x;
  const int* from = i % 2 ? in + i : nullptr;
  int* to = i % 3 ? out + i : nullptr;
  int value = -1;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p ld.global.u32 %0, [%1]; }"
               : "+r"(value)
               : "l"(from), "r"(i % 2));
  asm volatile("{ .reg .pred p; setp.eq.s32 p, %2, 0; @!p st.global.u32 [%0], %1; }" ::"l"(to),
               "r"(value), "r"(i % 3)
               : "memory");
}

CASE(guards) {
  int *in = managed<int>(64), *out = managed<int>(64);
  for (int i = 0; i < 64; ++i) in[i] = 100 + i, out[i] = 7;
  guarded<<<1, 64>>>(in, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i % 3 ? (i % 2 ? 100 + i : -1) : 7);
}

// A product of 16 x 16 and 16 x 8, loaded as programs do: the right factor row by row, transposed on the way.
__global__ void multiply(const __half* a, const __half* b, float* c, __half* small,
                         uint32_t* turned) {
  __shared__ alignas(16) __half left[16 * 16];
  __shared__ alignas(16) __half right[16 * 8];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) left[i] = a[i];
  for (int i = lane; i < 128; i += 32) right[i] = b[i];
  __syncwarp();
  uint32_t ra[4], rb[2];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
               : "r"(shared_address(&left[lane % 16 * 16 + lane / 16 * 8])));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(rb[0]), "=r"(rb[1])
               : "r"(shared_address(&right[lane % 16 * 8])));
  float d[4] = {1, 2, 3, 4};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  uint32_t h[2] = {0, 0};
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};"
      : "=r"(h[0]), "=r"(h[1])
      : "r"(ra[0]), "r"(ra[1]), "r"(rb[0]), "r"(h[0]), "r"(h[1]));
  const int row = lane / 4, column = lane % 4 * 2;
  for (int i = 0; i < 4; ++i) c[(row + i / 2 * 8) * 8 + column + i % 2] = d[i];
  for (int i = 0; i < 2; ++i) *(uint32_t*)&small[(row + 8 * i) * 8 + column] = h[i];
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned[lane]) : "r"(ra[0]));
}

CASE(matrices_of_halves) {
  __half *a = managed<__half>(256), *b = managed<__half>(128), *small = managed<__half>(128);
  float* c = managed<float>(128);
  uint32_t* turned = managed<uint32_t>(32);
  for (int i = 0; i < 256; ++i) a[i] = __half(float(i * 7 % 23 - 11));
  for (int i = 0; i < 128; ++i) b[i] = __half(float(i * 5 % 17 - 8));
  multiply<<<1, 32>>>(a, b, c, small, turned);
  OK(cudaDeviceSynchronize());
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 8; ++column) {
      float sum = 1 + row / 8 * 2 + column % 2, first = 0;
      for (int k = 0; k < 16; ++k) {
        const float term = (float)a[16 * row + k] * (float)b[8 * k + column];
        sum += term;
        if (k < 8) first += term;
      }
      EXPECT_EQ(c[8 * row + column], sum);
      EXPECT_EQ((float)small[8 * row + column], first);
    }
  for (int i = 0; i < 64; ++i) EXPECT_EQ((float)((__half*)turned)[i], (float)a[i % 8 * 16 + i / 8]);
}

__global__ void multiply_bytes(const int8_t* a, const int8_t* b, int* c, float* t) {
  const int lane = threadIdx.x, row = lane / 4, quarter = lane % 4;
  uint32_t ra[4], rb[2];
  for (int i = 0; i < 4; ++i)
    ra[i] = *(const uint32_t*)&a[(row + i % 2 * 8) * 32 + quarter * 4 + i / 2 * 16];
  // The right factor column by column.
  for (int i = 0; i < 2; ++i) rb[i] = *(const uint32_t*)&b[row * 32 + quarter * 4 + i * 16];
  int d[4] = {0, 0, 0, 0};
  asm volatile(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  for (int i = 0; i < 4; ++i) c[(row + i / 2 * 8) * 8 + quarter * 2 + i % 2] = d[i];
  uint32_t one, pair;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(one) : "f"(1.0f + 0x1p-11f));
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(3.0f), "f"(-1.5f));
  asm("fma.rn.f16x2 %0, %0, %0, %0;" : "+r"(pair));
  if (lane == 0) {
    t[0] = __uint_as_float(one);
    t[1] = __half2float(((__half*)&pair)[0]), t[2] = __half2float(((__half*)&pair)[1]);
    int dot;
    asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(dot) : "r"(0xff020304), "r"(0xff010101), "r"(5));
    t[3] = dot;
  }
}

CASE(matrices_of_bytes_and_small_floats) {
  int8_t *a = managed<int8_t>(16 * 32), *b = managed<int8_t>(8 * 32);
  int* c = managed<int>(128);
  float* t = managed<float>(4);
  for (int i = 0; i < 512; ++i) a[i] = (int8_t)(i * 37);
  for (int i = 0; i < 256; ++i) b[i] = (int8_t)(i * 101 + 3);
  multiply_bytes<<<1, 32>>>(a, b, c, t);
  OK(cudaDeviceSynchronize());
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 8; ++column) {
      int sum = 0;
      for (int k = 0; k < 32; ++k) sum += a[32 * row + k] * b[32 * column + k];
      EXPECT_EQ(c[8 * row + column], sum);
    }
  EXPECT_EQ(t[0], 1.0f + 0x1p-10f);
  EXPECT_EQ(t[1], 0.75f);
  EXPECT_EQ(t[2], 12.0f);
  EXPECT_EQ(t[3], -255.0f + 2 + 3 + 4 + 5);
}

__global__ void look_around(const int* x, int* out, unsigned mask) {
  const int lane = threadIdx.x % 32;
  const int value = x[threadIdx.x];
  out += 10 * threadIdx.x;
  if ((mask >> lane & 1) == 0) return;
  asm volatile("redux.sync.add.s32 %0, %1, %2;" : "=r"(out[0]) : "r"(value), "r"(mask));
  asm volatile("redux.sync.min.s32 %0, %1, %2;" : "=r"(out[1]) : "r"(value), "r"(mask));
  unsigned most = value;  // the result in its own operand
  asm volatile("redux.sync.max.u32 %0, %0, 0xffffffff;" : "+r"(most));
  out[2] = most;
  asm volatile("redux.sync.xor.b32 %0, %1, %2;" : "=r"(out[3]) : "r"(value), "r"(mask));
  asm volatile("redux.sync.and.b32 %0, %1, %2;" : "=r"(out[4]) : "r"(value | 1), "r"(mask));
  asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(out[5]) : "r"(value), "r"(mask));
  const long long wide = (long long)(value % 2) << 40;
  asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(out[6]) : "l"(wide), "r"(mask));
  asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %1, %2; }"
               : "=r"(out[7])
               : "r"(value), "r"(mask));
  asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, 7, %1; selp.s32 %0, %0, 0, p; }"
               : "=r"(out[8])
               : "r"(mask));
  asm volatile("{ .reg .pred p; elect.sync _|p, %1; selp.s32 %0, 1, 0, p; }"
               : "=r"(out[9])
               : "r"(mask));
}

static void expect_lane(const int* x, const int* out, int lane, unsigned mask) {
  int sum = 0, least = 1 << 30, odd = 0, common = -1, same = 0, same_wide = 0, first = -1;
  unsigned most = 0;
  for (int i = 31; i >= 0; --i) {
    if ((mask >> i & 1) == 0) continue;
    sum += x[i], odd ^= x[i], common &= x[i] | 1, first = i;
    if (x[i] < least) least = x[i];
    if ((unsigned)x[i] > most) most = x[i];
    same |= (x[i] == x[lane]) << i, same_wide |= (x[i] % 2 == x[lane] % 2) << i;
  }
  const int want[10] = {sum,  least,     (int)most, odd,       common,
                        same, same_wide, 0,         (int)mask, lane == first};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(out[i], want[i]);
}

CASE(lanes_look_at_each_other) {
  const int count = 96;
  int *x = managed<int>(count), *out = managed<int>(10 * count);
  for (int i = 0; i < count; ++i) x[i] = i * 7 % 5 - (i / 32 == 1 ? 3 : 0);
  for (const unsigned mask : {0xffffffffu, 0x00f0f3a8u}) {
    look_around<<<1, count>>>(x, out, mask);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < count; ++i)
      if (mask >> i % 32 & 1) expect_lane(x + i / 32 * 32, out + 10 * i, i % 32, mask);
  }
}

__global__ void compare(const int* x, const float* y, int* out) {
  const int i = threadIdx.x;
  out += 6 * i;
  asm volatile(
      "{ .reg .pred p, q; setp.lt.s32 p|q, %1, 3; setp.gt.and.s32 p, %1, -2, q; selp.s32 %0, 1, 0, "
      "p; }"
      : "=r"(out[0])
      : "r"(x[i]));
  asm volatile(
      "{ .reg .pred p, q; setp.lt.s32 p, %1, 3; setp.eq.xor.s32 p, %1, 1, !p; selp.s32 %0, 1, 0, "
      "p; }"
      : "=r"(out[1])
      : "r"(x[i]));
  asm volatile("{ .reg .pred p; setp.ltu.f32 p, %1, 0f3F800000; selp.s32 %0, 1, 0, p; }"
               : "=r"(out[2])
               : "f"(y[i]));
  asm volatile("{ .reg .pred p; setp.ne.f32 p, %1, 0f3F800000; selp.s32 %0, 1, 0, p; }"
               : "=r"(out[3])
               : "f"(y[i]));
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 3; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(out[4])
               : "r"(x[i]));
  asm volatile(
      "{ .reg .pred p, q; setp.lt.s32 p, %1, 7; bar.red.and.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
      : "=r"(out[5])
      : "r"(x[i]));
}

CASE(predicates_are_combined) {
  const int count = 70;
  int *x = managed<int>(count), *out = managed<int>(6 * count), less = 0;
  float* y = managed<float>(count);
  for (int i = 0; i < count; ++i) {
    x[i] = i % 9 - 4, less += x[i] < 3;
    y[i] = i % 4 == 0 ? NAN : (float)(i % 4 - 1);
  }
  compare<<<1, count>>>(x, y, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) {
    const bool unordered = i % 4 == 0;
    const int want[6] = {
        x[i] >= 3, (x[i] == 1) != (x[i] >= 3), unordered || y[i] < 1, !unordered && y[i] != 1, less,
        1};
    for (int k = 0; k < 6; ++k) EXPECT_EQ(out[6 * i + k], want[k]);
  }
}

// Keys are tried until one fits; the thread that knows ends, in a function of a function.
__device__ void leave_if(bool known) {
  if (known) asm volatile("exit;");
}
__device__ int tries(int i, int* left) {
  leave_if(i % 3 == 1);
  atomicAdd(left, 1);
  return i;
}
__global__ void end_threads(int* out, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int key = 0; key < 5; ++key) {
    out[i] += tries(i + key, left) >= 0 ? 1 : 100;
    if (key == 3 && i % 3 == 2) asm("exit;");
  }
  out[i] += 10;
}

CASE(threads_end_anywhere) {
  int *out = managed<int>(70), *left = managed<int>(1);
  for (int i = 0; i < 70; ++i) out[i] = 0;
  *left = 0;
  end_threads<<<2, 35>>>(out, left);
  OK(cudaDeviceSynchronize());
  int sum = 0;
  for (int i = 0; i < 70; ++i) {
    EXPECT_EQ(out[i], (4 - i % 3) % 3);
    sum += (4 - i % 3) % 3;
  }
  EXPECT_EQ(*left, sum);
}

// A scope that many assemblies share, as large numbers are chosen between.
__device__ void take_if(unsigned* to, const unsigned* from, int condition) {
  asm volatile("{ .reg.pred %top; setp.ne.u32 %top, %0, 0;" ::"r"(condition));
  for (int i = 0; i < 3; ++i) asm volatile("@%top mov.b32 %0, %1;" : "+r"(to[i]) : "r"(from[i]));
  asm volatile("@%top setp.gt.u32 %top, %0, 5;" ::"r"(to[0]));
  asm volatile("selp.u32 %0, 1, 0, %top;" : "=r"(to[3]));
  asm volatile("}");
}
__global__ void open_scopes(unsigned* out) {
  const unsigned i = threadIdx.x;
  unsigned to[4] = {100 + i, 200 + i, 300 + i, 9}, from[3] = {i, i + 1, i + 2}, kept;
  take_if(to, from, i & 1);
  asm volatile("{ .reg .u32 twice; add.u32 twice, %0, %0;" ::"r"(i));
  asm volatile("add.u32 %0, twice, 1; }" : "=r"(kept));
  out[i] = to[0] + to[1] + to[2] + 1000 * to[3] + 10000 * kept;
}

CASE(scopes_of_several_assemblies) {
  unsigned* out = managed<unsigned>(40);
  open_scopes<<<1, 40>>>(out);
  OK(cudaDeviceSynchronize());
  for (unsigned i = 0; i < 40; ++i)
    EXPECT_EQ(out[i], (i & 1 ? 3 * i + 3 + (i > 5 ? 1000 : 0) : 600 + 3 * i) + 10000 * (2 * i + 1));
}

// A register of bits, then of a number, under a guard.
__global__ void guarded_sums(float* out, double* wide) {
  const int i = threadIdx.x;
  const float x = float(i + 1);
  const double y = x;
  asm("{.reg .f32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, %1, 1, 0, 0xffffffff;"
      "@p add.f32 r0, r0, %1; mov.f32 %0, r0; }"
      : "=f"(out[i])
      : "f"(x));
  asm("{.reg .f64 r0; .reg .u32 lo; .reg .u32 hi; .reg .pred p; mov.b64 {lo, hi}, %1;"
      "shfl.sync.down.b32 lo|p, lo, 2, 31, 0xffffffff; shfl.sync.down.b32 hi , hi, 2, 31, "
      "0xffffffff;"
      "mov.b64 r0, {lo, hi}; @p add.f64 r0, r0, %1; mov.f64 %0, r0; }"
      : "=d"(wide[i])
      : "d"(y));
}

CASE(guards_of_registers_with_two_faces) {
  float* out = managed<float>(32);
  double* wide = managed<double>(32);
  guarded_sums<<<1, 32>>>(out, wide);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i], i == 0 ? 1.0f : float(2 * i + 1));
    EXPECT_EQ(wide[i], i < 30 ? 2.0 * i + 4 : i + 1.0);
  }
}

__global__ void compare_words(const uint64_t* a, const float* f, uint32_t* out, float* ones) {
  const int i = threadIdx.x;
  uint32_t less, both;
  asm("set.lt.u32.u64 %0, %1, %2;" : "=r"(less) : "l"(a[i]), "l"(a[i + 1]));
  asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; set.ge.and.s32.s32 %0, %1, %2, p; }"
      : "=r"(both)
      : "r"(i), "r"(4), "r"(i & 1));
  asm("set.gt.f32.f32 %0, %1, %2;" : "=f"(ones[i]) : "f"(f[i]), "f"(0.0f));
  out[i] = (less & 1) + (both & 2) + (less == 0 || less == ~0u ? 4 : 0);
}

CASE(comparisons_as_words) {
  uint64_t* a = managed<uint64_t>(9);
  float *f = managed<float>(8), *ones = managed<float>(8);
  uint32_t* out = managed<uint32_t>(8);
  for (int i = 0; i < 9; ++i) a[i] = (uint64_t)(i % 3) << 40 | i;
  for (int i = 0; i < 8; ++i) f[i] = i == 5 ? NAN : float(i - 3);
  compare_words<<<1, 8>>>(a, f, out, ones);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(out[i], (a[i] < a[i + 1] ? 1u : 0u) + (i >= 4 && i % 2 == 1 ? 2u : 0u) + 4u);
    EXPECT_EQ(ones[i], f[i] > 0 ? 1.0f : 0.0f);
  }
}

int main() { return run_cases(); }
