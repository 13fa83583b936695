// The CUDA headers compile and link: each name below is used once.
//
// What the functions compute is tested where kernels run. SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "front_fixture.h"

namespace vgpu::compiler {
namespace {

void expect_compiles(const char* source) {
  for (const char* options : {"-std=c++17", "-std=c++20", "-use_fast_math"}) {
    const FrontResult result = compile_cuda(source, options);
    EXPECT_TRUE(result.ok) << options << "\n" << result.log;
  }
}

TEST(CudaHeaders, Prelude) {
  expect_compiles(R"(
__global__ void kernel(float* x, int n, unsigned* u, double* d, unsigned long long* ull) {
  unsigned lane = threadIdx.x & 31;
  float v = x[threadIdx.x];
  for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
  v += __shfl_xor_sync(~0u, v, 1) + __shfl_sync(~0u, v, 3, 8) + (float)__shfl_up_sync(~0u, 2.0, 1);
  if (lane == 0) atomicAdd(x, v);
  u[0] = __popc(u[1]) + __clz(n) + __ffs(n) + __brev(u[2]) + __byte_perm(1, 2, 0x5410) + __umulhi(3, 4);
  u[1] = __ballot_sync(~0u, n > 3) | __activemask() | __match_any_sync(~0u, n) | __reduce_add_sync(~0u, 3u);
  u[2] = __syncthreads_count(n);
  x[3] = __expf(v) + sqrtf(v) + sin(v) + powf(v, 2.f) + fmaf(v, v, v) + __fadd_rn(v, 1.f) + __fmul_rz(v, v) + rsqrtf(v) + std::max(1.f, 2.f);
  d[0] = pow(d[1], 2) + sqrt(d[0]) + exp(d[0]) + __dadd_ru(d[0], 1.0) + max(d[0], d[1]) + fabs(d[0]);
  atomicMax(u, 3u); atomicCAS(u, 1u, 2u); atomicInc(u, 5); atomicAdd(d, 1.0); atomicExch(x, 1.f); atomicMin(ull, 3ull); atomicAdd(ull, 1ull);
  u[3] = __float2int_rn(v) + __float_as_uint(v) + __float2uint_rz(v) + __dp4a(1, 2, 3);
  float4 f4 = make_float4(1, 2, 3, 4); ((float4*)x)[3] = f4;
  uint3 t = threadIdx; u[5] = t.x; dim3 g = gridDim; u[6] = g.y;
  x[7] = __ldg(x + 3); u[8] = min(3, 4) + max(2u, 3u) + abs(-3);
  if (n == 77) { printf("hello %d %f %s\n", n, v, "x"); __trap(); }
  __threadfence(); __syncwarp();
  char* p = (char*)malloc(16); memset(p, 0, 16); memcpy(p, x, 16); free(p);
}
)");
}

TEST(CudaHeaders, HalfGroupsAndStandard) {
  expect_compiles(R"(
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdint>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <algorithm>
#include <new>
#include <cassert>
#include <math_constants.h>
#include <cfloat>
#include <climits>
namespace cg = cooperative_groups;
__global__ void k(__half* h, half2* h2, __nv_bfloat16* b, float* f, uint32_t* u) {
  int i = threadIdx.x;
  h[i] = __hadd(h[i], __float2half(1.5f)) * h[1] + __half(2.0f);
  h2[i] = __hfma2(h2[i], h2[1], __float2half2_rn(3.f));
  b[i] = b[i] * b[1] + __float2bfloat16(2.f);
  if (h[0] > h[1]) f[2] = __half2float(h[3]) + __bfloat162float(b[0]);
  auto block = cg::this_thread_block(); block.sync();
  auto tile = cg::tiled_partition<16>(block);
  f[i] = cg::reduce(tile, f[i], cg::plus<float>()) + tile.shfl_down(f[i], 2);
  f[i] += cg::inclusive_scan(tile, f[i]);
  if (i & 1) { auto c = cg::coalesced_threads(); u[i] = c.size() + c.thread_rank() + c.ballot(1) + cg::reduce(c, u[i], cg::greater<uint32_t>()); }
  cg::this_grid().sync();
  assert(i < 1000 && "too big");
  f[3] = std::numeric_limits<float>::max() + std::sqrt(f[4]) + CUDART_PI_F + FLT_MAX + std::max(f[0], f[1]) + std::min(2, 3);
  static_assert(std::is_same_v<std::remove_cv_t<const int>, int>);
  std::swap(f[0], f[1]); u[9] = INT_MAX + std::numeric_limits<int>::min();
  atomicAdd(h, __half(1.f)); h[5] = __shfl_down_sync(~0u, h[1], 1);
  alignas(16) char mem[16]; new (mem) float(3.f); f[8] = *(float*)mem; f[9] = float(hexp(h[2])) + pow(f[3], 2) + fabs(f[1]) + abs(f[2]) + floorf(f[3]) + exp(1);
  int* arr = new int[4]; arr[i & 3] = 1; f[10] = arr[0]; delete[] arr;
}
)");
}

TEST(CudaHeaders, Math) {
  expect_compiles(R"(
__global__ void k(float* f, double* d, int* n) {
#define UNARY(name) f[0] += name##f(f[1]); d[0] += name(d[1]); f[0] += name(f[2]);
  UNARY(sin) UNARY(cos) UNARY(tan) UNARY(sinpi) UNARY(cospi) UNARY(asin) UNARY(acos) UNARY(atan)
  UNARY(sinh) UNARY(cosh) UNARY(tanh) UNARY(asinh) UNARY(acosh) UNARY(atanh) UNARY(exp) UNARY(exp2)
  UNARY(exp10) UNARY(expm1) UNARY(log) UNARY(log2) UNARY(log10) UNARY(log1p) UNARY(logb) UNARY(cbrt)
  UNARY(erf) UNARY(erfc) UNARY(tgamma) UNARY(lgamma) UNARY(rsqrt) UNARY(round) UNARY(sqrt) UNARY(fabs)
  UNARY(floor) UNARY(ceil) UNARY(trunc) UNARY(rint) UNARY(nearbyint) UNARY(rcbrt) UNARY(normcdf)
#define BINARY(name) f[0] += name##f(f[1], f[2]); d[0] += name(d[1], d[2]);
  BINARY(pow) BINARY(atan2) BINARY(hypot) BINARY(fmod) BINARY(remainder) BINARY(nextafter) BINARY(fdim)
  BINARY(copysign) BINARY(fmin) BINARY(fmax)
  f[0] += ldexpf(f[1], 3) + frexpf(f[2], n) + modff(f[3], f + 4) + remquof(f[1], f[2], n) + ilogbf(f[1]);
  d[0] += ldexp(d[1], 3) + frexp(d[2], n) + modf(d[3], d + 4) + remquo(d[1], d[2], n) + ilogb(d[1]);
  sincosf(f[0], f + 1, f + 2); sincos(d[0], d + 1, d + 2); n[1] = lrintf(f[1]) + llround(d[1]);
  f[3] = __expf(f[0]) + __logf(f[1]) + __sinf(f[2]) + __cosf(f[3]) + __tanf(f[1]) + __powf(f[1], f[2]);
  f[4] = __fadd_rz(f[0], f[1]) + __fmul_ru(f[0], f[1]) + __fdiv_rd(f[0], f[1]) + __fsqrt_rz(f[0]);
  f[5] = __fmaf_rz(f[0], f[1], f[2]) + __frcp_rn(f[0]) + __saturatef(f[1]) + __fdividef(f[1], f[2]);
  d[5] = __dadd_ru(d[0], d[1]) + __dmul_rz(d[0], d[1]) + __fma_rd(d[0], d[1], d[2]) + __dsqrt_ru(d[1]);
  n[2] = __float2int_rn(f[0]) + __double2int_rz(d[0]) + (int)__float2ull_ru(f[1]) + isnan(f[1]) + isinf(d[1]);
  f[6] = __int2float_rz(n[0]) + __double2float_ru(d[0]) + __ll2float_rd(n[1]) + __uint2float_ru(n[2]);
})");
}

}  // namespace
}  // namespace vgpu::compiler
