// The functions of vgpu_solver/forms.h for symmetric matrices that need not be definite, by the pivots of Bunch and Kaufman:
// A = L D L' with blocks of one or two in D, where L' is not conjugate. One task of the stream each.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "api/cuda/solver.h"
#include "api/cuda/turned.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;

namespace {

// Pivots are numbers from 1 on; of a block of two both are negative.
template <typename T>
struct Factorization {
  Turned<T> a;
  int *pivots, *info;

  struct Largest {
    Index at;
    double size;
  };
  Largest below(Index column, Index first) const {
    Largest best{first, 0};
    for (Index i = first; i < a.n; ++i)
      if (const double size = std::abs(a(i, column)); size > best.size) best = {i, size};
    return best;
  }

  // How many columns the next pivot takes, and the row that is brought up for it.
  Index choose(Index k, Index& row) const {
    static const double alpha = (1 + std::sqrt(17.0)) / 8;
    const double own = std::abs(a(k, k));
    const Largest column = below(k, k + 1);
    row = k;
    if (pivots == nullptr || own >= alpha * column.size) return 1;
    double others = below(column.at, column.at + 1).size;
    for (Index j = k; j < column.at; ++j)
      others = std::max<double>(others, std::abs(a(column.at, j)));
    if (own >= alpha * column.size * (column.size / others)) return 1;
    row = column.at;
    return std::abs(a(row, row)) >= alpha * others ? 1 : 2;
  }

  void exchange(Index k, Index with, Index step) const {
    const Index to = k + step - 1;
    if (with == to) return;
    for (Index i = with + 1; i < a.n; ++i) std::swap(a(i, to), a(i, with));
    for (Index i = to + 1; i < with; ++i) std::swap(a(i, to), a(with, i));
    std::swap(a(to, to), a(with, with));
    if (step == 2) std::swap(a(k + 1, k), a(with, k));
  }

  void take_out_one(Index k) const {
    const T pivot = a(k, k);
    for (Index j = k + 1; j < a.n; ++j) {
      const T factor = a(j, k) / pivot;
      for (Index i = j; i < a.n; ++i) a(i, j) -= a(i, k) * factor;
      a(j, k) = factor;
    }
  }
  void take_out_two(Index k) const {
    const T p = a(k, k), q = a(k + 1, k), r = a(k + 1, k + 1), determinant = p * r - q * q;
    for (Index j = k + 2; j < a.n; ++j) {
      const T first = (r * a(j, k) - q * a(j, k + 1)) / determinant;
      const T second = (p * a(j, k + 1) - q * a(j, k)) / determinant;
      for (Index i = j; i < a.n; ++i) a(i, j) -= a(i, k) * first + a(i, k + 1) * second;
      a(j, k) = first;
      a(j, k + 1) = second;
    }
  }

  void operator()() const {
    *info = 0;
    for (Index k = 0, step = 1; k < a.n; k += step) {
      Index row = k;
      step = choose(k, row);
      exchange(k, row, step);
      if (step == 2) {
        take_out_two(k);
      } else if (a(k, k) == T(0)) {
        if (*info == 0) *info = static_cast<int>(a.place(k)) + 1;
      } else {
        take_out_one(k);
      }
      if (pivots == nullptr) continue;
      const int number = static_cast<int>(a.place(row)) + 1;
      for (Index i = k; i < k + step; ++i) pivots[a.place(i)] = step == 2 ? -number : number;
    }
  }
};

template <typename T>
cusolverStatus_t sytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T* a, int lda,
                       int* pivots, int* info) {
  if (!is_matrix(n, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  const Turned<T> matrix{{a, lda}, n, uplo == CUBLAS_FILL_MODE_UPPER};
  return start_serial(handle, Factorization<T>{matrix, pivots, info});
}

// One right-hand side through L, D and L' of such a factorization.
template <typename T>
struct Solution {
  Turned<const T> a;
  const std::int64_t* pivots;
  T* b;

  T& at(Index i) const { return b[a.place(i)]; }
  bool is_pair(Index k) const { return pivots != nullptr && pivots[a.place(k)] < 0; }
  void exchange(Index k) const {
    if (pivots == nullptr) return;
    const std::int64_t pivot = pivots[a.place(k)];
    std::swap(at(k), b[(pivot < 0 ? -pivot : pivot) - 1]);
  }
  void down() const {
    for (Index k = 0; k < a.n;) {
      const Index step = is_pair(k) ? 2 : 1, end = k + step;
      exchange(end - 1);
      for (Index i = end; i < a.n; ++i)
        for (Index j = k; j < end; ++j) at(i) -= a(i, j) * at(j);
      if (step == 1) {
        at(k) /= a(k, k);
      } else {
        const T p = a(k, k), q = a(k + 1, k), r = a(k + 1, k + 1), determinant = p * r - q * q;
        const T x = at(k), y = at(k + 1);
        at(k) = (r * x - q * y) / determinant;
        at(k + 1) = (p * y - q * x) / determinant;
      }
      k = end;
    }
  }
  void up() const {
    for (Index k = a.n - 1; k >= 0;) {
      const Index begin = is_pair(k) ? k - 1 : k;
      for (Index j = begin; j <= k; ++j)
        for (Index i = k + 1; i < a.n; ++i) at(j) -= a(i, j) * at(i);
      exchange(k);
      k = begin - 1;
    }
  }
};

}  // namespace

#define VG_SYMMETRIC(L, T)                                                                        \
  cusolverStatus_t cusolverDn##L##sytrf_bufferSize(cusolverDnHandle_t handle, int n, T*, int lda, \
                                                   int* lwork) {                                  \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                        \
  }                                                                                               \
  cusolverStatus_t cusolverDn##L##sytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,  \
                                        T* A, int lda, int* ipiv, T*, int, int* info) {           \
    return call(handle, [&] { return sytrf(handle, uplo, n, number(A), lda, ipiv, info); });      \
  }
VG_SYMMETRIC(S, float)
VG_SYMMETRIC(D, double)
VG_SYMMETRIC(C, cuComplex)
VG_SYMMETRIC(Z, cuDoubleComplex)
#undef VG_SYMMETRIC

cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t, int64_t,
                                             int64_t, cudaDataType, const void*, int64_t,
                                             const int64_t*, cudaDataType, void*, int64_t,
                                             size_t* deviceBytes, size_t* hostBytes) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (deviceBytes == nullptr || hostBytes == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *deviceBytes = *hostBytes = 16;
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, cudaDataType typeA, const void* A, int64_t lda,
                                  const int64_t* ipiv, cudaDataType typeB, void* B, int64_t ldb,
                                  void*, size_t, void*, size_t, int* info) {
  return call(handle, [&] {
    if (n < 0 || nrhs < 0 || lda < std::max<int64_t>(1, n) || ldb < std::max<int64_t>(1, n) ||
        typeA != typeB || info == nullptr)
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (const auto error = start_serial(handle, [info] { *info = 0; })) return error;
    return with_number<std::complex<float>, std::complex<double>>(
        typeA, CUSOLVER_STATUS_NOT_SUPPORTED, [&](auto kind) {
          using T = decltype(kind);
          const Turned<const T> a{
              {static_cast<const T*>(A), lda}, n, uplo == CUBLAS_FILL_MODE_UPPER};
          return start_each(handle, nrhs, 1, [=](Index column) {
            const Solution<T> solution{a, ipiv, static_cast<T*>(B) + column * ldb};
            solution.down();
            solution.up();
          });
        });
  });
}
