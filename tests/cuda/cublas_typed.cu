// cuBLAS's vectors of types that the call names, its rotations, sizes of 64 bits, and products of 8-bit floats by cuBLASLt.
// SPDX-License-Identifier: MIT
#include <cuda.h>
// cuda.h alone brings these names.
static const uint32_t kCount = 70001;
static const int64_t kStep = 2;

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cmath>
#include <complex>
#include <type_traits>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

#define GOOD(call) EXPECT_EQ(call, CUBLAS_STATUS_SUCCESS)

struct Handle {
  cublasHandle_t h = nullptr;
  Handle() { GOOD(cublasCreate(&h)); }
  ~Handle() { GOOD(cublasDestroy(h)); }
  operator cublasHandle_t() const { return h; }
};

template <class T>
struct Array {
  T* x = nullptr;
  size_t count;
  explicit Array(size_t n, size_t seed = 0) : count(n) {
    OK(cudaMallocManaged(&x, (n + 1) * sizeof(T)));
    for (size_t i = 0; i < n; ++i) x[i] = T(float(noise(i + seed)));
  }
  ~Array() { cudaFree(x); }
  double at(size_t i) const { return double(float(x[i])); }
};

template <class T>
struct Kind {
  static const cudaDataType type = std::is_same<T, float>::value    ? CUDA_R_32F
                                   : std::is_same<T, double>::value ? CUDA_R_64F
                                   : std::is_same<T, __half>::value ? CUDA_R_16F
                                                                    : CUDA_R_16BF;
  static const bool small = sizeof(T) == 2;
  static const cudaDataType execution = small ? CUDA_R_32F : type;
  typedef typename std::conditional<small, float, T>::type Scalar;
};

template <class T>
static void check_sums(double tolerance) {
  typedef Kind<T> K;
  Handle handle;
  const int n = int(kCount);
  Array<T> x(n), y(kStep * n, 5), out(1);
  double dot = 0, squares = 0, sizes = 0, most = 0, least = 1e9;
  int largest = 0, smallest = 0;
  for (int i = 0; i < n; ++i) {
    dot += x.at(i) * y.at(kStep * (n - 1 - i));
    squares += x.at(i) * x.at(i);
    sizes += std::fabs(x.at(i));
    if (std::fabs(x.at(i)) > most) most = std::fabs(x.at(i)), largest = i + 1;
    if (std::fabs(x.at(i)) < least) least = std::fabs(x.at(i)), smallest = i + 1;
  }
  GOOD(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  GOOD(cublasDotEx(handle, n, x.x, K::type, 1, y.x, K::type, -int(kStep), out.x, K::type,
                   K::execution));
  OK(cudaDeviceSynchronize());
  EXPECT(near(out.at(0), dot, tolerance));
  GOOD(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  T result;
  GOOD(cublasDotcEx(handle, n, x.x, K::type, 1, y.x, K::type, -int(kStep), &result, K::type,
                    K::execution));
  EXPECT(near(double(float(result)), dot, tolerance));
  GOOD(cublasNrm2Ex(handle, n, x.x, K::type, 1, &result, K::type, K::execution));
  EXPECT(near(double(float(result)), std::sqrt(squares), tolerance));
  if (K::type != CUDA_R_16F) {  // the sum is beyond a half's range
    GOOD(cublasAsumEx(handle, n, x.x, K::type, 1, &result, K::type, K::execution));
    EXPECT(near(double(float(result)), sizes, tolerance));
  }
  int got = 0;
  GOOD(cublasIamaxEx(handle, n, x.x, K::type, 1, &got));
  EXPECT_EQ(got, largest);
  GOOD(cublasIaminEx(handle, n, x.x, K::type, 1, &got));
  EXPECT_EQ(got, smallest);
}

template <class T>
static void check_elements(double tolerance) {
  typedef Kind<T> K;
  typedef typename K::Scalar S;
  Handle handle;
  const int n = 1001;
  Array<T> x(n), y(kStep * n, 5);
  std::vector<double> a(n), b(n);
  for (int i = 0; i < n; ++i) a[i] = x.at(i), b[i] = y.at(kStep * i);
  const S alpha = S(1.5), c = S(0.6), s = S(0.8);
  const auto scalar = K::execution;
  GOOD(cublasAxpyEx(handle, n, &alpha, scalar, x.x, K::type, 1, y.x, K::type, kStep, scalar));
  GOOD(cublasScalEx(handle, n, &alpha, scalar, x.x, K::type, 1, scalar));
  GOOD(cublasRotEx(handle, n, x.x, K::type, 1, y.x, K::type, kStep, &c, &s, scalar, scalar));
  GOOD(cublasSwapEx(handle, n, x.x, K::type, 1, y.x, K::type, kStep));
  GOOD(cublasCopyEx(handle, n / 2, x.x, K::type, 1, y.x + 1, K::type, kStep));
  OK(cudaDeviceSynchronize());
  bool all = true;
  for (int i = 0; i < n; ++i) {
    const double sum = b[i] + 1.5 * a[i], scaled = 1.5 * a[i];
    all &= near(y.at(kStep * i), 0.6 * scaled + 0.8 * sum, tolerance);
    all &= near(x.at(i), 0.6 * sum - 0.8 * scaled, tolerance);
    if (i < n / 2) all &= y.at(kStep * i + 1) == x.at(i);
  }
  EXPECT(all);
}

CASE(vectors_of_named_types) {
  check_sums<float>(1e-5), check_sums<double>(1e-6);
  check_sums<__half>(2e-3), check_sums<__nv_bfloat16>(1e-2);
  check_elements<float>(1e-6), check_elements<double>(1e-6);
  check_elements<__half>(4e-3), check_elements<__nv_bfloat16>(3e-2);
  Handle handle;
  Array<float> x(4);
  float result;
  EXPECT_EQ(cublasDotEx(handle, 4, x.x, CUDA_R_32F, 1, x.x, CUDA_R_16F, 1, &result, CUDA_R_32F,
                        CUDA_R_32F),
            CUBLAS_STATUS_NOT_SUPPORTED);
}

CASE(rotations) {
  Handle handle;
  for (const double pair : {0.5, -2.0, 0.0}) {
    double a = 3, b = pair * 3, c = 0, s = 0;
    const double x = a, y = b;
    GOOD(cublasDrotg(handle, &a, &b, &c, &s));
    EXPECT(near(c * x + s * y, a, 1e-14));
    EXPECT(near(c * y - s * x, 0, 1e-14));
    EXPECT(near(b, std::fabs(x) > std::fabs(y) ? s : 1 / c, 1e-14));
  }
  cuDoubleComplex a = make_cuDoubleComplex(1, 2), b = make_cuDoubleComplex(-3, 0.5), s;
  double c;
  const Complex x = value(a), y = value(b);
  GOOD(cublasZrotg(handle, &a, &b, &c, &s));
  EXPECT(near(c * x + value(s) * y, value(a), 1e-14));
  EXPECT(near(c * y - std::conj(value(s)) * x, 0, 1e-14));
  Array<float> v(10), w(10, 4);
  cuComplex *p = reinterpret_cast<cuComplex*>(v.x), *q = reinterpret_cast<cuComplex*>(w.x);
  const Complex old = value(p[3]), other = value(q[3]);
  const float cosine = 0.6f;
  const cuComplex sine = make_cuComplex(0, 0.8f);
  GOOD(cublasCrot(handle, 5, p, 1, q, 1, &cosine, &sine));
  OK(cudaDeviceSynchronize());
  EXPECT(near(value(p[3]), 0.6 * old + Complex(0, 0.8) * other, 1e-6));
  EXPECT(near(value(q[3]), 0.6 * other + Complex(0, 0.8) * old, 1e-6));
}

// A modified rotation makes the second element zero, and keeps the weighted length.
CASE(modified_rotations) {
  Handle handle;
  for (const double weight : {1.0, 0.01, 1e12, 1e-12}) {
    double d1 = weight, d2 = 2, x1 = 1.5, y1 = -0.75, param[5] = {};
    const double length = d1 * x1 * x1 + d2 * y1 * y1;
    Array<double> x(3), y(3);
    x.x[1] = x1, y.x[1] = y1;
    GOOD(cublasDrotmg(handle, &d1, &d2, &x1, &y1, param));
    EXPECT(near(d1 * x1 * x1 / length, 1, 1e-13));
    GOOD(cublasDrotm(handle, 3, x.x, 1, y.x, 1, param));
    OK(cudaDeviceSynchronize());
    EXPECT(near(x.x[1], x1, 1e-13));
    EXPECT(std::fabs(y.x[1]) < 1e-8 * std::fabs(y1));
    EXPECT(d1 <= 16777216.0 && d1 >= 1 / 16777216.0);
  }
  double d1 = 1, d2 = 0, x1 = 1, y1 = 1, param[5] = {};
  GOOD(cublasDrotmg(handle, &d1, &d2, &x1, &y1, param));
  EXPECT_EQ(param[0], -2.0);
}

template <class In, class Out>
struct Scaled {
  int m = 32, n = 16, k = 48;
  Array<In> a, b;
  Array<__nv_bfloat16> c;
  Array<Out> d;
  Array<float> scales;  // of a, b, c, d; then the largest size

  Scaled() : a(32 * 48, 1), b(48 * 16, 2), c(32 * 16, 3), d(32 * 16), scales(5) {
    scales.x[0] = 0.5f, scales.x[1] = 2.5f, scales.x[2] = 0.25f, scales.x[3] = 3, scales.x[4] = -1;
  }
  void run(cudaDataType in, cudaDataType out) {
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t la, lb, lc, ld;
    GOOD(cublasLtCreate(&handle));
    GOOD(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    const cublasOperation_t transposed = CUBLAS_OP_T;
    GOOD(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
                                        sizeof transposed));
    const cublasLtMatmulDescAttributes_t names[] = {
        CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
        CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER,
        CUBLASLT_MATMUL_DESC_AMAX_D_POINTER};
    for (int i = 0; i < 5; ++i) {
      float* pointer = scales.x + i;
      GOOD(cublasLtMatmulDescSetAttribute(desc, names[i], &pointer, sizeof pointer));
    }
    GOOD(cublasLtMatrixLayoutCreate(&la, in, k, m, k));
    GOOD(cublasLtMatrixLayoutCreate(&lb, in, k, n, k));
    GOOD(cublasLtMatrixLayoutCreate(&lc, CUDA_R_16BF, m, n, m));
    GOOD(cublasLtMatrixLayoutCreate(&ld, out, m, n, m));
    const float alpha = 0.75f, beta = 1.5f;
    GOOD(cublasLtMatmul(handle, desc, &alpha, a.x, la, b.x, lb, &beta, c.x, lc, d.x, ld, nullptr,
                        nullptr, 0, 0));
    OK(cudaDeviceSynchronize());
    for (const auto layout : {la, lb, lc, ld}) GOOD(cublasLtMatrixLayoutDestroy(layout));
    GOOD(cublasLtMatmulDescDestroy(desc));
    GOOD(cublasLtDestroy(handle));
  }
  void check(double tolerance, double most) {
    double largest = 0;
    bool all = true;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        double sum = 0;
        for (int l = 0; l < k; ++l) sum += a.at(l + i * k) * b.at(l + j * k);
        const double x = 0.75 * 0.5 * 2.5 * sum + 1.5 * 0.25 * c.at(i + j * m);
        largest = std::fmax(largest, std::fabs(x));
        all &= near(d.at(i + j * m), std::fmax(-most, std::fmin(most, 3 * x)), tolerance);
      }
    EXPECT(all);
    EXPECT(near(scales.x[4], largest, 1e-4));
  }
};

CASE(products_of_eight_bits) {
  Scaled<__nv_fp8_e4m3, __nv_fp8_e4m3> e4m3;
  e4m3.run(CUDA_R_8F_E4M3, CUDA_R_8F_E4M3);
  e4m3.check(0.07, 448);
  Scaled<__nv_fp8_e5m2, __nv_bfloat16> e5m2;
  e5m2.run(CUDA_R_8F_E5M2, CUDA_R_16BF);
  e5m2.check(0.005, 1e30);
}

CASE(sizes_of_64_bits) {
  Handle handle;
  const int64_t n = 5;
  Array<float> x(n, 1), y(n, 2), c(n * n, 3), a(n * n, 4), b(n * n, 5);
  const float alpha = 0.5f, beta = 0;
  std::vector<double> wanted;
  for (int i = 0; i < n; ++i) wanted.push_back(y.at(i) + 0.5 * x.at(i));
  GOOD(cublasSaxpy_64(handle, n, &alpha, x.x, 1, y.x, 1));
  GOOD(cublasSgemm_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a.x, n, b.x, n, &beta, c.x,
                      n));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) EXPECT(near(y.at(i), wanted[i], 1e-6));
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += 0.5 * a.at(3 + k * n) * b.at(k + 2 * n);
  EXPECT(near(c.at(3 + 2 * n), sum, 1e-5));
  GOOD(cublasGemmEx_64(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &alpha, a.x, CUDA_R_32F, n, b.x,
                       CUDA_R_32F, n, &beta, c.x, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                       CUBLAS_GEMM_DEFAULT));
  OK(cudaDeviceSynchronize());
  sum = 0;
  for (int k = 0; k < n; ++k) sum += 0.5 * a.at(k + 3 * n) * b.at(k + 2 * n);
  EXPECT(near(c.at(3 + 2 * n), sum, 1e-5));
  int64_t place = 0;
  int narrow = 0;
  GOOD(cublasIsamax_64(handle, n, x.x, 1, &place));
  GOOD(cublasIsamax(handle, int(n), x.x, 1, &narrow));
  EXPECT_EQ(place, int64_t(narrow));
  EXPECT_EQ(cublasSscal_64(handle, int64_t(1) << 40, &alpha, x.x, 1), CUBLAS_STATUS_NOT_SUPPORTED);
}

// (1 + i, 2) times itself: the lower triangle; with _64 too.
CASE(complex_products_of_named_types) {
  cublasHandle_t handle;
  EXPECT_EQ(cublasCreate(&handle), CUBLAS_STATUS_SUCCESS);
  cuComplex *a = nullptr, *c = nullptr;
  OK(cudaMallocManaged(&a, 2 * sizeof *a));
  OK(cudaMallocManaged(&c, 4 * sizeof *c));
  a[0] = make_cuComplex(1, 1);
  a[1] = make_cuComplex(2, 0);
  const float one = 1, zero = 0;
  const cuComplex unit = make_cuComplex(1, 0), nothing = make_cuComplex(0, 0);
  const auto check = [&](cublasStatus_t status, cuComplex corner, cuComplex below) {
    EXPECT_EQ(status, CUBLAS_STATUS_SUCCESS);
    OK(cudaDeviceSynchronize());
    EXPECT(c[0].x == corner.x && c[0].y == corner.y && c[1].x == below.x && c[1].y == below.y);
    EXPECT(c[3].x == 4 && c[3].y == 0);
  };
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  const auto plain = CUBLAS_OP_N, turned = CUBLAS_OP_C;
  const cudaDataType type = CUDA_C_32F;
  const cuComplex corner = make_cuComplex(2, 0), below = make_cuComplex(2, -2);
  check(cublasCherkEx(handle, lower, plain, 2, 1, &one, a, type, 2, &zero, c, type, 2), corner,
        below);
  check(cublasCherk3mEx_64(handle, lower, plain, 2, 1, &one, a, type, 2, &zero, c, type, 2), corner,
        below);
  check(cublasCgemm3mEx(handle, plain, turned, 2, 2, 1, &unit, a, type, 2, a, type, 2, &nothing, c,
                        type, 2),
        corner, below);
  check(cublasCsyrkEx(handle, lower, plain, 2, 1, &unit, a, type, 2, &nothing, c, type, 2),
        make_cuComplex(0, 2), make_cuComplex(2, 2));
  EXPECT_EQ(cublasCsyrkEx(handle, lower, plain, 2, 1, &unit, a, CUDA_C_8I, 2, &nothing, c, type, 2),
            CUBLAS_STATUS_NOT_SUPPORTED);
  OK(cudaFree(a));
  OK(cudaFree(c));
  EXPECT_EQ(cublasDestroy(handle), CUBLAS_STATUS_SUCCESS);
}

CASE(rotations_of_named_types) {
  Handle handle;
  double a = 3, b = 4, c = 0, s = 0;
  GOOD(cublasRotgEx(handle, &a, &b, CUDA_R_64F, &c, &s, CUDA_R_64F, CUDA_R_64F));
  EXPECT(near(a, 5, 1e-14) && near(c, 0.6, 1e-14) && near(s, 0.8, 1e-14));
  EXPECT_EQ(cublasRotgEx(handle, &a, &b, CUDA_R_64F, &c, &s, CUDA_R_32F, CUDA_R_64F),
            CUBLAS_STATUS_NOT_SUPPORTED);
  float d1 = 2, d2 = 3, x1 = 1, y1 = 1.5f, named[5], plain[5];
  float e1 = d1, e2 = d2, z1 = x1;
  GOOD(cublasRotmgEx(handle, &d1, CUDA_R_32F, &d2, CUDA_R_32F, &x1, CUDA_R_32F, &y1, CUDA_R_32F,
                     named, CUDA_R_32F, CUDA_R_32F));
  GOOD(cublasSrotmg(handle, &e1, &e2, &z1, &y1, plain));
  EXPECT(d1 == e1 && d2 == e2 && x1 == z1 && named[0] == plain[0]);
  Array<float> x(4, 1), y(4, 2), u(4, 1), v(4, 2);
  GOOD(cublasRotmEx(handle, 4, x.x, CUDA_R_32F, 1, y.x, CUDA_R_32F, 1, named, CUDA_R_32F,
                    CUDA_R_32F));
  GOOD(cublasSrotm(handle, 4, u.x, 1, v.x, 1, plain));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) EXPECT(x.x[i] == u.x[i] && y.x[i] == v.x[i]);
}

int main() { return run_cases(); }
