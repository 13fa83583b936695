// The functions of vgpu_solver/ranges.h: all eigenvalues, of which the wanted ones move to the front.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;

namespace {

// The wanted eigenvalues: numbers il .. iu, counted from 1, or those within (low, high].
template <typename R>
struct Wanted {
  cusolverEigRange_t range;
  R low, high;
  std::int64_t il, iu;

  bool fits(Index n) const {
    if (range == CUSOLVER_EIG_RANGE_I) return n == 0 || (il >= 1 && il <= iu && iu <= n);
    if (range == CUSOLVER_EIG_RANGE_V) return low < high;
    return range == CUSOLVER_EIG_RANGE_ALL;
  }
  // [first, last) of the rising values.
  std::pair<Index, Index> among(const R* values, Index n) const {
    if (range == CUSOLVER_EIG_RANGE_ALL || n == 0) return {0, n};
    if (range == CUSOLVER_EIG_RANGE_I) return {il - 1, iu};
    return {std::upper_bound(values, values + n, low) - values,
            std::upper_bound(values, values + n, high) - values};
  }
};

// When the stream has all values, and vectors in the columns of a: moves what is wanted and says how many they are.
template <typename T, typename R, typename Count>
cusolverStatus_t choose(cusolverDnHandle_t handle, const Wanted<R>& wanted, bool vectors, Index n,
                        T* a, Index lda, R* values, const int* info, Count* found) {
  if (const cusolverStatus_t error = finish(handle)) return error;
  *found = 0;
  if (*info != 0) return CUSOLVER_STATUS_SUCCESS;
  const auto [first, last] = wanted.among(values, n);
  *found = static_cast<Count>(last - first);
  if (first == 0) return CUSOLVER_STATUS_SUCCESS;
  std::copy(values + first, values + last, values);
  for (Index j = first; vectors && j < last; ++j)
    std::copy_n(a + j * lda, n, a + (j - first) * lda);
  return CUSOLVER_STATUS_SUCCESS;
}

// all() gives every eigenvalue.
template <typename T, typename R, typename Count, typename All>
cusolverStatus_t some(cusolverDnHandle_t handle, const Wanted<R>& wanted, cusolverEigMode_t mode,
                      int n, T* a, int lda, R* values, int* info, Count* found, All all) {
  return call(handle, [&] {
    if (found == nullptr || info == nullptr || n < 0 || !wanted.fits(n))
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (const cusolverStatus_t error = all()) return error;
    return choose(handle, wanted, mode == CUSOLVER_EIG_MODE_VECTOR, n, a, lda, values, info, found);
  });
}

// One type by one name.
#define VG_NAMES(L, s, T, R)                                                                       \
  cusolverStatus_t some_of(cusolverDnHandle_t h, cusolverEigMode_t mode, cusolverEigRange_t range, \
                           cublasFillMode_t uplo, int n, T* a, int lda, const void* low,           \
                           const void* high, std::int64_t il, std::int64_t iu,                     \
                           std::int64_t* found, void* values, int* info) {                         \
    const bool between = range == CUSOLVER_EIG_RANGE_V;                                            \
    if (between && (low == nullptr || high == nullptr)) return CUSOLVER_STATUS_INVALID_VALUE;      \
    const Wanted<R> wanted{range, between ? *static_cast<const R*>(low) : R{},                     \
                           between ? *static_cast<const R*>(high) : R{}, il, iu};                  \
    R* const out = static_cast<R*>(values);                                                        \
    return some(h, wanted, mode, n, a, lda, out, info, found, [&] {                                \
      return cusolverDn##L##s##evd(h, mode, uplo, n, a, lda, out, nullptr, 0, info);               \
    });                                                                                            \
  }
VG_NAMES(S, sy, float, float)
VG_NAMES(D, sy, double, double)
VG_NAMES(C, he, cuComplex, float)
VG_NAMES(Z, he, cuDoubleComplex, double)
#undef VG_NAMES

}  // namespace

#define VG_RANGES(L, s, T, R)                                                                     \
  cusolverStatus_t cusolverDn##L##s##evdx_bufferSize(                                             \
      cusolverDnHandle_t handle, cusolverEigMode_t, cusolverEigRange_t, cublasFillMode_t, int n,  \
      const T*, int lda, R, R, int, int, int*, const R*, int* lwork) {                            \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                        \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##s##evdx(cusolverDnHandle_t handle, cusolverEigMode_t jobz,      \
                                          cusolverEigRange_t range, cublasFillMode_t uplo, int n, \
                                          T* A, int lda, R vl, R vu, int il, int iu, int* found,  \
                                          R* W, T*, int, int* info) {                             \
    return some(handle, Wanted<R>{range, vl, vu, il, iu}, jobz, n, A, lda, W, info, found, [&] {  \
      return cusolverDn##L##s##evd(handle, jobz, uplo, n, A, lda, W, nullptr, 0, info);           \
    });                                                                                           \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##s##gvdx_bufferSize(                                             \
      cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t, cusolverEigRange_t,        \
      cublasFillMode_t, int n, const T*, int lda, const T*, int ldb, R, R, int, int, int*,        \
      const R*, int* lwork) {                                                                     \
    return give_size(handle, is_matrix(n, n, lda) && is_matrix(n, n, ldb), lwork);                \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##s##gvdx(                                                        \
      cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                 \
      cusolverEigRange_t range, cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R vl, \
      R vu, int il, int iu, int* found, R* W, T*, int, int* info) {                               \
    return some(handle, Wanted<R>{range, vl, vu, il, iu}, jobz, n, A, lda, W, info, found, [&] {  \
      return cusolverDn##L##s##gvd(handle, itype, jobz, uplo, n, A, lda, B, ldb, W, nullptr, 0,   \
                                   info);                                                         \
    });                                                                                           \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##s##gvj_bufferSize(                                              \
      cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, int n,   \
      const T*, int lda, const T*, int ldb, const R*, int* lwork, syevjInfo_t) {                  \
    return give_size(handle, is_matrix(n, n, lda) && is_matrix(n, n, ldb), lwork);                \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##s##gvj(cusolverDnHandle_t handle, cusolverEigType_t itype,      \
                                         cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,    \
                                         T* A, int lda, T* B, int ldb, R* W, T* work, int lwork,  \
                                         int* info, syevjInfo_t) {                                \
    return cusolverDn##L##s##gvd(handle, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork,    \
                                 info);                                                           \
  }
VG_RANGES(S, sy, float, float)
VG_RANGES(D, sy, double, double)
VG_RANGES(C, he, cuComplex, float)
VG_RANGES(Z, he, cuDoubleComplex, double)
#undef VG_RANGES

cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                              cusolverEigMode_t, cusolverEigRange_t,
                                              cublasFillMode_t, int64_t, cudaDataType, const void*,
                                              int64_t, void*, void*, int64_t, int64_t, int64_t*,
                                              cudaDataType, const void*, cudaDataType,
                                              size_t* deviceBytes, size_t* hostBytes) {
  return give_sizes(handle, deviceBytes, hostBytes);
}
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t jobz, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void* A,
                                   int64_t lda, void* vl, void* vu, int64_t il, int64_t iu,
                                   int64_t* found, cudaDataType, void* W, cudaDataType, void*,
                                   size_t, void*, size_t, int* info) {
  return with_type(handle, typeA, {n, lda}, [&](auto kind) {
    return some_of(handle, jobz, range, uplo, narrow(n), static_cast<decltype(kind)*>(A),
                   narrow(lda), vl, vu, il, iu, found, W, info);
  });
}
