// cuSOLVER's functions for types that the call names, general eigenvalues and batches, by what their results must be.
// SPDX-License-Identifier: MIT
#include <cusolverDn.h>

#include <complex>
#include <type_traits>
#include <vector>

#include "check.h"
#include "complex_numbers.h"
#include "noisy_array.h"

#define GOOD(call) EXPECT_EQ(call, CUSOLVER_STATUS_SUCCESS)

struct Handle {
  cusolverDnHandle_t h = nullptr;
  cusolverDnParams_t params = nullptr;
  Handle() {
    GOOD(cusolverDnCreate(&h));
    GOOD(cusolverDnCreateParams(&params));
    GOOD(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
  }
  ~Handle() {
    GOOD(cusolverDnDestroyParams(params));
    GOOD(cusolverDnDestroy(h));
  }
  operator cusolverDnHandle_t() const { return h; }
};

template <class T>
static const cudaDataType kType = std::is_same<T, float>::value       ? CUDA_R_32F
                                  : std::is_same<T, double>::value    ? CUDA_R_64F
                                  : std::is_same<T, cuComplex>::value ? CUDA_C_32F
                                                                      : CUDA_C_64F;
template <class T>
struct RealOf {
  typedef typename std::conditional<sizeof(T) == 4 || std::is_same<T, cuComplex>::value, float,
                                    double>::type type;
};

// A Hermitian matrix with a diagonal of that size, columns side by side.
template <class T>
static void make_hermitian(T* a, int n, double diagonal, size_t seed) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) {
      const Complex v(noise(i * 31 + j + seed), i == j ? 0.0 : noise(i + 17 * j + seed));
      set(a[i + j * n], i == j ? v + diagonal : v);
      set(a[j + i * n], i == j ? v + diagonal : std::conj(value(a[i + j * n])));
    }
}
template <class T>
static std::vector<Complex> values_of(const T* a, int count) {
  std::vector<Complex> all(count);
  for (int i = 0; i < count; ++i) all[i] = value(a[i]);
  return all;
}
static Complex product(const std::vector<Complex>& a, int n, int i, const Complex* x) {
  Complex sum = 0;
  for (int k = 0; k < n; ++k) sum += a[i + k * n] * x[k];
  return sum;
}

template <class T>
static void check_systems(double tolerance) {
  Handle handle;
  const int n = 21;
  Array<T> a(n * n, 1), b(n, 5), tau(n);
  const std::vector<Complex> before = values_of(a.x, n * n), right = values_of(b.x, n);
  Array<int64_t> pivots(n);
  Array<int> info(1);
  size_t device = 0, host = 7;
  GOOD(cusolverDnXgetrf_bufferSize(handle, handle.params, n, n, kType<T>, a.x, n, kType<T>, &device,
                                   &host));
  EXPECT(device > 0 && host == 0);
  GOOD(cusolverDnXgetrf(handle, handle.params, n, n, kType<T>, a.x, n, pivots.x, kType<T>, nullptr,
                        0, nullptr, 0, info.x));
  GOOD(cusolverDnXgetrs(handle, handle.params, CUBLAS_OP_N, n, 1, kType<T>, a.x, n, pivots.x,
                        kType<T>, b.x, n, info.x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*info.x, 0);
  std::vector<Complex> x = values_of(b.x, n);
  for (int i = 0; i < n; ++i) {
    EXPECT(pivots.x[i] > i && pivots.x[i] <= n);
    EXPECT(near(product(before, n, i, x.data()), right[i], tolerance));
  }
  make_hermitian(a.x, n, 30, 3);
  const std::vector<Complex> positive = values_of(a.x, n * n);
  GOOD(cusolverDnXpotrf(handle, handle.params, CUBLAS_FILL_MODE_LOWER, n, kType<T>, a.x, n,
                        kType<T>, nullptr, 0, nullptr, 0, info.x));
  GOOD(cusolverDnXpotrs(handle, handle.params, CUBLAS_FILL_MODE_LOWER, n, 1, kType<T>, a.x, n,
                        kType<T>, b.x, n, info.x));
  OK(cudaDeviceSynchronize());
  const std::vector<Complex> y = values_of(b.x, n);
  for (int i = 0; i < n; ++i) EXPECT(near(product(positive, n, i, y.data()), x[i], tolerance));
  GOOD(cusolverDnXgeqrf(handle, handle.params, n, n, kType<T>, a.x, n, kType<T>, tau.x, kType<T>,
                        nullptr, 0, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*info.x, 0);
}

template <class T>
static void check_spectra(double tolerance) {
  typedef typename RealOf<T>::type R;
  Handle handle;
  const int n = 12;
  Array<T> a(n * n), u(n * n), v(n * n);
  Array<R> w(n), s(n);
  Array<int> info(1);
  make_hermitian(a.x, n, 3, 2);
  const std::vector<Complex> before = values_of(a.x, n * n);
  const auto real = sizeof(R) == 4 ? CUDA_R_32F : CUDA_R_64F;
  GOOD(cusolverDnXgesvd(handle, handle.params, 'S', 'S', n, n, kType<T>, a.x, n, real, s.x,
                        kType<T>, u.x, n, kType<T>, v.x, n, kType<T>, nullptr, 0, nullptr, 0,
                        info.x));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Complex sum = 0;
      for (int k = 0; k < n; ++k)
        sum += value(u.x[i + k * n]) * double(s.x[k]) * value(v.x[k + j * n]);
      EXPECT(near(sum, before[i + j * n], tolerance));
    }
  make_hermitian(a.x, n, 3, 2);
  GOOD(cusolverDnXsyevd(handle, handle.params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n,
                        kType<T>, a.x, n, real, w.x, kType<T>, nullptr, 0, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  const std::vector<Complex> vectors = values_of(a.x, n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      EXPECT(near(product(before, n, i, &vectors[j * n]), double(w.x[j]) * vectors[i + j * n],
                  tolerance));
}

CASE(named_types) {
  check_systems<float>(1e-3), check_systems<double>(1e-11);
  check_systems<cuComplex>(1e-3), check_systems<cuDoubleComplex>(1e-11);
  check_spectra<float>(1e-4), check_spectra<double>(1e-12);
  check_spectra<cuComplex>(1e-4), check_spectra<cuDoubleComplex>(1e-12);
  Handle handle;
  Array<float> a(4);
  Array<int> info(1);
  EXPECT_EQ(cusolverDnXpotrf(handle, handle.params, CUBLAS_FILL_MODE_LOWER, 2, CUDA_R_16F, a.x, 2,
                             CUDA_R_32F, nullptr, 0, nullptr, 0, info.x),
            CUSOLVER_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(
      cusolverDnXpotrf(handle, handle.params, CUBLAS_FILL_MODE_LOWER, int64_t(1) << 40, CUDA_R_32F,
                       a.x, int64_t(1) << 40, CUDA_R_32F, nullptr, 0, nullptr, 0, info.x),
      CUSOLVER_STATUS_INVALID_VALUE);
}

#define FUNCTIONS(L, s, T)                                               \
  static auto gvd(T) { return cusolverDn##L##s##gvd; }                   \
  static auto evj_batched(T) { return cusolverDn##L##s##evjBatched; }    \
  static auto gesvdj_batched(T) { return cusolverDn##L##gesvdjBatched; } \
  static auto potrf_batched(T) { return cusolverDn##L##potrfBatched; }   \
  static auto potrs_batched(T) { return cusolverDn##L##potrsBatched; }
FUNCTIONS(S, sy, float)
FUNCTIONS(D, sy, double)
FUNCTIONS(C, he, cuComplex)
FUNCTIONS(Z, he, cuDoubleComplex)

template <class T>
static void check_general(cublasFillMode_t uplo, double tolerance) {
  typedef typename RealOf<T>::type R;
  Handle handle;
  const int n = 11;
  Array<T> a(n * n), b(n * n);
  Array<R> w(n);
  Array<int> info(1);
  make_hermitian(a.x, n, 1, 2), make_hermitian(b.x, n, 20, 9);
  const std::vector<Complex> left = values_of(a.x, n * n), right = values_of(b.x, n * n);
  // Nobody looks at the other triangle.
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (i != j && (i > j) != (uplo == CUBLAS_FILL_MODE_LOWER))
        set(a.x[i + j * n], 99), set(b.x[i + j * n], 99);
  GOOD(gvd(T())(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, uplo, n, a.x, n, b.x, n, w.x,
                nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*info.x, 0);
  const std::vector<Complex> x = values_of(a.x, n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      EXPECT(near(product(left, n, i, &x[j * n]), double(w.x[j]) * product(right, n, i, &x[j * n]),
                  tolerance));
  make_hermitian(b.x, n, -20, 9);  // has no square root
  GOOD(gvd(T())(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_NOVECTOR, uplo, n, a.x, n, b.x, n,
                w.x, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  EXPECT(*info.x > n);
}

CASE(general_eigenvalues) {
  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    check_general<float>(uplo, 1e-4), check_general<double>(uplo, 1e-12);
    check_general<cuComplex>(uplo, 1e-4), check_general<cuDoubleComplex>(uplo, 1e-12);
  }
}

template <class T>
static void check_batches(double tolerance) {
  typedef typename RealOf<T>::type R;
  Handle handle;
  const int n = 6, m = 8, count = 3, few = 6;
  Array<T> a(n * n * count), b(n * count, 4), rectangles(m * n * count, 5), u(m * m * count),
      v(n * n * count);
  Array<T*> lists(2 * count);
  Array<R> w(n * count), s(few * count);
  Array<int> info(count);
  for (int i = 0; i < count; ++i) {
    make_hermitian(a.x + i * n * n, n, 9, i);
    lists.x[i] = a.x + i * n * n, lists.x[count + i] = b.x + i * n;
  }
  const std::vector<Complex> before = values_of(a.x, n * n * count);
  const std::vector<Complex> right = values_of(b.x, n * count);
  const std::vector<Complex> tall = values_of(rectangles.x, m * n * count);
  GOOD(potrf_batched(T())(handle, CUBLAS_FILL_MODE_UPPER, n, lists.x, n, info.x, count));
  GOOD(potrs_batched(T())(handle, CUBLAS_FILL_MODE_UPPER, n, 1, lists.x, n, lists.x + count, n,
                          info.x, count));
  OK(cudaDeviceSynchronize());
  std::vector<Complex> x = values_of(b.x, n * count);
  for (int i = 0; i < n * count; ++i) {
    const std::vector<Complex> one(before.begin() + i / n * n * n,
                                   before.begin() + (i / n + 1) * n * n);
    EXPECT(near(product(one, n, i % n, &x[i / n * n]), right[i], tolerance));
  }
  for (int i = 0; i < count; ++i) make_hermitian(a.x + i * n * n, n, 9, i);
  syevjInfo_t wishes;
  gesvdjInfo_t other_wishes;
  GOOD(cusolverDnCreateSyevjInfo(&wishes));
  GOOD(cusolverDnCreateGesvdjInfo(&other_wishes));
  GOOD(evj_batched(T())(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a.x, n, w.x,
                        nullptr, 0, info.x, wishes, count));
  GOOD(gesvdj_batched(T())(handle, CUSOLVER_EIG_MODE_VECTOR, m, n, rectangles.x, m, s.x, u.x, m,
                           v.x, n, nullptr, 0, info.x, other_wishes, count));
  OK(cudaDeviceSynchronize());
  for (int b_ = 0; b_ < count; ++b_) {
    const std::vector<Complex> one(before.begin() + b_ * n * n, before.begin() + (b_ + 1) * n * n);
    const std::vector<Complex> vectors = values_of(a.x + b_ * n * n, n * n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        EXPECT(near(product(one, n, i, &vectors[j * n]),
                    double(w.x[b_ * n + j]) * vectors[i + j * n], tolerance));
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        Complex sum = 0;
        for (int k = 0; k < few; ++k)
          sum += value(u.x[b_ * m * m + i + k * m]) * double(s.x[b_ * few + k]) *
                 std::conj(value(v.x[b_ * n * n + j + k * n]));
        EXPECT(near(sum, tall[b_ * m * n + i + j * m], tolerance));
      }
  }
  GOOD(cusolverDnDestroySyevjInfo(wishes));
  GOOD(cusolverDnDestroyGesvdjInfo(other_wishes));
}

CASE(batches) {
  check_batches<float>(1e-4), check_batches<double>(1e-12);
  check_batches<cuComplex>(1e-4), check_batches<cuDoubleComplex>(1e-12);
}

int main() { return run_cases(); }
