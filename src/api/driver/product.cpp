// Products by the GEMM engine, on devices that have it.
// SPDX-License-Identifier: MIT
#include "api/driver/product.h"

#include <vgpu/c/blas.h>
#include <vgpu/sim.h>

#include <algorithm>

namespace vgpu::driver {
namespace {

vgpuError_t multiply(vgpuTranspose ta, vgpuTranspose tb, const Product& p, const float* a, long lda,
                     const float* b, long ldb, float* c, long stride_c, vgpuStream_t on) {
  return vgpuSgemmStridedBatched(vgpuRowMajor, ta, tb, p.rows, p.columns, p.inner, 1, a, lda,
                                 p.stride_a, b, ldb, p.stride_b, 0, c, std::max(1, p.columns),
                                 stride_c, static_cast<int64_t>(p.batch), on);
}

vgpuError_t multiply(vgpuTranspose ta, vgpuTranspose tb, const Product& p, const double* a,
                     long lda, const double* b, long ldb, double* c, long stride_c,
                     vgpuStream_t on) {
  return vgpuDgemmStridedBatched(vgpuRowMajor, ta, tb, p.rows, p.columns, p.inner, 1, a, lda,
                                 p.stride_a, b, ldb, p.stride_b, 0, c, std::max(1, p.columns),
                                 stride_c, static_cast<int64_t>(p.batch), on);
}

bool has_engine(int device) {
  vgpuDeviceProp properties{};
  int registers = 0;
  check(vgpuGetDeviceProperties(&properties, device));
  check(vgpuSimIsAttached(device, &registers));
  return properties.kind == vgpuDeviceKindCpu && registers == 0;
}

template <typename Real>
bool try_engine(Gpu& gpu, const Product& p, Order order, const Real* a, const Real* b, Real* c) {
  if (!has_engine(gpu.device())) return false;
  const bool ta = order == Order::a_transposed, tb = order == Order::b_transposed;
  const int lda = std::max(1, ta ? p.rows : p.inner), ldb = std::max(1, tb ? p.inner : p.columns);
  check(multiply(ta ? vgpuTrans : vgpuNoTrans, tb ? vgpuTrans : vgpuNoTrans, p, a, lda, b, ldb, c,
                 long{p.rows} * p.columns, gpu.stream()));
  return true;
}

}  // namespace

bool engine_multiplies(Gpu& gpu, const Product& product, Order order, const float* a,
                       const float* b, float* c) {
  return try_engine(gpu, product, order, a, b, c);
}

bool engine_multiplies(Gpu& gpu, const Product& product, Order order, const double* a,
                       const double* b, double* c) {
  return try_engine(gpu, product, order, a, b, c);
}

}  // namespace vgpu::driver
