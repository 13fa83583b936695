// The functions of vgpu_sparse/tridiagonal.h: Gauss's elimination with rows exchanged, a system a thread.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <type_traits>
#include <vector>

#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

template <typename T>
struct Tridiagonal {
  Index size;
  const T *below, *diagonal, *above;

  // Exchanges of neighbouring rows give the triangle a second line above its diagonal.
  void solve(T* x) const {
    const auto n = static_cast<std::size_t>(size);
    std::vector<T> d(diagonal, diagonal + size), u(above, above + size), second(n, T(0));
    u[n - 1] = T(0);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      T lower = below[i + 1];
      if (std::abs(lower) > std::abs(d[i])) {
        std::swap(lower, d[i]);
        std::swap(u[i], d[i + 1]);
        std::swap(second[i], u[i + 1]);
        std::swap(x[i], x[i + 1]);
      }
      const T factor = lower / d[i];
      d[i + 1] -= factor * u[i];
      u[i + 1] -= factor * second[i];
      x[i + 1] -= factor * x[i];
    }
    for (std::size_t i = n; i-- > 0;) {
      if (i + 1 < n) x[i] -= u[i] * x[i + 1];
      if (i + 2 < n) x[i] -= second[i] * x[i + 2];
      x[i] /= d[i];
    }
  }
};

template <typename T>
Tridiagonal<Number<T>> system(int m, const T* dl, const T* d, const T* du) {
  const auto numbers = [](const T* x) { return reinterpret_cast<const Number<T>*>(x); };
  return {m, numbers(dl), numbers(d), numbers(du)};
}

template <typename T>
cusparseStatus_t solve_columns(cusparseHandle_t handle, int m, int n, const T* dl, const T* d,
                               const T* du, T* b, int ldb) {
  return call(handle, [&] {
    if (m < 1 || n < 0 || ldb < m) return CUSPARSE_STATUS_INVALID_VALUE;
    auto* x = reinterpret_cast<Number<T>*>(b);
    return start_each(handle, n, 1, [=, matrix = system(m, dl, d, du)](Index column) {
      matrix.solve(x + column * ldb);
    });
  });
}

template <typename T>
cusparseStatus_t solve_batch(cusparseHandle_t handle, int m, const T* dl, const T* d, const T* du,
                             T* b, int count, int stride) {
  return call(handle, [&] {
    if (m < 1 || count < 0 || stride < m) return CUSPARSE_STATUS_INVALID_VALUE;
    return start_each(handle, count, 1, [=](Index i) {
      const Index at = i * stride;
      system(m, dl + at, d + at, du + at).solve(reinterpret_cast<Number<T>*>(b) + at);
    });
  });
}

}  // namespace

#define VG_SOLVE(name, T)                                                                         \
  cusparseStatus_t cusparse##name##_bufferSizeExt(cusparseHandle_t handle, int, int, const T*,    \
                                                  const T*, const T*, const T*, int,              \
                                                  size_t* bytes) {                                \
    return give_size(handle, bytes);                                                              \
  }                                                                                               \
  cusparseStatus_t cusparse##name(cusparseHandle_t handle, int m, int n, const T* dl, const T* d, \
                                  const T* du, T* B, int ldb, void*) {                            \
    return solve_columns(handle, m, n, dl, d, du, B, ldb);                                        \
  }
#define VG_SYSTEMS(L, T)                                                                         \
  VG_SOLVE(L##gtsv2, T)                                                                          \
  VG_SOLVE(L##gtsv2_nopivot, T)                                                                  \
  cusparseStatus_t cusparse##L##gtsv2StridedBatch_bufferSizeExt(                                 \
      cusparseHandle_t handle, int, const T*, const T*, const T*, const T*, int, int,            \
      size_t* bytes) {                                                                           \
    return give_size(handle, bytes);                                                             \
  }                                                                                              \
  cusparseStatus_t cusparse##L##gtsv2StridedBatch(cusparseHandle_t handle, int m, const T* dl,   \
                                                  const T* d, const T* du, T* x, int batchCount, \
                                                  int batchStride, void*) {                      \
    return solve_batch(handle, m, dl, d, du, x, batchCount, batchStride);                        \
  }
VG_SYSTEMS(S, float)
VG_SYSTEMS(D, double)
VG_SYSTEMS(C, cuComplex)
VG_SYSTEMS(Z, cuDoubleComplex)
#undef VG_SYSTEMS
#undef VG_SOLVE
