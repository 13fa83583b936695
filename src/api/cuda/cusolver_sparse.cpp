// The functions of vgpu_solver/sparse.h, on sparse_factors.h.
// SPDX-License-Identifier: MIT
#include <vgpu_solver/sparse.h>

#include <algorithm>
#include <numeric>

#include "api/cuda/sparse_systems.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;
using sparse::Number;

namespace {

// Gives the first row with a pivot that is not above `least`, from the program's base; -1: none, and x is the solution.
template <typename T>
Place solve(const Given<T>& a, const T* b, double least, bool positive, T* x) {
  const SparseFactors<Work<T>> factors(a.rows(positive), positive);
  if (const Place weak = factors.weak_pivot(least); weak >= 0) return weak + a.base;
  std::vector<Work<T>> y(b, b + a.n);
  factors.solve(y);
  std::transform(y.begin(), y.end(), x, [](Work<T> value) { return static_cast<T>(value); });
  return -1;
}

template <typename T>
cusolverStatus_t solve_one(cusolverSpHandle_t handle, bool host, bool positive, const Given<T>& a,
                           const T* b, double least, T* x, int* singularity) {
  if (!a.valid() || b == nullptr || x == nullptr || singularity == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (const auto error = wait(handle, host)) return error;
  *singularity = static_cast<int>(solve(a, b, least, positive, x));
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename T>
cusolverStatus_t solve_each(cusolverSpHandle_t handle, int m, int nnz, Given<T> a, const T* b, T* x,
                            int count) {
  if (!a.valid() || count < 0 || nnz < 0) return CUSOLVER_STATUS_INVALID_VALUE;
  if (m != a.n) return CUSOLVER_STATUS_NOT_SUPPORTED;
  if (const auto error = wait(handle, false)) return error;
  for (int i = 0; i < count; ++i) {
    solve(a, b + i * a.n, 0, false, x + i * a.n);
    a.values += nnz;
  }
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t order(cusolverSpHandle_t handle, int n, cusparseMatDescr_t descr,
                       const int* begins, const int* columns, int* p) {
  return call(handle, [&] {
    if (n < 0 || begins == nullptr || p == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    const Place base = base_of(descr);
    std::vector<Place> rows(begins, begins + n + 1), across;
    for (Place& row : rows) row -= base;
    for (Place k = 0; k < rows.back(); ++k) across.push_back(columns[k] - base);
    const std::vector<Place> found = neighbouring_order(n, rows, across);
    std::transform(found.begin(), found.end(), p, [](Place i) { return static_cast<int>(i); });
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Row i of the result is row p[i], its columns those that q moves, in order; map goes along.
void permute(int m, int n, Place base, int* begins, int* columns, const int* p, const int* q,
             int* map) {
  std::vector<int> moved(at(n)), old_begins(begins, begins + m + 1);
  const auto count = at(old_begins.back() - base);
  const std::vector<int> old_columns(columns, columns + count), old_map(map, map + count);
  for (int j = 0; j < n; ++j) moved[at(q[j])] = j;
  Place to = 0;
  for (int i = 0; i < m; ++i) {
    const Place first = old_begins[at(p[i])] - base, last = old_begins[at(p[i]) + 1] - base;
    std::vector<std::pair<int, int>> line;
    for (Place k = first; k < last; ++k)
      line.push_back({moved[at(old_columns[at(k)] - base)], old_map[at(k)]});
    std::sort(line.begin(), line.end());
    begins[i] = static_cast<int>(to + base);
    for (const auto& [column, from] : line) {
      columns[to] = static_cast<int>(column + base);
      map[to++] = from;
    }
  }
  begins[m] = static_cast<int>(to + base);
}

}  // namespace

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *handle = new (std::nothrow) cusolverSpContext;
  return *handle == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (stream == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *stream = handle->stream;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t* info) {
  if (info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) csrqrInfo;
  return *info == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info) {
  delete info;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int, int, int,
                                                 cusparseMatDescr_t, const int*, const int*,
                                                 csrqrInfo_t info) {
  return call(handle, [&] {
    return info == nullptr ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
  });
}

// One way to solve, whose name ends so, on the device or the host.
#define VG_WAY(L, T, R, way, host, positive)                                                    \
  cusolverStatus_t cusolverSp##L##csrlsv##way(cusolverSpHandle_t handle, int n, int,            \
                                              cusparseMatDescr_t descrA, const T* csrValA,      \
                                              const int* csrRowPtrA, const int* csrColIndA,     \
                                              const T* b, R tol, int, T* x, int* singularity) { \
    using N = Number<T>;                                                                        \
    return call(handle, [&] {                                                                   \
      return solve_one<N>(                                                                      \
          handle, host, positive,                                                               \
          {n, base_of(descrA), reinterpret_cast<const N*>(csrValA), csrRowPtrA, csrColIndA},    \
          reinterpret_cast<const N*>(b), tol, reinterpret_cast<N*>(x), singularity);            \
    });                                                                                         \
  }
#define VG_SPARSE(L, T, R)                                                                         \
  VG_WAY(L, T, R, luHost, true, false)                                                             \
  VG_WAY(L, T, R, qr, false, false)                                                                \
  VG_WAY(L, T, R, qrHost, true, false)                                                             \
  VG_WAY(L, T, R, chol, false, true)                                                               \
  VG_WAY(L, T, R, cholHost, true, true)                                                            \
  cusolverStatus_t cusolverSp##L##csrqrBufferInfoBatched(                                          \
      cusolverSpHandle_t handle, int, int, int, cusparseMatDescr_t, const T*, const int*,          \
      const int*, int, csrqrInfo_t info, size_t* internalBytes, size_t* workBytes) {               \
    return call(handle, [&] {                                                                      \
      if (info == nullptr || internalBytes == nullptr || workBytes == nullptr)                     \
        return CUSOLVER_STATUS_INVALID_VALUE;                                                      \
      *internalBytes = 0, *workBytes = 16;                                                         \
      return CUSOLVER_STATUS_SUCCESS;                                                              \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverSp##L##csrqrsvBatched(                                                  \
      cusolverSpHandle_t handle, int m, int n, int nnz, cusparseMatDescr_t descrA,                 \
      const T* csrValA, const int* csrRowPtrA, const int* csrColIndA, const T* b, T* x, int count, \
      csrqrInfo_t, void*) {                                                                        \
    using N = Number<T>;                                                                           \
    return call(handle, [&] {                                                                      \
      return solve_each<N>(                                                                        \
          handle, m, nnz,                                                                          \
          {n, base_of(descrA), reinterpret_cast<const N*>(csrValA), csrRowPtrA, csrColIndA},       \
          reinterpret_cast<const N*>(b), reinterpret_cast<N*>(x), count);                          \
    });                                                                                            \
  }
VG_SPARSE(S, float, float)
VG_SPARSE(D, double, double)
VG_SPARSE(C, cuComplex, float)
VG_SPARSE(Z, cuDoubleComplex, double)
#undef VG_SPARSE
#undef VG_WAY

// The orders that NVIDIA computes in other ways serve the same end.
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int,
                                          cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                          const int* csrColIndA, int* p) {
  return order(handle, n, descrA, csrRowPtrA, csrColIndA, p);
}
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n, int,
                                          cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                          const int* csrColIndA, int* p) {
  return order(handle, n, descrA, csrRowPtrA, csrColIndA, p);
}
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n, int,
                                          cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                          const int* csrColIndA, int* p) {
  return order(handle, n, descrA, csrRowPtrA, csrColIndA, p);
}
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int,
                                           cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                           const int* csrColIndA, const int64_t*, int* p) {
  return order(handle, n, descrA, csrRowPtrA, csrColIndA, p);
}

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int,
                                         cusparseMatDescr_t descrA, const int* csrRowPtrA,
                                         const int* csrEndPtrA, const int* csrColIndA, int* issym) {
  return call(handle, [&] {
    if (m < 0 || csrRowPtrA == nullptr || csrEndPtrA == nullptr || issym == nullptr)
      return CUSOLVER_STATUS_INVALID_VALUE;
    const Place base = base_of(descrA);
    std::vector<std::pair<Place, Place>> places, turned;
    for (Place i = 0; i < m; ++i)
      for (Place k = csrRowPtrA[i] - base; k < csrEndPtrA[i] - base; ++k) {
        places.push_back({i, csrColIndA[k] - base});
        turned.push_back({csrColIndA[k] - base, i});
      }
    std::sort(places.begin(), places.end());
    std::sort(turned.begin(), turned.end());
    *issym = places == turned ? 1 : 0;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int, int, int,
                                                   cusparseMatDescr_t, const int*, const int*,
                                                   const int*, const int*, size_t* bytes) {
  return call(handle, [&] {
    if (bytes == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    *bytes = 16;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int,
                                        cusparseMatDescr_t descrA, int* csrRowPtrA, int* csrColIndA,
                                        const int* p, const int* q, int* map, void*) {
  return call(handle, [&] {
    if (m < 0 || n < 0 || csrRowPtrA == nullptr || p == nullptr || q == nullptr || map == nullptr)
      return CUSOLVER_STATUS_INVALID_VALUE;
    permute(m, n, base_of(descrA), csrRowPtrA, csrColIndA, p, q, map);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
