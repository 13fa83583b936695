// cublasLt.h: products of all float types with every epilogue, orders, batches and misuse.
// SPDX-License-Identifier: MIT
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <vector>

#include "check.h"
#include "noise.h"

#define GOOD(call) EXPECT_EQ(call, CUBLAS_STATUS_SUCCESS)

static double value(float x) { return x; }
static double value(__half x) { return __half2float(x); }
static double value(__nv_bfloat16 x) { return __bfloat162float(x); }
static void set(float& x, double v) { x = float(v); }
static void set(__half& x, double v) { x = __float2half(float(v)); }
static void set(__nv_bfloat16& x, double v) { x = __float2bfloat16(float(v)); }

template <class T>
struct Kind;
template <>
struct Kind<float> {
  static const cudaDataType type = CUDA_R_32F;
  static constexpr double tolerance = 1e-5;
};
template <>
struct Kind<__half> {
  static const cudaDataType type = CUDA_R_16F;
  static constexpr double tolerance = 2e-3;
};
template <>
struct Kind<__nv_bfloat16> {
  static const cudaDataType type = CUDA_R_16BF;
  static constexpr double tolerance = 1e-2;
};

template <class T>
struct Array {
  T* x = nullptr;
  int count;
  Array(int n, int seed) : count(n) {
    OK(cudaMallocManaged(&x, sizeof(T) * (n + 1)));
    for (int i = 0; i < n; ++i) set(x[i], noise(i + seed));
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(x); }
};

static bool near(double got, double wanted, double tolerance) {
  if (std::fabs(got - wanted) <= tolerance * (1 + std::fabs(wanted))) return true;
  std::printf("%g is not near %g\n", got, wanted);
  return false;
}

static double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}
static double gelu_slope(double x) { return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5; }

struct Handle {
  cublasLtHandle_t h = nullptr;
  Handle() { GOOD(cublasLtCreate(&h)); }
  ~Handle() { GOOD(cublasLtDestroy(h)); }
  operator cublasLtHandle_t() const { return h; }
};

struct Description {
  cublasLtMatmulDesc_t d = nullptr;
  Description() { GOOD(cublasLtMatmulDescCreate(&d, CUBLAS_COMPUTE_32F, CUDA_R_32F)); }
  ~Description() { GOOD(cublasLtMatmulDescDestroy(d)); }
  template <class V>
  void set(cublasLtMatmulDescAttributes_t attribute, V v) {
    GOOD(cublasLtMatmulDescSetAttribute(d, attribute, &v, sizeof v));
  }
};

struct Layout {
  cublasLtMatrixLayout_t l = nullptr;
  Layout(cudaDataType type, int rows, int columns, int ld) {
    GOOD(cublasLtMatrixLayoutCreate(&l, type, rows, columns, ld));
  }
  ~Layout() { GOOD(cublasLtMatrixLayoutDestroy(l)); }
  template <class V>
  void set(cublasLtMatrixLayoutAttribute_t attribute, V v) {
    GOOD(cublasLtMatrixLayoutSetAttribute(l, attribute, &v, sizeof v));
  }
};

template <class T>
static void check_epilogue(cublasLtEpilogue_t epilogue) {
  Handle handle;
  const int m = 37, n = 22, k = 19, ld = 48;
  Array<T> a(ld * 48, 1), b(ld * 48, 2), c(ld * n, 3), d(ld * n, 4), bias(m + n, 5), aux(ld * n, 6);
  std::vector<unsigned char> kept((unsigned char*)aux.x,
                                  (unsigned char*)aux.x + ld * n * sizeof(T));
  std::vector<double> old_aux;
  for (int i = 0; i < ld * n; ++i) old_aux.push_back(value(aux.x[i]));
  const auto bit = [&](const unsigned char* x, int i, int j) {
    return (x[(i + j * ld) / 8] >> ((i + j * ld) % 8) & 1) != 0;
  };
  const bool biased = epilogue & 4, relu = epilogue & (2 | 8), slope = epilogue & (8 | 64);
  const bool gelus = epilogue & (32 | 64), with_aux = epilogue & 128;
  Description desc;
  desc.set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  desc.set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
  desc.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void*)bias.x);
  desc.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void*)aux.x);
  desc.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(ld));
  Layout la(Kind<T>::type, k, m, ld), lb(Kind<T>::type, k, n, ld), lc(Kind<T>::type, m, n, ld);
  const float alpha = 0.5f, beta = -0.25f;
  std::vector<double> bias_was;
  for (int i = 0; i < m; ++i) bias_was.push_back(value(bias.x[i]));
  GOOD(cublasLtMatmul(handle, desc.d, &alpha, a.x, la.l, b.x, lb.l, &beta, c.x, lc.l, d.x, lc.l,
                      nullptr, nullptr, 0, 0));
  OK(cudaDeviceSynchronize());
  bool all = true;
  const double tolerance = Kind<T>::tolerance;
  std::vector<double> sums(m, 0);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double x = beta * value(c.x[i + j * ld]);
      for (int l = 0; l < k; ++l) x += alpha * value(a.x[l + i * ld]) * value(b.x[l + j * ld]);
      if (biased) x += bias_was[i];
      if (with_aux && !slope && relu && std::fabs(x) > 0.05)
        all &= bit((unsigned char*)aux.x, i, j) == (x > 0);
      if (with_aux && !slope && gelus) all &= near(value(aux.x[i + j * ld]), x, tolerance);
      if (slope)
        x = relu ? (bit(kept.data(), i, j) ? x : 0) : x * gelu_slope(old_aux[i + j * ld]);
      else if (relu)
        x = std::max(x, 0.0);
      else if (gelus)
        x = gelu(x);
      sums[i] += x;
      all &= near(value(d.x[i + j * ld]), x, tolerance);
    }
  if (epilogue & 16)
    for (int i = 0; i < m; ++i) all &= near(value(bias.x[i]), sums[i], tolerance * 3);
  if (epilogue == CUBLASLT_EPILOGUE_BGRADA)
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += value(a.x[l + i * ld]);
      all &= near(value(bias.x[i]), sum, tolerance);
    }
  if (epilogue == CUBLASLT_EPILOGUE_BGRADB)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += value(b.x[l + j * ld]);
      all &= near(value(bias.x[j]), sum, tolerance);
    }
  EXPECT(all);
}

CASE(epilogues) {
  for (const auto epilogue :
       {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS,
        CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS,
        CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU,
        CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
        CUBLASLT_EPILOGUE_DGELU, CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLASLT_EPILOGUE_BGRADA,
        CUBLASLT_EPILOGUE_BGRADB}) {
    check_epilogue<float>(epilogue);
    check_epilogue<__nv_bfloat16>(epilogue);
  }
  check_epilogue<__half>(CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
}

CASE(rows_side_by_side_and_batches) {
  Handle handle;
  const int m = 9, n = 14, k = 11, batches = 3;
  Array<float> a(m * k * batches, 1), b(k * n, 2), d(m * n * batches, 4);
  Description desc;
  Layout la(CUDA_R_32F, m, k, k), lb(CUDA_R_32F, k, n, n), ld(CUDA_R_32F, m, n, n);
  for (Layout* one : {&la, &lb, &ld}) {
    one->set(CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_ROW);
    one->set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, int32_t(batches));
  }
  la.set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, int64_t(m * k));
  ld.set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, int64_t(m * n));
  const float one = 1, zero = 0;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t found;
  int count = 0;
  GOOD(cublasLtMatmulPreferenceCreate(&preference));
  GOOD(cublasLtMatmulAlgoGetHeuristic(handle, desc.d, la.l, lb.l, ld.l, ld.l, preference, 1, &found,
                                      &count));
  EXPECT_EQ(count, 1);
  GOOD(cublasLtMatmulPreferenceDestroy(preference));
  GOOD(cublasLtMatmul(handle, desc.d, &one, a.x, la.l, b.x, lb.l, &zero, d.x, ld.l, d.x, ld.l,
                      &found.algo, nullptr, 0, 0));
  OK(cudaDeviceSynchronize());
  bool all = true;
  for (int s = 0; s < batches; ++s)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int l = 0; l < k; ++l) sum += double(a.x[s * m * k + i * k + l]) * b.x[l * n + j];
        all &= near(d.x[s * m * n + i * n + j], sum, 1e-5);
      }
  EXPECT(all);
}

// Doubles and integers, from one matrix into another, with numbers of the program's own kinds.
template <class A, class C>
static void check_plain(cublasComputeType_t compute, cudaDataType in, cudaDataType out, C alpha,
                        C beta) {
  Handle handle;
  const int m = 6, n = 5, k = 7, ld = 8;
  A *a, *b;
  C *c, *d;
  OK(cudaMallocManaged(&a, ld * k * sizeof(A)));
  OK(cudaMallocManaged(&b, ld * n * sizeof(A)));
  OK(cudaMallocManaged(&c, ld * n * sizeof(C)));
  OK(cudaMallocManaged(&d, m * n * sizeof(C)));
  for (int i = 0; i < ld * k; ++i) a[i] = A(i % 7 - 3);
  for (int i = 0; i < ld * n; ++i) b[i] = A(i % 5 - 2), c[i] = C(i);
  cublasLtMatmulDesc_t desc;
  GOOD(cublasLtMatmulDescCreate(&desc, compute, out));
  Layout la(in, m, k, ld), lb(in, k, n, ld), lc(out, m, n, ld), l(out, m, n, m);
  GOOD(cublasLtMatmul(handle, desc, &alpha, a, la.l, b, lb.l, &beta, c, lc.l, d, l.l, nullptr,
                      nullptr, 0, 0));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      C sum = beta * c[i + j * ld];
      for (int x = 0; x < k; ++x) sum += alpha * C(a[i + x * ld]) * C(b[x + j * ld]);
      EXPECT_EQ(d[i + j * m], sum);
      EXPECT_EQ(c[i + j * ld], C(i + j * ld));
    }
  GOOD(cublasLtMatmulDescDestroy(desc));
  for (void* memory : {(void*)a, (void*)b, (void*)c, (void*)d}) OK(cudaFree(memory));
}

CASE(doubles_and_integers_into_another_matrix) {
  check_plain<double, double>(CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, 2, 3);
  check_plain<signed char, int>(CUBLAS_COMPUTE_32I, CUDA_R_8I, CUDA_R_32I, 1, 1);
}

// A program that tries all algorithms with all their settings, and takes the best.
CASE(search_for_an_algorithm) {
  Handle handle;
  Array<float> a(100, 1), d(100, 2);
  Description desc;
  Layout ten(CUDA_R_32F, 10, 10, 10);
  int ids[8], count = 0;
  GOOD(cublasLtMatmulAlgoGetIds(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                CUDA_R_32F, CUDA_R_32F, 8, ids, &count));
  EXPECT_EQ(count, 1);
  cublasLtMatmulAlgo_t algo;
  GOOD(cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                              CUDA_R_32F, CUDA_R_32F, ids[0], &algo));
  size_t written = 77;
  GOOD(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_TILE_IDS, NULL, 0, &written));
  EXPECT_EQ(written, 0u);
  int splits = 7, options = 7;
  GOOD(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, &splits,
                                         sizeof splits, &written));
  GOOD(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, &options,
                                         sizeof options, &written));
  EXPECT(splits == 0 && options == 0 && written == sizeof options);
  const int tile = CUBLASLT_MATMUL_TILE_UNDEFINED, swizzle = 1;
  GOOD(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, 4));
  GOOD(
      cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, &swizzle, 4));
  EXPECT_EQ(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, 2),
            CUBLAS_STATUS_INVALID_VALUE);
  cublasLtMatmulHeuristicResult_t result;
  GOOD(cublasLtMatmulAlgoCheck(handle, desc.d, ten.l, ten.l, ten.l, ten.l, &algo, &result));
  int kept = 0;
  GOOD(cublasLtMatmulAlgoConfigGetAttribute(&result.algo, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, &kept,
                                            sizeof kept, &written));
  EXPECT(result.state == CUBLAS_STATUS_SUCCESS && result.workspaceSize == 0 && kept == 1);
  const float one = 1, zero = 0;
  GOOD(cublasLtMatmul(handle, desc.d, &one, a.x, ten.l, a.x, ten.l, &zero, d.x, ten.l, d.x, ten.l,
                      &result.algo, nullptr, 0, 0));
  OK(cudaDeviceSynchronize());
}

CASE(misuse) {
  Handle handle;
  Array<float> a(100, 1);
  Description desc;
  Layout five(CUDA_R_32F, 5, 5, 5), four(CUDA_R_32F, 4, 4, 4);
  const float one = 1;
  EXPECT_EQ(cublasLtMatmul(handle, desc.d, &one, a.x, five.l, a.x, four.l, &one, a.x, five.l, a.x,
                           five.l, nullptr, nullptr, 0, 0),
            CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasLtMatmul(nullptr, desc.d, &one, a.x, five.l, a.x, five.l, &one, a.x, five.l, a.x,
                           five.l, nullptr, nullptr, 0, 0),
            CUBLAS_STATUS_NOT_INITIALIZED);
  desc.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
  EXPECT_EQ(cublasLtMatmul(handle, desc.d, &one, a.x, five.l, a.x, five.l, &one, a.x, five.l, a.x,
                           five.l, nullptr, nullptr, 0, 0),
            CUBLAS_STATUS_INVALID_VALUE);  // without a bias
}

int main() { return run_cases(); }
