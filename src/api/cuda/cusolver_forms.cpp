// The functions of vgpu_solver/forms.h that bring matrices to few diagonals by reflectors, one task of the stream each.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "api/cuda/call.h"
#include "api/cuda/householder.h"
#include "api/cuda/solver.h"
#include "api/cuda/turned.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;
using blas::conjugate;

namespace {

template <typename T>
using Real = decltype(std::real(T()));

// a := H' a H for the reflector v of the last rows and columns, from `first` on; the lower triangle is kept.
template <typename T>
void reflect_both(const Turned<T>& a, Index first, const std::vector<T>& v, T tau) {
  const Index size = a.n - first;
  const auto at = [&](Index i, Index j) {
    return i >= j ? a(first + i, first + j) : conjugate(a(first + j, first + i));
  };
  std::vector<T> w(v.size());
  T inner(0);
  for (Index i = 0; i < size; ++i) {
    T sum(0);
    for (Index j = 0; j < size; ++j) sum += at(i, j) * v[static_cast<std::size_t>(j)];
    w[static_cast<std::size_t>(i)] = tau * sum;
    inner += conjugate(w[static_cast<std::size_t>(i)]) * v[static_cast<std::size_t>(i)];
  }
  const T shift = tau * inner / T(2);
  for (std::size_t i = 0; i < w.size(); ++i) w[i] -= shift * v[i];
  for (Index j = 0; j < size; ++j)
    for (Index i = j; i < size; ++i) {
      const auto x = static_cast<std::size_t>(i), y = static_cast<std::size_t>(j);
      a(first + i, first + j) -= v[x] * conjugate(w[y]) + w[x] * conjugate(v[y]);
    }
}

template <typename T>
void reduce_to_three(const Turned<T>& a, Real<T>* d, Real<T>* e, T* tau) {
  for (Index k = 0; k < a.n; ++k) {
    d[a.place(k)] = std::real(a(k, k));
    if (k + 1 == a.n) return;
    std::vector<T> v;
    for (Index i = k + 1; i < a.n; ++i) v.push_back(a(i, k));
    const T factor = make_reflector(v.data(), static_cast<Index>(v.size()));
    const Index place = a.turned ? a.n - 2 - k : k;
    e[place] = std::real(v[0]);
    tau[place] = factor;
    a(k + 1, k) = v[0];
    for (Index i = k + 2; i < a.n; ++i) a(i, k) = v[static_cast<std::size_t>(i - k - 1)];
    v[0] = T(1);
    if (factor != T(0)) reflect_both(a, k + 1, v, factor);
  }
}

// The product of such reflectors as a matrix, in their own place.
template <typename T>
void form_product(const Turned<T>& a, const T* tau) {
  const auto n = static_cast<std::size_t>(a.n);
  std::vector<T> q(n * n, T(0));
  for (std::size_t i = 0; i < n; ++i) q[i + i * n] = T(1);
  for (Index k = a.n - 2; k >= 0; --k) {
    std::vector<T> v{T(1)};
    for (Index i = k + 2; i < a.n; ++i) v.push_back(a(i, k));
    const T factor = tau[a.turned ? a.n - 2 - k : k];
    for (std::size_t j = 0; j < n; ++j)
      reflect(v.data(), static_cast<Index>(v.size()), factor,
              &q[static_cast<std::size_t>(k) + 1 + j * n]);
  }
  for (Index j = 0; j < a.n; ++j)
    for (Index i = 0; i < a.n; ++i)
      a(i, j) = q[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * n];
}

// a = Q B P' with the diagonal of B in d and the one above it in e; m >= n.
template <typename T>
void reduce_to_two(const Matrix<T>& a, Index m, Index n, Real<T>* d, Real<T>* e, T* tauq, T* taup) {
  for (Index k = 0; k < n; ++k) {
    tauq[k] = make_reflector(&a(k, k), m - k);
    d[k] = std::real(a(k, k));
    for (Index j = k + 1; j < n; ++j) reflect(&a(k, k), m - k, conjugate(tauq[k]), &a(k, j));
    taup[k] = T(0);
    if (k + 1 == n) return;
    std::vector<T> row;
    for (Index j = k + 1; j < n; ++j) row.push_back(conjugate(a(k, j)));
    taup[k] = make_reflector(row.data(), n - k - 1);
    e[k] = std::real(row[0]);
    for (Index i = k + 1; i < m; ++i)
      reflect_row(row.data(), n - k - 1, taup[k], &a(i, k + 1), a.leading);
    for (Index j = k + 1; j < n; ++j) a(k, j) = conjugate(row[static_cast<std::size_t>(j - k - 1)]);
  }
}

bool is_upper(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_UPPER; }

}  // namespace

#define VG_FORMS(L, T, R, e, gtr)                                                                  \
  cusolverStatus_t cusolverDn##L##e##trd_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,   \
                                                    int n, const T*, int lda, const R*, const R*,  \
                                                    const T*, int* lwork) {                        \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##e##trd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,  \
                                         T* A, int lda, R* d, R* sides, T* tau, T*, int,           \
                                         int* info) {                                              \
    return call(handle, [&] {                                                                      \
      if (!is_matrix(n, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;          \
      const Turned<std::remove_pointer_t<decltype(number(A))>> a{                                  \
          {number(A), lda}, n, is_upper(uplo)};                                                    \
      return start_serial(handle, [=] {                                                            \
        *info = 0;                                                                                 \
        reduce_to_three(a, d, sides, number(tau));                                                 \
      });                                                                                          \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gtr##_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,    \
                                                   int n, const T*, int lda, const T*,             \
                                                   int* lwork) {                                   \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,     \
                                      T* A, int lda, const T* tau, T*, int, int* info) {           \
    return call(handle, [&] {                                                                      \
      if (!is_matrix(n, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;          \
      const Turned<std::remove_pointer_t<decltype(number(A))>> a{                                  \
          {number(A), lda}, n, is_upper(uplo)};                                                    \
      return start_serial(handle, [=] {                                                            \
        *info = 0;                                                                                 \
        form_product(a, number(tau));                                                              \
      });                                                                                          \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gebrd_bufferSize(cusolverDnHandle_t handle, int m, int n,        \
                                                   int* lwork) {                                   \
    return give_size(handle, m >= n && n >= 0, lwork);                                             \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gebrd(cusolverDnHandle_t handle, int m, int n, T* A, int lda,    \
                                        R* d, R* sides, T* tauq, T* taup, T*, int, int* info) {    \
    return call(handle, [&] {                                                                      \
      if (!is_matrix(m, n, lda) || m < n || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE; \
      return start_serial(handle, [=] {                                                            \
        *info = 0;                                                                                 \
        const Matrix<std::remove_pointer_t<decltype(number(A))>> a{number(A), lda};                \
        reduce_to_two(a, m, n, d, sides, number(tauq), number(taup));                              \
      });                                                                                          \
    });                                                                                            \
  }
VG_FORMS(S, float, float, sy, orgtr)
VG_FORMS(D, double, double, sy, orgtr)
VG_FORMS(C, cuComplex, float, he, ungtr)
VG_FORMS(Z, cuDoubleComplex, double, he, ungtr)
#undef VG_FORMS
