// The functions of vgpu_solver/batched.h: one matrix after the other by the functions for one.
// SPDX-License-Identifier: MIT
#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;

namespace {

// one(i) for every matrix until one fails.
template <typename One>
cusolverStatus_t each(int count, One one) {
  if (count < 0) return CUSOLVER_STATUS_INVALID_VALUE;
  for (int i = 0; i < count; ++i)
    if (const cusolverStatus_t error = one(static_cast<Index>(i))) return error;
  return CUSOLVER_STATUS_SUCCESS;
}

// The same where the matrices stand in a list, which may be the stream's work.
template <typename T, typename One>
cusolverStatus_t each_listed(cusolverDnHandle_t handle, T* const* list, int count, One one) {
  return call(handle, [&] {
    if (list == nullptr && count != 0) return CUSOLVER_STATUS_INVALID_VALUE;
    if (const cusolverStatus_t error = finish(handle)) return error;
    return each(count, one);
  });
}

}  // namespace

#define VG_BATCHED(L, s, T, R)                                                                    \
  cusolverStatus_t cusolverDn##L##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo,  \
                                               int n, T* A[], int lda, int* info, int count) {    \
    return each_listed(handle, A, count, [&](Index i) {                                           \
      return cusolverDn##L##potrf(handle, uplo, n, A[i], lda, nullptr, 0, info + i);              \
    });                                                                                           \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo,  \
                                               int n, int nrhs, T* A[], int lda, T* B[], int ldb, \
                                               int* info, int count) {                            \
    return each_listed(handle, A, count, [&](Index i) {                                           \
      return cusolverDn##L##potrs(handle, uplo, n, nrhs, A[i], lda, B[i], ldb, info);             \
    });                                                                                           \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##s##evjBatched_bufferSize(                                       \
      cusolverDnHandle_t handle, cusolverEigMode_t, cublasFillMode_t, int n, const T*, int lda,   \
      const R*, int* lwork, syevjInfo_t, int count) {                                             \
    return give_size(handle, is_matrix(n, n, lda) && count >= 0, lwork);                          \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##s##evjBatched(                                                  \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A,      \
      int lda, R* W, T*, int, int* info, syevjInfo_t params, int count) {                         \
    return each(count, [&](Index i) {                                                             \
      return cusolverDn##L##s##evj(handle, jobz, uplo, n, A + i * lda * n, lda, W + i * n,        \
                                   nullptr, 0, info + i, params);                                 \
    });                                                                                           \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##gesvdjBatched_bufferSize(                                       \
      cusolverDnHandle_t handle, cusolverEigMode_t, int m, int n, const T*, int lda, const R*,    \
      const T*, int, const T*, int, int* lwork, gesvdjInfo_t, int count) {                        \
    return give_size(handle, is_matrix(m, n, lda) && count >= 0, lwork);                          \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##gesvdjBatched(                                                  \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T* A, int lda, R* S, T* U, \
      int ldu, T* V, int ldv, T*, int, int* info, gesvdjInfo_t params, int count) {               \
    const Index few = m < n ? m : n;                                                              \
    return each(count, [&](Index i) {                                                             \
      return cusolverDn##L##gesvdj(handle, jobz, 0, m, n, A + i * lda * n, lda, S + i * few,      \
                                   U + i * ldu * m, ldu, V + i * ldv * n, ldv, nullptr, 0,        \
                                   info + i, params);                                             \
    });                                                                                           \
  }
VG_BATCHED(S, sy, float, float)
VG_BATCHED(D, sy, double, double)
VG_BATCHED(C, he, cuComplex, float)
VG_BATCHED(Z, he, cuDoubleComplex, double)
#undef VG_BATCHED
