// The functions of vgpu_blas/level1.h: one pass over vectors each, divided among the device's threads.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "api/cuda/blas_vectors.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

template <typename T>
double size_of(T x) {
  return std::abs(x);
}
// The sum of both parts' sizes, as BLAS measures complex numbers in asum and amax.
template <typename T>
double size_of(std::complex<T> x) {
  return std::abs(x.real()) + std::abs(x.imag());
}

template <typename T>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y,
                    int incy) {
  Scalar<T> factor;
  if (const cublasStatus_t error = take(handle, alpha, factor)) return error;
  const Vector<const T> from(x, n, incx);
  const Vector<T> to(y, n, incy);
  return each_with(handle, n, factor, [=](Index i, T a) { to[i] += a * from[i]; });
}

template <typename T, typename Factor>
cublasStatus_t scale(cublasHandle_t handle, int n, const Factor* alpha, T* x, int incx) {
  Scalar<Factor> factor;
  if (const cublasStatus_t error = take(handle, alpha, factor)) return error;
  if (incx <= 0) return CUBLAS_STATUS_SUCCESS;
  const Vector<T> all(x, n, incx);
  return each_with(handle, n, factor, [=](Index i, Factor a) { all[i] *= a; });
}

template <typename T>
cublasStatus_t copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  const Vector<const T> from(x, n, incx);
  const Vector<T> to(y, n, incy);
  return each(handle, n, [=](Index i) { to[i] = from[i]; });
}

template <typename T>
cublasStatus_t swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
  const Vector<T> a(x, n, incx), b(y, n, incy);
  return each(handle, n, [=](Index i) { std::swap(a[i], b[i]); });
}

// Sums are kept in double, whatever the numbers are.
template <typename T>
struct Wide {
  using type = double;
};
template <typename T>
struct Wide<std::complex<T>> {
  using type = std::complex<double>;
};

template <bool kConjugate, typename T>
cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,
                   T* result) {
  using Sum = typename Wide<T>::type;
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const Vector<const T> a(x, n, incx), b(y, n, incy);
  return fold(
      handle, n, Sum{},
      [=](Sum& sum, Index i) {
        sum += static_cast<Sum>(kConjugate ? conjugate(a[i]) : a[i]) * static_cast<Sum>(b[i]);
      },
      [](Sum& sum, const Sum& part) { sum += part; },
      [=](const Sum& sum) { *result = static_cast<T>(sum); });
}

template <typename T, typename Result>
cublasStatus_t sum_of_sizes(cublasHandle_t handle, int n, const T* x, int incx, Result* result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const Vector<const T> a(x, n, incx);
  return fold(
      handle, incx > 0 ? n : 0, 0.0, [=](double& sum, Index i) { sum += size_of(a[i]); },
      [](double& sum, double part) { sum += part; },
      [=](double sum) { *result = static_cast<Result>(sum); });
}

// The root of a sum of squares, each divided by the largest size so far: no square is too large or too small.
struct Norm {
  double largest = 0, squares = 0;
  void add(double x) {
    if (x == 0) return;
    if (!(x <= largest)) {  // also for NaN
      squares = 1 + squares * (largest / x) * (largest / x);
      largest = x;
    } else {
      squares += (x / largest) * (x / largest);
    }
  }
  void add(const Norm& other) {
    if (other.largest == 0) return;
    if (other.largest > largest) {
      squares = other.squares + squares * (largest / other.largest) * (largest / other.largest);
      largest = other.largest;
    } else {
      squares += other.squares * (other.largest / largest) * (other.largest / largest);
    }
  }
  double value() const { return std::isinf(largest) ? largest : largest * std::sqrt(squares); }
};

template <typename T>
void add_parts(Norm& norm, T x) {
  norm.add(std::abs(static_cast<double>(x)));
}
template <typename T>
void add_parts(Norm& norm, std::complex<T> x) {
  add_parts(norm, x.real());
  add_parts(norm, x.imag());
}

template <typename T, typename Result>
cublasStatus_t norm(cublasHandle_t handle, int n, const T* x, int incx, Result* result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const Vector<const T> a(x, n, incx);
  return fold(
      handle, incx > 0 ? n : 0, Norm{}, [=](Norm& sum, Index i) { add_parts(sum, a[i]); },
      [](Norm& sum, const Norm& part) { sum.add(part); },
      [=](const Norm& sum) { *result = static_cast<Result>(sum.value()); });
}

// The first of the largest or smallest elements, counted from 1; 0 of an empty vector.
template <bool kLargest, typename T>
cublasStatus_t extreme(cublasHandle_t handle, int n, const T* x, int incx, int* result) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const Vector<const T> a(x, n, incx);
  return fold(
      handle, incx > 0 ? n : 0, Extreme{},
      [=](Extreme& best, Index i) { take_better<kLargest>(best, {size_of(a[i]), i}); },
      take_better<kLargest>,
      [=](const Extreme& best) { *result = static_cast<int>(best.index + 1); });
}

}  // namespace

#define VG_VECTORS(L, T)                                                                           \
  cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x,         \
                                 int incx, T* y, int incy) {                                       \
    return call(handle,                                                                            \
                [&] { return axpy(handle, n, number(alpha), number(x), incx, number(y), incy); }); \
  }                                                                                                \
  cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y,         \
                                 int incy) {                                                       \
    return call(handle, [&] { return copy(handle, n, number(x), incx, number(y), incy); });        \
  }                                                                                                \
  cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {   \
    return call(handle, [&] { return swap(handle, n, number(x), incx, number(y), incy); });        \
  }                                                                                                \
  cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {   \
    return call(handle, [&] { return scale(handle, n, number(alpha), number(x), incx); });         \
  }
VG_VECTORS(S, float)
VG_VECTORS(D, double)
VG_VECTORS(C, cuComplex)
VG_VECTORS(Z, cuDoubleComplex)
#undef VG_VECTORS

#define VG_SCALE(L, T, Factor)                                                            \
  cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const Factor* alpha, T* x, \
                                 int incx) {                                              \
    return call(handle, [&] { return scale(handle, n, alpha, number(x), incx); });        \
  }
VG_SCALE(Cs, cuComplex, float)
VG_SCALE(Zd, cuDoubleComplex, double)
#undef VG_SCALE

#define VG_DOT(name, T, conjugated)                                                           \
  cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T* x, int incx, const T* y, \
                              int incy, T* result) {                                          \
    return call(handle, [&] {                                                                 \
      return dot<conjugated>(handle, n, number(x), incx, number(y), incy, number(result));    \
    });                                                                                       \
  }
VG_DOT(Sdot, float, false)
VG_DOT(Ddot, double, false)
VG_DOT(Cdotu, cuComplex, false)
VG_DOT(Cdotc, cuComplex, true)
VG_DOT(Zdotu, cuDoubleComplex, false)
VG_DOT(Zdotc, cuDoubleComplex, true)
#undef VG_DOT

#define VG_SIZES(L, T, Result)                                                             \
  cublasStatus_t cublas##L##nrm2(cublasHandle_t handle, int n, const T* x, int incx,       \
                                 Result* result) {                                         \
    return call(handle, [&] { return norm(handle, n, number(x), incx, result); });         \
  }                                                                                        \
  cublasStatus_t cublas##L##asum(cublasHandle_t handle, int n, const T* x, int incx,       \
                                 Result* result) {                                         \
    return call(handle, [&] { return sum_of_sizes(handle, n, number(x), incx, result); }); \
  }
VG_SIZES(S, float, float)
VG_SIZES(D, double, double)
VG_SIZES(Sc, cuComplex, float)
VG_SIZES(Dz, cuDoubleComplex, double)
#undef VG_SIZES

#define VG_EXTREMES(l, T)                                                                    \
  cublasStatus_t cublasI##l##amax(cublasHandle_t handle, int n, const T* x, int incx,        \
                                  int* result) {                                             \
    return call(handle, [&] { return extreme<true>(handle, n, number(x), incx, result); });  \
  }                                                                                          \
  cublasStatus_t cublasI##l##amin(cublasHandle_t handle, int n, const T* x, int incx,        \
                                  int* result) {                                             \
    return call(handle, [&] { return extreme<false>(handle, n, number(x), incx, result); }); \
  }
VG_EXTREMES(s, float)
VG_EXTREMES(d, double)
VG_EXTREMES(c, cuComplex)
VG_EXTREMES(z, cuDoubleComplex)
#undef VG_EXTREMES
