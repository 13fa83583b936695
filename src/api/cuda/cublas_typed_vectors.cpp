// The functions of vgpu_blas/typed_vectors.h.
//
// Vectors of 16-bit numbers are computed here, with sums in double; of all others the functions of level1.h and
// rotations.h. SPDX-License-Identifier: MIT
#include "api/cuda/blas_numbers.h"
#include "api/cuda/blas_vectors.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

// A scalar of a type that is known at run time; see Scalar.
class AnyScalar {
 public:
  cublasStatus_t take(cublasHandle_t handle, const void* pointer, cudaDataType type) {
    if (pointer == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (!is_small_float(type) && type != CUDA_R_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
    numbers_ = numbers_at(pointer, type);
    of_device_ = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
    if (!of_device_) value_ = numbers_.get(0);
    return CUBLAS_STATUS_SUCCESS;
  }
  float get() const { return of_device_ ? numbers_.get(0) : value_; }

 private:
  Numbers numbers_{nullptr, CUDA_R_32F};
  float value_ = 0;
  bool of_device_ = false;
};

// Numbers with an increment; see Vector.
struct SmallVector {
  Numbers numbers;
  Index step;
  SmallVector(const void* x, cudaDataType type, int n, int increment)
      : numbers(numbers_at(x, type, increment < 0 && n > 0 ? Index{1 - n} * increment : 0)),
        step(increment) {}
  float operator[](Index i) const { return numbers.get(i * step); }
  void set(Index i, float value) const { numbers.set(i * step, value); }
};

// body(T{}) for what the plain functions take.
template <typename Body>
cublasStatus_t with_plain(cudaDataType type, Body body) {
  return with_number<cuComplex, cuDoubleComplex>(type, CUBLAS_STATUS_NOT_SUPPORTED, body);
}

// The plain functions by one name each. R is the type of sizes.
#define VG_PLAIN(L, l, Sizes, T, R)                                                                \
  cublasStatus_t axpy(cublasHandle_t h, int n, const T* alpha, const T* x, int incx, T* y,         \
                      int incy) {                                                                  \
    return cublas##L##axpy(h, n, alpha, x, incx, y, incy);                                         \
  }                                                                                                \
  cublasStatus_t copy(cublasHandle_t h, int n, const T* x, int incx, T* y, int incy) {             \
    return cublas##L##copy(h, n, x, incx, y, incy);                                                \
  }                                                                                                \
  cublasStatus_t swap(cublasHandle_t h, int n, T* x, int incx, T* y, int incy) {                   \
    return cublas##L##swap(h, n, x, incx, y, incy);                                                \
  }                                                                                                \
  cublasStatus_t scale(cublasHandle_t h, int n, const T* alpha, T* x, int incx) {                  \
    return cublas##L##scal(h, n, alpha, x, incx);                                                  \
  }                                                                                                \
  cublasStatus_t norm(cublasHandle_t h, int n, const T* x, int incx, void* out) {                  \
    return cublas##Sizes##nrm2(h, n, x, incx, static_cast<R*>(out));                               \
  }                                                                                                \
  cublasStatus_t sizes(cublasHandle_t h, int n, const T* x, int incx, void* out) {                 \
    return cublas##Sizes##asum(h, n, x, incx, static_cast<R*>(out));                               \
  }                                                                                                \
  template <bool kLargest>                                                                         \
  cublasStatus_t extreme(cublasHandle_t h, int n, const T* x, int incx, int* out) {                \
    return kLargest ? cublasI##l##amax(h, n, x, incx, out) : cublasI##l##amin(h, n, x, incx, out); \
  }                                                                                                \
  cublasStatus_t rotate(cublasHandle_t h, int n, T* x, int incx, T* y, int incy, const void* c,    \
                        const T* s) {                                                              \
    return cublas##L##rot(h, n, x, incx, y, incy, static_cast<const R*>(c), s);                    \
  }
VG_PLAIN(S, s, S, float, float)
VG_PLAIN(D, d, D, double, double)
VG_PLAIN(C, c, Sc, cuComplex, float)
VG_PLAIN(Z, z, Dz, cuDoubleComplex, double)
#undef VG_PLAIN

#define VG_DOT(T, plain, conjugated)                                                      \
  template <bool kConjugate>                                                              \
  cublasStatus_t dot(cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy, \
                     T* out) {                                                            \
    return (kConjugate ? conjugated : plain)(h, n, x, incx, y, incy, out);                \
  }
VG_DOT(float, cublasSdot, cublasSdot)
VG_DOT(double, cublasDdot, cublasDdot)
VG_DOT(cuComplex, cublasCdotu, cublasCdotc)
VG_DOT(cuDoubleComplex, cublasZdotu, cublasZdotc)
#undef VG_DOT

cudaDataType real_of(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

// A sum over 16-bit numbers, finished by `last`, into a result of 16 or 32 bits.
template <typename Step, typename Last>
cublasStatus_t sum_small(cublasHandle_t handle, int n, void* result, cudaDataType type, Step step,
                         Last last) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!is_small_float(type) && type != CUDA_R_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
  const Numbers out = numbers_at(result, type);
  return fold(
      handle, n, 0.0, step, [](double& sum, double part) { sum += part; },
      [=](double sum) { out.set(0, static_cast<float>(last(sum))); });
}

template <bool kConjugate>
cublasStatus_t dot_of(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx,
                      const void* y, cudaDataType yType, int incy, void* result,
                      cudaDataType resultType) {
  if (xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (is_small_float(xType)) {
    const SmallVector a(x, xType, n, incx), b(y, yType, n, incy);
    return sum_small(
        handle, n, result, resultType, [=](double& sum, Index i) { sum += double{a[i]} * b[i]; },
        [](double sum) { return sum; });
  }
  if (resultType != xType) return CUBLAS_STATUS_NOT_SUPPORTED;
  return with_plain(xType, [&](auto kind) {
    using T = decltype(kind);
    return dot<kConjugate>(handle, n, static_cast<const T*>(x), incx, static_cast<const T*>(y),
                           incy, static_cast<T*>(result));
  });
}

template <bool kLargest>
cublasStatus_t extreme_of(cublasHandle_t handle, int n, const void* x, cudaDataType type, int incx,
                          int* result) {
  if (!is_small_float(type))
    return with_plain(type, [&](auto kind) {
      return extreme<kLargest>(handle, n, static_cast<const decltype(kind)*>(x), incx, result);
    });
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const SmallVector a(x, type, n, incx);
  return fold(
      handle, incx > 0 ? n : 0, Extreme{},
      [=](Extreme& best, Index i) { take_better<kLargest>(best, {std::abs(a[i]), i}); },
      take_better<kLargest>,
      [=](const Extreme& best) { *result = static_cast<int>(best.index + 1); });
}

}  // namespace

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alphaType,
                            const void* x, cudaDataType xType, int incx, void* y,
                            cudaDataType yType, int incy, cudaDataType) {
  return call(handle, [&] {
    if (xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (is_small_float(xType)) {
      AnyScalar factor;
      if (const cublasStatus_t error = factor.take(handle, alpha, alphaType)) return error;
      const SmallVector a(x, xType, n, incx), b(y, yType, n, incy);
      return each_with(handle, n, factor, [=](Index i, float by) { b.set(i, by * a[i] + b[i]); });
    }
    if (alphaType != xType) return CUBLAS_STATUS_NOT_SUPPORTED;
    return with_plain(xType, [&](auto kind) {
      using T = decltype(kind);
      return axpy(handle, n, static_cast<const T*>(alpha), static_cast<const T*>(x), incx,
                  static_cast<T*>(y), incy);
    });
  });
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alphaType,
                            void* x, cudaDataType xType, int incx, cudaDataType) {
  return call(handle, [&] {
    if (is_small_float(xType)) {
      AnyScalar factor;
      if (const cublasStatus_t error = factor.take(handle, alpha, alphaType)) return error;
      const SmallVector a(x, xType, n, incx);
      return each_with(handle, incx > 0 ? n : 0, factor,
                       [=](Index i, float by) { a.set(i, by * a[i]); });
    }
    if (alphaType != xType) return CUBLAS_STATUS_NOT_SUPPORTED;
    return with_plain(xType, [&](auto kind) {
      using T = decltype(kind);
      return scale(handle, n, static_cast<const T*>(alpha), static_cast<T*>(x), incx);
    });
  });
}

cublasStatus_t cublasCopyEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType,
                            int incx, void* y, cudaDataType yType, int incy) {
  return call(handle, [&] {
    if (xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (is_small_float(xType)) {
      const SmallVector a(x, xType, n, incx), b(y, yType, n, incy);
      return each(handle, n, [=](Index i) { b.set(i, a[i]); });
    }
    return with_plain(xType, [&](auto kind) {
      using T = decltype(kind);
      return copy(handle, n, static_cast<const T*>(x), incx, static_cast<T*>(y), incy);
    });
  });
}

cublasStatus_t cublasSwapEx(cublasHandle_t handle, int n, void* x, cudaDataType xType, int incx,
                            void* y, cudaDataType yType, int incy) {
  return call(handle, [&] {
    if (xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (is_small_float(xType)) {
      const SmallVector a(x, xType, n, incx), b(y, yType, n, incy);
      return each(handle, n, [=](Index i) {
        const float old = a[i];
        a.set(i, b[i]);
        b.set(i, old);
      });
    }
    return with_plain(xType, [&](auto kind) {
      using T = decltype(kind);
      return swap(handle, n, static_cast<T*>(x), incx, static_cast<T*>(y), incy);
    });
  });
}

#define VG_DOT(name, conjugated)                                                                   \
  cublasStatus_t cublas##name##Ex(cublasHandle_t handle, int n, const void* x, cudaDataType xType, \
                                  int incx, const void* y, cudaDataType yType, int incy,           \
                                  void* result, cudaDataType resultType, cudaDataType) {           \
    return call(handle, [&] {                                                                      \
      return dot_of<conjugated>(handle, n, x, xType, incx, y, yType, incy, result, resultType);    \
    });                                                                                            \
  }
VG_DOT(Dot, false)
VG_DOT(Dotc, true)
#undef VG_DOT

// Squares of 16-bit numbers are within double's range, so a plain sum of them is exact enough.
#define VG_SIZES(name, plain, term, last)                                                          \
  cublasStatus_t cublas##name##Ex(cublasHandle_t handle, int n, const void* x, cudaDataType xType, \
                                  int incx, void* result, cudaDataType resultType, cudaDataType) { \
    return call(handle, [&] {                                                                      \
      if (is_small_float(xType)) {                                                                 \
        const SmallVector a(x, xType, n, incx);                                                    \
        return sum_small(                                                                          \
            handle, incx > 0 ? n : 0, result, resultType,                                          \
            [=](double& sum, Index i) { sum += term(double{a[i]}); }, last);                       \
      }                                                                                            \
      if (resultType != real_of(xType)) return CUBLAS_STATUS_NOT_SUPPORTED;                        \
      return with_plain(xType, [&](auto kind) {                                                    \
        return plain(handle, n, static_cast<const decltype(kind)*>(x), incx, result);              \
      });                                                                                          \
    });                                                                                            \
  }
VG_SIZES(Nrm2, norm, [](double v) { return v * v; }, [](double sum) { return std::sqrt(sum); })
VG_SIZES(Asum, sizes, [](double v) { return std::abs(v); }, [](double sum) { return sum; })
#undef VG_SIZES

cublasStatus_t cublasIamaxEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType,
                             int incx, int* result) {
  return call(handle, [&] { return extreme_of<true>(handle, n, x, xType, incx, result); });
}
cublasStatus_t cublasIaminEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType,
                             int incx, int* result) {
  return call(handle, [&] { return extreme_of<false>(handle, n, x, xType, incx, result); });
}

cublasStatus_t cublasRotEx(cublasHandle_t handle, int n, void* x, cudaDataType xType, int incx,
                           void* y, cudaDataType yType, int incy, const void* c, const void* s,
                           cudaDataType csType, cudaDataType) {
  return call(handle, [&] {
    if (xType != yType) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (is_small_float(xType)) {
      AnyScalar cosine, sine;
      if (const cublasStatus_t error = cosine.take(handle, c, csType)) return error;
      if (const cublasStatus_t error = sine.take(handle, s, csType)) return error;
      const SmallVector a(x, xType, n, incx), b(y, yType, n, incy);
      return each(handle, n, [=](Index i) {
        const float old = a[i], other = b[i];
        a.set(i, cosine.get() * old + sine.get() * other);
        b.set(i, cosine.get() * other - sine.get() * old);
      });
    }
    if (csType == CUDA_R_32F && xType == CUDA_C_32F)
      return cublasCsrot(handle, n, static_cast<cuComplex*>(x), incx, static_cast<cuComplex*>(y),
                         incy, static_cast<const float*>(c), static_cast<const float*>(s));
    if (csType == CUDA_R_64F && xType == CUDA_C_64F)
      return cublasZdrot(handle, n, static_cast<cuDoubleComplex*>(x), incx,
                         static_cast<cuDoubleComplex*>(y), incy, static_cast<const double*>(c),
                         static_cast<const double*>(s));
    if (csType != xType) return CUBLAS_STATUS_NOT_SUPPORTED;
    return with_plain(xType, [&](auto kind) {
      using T = decltype(kind);
      return rotate(handle, n, static_cast<T*>(x), incx, static_cast<T*>(y), incy, c,
                    static_cast<const T*>(s));
    });
  });
}
