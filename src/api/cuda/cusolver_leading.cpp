// The functions of vgpu_solver/leading.h, on cusolverDn<t>gesvdj; inverses of triangles column by column.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;

namespace {

template <typename T>
using Real = decltype(std::real(*number(static_cast<T*>(nullptr))));

#define VG_NAMES(L, T, R)                                                                          \
  cusolverStatus_t gesvdj(cusolverDnHandle_t h, cusolverEigMode_t mode, int econ, int m, int n,    \
                          T* a, int lda, R* s, T* u, int ldu, T* v, int ldv, int* info) {          \
    return cusolverDn##L##gesvdj(h, mode, econ, m, n, a, lda, s, u, ldu, v, ldv, nullptr, 0, info, \
                                 nullptr);                                                         \
  }
VG_NAMES(S, float, float)
VG_NAMES(D, double, double)
VG_NAMES(C, cuComplex, float)
VG_NAMES(Z, cuDoubleComplex, double)
#undef VG_NAMES

// Where the first `rank` singular values go, and their vectors, each n numbers; no vectors: null.
template <typename T>
struct Leading {
  Index rank;
  Real<T>* values;
  T *u, *v;
  Index ldu, ldv;
};

// All singular values with vectors.
template <typename T>
struct Decomposed {
  Index m, n;
  std::vector<Real<T>> values;
  std::vector<T> u, v;
  Decomposed(Index m, Index n)
      : m(m),
        n(n),
        values(static_cast<std::size_t>(std::min(m, n))),
        u(values.size() * static_cast<std::size_t>(m)),
        v(values.size() * static_cast<std::size_t>(n)) {}

  void give(const Leading<T>& to) const {
    std::copy_n(values.data(), to.rank, to.values);
    for (Index j = 0; j < to.rank; ++j) {
      if (to.u != nullptr) std::copy_n(u.data() + j * m, m, to.u + j * to.ldu);
      if (to.v != nullptr) std::copy_n(v.data() + j * n, n, to.v + j * to.ldv);
    }
  }
  // The size of what the values behind `rank` stand for.
  double rest(Index rank) const {
    double squares = 0;
    for (auto i = static_cast<std::size_t>(rank); i < values.size(); ++i)
      squares += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    return std::sqrt(squares);
  }
};

template <typename T>
cusolverStatus_t decompose(cusolverDnHandle_t handle, int m, int n, const T* a, int lda,
                           const Leading<T>& to, int* info,
                           std::shared_ptr<Decomposed<T>>* kept = nullptr) {
  if (!is_matrix(m, n, lda) || to.rank < 0 || to.rank > std::min(m, n) || info == nullptr ||
      (to.u != nullptr && to.ldu < m) || (to.v != nullptr && to.ldv < n))
    return CUSOLVER_STATUS_INVALID_VALUE;
  const auto all = std::make_shared<Decomposed<T>>(m, n);
  if (const auto error = gesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, const_cast<T*>(a), lda,
                                all->values.data(), all->u.data(), std::max(m, 1), all->v.data(),
                                std::max(n, 1), info))
    return error;
  if (kept != nullptr) *kept = all;
  return start_serial(handle, [all, to] { all->give(to); });
}

// residuals, on the host, get the size of what the first `rank` values leave; then the stream is waited for.
template <typename T>
cusolverStatus_t decompose_each(cusolverDnHandle_t handle, bool vectors, int m, int n, const T* a,
                                int lda, Index a_step, Leading<T> to, Index s_step, Index u_step,
                                Index v_step, int* info, double* residuals, int count) {
  std::vector<std::shared_ptr<Decomposed<T>>> all(static_cast<std::size_t>(std::max(count, 0)));
  if (!vectors) to.u = to.v = nullptr;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at = static_cast<Index>(i);
    const Leading<T> one{to.rank,
                         to.values + at * s_step,
                         vectors ? to.u + at * u_step : nullptr,
                         vectors ? to.v + at * v_step : nullptr,
                         to.ldu,
                         to.ldv};
    if (const auto error = decompose(handle, m, n, a + at * a_step, lda, one, info + at, &all[i]))
      return error;
  }
  if (residuals == nullptr) return CUSOLVER_STATUS_SUCCESS;
  if (const auto error = finish(handle)) return error;
  for (std::size_t i = 0; i < all.size(); ++i) residuals[i] = all[i]->rest(to.rank);
  return CUSOLVER_STATUS_SUCCESS;
}

// Column j of the inverse: those already inverted lie left of it (upper) or right of it (lower).
template <typename T>
void invert_column(bool upper, bool unit, Index n, Index j, const Matrix<T>& a) {
  const T scale = unit ? T(-1) : -(a(j, j) = T(1) / a(j, j));
  const Index count = upper ? j : n - 1 - j;
  for (Index step = 0; step < count; ++step) {
    const Index i = upper ? step : n - 1 - step;
    T sum = unit ? a(i, j) : a(i, i) * a(i, j);
    for (Index k = upper ? i + 1 : j + 1; k < (upper ? j : i); ++k) sum += a(i, k) * a(k, j);
    a(i, j) = sum * scale;
  }
}

template <typename T>
void invert(bool upper, bool unit, Index n, const Matrix<T>& a, int* info) {
  *info = 0;
  for (Index j = 0; j < n && !unit; ++j)
    if (a(j, j) == T(0)) {
      *info = static_cast<int>(j) + 1;
      return;
    }
  for (Index j = 0; j < n; ++j) invert_column(upper, unit, n, upper ? j : n - 1 - j, a);
}

}  // namespace

#define VG_LEADING(L, T, R)                                                                        \
  cusolverStatus_t cusolverDn##L##gesvdaStridedBatched_bufferSize(                                 \
      cusolverDnHandle_t handle, cusolverEigMode_t, int, int m, int n, const T*, int lda,          \
      long long, const R*, long long, const T*, int, long long, const T*, int, long long,          \
      int* lwork, int count) {                                                                     \
    return give_size(handle, is_matrix(m, n, lda) && count >= 0, lwork);                           \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gesvdaStridedBatched(                                            \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T* A,       \
      int lda, long long strideA, R* S, long long strideS, T* U, int ldu, long long strideU, T* V, \
      int ldv, long long strideV, T*, int, int* info, double* residuals, int count) {              \
    return call(handle, [&] {                                                                      \
      return decompose_each<T>(handle, jobz == CUSOLVER_EIG_MODE_VECTOR, m, n, A, lda, strideA,    \
                               {rank, S, U, V, ldu, ldv}, strideS, strideU, strideV, info,         \
                               residuals, count);                                                  \
    });                                                                                            \
  }
VG_LEADING(S, float, float)
VG_LEADING(D, double, double)
VG_LEADING(C, cuComplex, float)
VG_LEADING(Z, cuDoubleComplex, double)
#undef VG_LEADING

cusolverStatus_t cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                              cusolverEigMode_t, int, int64_t, int64_t,
                                              cudaDataType, const void*, int64_t, cudaDataType,
                                              const void*, cudaDataType, const void*, int64_t,
                                              cudaDataType, const void*, int64_t, cudaDataType,
                                              size_t* deviceBytes, size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                   cudaDataType typeA, void* A, int64_t lda, cudaDataType, void* S,
                                   cudaDataType typeU, void* U, int64_t ldu, cudaDataType typeV,
                                   void* V, int64_t ldv, cudaDataType, void*, size_t, void*, size_t,
                                   int* info, double* error) {
  if (typeA != typeU || typeA != typeV) return CUSOLVER_STATUS_NOT_SUPPORTED;
  if (error != nullptr) *error = 0;  // of a perturbation that only the polar decomposition needs
  return with_type(handle, typeA, {m, n, lda, ldu, ldv}, [&](auto kind) {
    using T = decltype(kind);
    return gesvdj(handle, jobz, econ, narrow(m), narrow(n), static_cast<T*>(A), narrow(lda),
                  static_cast<Real<T>*>(S), static_cast<T*>(U), narrow(ldu), static_cast<T*>(V),
                  narrow(ldv), info);
  });
}

cusolverStatus_t cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                              signed char, signed char, int64_t, int64_t, int64_t,
                                              int64_t, int64_t, cudaDataType, const void*, int64_t,
                                              cudaDataType, const void*, cudaDataType, const void*,
                                              int64_t, cudaDataType, const void*, int64_t,
                                              cudaDataType, size_t* deviceBytes,
                                              size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                   signed char jobv, int64_t m, int64_t n, int64_t k, int64_t,
                                   int64_t, cudaDataType typeA, void* A, int64_t lda, cudaDataType,
                                   void* S, cudaDataType typeU, void* U, int64_t ldu,
                                   cudaDataType typeV, void* V, int64_t ldv, cudaDataType, void*,
                                   size_t, void*, size_t, int* info) {
  if (typeA != typeU || typeA != typeV) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(handle, typeA, {m, n, lda, ldu, ldv}, [&](auto kind) {
    using T = decltype(kind);
    const Leading<T> to{k,
                        static_cast<Real<T>*>(S),
                        jobu == 'S' ? static_cast<T*>(U) : nullptr,
                        jobv == 'S' ? static_cast<T*>(V) : nullptr,
                        ldu,
                        ldv};
    return decompose(handle, narrow(m), narrow(n), static_cast<const T*>(A), narrow(lda), to, info);
  });
}

cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,
                                             cublasDiagType_t, int64_t, cudaDataType, void*,
                                             int64_t, size_t* deviceBytes, size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType typeA, void* A,
                                  int64_t lda, void*, size_t, void*, size_t, int* info) {
  return with_type(handle, typeA, {n, lda}, [&](auto kind) {
    if (!is_matrix(n, n, narrow(lda)) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    auto* const a = number(static_cast<decltype(kind)*>(A));
    return start_serial(handle, [=] {
      invert(uplo == CUBLAS_FILL_MODE_UPPER, diag == CUBLAS_DIAG_UNIT, n,
             Matrix<std::remove_pointer_t<decltype(a)>>{a, lda}, info);
    });
  });
}
