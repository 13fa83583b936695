// The functions of vgpu_solver/refined.h: one factorization in the precision of the matrix, of a copy.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <vector>

#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;

struct cusolverDnIRSParams {
  cusolverPrecType_t main = CUSOLVER_R_64F;
  cusolver_int_t most_steps = 50;
};
struct cusolverDnIRSInfos {
  cusolver_int_t most_steps = 50;
};

namespace {

// The functions for one type by one name each.
#define VG_NAMES(L, T)                                                                            \
  cusolverStatus_t getrf(cusolverDnHandle_t h, int n, T* a, int* pivots, int* info) {             \
    return cusolverDn##L##getrf(h, n, n, a, n > 0 ? n : 1, nullptr, pivots, info);                \
  }                                                                                               \
  cusolverStatus_t getrs(cusolverDnHandle_t h, int n, int columns, const T* a, const int* pivots, \
                         T* b, int ldb, int* info) {                                              \
    return cusolverDn##L##getrs(h, CUBLAS_OP_N, n, columns, a, n > 0 ? n : 1, pivots, b, ldb,     \
                                info);                                                            \
  }                                                                                               \
  cusolverStatus_t gels(cusolverDnHandle_t h, int m, int n, int columns, T** a, T** b,            \
                        int* info) {                                                              \
    int ignored = 0;                                                                              \
    return status(cublas##L##gelsBatched(&h->blas, CUBLAS_OP_N, m, n, columns, a, m, b, m,        \
                                         &ignored, info, 1));                                     \
  }
VG_NAMES(S, float)
VG_NAMES(D, double)
VG_NAMES(C, cuComplex)
VG_NAMES(Z, cuDoubleComplex)
#undef VG_NAMES

// rows x columns numbers side by side, copied when the stream comes to it; they live as long as tasks hold them.
template <typename T>
using Copy = std::shared_ptr<std::vector<T>>;

template <typename T>
cusolverStatus_t copy(cusolverDnHandle_t handle, Index rows, Index columns, const T* from,
                      Index leading, Copy<T>& made) {
  made = std::make_shared<std::vector<T>>(static_cast<std::size_t>(rows * columns));
  return start_serial(handle, [=, to = made] {
    for (Index j = 0; j < columns; ++j)
      std::copy_n(from + j * leading, rows, to->data() + j * rows);
  });
}

template <typename T>
cusolverStatus_t give_back(cusolverDnHandle_t handle, Index rows, Index columns, Copy<T> from,
                           Index leading, T* to, Index to_leading) {
  return start_serial(handle, [=] {
    for (Index j = 0; j < columns; ++j)
      std::copy_n(from->data() + j * leading, rows, to + j * to_leading);
  });
}

template <typename T>
cusolverStatus_t gesv(cusolverDnHandle_t handle, int n, int columns, const T* a, int lda,
                      int* pivots, const T* b, int ldb, T* x, int ldx, int* steps, int* info) {
  if (!is_matrix(n, n, lda) || !is_matrix(n, columns, ldb) || !is_matrix(n, columns, ldx) ||
      steps == nullptr || info == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  *steps = 0;
  Copy<T> factors, sides;
  const auto own = std::make_shared<std::vector<int>>(static_cast<std::size_t>(n + 1));
  int* const exchanged = pivots != nullptr ? pivots : own->data();
  if (const auto error = copy(handle, n, n, a, lda, factors)) return error;
  if (const auto error = getrf(handle, n, factors->data(), exchanged, info)) return error;
  if (const auto error = copy(handle, n, columns, b, ldb, sides)) return error;
  if (const auto error = getrs(handle, n, columns, factors->data(), exchanged, sides->data(),
                               std::max(n, 1), &own->back()))
    return error;
  if (const auto error = give_back(handle, n, columns, sides, n, x, ldx)) return error;
  return start_serial(handle, [factors, own] {});  // they live until here
}

template <typename T>
cusolverStatus_t gels(cusolverDnHandle_t handle, int m, int n, int columns, const T* a, int lda,
                      const T* b, int ldb, T* x, int ldx, int* steps, int* info) {
  if (m < n || !is_matrix(m, n, lda) || !is_matrix(m, columns, ldb) ||
      !is_matrix(n, columns, ldx) || steps == nullptr || info == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  *steps = 0;
  Copy<T> factors, sides;
  if (const auto error = copy(handle, m, n, a, lda, factors)) return error;
  if (const auto error = copy(handle, m, columns, b, ldb, sides)) return error;
  const auto lists =
      std::make_shared<std::vector<T*>>(std::initializer_list<T*>{factors->data(), sides->data()});
  if (const auto error = gels(handle, m, n, columns, lists->data(), lists->data() + 1, info))
    return error;
  if (const auto error = give_back(handle, n, columns, sides, m, x, ldx)) return error;
  return start_serial(handle, [factors, lists] {});  // they live until here
}

// body(T{}) for the kind of number that the parameters name.
template <typename Body>
cusolverStatus_t with_params(cusolverDnHandle_t handle, const cusolverDnIRSParams* params,
                             cusolverDnIRSInfos* infos, Body body) {
  if (params == nullptr) return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  if (infos == nullptr) return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
  infos->most_steps = params->most_steps;
  const cudaDataType type = params->main == CUSOLVER_R_32F   ? CUDA_R_32F
                            : params->main == CUSOLVER_R_64F ? CUDA_R_64F
                            : params->main == CUSOLVER_C_32F ? CUDA_C_32F
                            : params->main == CUSOLVER_C_64F ? CUDA_C_64F
                                                             : CUDA_R_8I;
  return call(handle, [&] {
    return with_number<cuComplex, cuDoubleComplex>(type, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC,
                                                   body);
  });
}

cusolverStatus_t give_bytes(cusolverDnHandle_t handle, std::size_t* bytes) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (bytes == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *bytes = 16;
  return CUSOLVER_STATUS_SUCCESS;
}

// change(*params) if there are any.
template <typename Change>
cusolverStatus_t set(cusolverDnIRSParams* params, Change change) {
  if (params == nullptr) return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
  change(*params);
  return CUSOLVER_STATUS_SUCCESS;
}
const auto kNothing = [](const cusolverDnIRSParams&) {};

cusolverStatus_t give(const cusolverDnIRSInfos* infos, cusolver_int_t* out, cusolver_int_t value) {
  if (infos == nullptr) return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
  if (out == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *out = value;
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename Object>
cusolverStatus_t make(Object** object) {
  if (object == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *object = new (std::nothrow) Object;
  return *object == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

}  // namespace

#define VG_REFINED(L, P, T)                                                                        \
  cusolverStatus_t cusolverDn##L##P##gesv_bufferSize(cusolverDnHandle_t handle, int, int, T*, int, \
                                                     int*, T*, int, T*, int, void*,                \
                                                     size_t* bytes) {                              \
    return give_bytes(handle, bytes);                                                              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##P##gesv(cusolverDnHandle_t handle, int n, int nrhs, T* A,        \
                                          int lda, int* pivots, T* B, int ldb, T* X, int ldx,      \
                                          void*, size_t, int* steps, int* info) {                  \
    return call(handle, [&] {                                                                      \
      return gesv(handle, n, nrhs, A, lda, pivots, B, ldb, X, ldx, steps, info);                   \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##P##gels_bufferSize(                                              \
      cusolverDnHandle_t handle, int, int, int, T*, int, T*, int, T*, int, void*, size_t* bytes) { \
    return give_bytes(handle, bytes);                                                              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##P##gels(cusolverDnHandle_t handle, int m, int n, int nrhs, T* A, \
                                          int lda, T* B, int ldb, T* X, int ldx, void*, size_t,    \
                                          int* steps, int* info) {                                 \
    return call(handle,                                                                            \
                [&] { return gels(handle, m, n, nrhs, A, lda, B, ldb, X, ldx, steps, info); });    \
  }
VG_REFINED(D, D, double)
VG_REFINED(D, S, double)
VG_REFINED(D, H, double)
VG_REFINED(D, B, double)
VG_REFINED(D, X, double)
VG_REFINED(S, S, float)
VG_REFINED(S, H, float)
VG_REFINED(S, B, float)
VG_REFINED(S, X, float)
VG_REFINED(Z, Z, cuDoubleComplex)
VG_REFINED(Z, C, cuDoubleComplex)
VG_REFINED(Z, K, cuDoubleComplex)
VG_REFINED(Z, E, cuDoubleComplex)
VG_REFINED(Z, Y, cuDoubleComplex)
VG_REFINED(C, C, cuComplex)
VG_REFINED(C, K, cuComplex)
VG_REFINED(C, E, cuComplex)
VG_REFINED(C, Y, cuComplex)
#undef VG_REFINED

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t* params) { return make(params); }
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params) {
  delete params;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
                                                        cusolverIRSRefinement_t) {
  return set(params, kNothing);
}
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
                                                           cusolverPrecType_t main) {
  return set(params, [main](cusolverDnIRSParams& all) { all.main = main; });
}
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
                                                             cusolverPrecType_t) {
  return set(params, kNothing);
}
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
                                                        cusolverPrecType_t main,
                                                        cusolverPrecType_t) {
  return set(params, [main](cusolverDnIRSParams& all) { all.main = main; });
}
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double) {
  return set(params, kNothing);
}
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double) {
  return set(params, kNothing);
}
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t most) {
  return set(params, [most](cusolverDnIRSParams& all) { all.most_steps = most; });
}
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params, cusolver_int_t) {
  return set(params, kNothing);
}
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params,
                                                cusolver_int_t* most) {
  if (most == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  return set(params, [most](const cusolverDnIRSParams& all) { *most = all.most_steps; });
}
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params) {
  return set(params, kNothing);
}
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params) {
  return set(params, kNothing);
}

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t* infos) { return make(infos); }
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos) {
  delete infos;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t* steps) {
  return give(infos, steps, 0);
}
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
                                                  cusolver_int_t* steps) {
  return give(infos, steps, 0);
}
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, cusolver_int_t* most) {
  return give(infos, most, infos != nullptr ? infos->most_steps : 0);
}

cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t,
                                               int, int, size_t* bytes) {
  return give_bytes(handle, bytes);
}
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int n, int nrhs, void* A, int lda,
                                    void* B, int ldb, void* X, int ldx, void*, size_t, int* steps,
                                    int* info) {
  return with_params(handle, params, infos, [&](auto kind) {
    using T = decltype(kind);
    return gesv(handle, n, nrhs, static_cast<const T*>(A), lda, nullptr, static_cast<const T*>(B),
                ldb, static_cast<T*>(X), ldx, steps, info);
  });
}
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t,
                                               int, int, int, size_t* bytes) {
  return give_bytes(handle, bytes);
}
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
                                    cusolverDnIRSInfos_t infos, int m, int n, int nrhs, void* A,
                                    int lda, void* B, int ldb, void* X, int ldx, void*, size_t,
                                    int* steps, int* info) {
  return with_params(handle, params, infos, [&](auto kind) {
    using T = decltype(kind);
    return gels(handle, m, n, nrhs, static_cast<const T*>(A), lda, static_cast<const T*>(B), ldb,
                static_cast<T*>(X), ldx, steps, info);
  });
}
