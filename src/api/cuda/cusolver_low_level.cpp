// The functions of vgpu_solver/low_level.h, on sparse_factors.h.
//
// SPDX-License-Identifier: MIT
#include <vgpu_solver/low_level.h>

#include <algorithm>

#include "api/cuda/sparse_systems.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;
using sparse::Number;

// Each kind of factors has information of its own, since its functions go by its type.
struct csrluInfoHost {
  KeptFactors kept;
};
struct csrqrInfoHost {
  KeptFactors kept;
};
struct csrcholInfoHost {
  KeptFactors kept;
};
struct csrcholInfo {
  KeptFactors kept;
};

namespace {

template <typename Info>
cusolverStatus_t make(Info** info) {
  if (info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) Info;
  return *info == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

template <typename Info>
cusolverStatus_t analyze(cusolverSpHandle_t handle, int m, int n, const int* begins, Info* info) {
  return call(handle, [&] {
    if (n < 0 || begins == nullptr || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    return m == n ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_SUPPORTED;
  });
}

cusolverStatus_t tell_sizes(cusolverSpHandle_t handle, const void* info, std::size_t* internal,
                            std::size_t* work) {
  return call(handle, [&] {
    if (info == nullptr || internal == nullptr || work == nullptr)
      return CUSOLVER_STATUS_INVALID_VALUE;
    *internal = 0, *work = 16;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

template <typename N, typename Info>
cusolverStatus_t factorize(cusolverSpHandle_t handle, bool host, bool positive, const Given<N>& a,
                           Info* info) {
  return call(handle, [&] {
    if (!a.valid() || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = wait(handle, host)) return error;
    info->kept.n = a.n, info->kept.base = a.base;
    info->kept.template factors<Work<N>>() =
        std::make_unique<SparseFactors<Work<N>>>(a.rows(positive), positive);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// The matrix of QR without mu on its diagonal, as it is now.
template <typename N, typename Info>
cusolverStatus_t set_up(cusolverSpHandle_t handle, bool host, int m, const Given<N>& a, N mu,
                        Info* info) {
  return call(handle, [&] {
    if (!a.valid() || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    if (m != a.n) return CUSOLVER_STATUS_NOT_SUPPORTED;
    if (const auto error = wait(handle, host)) return error;
    SparseRows<Work<N>> rows = a.rows(false);
    for (Place i = 0; i < a.n; ++i)
      for (Place k = rows.begins[at(i)]; k < rows.begins[at(i) + 1]; ++k)
        if (rows.columns[at(k)] == i) rows.values[at(k)] -= static_cast<Work<N>>(mu);
    info->kept.n = a.n, info->kept.base = a.base;
    info->kept.template rows<Work<N>>() = std::move(rows);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

template <typename W>
cusolverStatus_t solve(const KeptFactors&, const SparseFactors<W>* factors, int n, const auto* b,
                       auto* x) {
  if (factors == nullptr || b == nullptr || x == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  using N = std::remove_pointer_t<decltype(x)>;
  std::vector<W> y(b, b + n);
  factors->solve(y);
  std::transform(y.begin(), y.end(), x, [](W value) { return static_cast<N>(value); });
  return CUSOLVER_STATUS_SUCCESS;
}

template <typename N, typename Info>
cusolverStatus_t solve(cusolverSpHandle_t handle, bool host, int n, const N* b, N* x, Info* info) {
  return call(handle, [&] {
    if (info == nullptr || n != info->kept.n) return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = wait(handle, host)) return error;
    return solve(info->kept, info->kept.template factors<Work<N>>().get(), n, b, x);
  });
}

// b and x may be null: only factors are wanted then.
template <typename N, typename Info>
cusolverStatus_t factorize_set_up(cusolverSpHandle_t handle, bool host, int n, const N* b, N* x,
                                  Info* info) {
  return call(handle, [&] {
    if (info == nullptr || info->kept.template rows<Work<N>>().n != n)
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = wait(handle, host)) return error;
    auto& factors = info->kept.template factors<Work<N>>();
    factors = std::make_unique<SparseFactors<Work<N>>>(info->kept.template rows<Work<N>>(), false);
    if (b == nullptr || x == nullptr) return CUSOLVER_STATUS_SUCCESS;
    return solve(info->kept, factors.get(), n, b, x);
  });
}

template <typename N, typename Info>
cusolverStatus_t find_weak(cusolverSpHandle_t handle, Info* info, double tol, int* position) {
  return call(handle, [&] {
    if (info == nullptr || position == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    const auto& factors = info->kept.template factors<Work<N>>();
    if (factors == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    const Place weak = factors->weak_pivot(tol);
    *position = static_cast<int>(weak < 0 ? weak : weak + info->kept.base);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Rows as a program keeps them.
template <typename N>
void write(const SparseRows<Work<N>>& rows, Place base, N* values, int* begins, int* columns) {
  for (std::size_t i = 0; i < rows.begins.size(); ++i)
    begins[i] = static_cast<int>(rows.begins[i] + base);
  for (std::size_t k = 0; k < rows.columns.size(); ++k) {
    columns[k] = static_cast<int>(rows.columns[k] + base);
    values[k] = static_cast<N>(rows.values[k]);
  }
}

template <typename N>
struct Taken {
  cusparseMatDescr_t descr;
  N* values;
  int *begins, *columns;
  bool valid() const { return values != nullptr && begins != nullptr && columns != nullptr; }
};

template <typename N>
cusolverStatus_t extract(cusolverSpHandle_t handle, int* p, int* q, const Taken<N>& lower,
                         const Taken<N>& upper, csrluInfoHost* info) {
  return call(handle, [&] {
    if (info == nullptr || p == nullptr || q == nullptr || !lower.valid() || !upper.valid())
      return CUSOLVER_STATUS_INVALID_VALUE;
    const auto& factors = info->kept.template factors<Work<N>>();
    if (factors == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    SparseRows<Work<N>> below, above;
    factors->split(below, above);
    write(below, base_of(lower.descr), lower.values, lower.begins, lower.columns);
    write(above, base_of(upper.descr), upper.values, upper.begins, upper.columns);
    std::copy(factors->row_order().begin(), factors->row_order().end(), p);
    std::copy(factors->column_order().begin(), factors->column_order().end(), q);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

template <typename W>
void count(const std::unique_ptr<SparseFactors<W>>& factors, int* lower, int* upper) {
  SparseRows<W> below, above;
  factors->split(below, above);
  *lower = static_cast<int>(below.values.size());
  *upper = static_cast<int>(above.values.size());
}

}  // namespace

cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int* nnzL, int* nnzU,
                                         csrluInfoHost_t info) {
  return call(handle, [&] {
    if (info == nullptr || nnzL == nullptr || nnzU == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
    if (info->kept.real != nullptr)
      count(info->kept.real, nnzL, nnzU);
    else if (info->kept.complex != nullptr)
      count(info->kept.complex, nnzL, nnzU);
    else
      return CUSOLVER_STATUS_INVALID_VALUE;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

#define VG_INFO(Name, type)                                                      \
  cusolverStatus_t cusolverSpCreate##Name(type##_t* info) { return make(info); } \
  cusolverStatus_t cusolverSpDestroy##Name(type##_t info) {                      \
    delete info;                                                                 \
    return CUSOLVER_STATUS_SUCCESS;                                              \
  }
VG_INFO(CsrluInfoHost, csrluInfoHost)
VG_INFO(CsrqrInfoHost, csrqrInfoHost)
VG_INFO(CsrcholInfoHost, csrcholInfoHost)
VG_INFO(CsrcholInfo, csrcholInfo)
#undef VG_INFO

#define VG_ANALYSIS(name, type)                                                                 \
  cusolverStatus_t cusolverSpX##name(cusolverSpHandle_t handle, int n, int, cusparseMatDescr_t, \
                                     const int* csrRowPtrA, const int*, type info) {            \
    return analyze(handle, n, n, csrRowPtrA, info);                                             \
  }
VG_ANALYSIS(csrluAnalysisHost, csrluInfoHost_t)
VG_ANALYSIS(csrcholAnalysisHost, csrcholInfoHost_t)
VG_ANALYSIS(csrcholAnalysis, csrcholInfo_t)
#undef VG_ANALYSIS
cusolverStatus_t cusolverSpXcsrqrAnalysisHost(cusolverSpHandle_t handle, int m, int n, int,
                                              cusparseMatDescr_t, const int* csrRowPtrA, const int*,
                                              csrqrInfoHost_t info) {
  return analyze(handle, m, n, csrRowPtrA, info);
}
cusolverStatus_t cusolverSpXcsrqrAnalysis(cusolverSpHandle_t handle, int m, int n, int,
                                          cusparseMatDescr_t, const int* csrRowPtrA, const int*,
                                          csrqrInfo_t info) {
  return analyze(handle, m, n, csrRowPtrA, info);
}

#define VG_MATRIX(T) \
  cusparseMatDescr_t descrA, const T *csrValA, const int *begins, const int *columns
#define VG_GIVEN(N, n) {n, base_of(descrA), reinterpret_cast<const N*>(csrValA), begins, columns}
#define VG_TAKEN(N, x) reinterpret_cast<N*>(x)
#define VG_READ(N, x) reinterpret_cast<const N*>(x)

// What LU and Cholesky's factors have in common: sizes, weak pivots, solutions.
#define VG_COMMON(L, T, R, way, end, type, host)                                                   \
  cusolverStatus_t cusolverSp##L##way##BufferInfo##end(                                            \
      cusolverSpHandle_t handle, int, int, cusparseMatDescr_t, const T*, const int*, const int*,   \
      type info, size_t* internalBytes, size_t* workBytes) {                                       \
    return tell_sizes(handle, info, internalBytes, workBytes);                                     \
  }                                                                                                \
  cusolverStatus_t cusolverSp##L##way##ZeroPivot##end(cusolverSpHandle_t handle, type info, R tol, \
                                                      int* position) {                             \
    return find_weak<Number<T>>(handle, info, tol, position);                                      \
  }                                                                                                \
  cusolverStatus_t cusolverSp##L##way##Solve##end(cusolverSpHandle_t handle, int n, const T* b,    \
                                                  T* x, type info, void*) {                        \
    using N = Number<T>;                                                                           \
    return solve(handle, host, n, VG_READ(N, b), VG_TAKEN(N, x), info);                            \
  }

#define VG_CHOLESKY(L, T, R, end, type, host)                                               \
  VG_COMMON(L, T, R, csrchol, end, type, host)                                              \
  cusolverStatus_t cusolverSp##L##csrcholFactor##end(cusolverSpHandle_t handle, int n, int, \
                                                     VG_MATRIX(T), type info, void*) {      \
    using N = Number<T>;                                                                    \
    return factorize<N>(handle, host, true, VG_GIVEN(N, n), info);                          \
  }

#define VG_QR(L, T, R, end, type, host)                                                            \
  cusolverStatus_t cusolverSp##L##csrqrBufferInfo##end(                                            \
      cusolverSpHandle_t handle, int, int, int, cusparseMatDescr_t, const T*, const int*,          \
      const int*, type info, size_t* internalBytes, size_t* workBytes) {                           \
    return tell_sizes(handle, info, internalBytes, workBytes);                                     \
  }                                                                                                \
  cusolverStatus_t cusolverSp##L##csrqrSetup##end(cusolverSpHandle_t handle, int m, int n, int,    \
                                                  VG_MATRIX(T), T mu, type info) {                 \
    using N = Number<T>;                                                                           \
    return set_up<N>(handle, host, m, VG_GIVEN(N, n), *VG_READ(N, &mu), info);                     \
  }                                                                                                \
  cusolverStatus_t cusolverSp##L##csrqrFactor##end(cusolverSpHandle_t handle, int, int n, int,     \
                                                   T* b, T* x, type info, void*) {                 \
    using N = Number<T>;                                                                           \
    return factorize_set_up(handle, host, n, VG_READ(N, b), VG_TAKEN(N, x), info);                 \
  }                                                                                                \
  cusolverStatus_t cusolverSp##L##csrqrZeroPivot##end(cusolverSpHandle_t handle, type info, R tol, \
                                                      int* position) {                             \
    return find_weak<Number<T>>(handle, info, tol, position);                                      \
  }                                                                                                \
  cusolverStatus_t cusolverSp##L##csrqrSolve##end(cusolverSpHandle_t handle, int, int n, T* b,     \
                                                  T* x, type info, void*) {                        \
    using N = Number<T>;                                                                           \
    return solve(handle, host, n, VG_READ(N, b), VG_TAKEN(N, x), info);                            \
  }

#define VG_LU(L, T, R)                                                                            \
  VG_COMMON(L, T, R, csrlu, Host, csrluInfoHost_t, true)                                          \
  cusolverStatus_t cusolverSp##L##csrluFactorHost(cusolverSpHandle_t handle, int n, int,          \
                                                  VG_MATRIX(T), csrluInfoHost_t info, R, void*) { \
    using N = Number<T>;                                                                          \
    return factorize<N>(handle, true, false, VG_GIVEN(N, n), info);                               \
  }                                                                                               \
  cusolverStatus_t cusolverSp##L##csrluExtractHost(                                               \
      cusolverSpHandle_t handle, int* P, int* Q, cusparseMatDescr_t descrL, T* csrValL,           \
      int* csrRowPtrL, int* csrColIndL, cusparseMatDescr_t descrU, T* csrValU, int* csrRowPtrU,   \
      int* csrColIndU, csrluInfoHost_t info, void*) {                                             \
    using N = Number<T>;                                                                          \
    return extract<N>(handle, P, Q, {descrL, VG_TAKEN(N, csrValL), csrRowPtrL, csrColIndL},       \
                      {descrU, VG_TAKEN(N, csrValU), csrRowPtrU, csrColIndU}, info);              \
  }

#define VG_LOW_LEVEL(L, T, R)                         \
  VG_LU(L, T, R)                                      \
  VG_QR(L, T, R, Host, csrqrInfoHost_t, true)         \
  VG_QR(L, T, R, , csrqrInfo_t, false)                \
  VG_CHOLESKY(L, T, R, Host, csrcholInfoHost_t, true) \
  VG_CHOLESKY(L, T, R, , csrcholInfo_t, false)
VG_LOW_LEVEL(S, float, float)
VG_LOW_LEVEL(D, double, double)
VG_LOW_LEVEL(C, cuComplex, float)
VG_LOW_LEVEL(Z, cuDoubleComplex, double)
