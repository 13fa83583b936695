// The functions of vgpu_solver/typed.h, on those of one type and 32-bit sizes.
// SPDX-License-Identifier: MIT
#include <memory>
#include <vector>

#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;

// What programs wish about algorithms, of which there is one.
struct cusolverDnParams {};

namespace {

// The functions for one type by one name each. R is the type of eigenvalues and singular values.
#define VG_NAMES(L, s, T, R)                                                                       \
  cusolverStatus_t getrf(cusolverDnHandle_t h, int m, int n, T* a, int lda, int* pivots,           \
                         int* info) {                                                              \
    return cusolverDn##L##getrf(h, m, n, a, lda, nullptr, pivots, info);                           \
  }                                                                                                \
  cusolverStatus_t getrs(cusolverDnHandle_t h, cublasOperation_t op, int n, int columns,           \
                         const T* a, int lda, const int* pivots, T* b, int ldb, int* info) {       \
    return cusolverDn##L##getrs(h, op, n, columns, a, lda, pivots, b, ldb, info);                  \
  }                                                                                                \
  cusolverStatus_t potrf(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T* a, int lda,        \
                         int* info) {                                                              \
    return cusolverDn##L##potrf(h, uplo, n, a, lda, nullptr, 0, info);                             \
  }                                                                                                \
  cusolverStatus_t potrs(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, int columns,          \
                         const T* a, int lda, T* b, int ldb, int* info) {                          \
    return cusolverDn##L##potrs(h, uplo, n, columns, a, lda, b, ldb, info);                        \
  }                                                                                                \
  cusolverStatus_t geqrf(cusolverDnHandle_t h, int m, int n, T* a, int lda, T* tau, int* info) {   \
    return cusolverDn##L##geqrf(h, m, n, a, lda, tau, nullptr, 0, info);                           \
  }                                                                                                \
  cusolverStatus_t eigen(cusolverDnHandle_t h, cusolverEigMode_t mode, cublasFillMode_t uplo,      \
                         int n, T* a, int lda, void* values, int* info) {                          \
    return cusolverDn##L##s##evd(h, mode, uplo, n, a, lda, static_cast<R*>(values), nullptr, 0,    \
                                 info);                                                            \
  }                                                                                                \
  cusolverStatus_t gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n,  \
                         T* a, int lda, void* values, T* u, int ldu, T* vt, int ldvt, int* info) { \
    return cusolverDn##L##gesvd(h, jobu, jobvt, m, n, a, lda, static_cast<R*>(values), u, ldu, vt, \
                                ldvt, nullptr, 0, nullptr, info);                                  \
  }                                                                                                \
  cusolverStatus_t trsm(cusolverDnHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,        \
                        cublasOperation_t op, int n, const T* a, int lda, T* b, int ldb) {         \
    T one{};                                                                                       \
    *number(&one) = 1;                                                                             \
    cublasContext blas = h->blas;                                                                  \
    blas.pointers = CUBLAS_POINTER_MODE_HOST;                                                      \
    return status(                                                                                 \
        cublas##L##trsm(&blas, side, uplo, op, CUBLAS_DIAG_NON_UNIT, n, n, &one, a, lda, b, ldb)); \
  }
VG_NAMES(S, sy, float, float)
VG_NAMES(D, sy, double, double)
VG_NAMES(C, he, cuComplex, float)
VG_NAMES(Z, he, cuDoubleComplex, double)
#undef VG_NAMES

// Pivots of 32 bits, which live until the work that uses them is done.
using Pivots = std::shared_ptr<std::vector<int>>;

cusolverStatus_t keep(cusolverDnHandle_t handle, const Pivots& pivots) {
  return start_serial(handle, [pivots] {});
}

// The whole matrix of which one triangle is stored.
template <typename T>
void unfold(bool lower, Index n, const Matrix<T>& a) {
  for (Index j = 0; j < n; ++j)
    for (Index i = j + 1; i < n; ++i) {
      if (lower)
        a(j, i) = blas::conjugate(a(i, j));
      else
        a(i, j) = blas::conjugate(a(j, i));
    }
}

// With B = L L' the eigenvalues are those of L^-1 A L'^-1, and the vectors L'^-1 times its own.
template <typename T>
cusolverStatus_t general_eigen(cusolverDnHandle_t handle, cusolverEigType_t kind,
                               cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T* a, int lda,
                               T* b, int ldb, void* values, int* info) {
  if (!is_matrix(n, n, lda) || !is_matrix(n, n, ldb) || info == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (kind != CUSOLVER_EIG_TYPE_1) return CUSOLVER_STATUS_NOT_SUPPORTED;
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  const auto first = lower ? CUBLAS_OP_N : CUBLAS_OP_C, second = lower ? CUBLAS_OP_C : CUBLAS_OP_N;
  auto failed = std::make_shared<int>(0);
  if (const auto error = potrf(handle, uplo, n, b, ldb, info)) return error;
  if (const auto error = start_serial(handle, [=] {
        unfold(lower, n, Matrix<std::remove_pointer_t<decltype(number(a))>>{number(a), lda});
      }))
    return error;
  if (const auto error = trsm(handle, CUBLAS_SIDE_LEFT, uplo, first, n, b, ldb, a, lda))
    return error;
  if (const auto error = trsm(handle, CUBLAS_SIDE_RIGHT, uplo, second, n, b, ldb, a, lda))
    return error;
  if (const auto error = eigen(handle, mode, uplo, n, a, lda, values, failed.get())) return error;
  if (mode == CUSOLVER_EIG_MODE_VECTOR)
    if (const auto error = trsm(handle, CUBLAS_SIDE_LEFT, uplo, second, n, b, ldb, a, lda))
      return error;
  return start_serial(handle, [=] { *info = *info != 0 ? n + *info : *failed; });
}

}  // namespace

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params) {
  if (params == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *params = new (std::nothrow) cusolverDnParams;
  return *params == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  delete params;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t,
                                         cusolverAlgMode_t) {
  return params == nullptr ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void*, int64_t,
                                             cudaDataType, size_t* deviceBytes, size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType typeA, void* A, int64_t lda,
                                  int64_t* pivots, cudaDataType, void*, size_t, void*, size_t,
                                  int* info) {
  return with_type(handle, typeA, {m, n, lda}, [&](auto kind) {
    auto* a = static_cast<decltype(kind)*>(A);
    if (pivots == nullptr)
      return getrf(handle, narrow(m), narrow(n), a, narrow(lda), nullptr, info);
    const auto small = std::make_shared<std::vector<int>>(static_cast<std::size_t>(m < n ? m : n));
    if (const auto error = getrf(handle, narrow(m), narrow(n), a, narrow(lda), small->data(), info))
      return error;
    return start_serial(handle, [=] { std::copy(small->begin(), small->end(), pivots); });
  });
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasOperation_t trans, int64_t n, int64_t nrhs,
                                  cudaDataType typeA, const void* A, int64_t lda,
                                  const int64_t* pivots, cudaDataType typeB, void* B, int64_t ldb,
                                  int* info) {
  if (typeA != typeB) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(handle, typeA, {n, nrhs, lda, ldb}, [&](auto kind) {
    using T = decltype(kind);
    Pivots small;
    if (pivots != nullptr) {
      small = std::make_shared<std::vector<int>>(static_cast<std::size_t>(n));
      const auto error = start_serial(handle, [=] {
        for (std::size_t i = 0; i < small->size(); ++i) (*small)[i] = narrow(pivots[i]);
      });
      if (error != CUSOLVER_STATUS_SUCCESS) return error;
    }
    if (const auto error =
            getrs(handle, trans, narrow(n), narrow(nrhs), static_cast<const T*>(A), narrow(lda),
                  small ? small->data() : nullptr, static_cast<T*>(B), narrow(ldb), info))
      return error;
    return keep(handle, small);
  });
}

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             cublasFillMode_t, int64_t, cudaDataType, const void*,
                                             int64_t, cudaDataType, size_t* deviceBytes,
                                             size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void* A,
                                  int64_t lda, cudaDataType, void*, size_t, void*, size_t,
                                  int* info) {
  return with_type(handle, typeA, {n, lda}, [&](auto kind) {
    return potrf(handle, uplo, narrow(n), static_cast<decltype(kind)*>(A), narrow(lda), info);
  });
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  cudaDataType typeA, const void* A, int64_t lda,
                                  cudaDataType typeB, void* B, int64_t ldb, int* info) {
  if (typeA != typeB) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(handle, typeA, {n, nrhs, lda, ldb}, [&](auto kind) {
    using T = decltype(kind);
    return potrs(handle, uplo, narrow(n), narrow(nrhs), static_cast<const T*>(A), narrow(lda),
                 static_cast<T*>(B), narrow(ldb), info);
  });
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void*, int64_t,
                                             cudaDataType, const void*, cudaDataType,
                                             size_t* deviceBytes, size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType typeA, void* A, int64_t lda,
                                  cudaDataType typeTau, void* tau, cudaDataType, void*, size_t,
                                  void*, size_t, int* info) {
  if (typeA != typeTau) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(handle, typeA, {m, n, lda}, [&](auto kind) {
    using T = decltype(kind);
    return geqrf(handle, narrow(m), narrow(n), static_cast<T*>(A), narrow(lda),
                 static_cast<T*>(tau), info);
  });
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             cusolverEigMode_t, cublasFillMode_t, int64_t,
                                             cudaDataType, const void*, int64_t, cudaDataType,
                                             const void*, cudaDataType, size_t* deviceBytes,
                                             size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType typeA, void* A, int64_t lda, cudaDataType,
                                  void* values, cudaDataType, void*, size_t, void*, size_t,
                                  int* info) {
  return with_type(handle, typeA, {n, lda}, [&](auto kind) {
    return eigen(handle, jobz, uplo, narrow(n), static_cast<decltype(kind)*>(A), narrow(lda),
                 values, info);
  });
}

cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             signed char, signed char, int64_t, int64_t,
                                             cudaDataType, const void*, int64_t, cudaDataType,
                                             const void*, cudaDataType, const void*, int64_t,
                                             cudaDataType, const void*, int64_t, cudaDataType,
                                             size_t* deviceBytes, size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType typeA,
                                  void* A, int64_t lda, cudaDataType, void* S, cudaDataType typeU,
                                  void* U, int64_t ldu, cudaDataType typeVT, void* VT, int64_t ldvt,
                                  cudaDataType, void*, size_t, void*, size_t, int* info) {
  if (typeA != typeU || typeA != typeVT) return CUSOLVER_STATUS_NOT_SUPPORTED;
  return with_type(handle, typeA, {m, n, lda, ldu, ldvt}, [&](auto kind) {
    using T = decltype(kind);
    return gesvd(handle, jobu, jobvt, narrow(m), narrow(n), static_cast<T*>(A), narrow(lda), S,
                 static_cast<T*>(U), narrow(ldu), static_cast<T*>(VT), narrow(ldvt), info);
  });
}

#define VG_GENERAL(L, s, T, R)                                                                     \
  cusolverStatus_t cusolverDn##L##s##gvd_bufferSize(                                               \
      cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, int n,    \
      const T*, int lda, const T*, int ldb, const R*, int* lwork) {                                \
    return give_size(handle, is_matrix(n, n, lda) && is_matrix(n, n, ldb), lwork);                 \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##s##gvd(cusolverDnHandle_t handle, cusolverEigType_t itype,       \
                                         cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,     \
                                         T* A, int lda, T* B, int ldb, R* W, T*, int, int* info) { \
    return call(handle, [&] {                                                                      \
      return general_eigen(handle, itype, jobz, uplo, n, A, lda, B, ldb, W, info);                 \
    });                                                                                            \
  }
VG_GENERAL(S, sy, float, float)
VG_GENERAL(D, sy, double, double)
VG_GENERAL(C, he, cuComplex, float)
VG_GENERAL(Z, he, cuDoubleComplex, double)
#undef VG_GENERAL
