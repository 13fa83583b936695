// The functions of vgpu_solver/spectral.h, on spectral.h: all in double, one task of the stream each.
// SPDX-License-Identifier: MIT
#include "api/cuda/spectral.h"

#include <algorithm>
#include <type_traits>

#include "api/cuda/solver.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::solver;

// What programs set for Jacobi's method. Results are exact to rounding whatever they wish.
struct syevjInfo {};
struct gesvdjInfo {};

namespace {

template <typename T>
using Real = decltype(std::real(T()));
template <typename T>
using Work = std::conditional_t<std::is_floating_point_v<T>, double, std::complex<double>>;

template <typename T>
T narrow(Work<T> x) {
  return static_cast<T>(x);
}

template <typename T>
void eigen(bool lower, Index n, const Matrix<T>& a, Real<T>* values, bool with_vectors, int* info) {
  std::vector<Work<T>> full(static_cast<std::size_t>(n * n));
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const T stored = (i >= j) == lower || i == j ? a(i, j) : blas::conjugate(a(j, i));
      full[static_cast<std::size_t>(i + j * n)] =
          i == j ? Work<T>(std::real(stored)) : static_cast<Work<T>>(stored);
    }
  std::vector<double> found;
  *info = hermitian_eigen(full, n, found, with_vectors) ? 0 : 1;
  for (Index i = 0; i < n; ++i)
    values[i] = static_cast<Real<T>>(found[static_cast<std::size_t>(i)]);
  if (!with_vectors) return;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) a(i, j) = narrow<T>(full[static_cast<std::size_t>(i + j * n)]);
}

template <typename T>
cusolverStatus_t start_eigen(cusolverDnHandle_t handle, cusolverEigMode_t mode,
                             cublasFillMode_t uplo, int n, T* a, int lda, Real<T>* values,
                             int* info) {
  if (!is_matrix(n, n, lda) || info == nullptr || (n > 0 && values == nullptr))
    return CUSOLVER_STATUS_INVALID_VALUE;
  return start_serial(handle, [=] {
    eigen<T>(uplo == CUBLAS_FILL_MODE_LOWER, n, {a, lda}, values, mode == CUSOLVER_EIG_MODE_VECTOR,
             info);
  });
}

// Where the parts of a singular value decomposition go; columns of u and v that are wanted, 0: none.
template <typename T>
struct Decomposition {
  Index m, n;
  Matrix<T> a;
  Real<T>* values;
  Matrix<T> u, v;
  Index u_columns, v_columns;
  bool v_turned;  // v is stored as its conjugate transpose
  int* info;

  // Tall matrices are decomposed themselves, others as their conjugate transpose.
  void operator()() const {
    const bool tall = m >= n;
    const Index rows = tall ? m : n, columns = tall ? n : m;
    std::vector<Work<T>> left(static_cast<std::size_t>(rows * columns)), right;
    for (Index j = 0; j < columns; ++j)
      for (Index i = 0; i < rows; ++i)
        left[static_cast<std::size_t>(i + j * rows)] =
            static_cast<Work<T>>(tall ? a(i, j) : blas::conjugate(a(j, i)));
    std::vector<double> found;
    *info = singular_values(left, rows, columns, found, right) ? 0 : 1;
    for (Index i = 0; i < columns; ++i)
      values[i] = static_cast<Real<T>>(found[static_cast<std::size_t>(i)]);
    store(tall ? left : right, m, columns, u_columns, u, false);
    store(tall ? right : left, n, columns, v_columns, v, v_turned);
  }

  void store(std::vector<Work<T>>& basis, Index size, Index have, Index want, const Matrix<T>& out,
             bool turned) const {
    if (want == 0) return;
    if (want > have) {
      basis.resize(static_cast<std::size_t>(size * want));
      complete_basis(basis, size, have, want);
    }
    for (Index j = 0; j < want; ++j)
      for (Index i = 0; i < size; ++i) {
        const T value = narrow<T>(basis[static_cast<std::size_t>(i + j * size)]);
        (turned ? out(j, i) : out(i, j)) = turned ? blas::conjugate(value) : value;
      }
  }
};

// 'A' all columns, 'S' as many as there are singular values, 'N' none; 'O' would overwrite a.
Index columns_of(signed char job, Index all, Index few) {
  return job == 'A' ? all : job == 'S' ? few : 0;
}

template <typename T>
cusolverStatus_t gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n,
                       T* a, int lda, Real<T>* s, T* u, int ldu, T* vt, int ldvt, int* info) {
  if (!is_matrix(m, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  for (const signed char job : {jobu, jobvt})
    if (job != 'A' && job != 'S' && job != 'N')
      return job == 'O' ? CUSOLVER_STATUS_NOT_SUPPORTED : CUSOLVER_STATUS_INVALID_VALUE;
  const Index few = std::min(m, n);
  const Index u_columns = columns_of(jobu, m, few), v_columns = columns_of(jobvt, n, few);
  if ((u_columns > 0 && ldu < m) || (v_columns > 0 && ldvt < v_columns))
    return CUSOLVER_STATUS_INVALID_VALUE;
  return start_serial(
      handle,
      Decomposition<T>{m, n, {a, lda}, s, {u, ldu}, {vt, ldvt}, u_columns, v_columns, true, info});
}

template <typename T>
cusolverStatus_t gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode, int econ, int m, int n,
                        T* a, int lda, Real<T>* s, T* u, int ldu, T* v, int ldv, int* info) {
  if (!is_matrix(m, n, lda) || info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  const bool wanted = mode == CUSOLVER_EIG_MODE_VECTOR;
  const Index few = std::min(m, n);
  const Index u_columns = !wanted ? 0 : econ != 0 ? few : m;
  const Index v_columns = !wanted ? 0 : econ != 0 ? few : n;
  if (wanted && (ldu < m || ldv < n)) return CUSOLVER_STATUS_INVALID_VALUE;
  return start_serial(
      handle,
      Decomposition<T>{m, n, {a, lda}, s, {u, ldu}, {v, ldv}, u_columns, v_columns, false, info});
}

template <typename Info>
cusolverStatus_t make(Info** info) {
  if (info == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *info = new (std::nothrow) Info;
  return *info == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}

template <typename Info>
cusolverStatus_t known(const Info* info) {
  return info == nullptr ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
}

template <typename Info, typename T>
cusolverStatus_t give(cusolverDnHandle_t handle, const Info* info, T* out, T value) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (info == nullptr || out == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *out = value;
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace

// A method that is exact at once has no residual to speak of and takes one sweep.
#define VG_JACOBI(Kind, kind)                                                                      \
  cusolverStatus_t cusolverDnCreate##Kind##Info(kind##Info_t* info) { return make(info); }         \
  cusolverStatus_t cusolverDnDestroy##Kind##Info(kind##Info_t info) {                              \
    delete info;                                                                                   \
    return CUSOLVER_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##SetTolerance(kind##Info_t info, double) {                    \
    return known(info);                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##SetMaxSweeps(kind##Info_t info, int) { return known(info); } \
  cusolverStatus_t cusolverDnX##kind##SetSortEig(kind##Info_t info, int) { return known(info); }   \
  cusolverStatus_t cusolverDnX##kind##GetResidual(cusolverDnHandle_t handle, kind##Info_t info,    \
                                                  double* residual) {                              \
    return give(handle, info, residual, 0.0);                                                      \
  }                                                                                                \
  cusolverStatus_t cusolverDnX##kind##GetSweeps(cusolverDnHandle_t handle, kind##Info_t info,      \
                                                int* sweeps) {                                     \
    return give(handle, info, sweeps, 1);                                                          \
  }
VG_JACOBI(Syevj, syevj)
VG_JACOBI(Gesvdj, gesvdj)
#undef VG_JACOBI

#define VG_SPECTRAL(L, T, R, e)                                                                    \
  cusolverStatus_t cusolverDn##L##e##evd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t,  \
                                                    cublasFillMode_t, int n, const T*, int lda,    \
                                                    const R*, int* lwork) {                        \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##e##evd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,        \
                                         cublasFillMode_t uplo, int n, T* A, int lda, R* W, T*,    \
                                         int, int* info) {                                         \
    return call(handle,                                                                            \
                [&] { return start_eigen(handle, jobz, uplo, n, number(A), lda, W, info); });      \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##e##evj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t,  \
                                                    cublasFillMode_t, int n, const T*, int lda,    \
                                                    const R*, int* lwork, syevjInfo_t) {           \
    return give_size(handle, is_matrix(n, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##e##evj(cusolverDnHandle_t handle, cusolverEigMode_t jobz,        \
                                         cublasFillMode_t uplo, int n, T* A, int lda, R* W, T*,    \
                                         int, int* info, syevjInfo_t) {                            \
    return call(handle,                                                                            \
                [&] { return start_eigen(handle, jobz, uplo, n, number(A), lda, W, info); });      \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,        \
                                                   int* lwork) {                                   \
    return give_size(handle, m >= 0 && n >= 0, lwork);                                             \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t handle, signed char jobu,               \
                                        signed char jobvt, int m, int n, T* A, int lda, R* S,      \
                                        T* U, int ldu, T* VT, int ldvt, T*, int, R*, int* info) {  \
    return call(handle, [&] {                                                                      \
      return gesvd(handle, jobu, jobvt, m, n, number(A), lda, S, number(U), ldu, number(VT), ldvt, \
                   info);                                                                          \
    });                                                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gesvdj_bufferSize(                                               \
      cusolverDnHandle_t handle, cusolverEigMode_t, int, int m, int n, const T*, int lda,          \
      const R*, const T*, int, const T*, int, int* lwork, gesvdjInfo_t) {                          \
    return give_size(handle, is_matrix(m, n, lda), lwork);                                         \
  }                                                                                                \
  cusolverStatus_t cusolverDn##L##gesvdj(                                                          \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T* A, int lda,    \
      R* S, T* U, int ldu, T* V, int ldv, T*, int, int* info, gesvdjInfo_t) {                      \
    return call(handle, [&] {                                                                      \
      return gesvdj(handle, jobz, econ, m, n, number(A), lda, S, number(U), ldu, number(V), ldv,   \
                    info);                                                                         \
    });                                                                                            \
  }
VG_SPECTRAL(S, float, float, sy)
VG_SPECTRAL(D, double, double, sy)
VG_SPECTRAL(C, cuComplex, float, he)
VG_SPECTRAL(Z, cuDoubleComplex, double, he)
#undef VG_SPECTRAL
