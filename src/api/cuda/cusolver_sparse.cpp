// The functions of vgpu_solver/sparse.h, on sparse_systems.h: all in double, on the calling thread.
//
// Rows and columns are brought into an order that keeps factors narrow, whatever order a program wishes. LU and QR are
// one method: both solve a system that need not be symmetric. SPDX-License-Identifier: MIT
#include <vgpu/c/stream.h>
#include <vgpu_solver/sparse.h>

#include <algorithm>
#include <new>
#include <numeric>

#include "api/cuda/call.h"
#include "api/cuda/library_call.h"
#include "api/cuda/sparse.h"
#include "api/cuda/sparse_call.h"
#include "api/cuda/sparse_systems.h"

struct cusolverSpContext {
  cudaStream_t stream = nullptr;
};

namespace {

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;
using sparse::Number;
using Index = std::ptrdiff_t;

template <typename T>
using Work = std::conditional_t<std::is_floating_point_v<T>, double, std::complex<double>>;

template <typename Body>
cusolverStatus_t call(cusolverSpHandle_t handle, Body&& body) noexcept {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return library_call(CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR, [&] {
    // What the matrix holds may still be in the making.
    if (vgpuStreamSynchronize(to_vgpu(handle->stream)) != vgpuSuccess)
      return CUSOLVER_STATUS_EXECUTION_FAILED;
    return body();
  });
}

// A matrix in CSR as programs have it.
template <typename T>
struct Given {
  int m, n, nnz;
  cusparseMatDescr_t description;
  const T* values;
  const int *rows, *columns;

  bool is_valid() const {
    return m >= 0 && n >= 0 && nnz >= 0 && description != nullptr && rows != nullptr &&
           (nnz == 0 || columns != nullptr) && rows[m] - rows[0] == nnz &&
           description->base == rows[0];
  }
  // Its rows in an order, its columns each at a place.
  SparseMatrix<Work<T>> read(const std::vector<int>& row_order,
                             const std::vector<int>& place_of_column) const {
    const int base = description->base;
    SparseMatrix<Work<T>> a{m, n, {0}, {}, {}};
    for (const int i : row_order) {
      for (int at = rows[i] - base; at < rows[i + 1] - base; ++at) {
        a.places.push_back(place_of_column[static_cast<std::size_t>(columns[at] - base)]);
        if (values != nullptr) a.values.push_back(static_cast<Work<T>>(values[at]));
      }
      a.begins.push_back(static_cast<Index>(a.places.size()));
    }
    return a;
  }
};

// The lower triangle of a Hermitian matrix in another order; of what is given only the lower triangle counts.
template <typename T>
SparseMatrix<Work<T>> read_lower(const Given<T>& given, const std::vector<int>& place) {
  using Element = std::pair<Index, Work<T>>;
  const int base = given.description->base;
  std::vector<std::vector<Element>> rows(static_cast<std::size_t>(given.n));
  for (int i = 0; i < given.n; ++i)
    for (int at = given.rows[i] - base; at < given.rows[i + 1] - base; ++at) {
      const int j = given.columns[at] - base;
      if (j > i) continue;
      const auto value = static_cast<Work<T>>(given.values[at]);
      const auto row = place[static_cast<std::size_t>(i)],
                 column = place[static_cast<std::size_t>(j)];
      if (row >= column)
        rows[static_cast<std::size_t>(row)].emplace_back(column, value);
      else
        rows[static_cast<std::size_t>(column)].emplace_back(row, sparse::conjugate(value));
    }
  SparseMatrix<Work<T>> a{given.n, given.n, {0}, {}, {}};
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) {
      a.places.push_back(column);
      a.values.push_back(value);
    }
    a.begins.push_back(static_cast<Index>(a.places.size()));
  }
  return a;
}

std::vector<int> counting(int n) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    places[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return places;
}

template <typename T>
std::vector<int> order_of(const Given<T>& given) {
  const auto all = counting(given.n);
  const auto plain = given.read(all, all);
  return narrow_order(plain.begins, plain.places, given.n);
}

template <typename T>
cusolverStatus_t solve(const Given<T>& given, const T* b, double tol, bool definite, T* x,
                       int* singularity) {
  if (!given.is_valid() || given.m != given.n || b == nullptr || x == nullptr ||
      singularity == nullptr || given.values == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  const std::vector<int> order = order_of(given);
  const std::vector<int> place = inverse(order);
  const auto a = definite ? read_lower(given, place) : given.read(order, place);
  std::vector<Work<T>> right, found;
  for (const int i : order) right.push_back(static_cast<Work<T>>(b[i]));
  const Index singular = definite ? solve_definite(a, right, tol, found)
                                  : solve_orthogonal(a, right, tol, found).singular;
  *singularity = singular < 0 ? -1 : order[static_cast<std::size_t>(singular)];
  for (std::size_t i = 0; i < found.size() && singular < 0; ++i)
    x[order[i]] = static_cast<T>(found[i]);
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename T, typename Real>
cusolverStatus_t least_squares(const Given<T>& given, const T* b, double tol, int* rank, T* x,
                               int* order, Real* norm) {
  if (!given.is_valid() || given.m < given.n || b == nullptr || x == nullptr || rank == nullptr ||
      norm == nullptr || order == nullptr || given.values == nullptr)
    return CUSOLVER_STATUS_INVALID_VALUE;
  const auto rows = counting(given.m), columns = counting(given.n);
  const auto a = given.read(rows, columns);
  std::vector<Work<T>> right(b, b + given.m), found;
  const LeastSquares result = solve_orthogonal(a, right, tol, found);
  for (std::size_t i = 0; i < found.size(); ++i) x[i] = static_cast<T>(found[i]);
  std::copy(columns.begin(), columns.end(), order);
  *rank = static_cast<int>(result.rank);
  *norm = static_cast<Real>(result.rest);
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t give_order(cusolverSpHandle_t handle, int n, int nnz,
                            cusparseMatDescr_t description, const int* rows, const int* columns,
                            int* order) {
  return call(handle, [&] {
    const Given<double> given{n, n, nnz, description, nullptr, rows, columns};
    if (!given.is_valid() || order == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    const std::vector<int> found = order_of(given);
    std::copy(found.begin(), found.end(), order);
    return CUSOLVER_STATUS_SUCCESS;
  });
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

// The pattern only; rows may have ends of their own.
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz,
                                         cusparseMatDescr_t description, const int* rows,
                                         const int* ends, const int* columns, int* symmetric) {
  return call(handle, [&] {
    if (m < 0 || nnz < 0 || description == nullptr || rows == nullptr || ends == nullptr ||
        symmetric == nullptr || (nnz > 0 && columns == nullptr))
      return CUSOLVER_STATUS_INVALID_VALUE;
    std::vector<std::pair<int, int>> elements, turned;
    for (int i = 0; i < m; ++i)
      for (int at = rows[i]; at < ends[i]; ++at) {
        const int j = columns[at - description->base] - description->base;
        elements.emplace_back(i, j);
        turned.emplace_back(j, i);
      }
    std::sort(elements.begin(), elements.end());
    std::sort(turned.begin(), turned.end());
    *symmetric = elements == turned ? 1 : 0;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// One order serves for all of these: each asks for one that keeps factors sparse.
#define VG_ORDER(name)                                                                        \
  cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, cusparseMatDescr_t descrA, \
                        const int* rows, const int* columns, int* order) {                    \
    return give_order(handle, n, nnz, descrA, rows, columns, order);                          \
  }
VG_ORDER(cusolverSpXcsrsymrcmHost)
VG_ORDER(cusolverSpXcsrsymmdqHost)
VG_ORDER(cusolverSpXcsrsymamdHost)
#undef VG_ORDER
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnz,
                                           cusparseMatDescr_t descrA, const int* rows,
                                           const int* columns, const long long*, int* order) {
  return give_order(handle, n, nnz, descrA, rows, columns, order);
}

cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int, int, int,
                                                   cusparseMatDescr_t, const int*, const int*,
                                                   const int*, const int*, size_t* bytes) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (bytes == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *bytes = 16;
  return CUSOLVER_STATUS_SUCCESS;
}

// a(p, q) in place, columns rising in each row; `map` follows the elements.
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnz,
                                        cusparseMatDescr_t description, int* rows, int* columns,
                                        const int* row_order, const int* column_order, int* map,
                                        void*) {
  return call(handle, [&] {
    const Given<double> given{m, n, nnz, description, nullptr, rows, columns};
    if (!given.is_valid() || row_order == nullptr || column_order == nullptr || map == nullptr)
      return CUSOLVER_STATUS_INVALID_VALUE;
    const auto place = inverse({column_order, column_order + n});
    const int base = description->base;
    std::vector<int> begins{base}, found;
    std::vector<std::pair<int, int>> all;
    for (int row = 0; row < m; ++row) {
      const auto first = static_cast<Index>(all.size());
      for (int at = rows[row_order[row]] - base; at < rows[row_order[row] + 1] - base; ++at)
        all.emplace_back(place[static_cast<std::size_t>(columns[at] - base)], map[at]);
      std::sort(all.begin() + first, all.end());
      begins.push_back(static_cast<int>(all.size()) + base);
    }
    std::copy(begins.begin(), begins.end(), rows);
    for (std::size_t at = 0; at < all.size(); ++at) {
      columns[at] = all[at].first + base;
      map[at] = all[at].second;
    }
    return CUSOLVER_STATUS_SUCCESS;
  });
}

#define VG_SOLVE(name, T, Real, definite)                                                     \
  cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, cusparseMatDescr_t descrA, \
                        const T* values, const int* rows, const int* columns, const T* b,     \
                        Real tol, int, T* x, int* singularity) {                              \
    using N = Number<T>;                                                                      \
    return call(handle, [&] {                                                                 \
      const Given<N> a{n, n, nnz, descrA, reinterpret_cast<const N*>(values), rows, columns}; \
      return solve(a, reinterpret_cast<const N*>(b), double(tol), definite,                   \
                   reinterpret_cast<N*>(x), singularity);                                     \
    });                                                                                       \
  }
#define VG_SYSTEMS(L, T, Real)                                                                     \
  VG_SOLVE(cusolverSp##L##csrlsvchol, T, Real, true)                                               \
  VG_SOLVE(cusolverSp##L##csrlsvcholHost, T, Real, true)                                           \
  VG_SOLVE(cusolverSp##L##csrlsvqr, T, Real, false)                                                \
  VG_SOLVE(cusolverSp##L##csrlsvqrHost, T, Real, false)                                            \
  VG_SOLVE(cusolverSp##L##csrlsvluHost, T, Real, false)                                            \
  cusolverStatus_t cusolverSp##L##csrlsqvqrHost(                                                   \
      cusolverSpHandle_t handle, int m, int n, int nnz, cusparseMatDescr_t descrA,                 \
      const T* values, const int* rows, const int* columns, const T* b, Real tol, int* rank, T* x, \
      int* order, Real* norm) {                                                                    \
    using N = Number<T>;                                                                           \
    return call(handle, [&] {                                                                      \
      const Given<N> a{m, n, nnz, descrA, reinterpret_cast<const N*>(values), rows, columns};      \
      return least_squares(a, reinterpret_cast<const N*>(b), double(tol), rank,                    \
                           reinterpret_cast<N*>(x), order, norm);                                  \
    });                                                                                            \
  }
VG_SYSTEMS(S, float, float)
VG_SYSTEMS(D, double, double)
VG_SYSTEMS(C, cuComplex, float)
VG_SYSTEMS(Z, cuDoubleComplex, double)
#undef VG_SYSTEMS
#undef VG_SOLVE
