// cublas_v2.h against loops in double: all three levels, operations, triangles, types, modes, misuse.
// SPDX-License-Identifier: MIT
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

static const cublasOperation_t kOperations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

#define GOOD(call) EXPECT_EQ(call, CUBLAS_STATUS_SUCCESS)

template <typename T>
struct Array {
  T* x = nullptr;
  size_t count;
  explicit Array(size_t n, size_t seed = 0) : count(n) {
    OK(cudaMallocManaged(&x, (n + 1) * sizeof(T)));
    for (size_t i = 0; i < n; ++i) set(x[i], i + seed);
  }
  ~Array() { cudaFree(x); }
  static void set(float& v, size_t i) { v = noise(i); }
  static void set(double& v, size_t i) { v = noise(i); }
  static void set(cuComplex& v, size_t i) { v = make_cuComplex(noise(i), noise(i + 77)); }
  static void set(cuDoubleComplex& v, size_t i) {
    v = make_cuDoubleComplex(noise(i), noise(i + 77));
  }
};

struct Handle {
  cublasHandle_t h = nullptr;
  Handle() { GOOD(cublasCreate(&h)); }
  ~Handle() { GOOD(cublasDestroy(h)); }
  operator cublasHandle_t() const { return h; }
};

// Element of op(A), columns side by side.
template <typename T>
static Complex at(const T* a, int lda, cublasOperation_t op, int i, int j) {
  if (op == CUBLAS_OP_N) return value(a[i + j * lda]);
  const Complex v = value(a[j + i * lda]);
  return op == CUBLAS_OP_T ? v : std::conj(v);
}

CASE(vectors) {
  Handle handle;
  const int n = 70001;
  Array<float> x(n), y(2 * n, 5);
  const std::vector<float> old(y.x, y.x + 2 * n);
  const float alpha = 1.5f;
  GOOD(cublasSaxpy(handle, n, &alpha, x.x, 1, y.x, 2));
  OK(cudaDeviceSynchronize());
  EXPECT(near(y.x[2 * 777], alpha * x.x[777] + old[2 * 777], 1e-6));
  EXPECT_EQ(y.x[1], old[1]);
  float dot = 0, norm = 0, sum = 0;
  double wanted = 0, squares = 0, sizes = 0;
  int largest = 0, smallest = 0;
  for (int i = 0; i < n; ++i) {
    wanted += double(x.x[i]) * y.x[2 * (n - 1 - i)];
    squares += double(x.x[i]) * x.x[i];
    sizes += std::fabs(x.x[i]);
  }
  GOOD(cublasSdot(handle, n, x.x, 1, y.x, -2, &dot));
  GOOD(cublasSnrm2(handle, n, x.x, 1, &norm));
  GOOD(cublasSasum(handle, n, x.x, 1, &sum));
  GOOD(cublasIsamax(handle, n, x.x, 1, &largest));
  GOOD(cublasIsamin(handle, n, x.x, 1, &smallest));
  EXPECT(near(dot, wanted, 1e-5));
  EXPECT(near(norm, std::sqrt(squares), 1e-5));
  EXPECT(near(sum, sizes, 1e-5));
  const auto less = [](float a, float b) { return std::fabs(a) < std::fabs(b); };
  EXPECT_EQ(largest, int(std::max_element(x.x, x.x + n, less) - x.x) + 1);
  EXPECT_EQ(smallest, int(std::min_element(x.x, x.x + n, less) - x.x) + 1);
  GOOD(cublasSscal(handle, n, &alpha, x.x, 1));
  GOOD(cublasSswap(handle, n, x.x, 1, y.x, 1));
  GOOD(cublasIsamax(handle, 0, x.x, 1, &largest));
  EXPECT_EQ(largest, 0);
}

// Scalars in device memory are read when the work's turn comes: in a graph, at every launch anew.
CASE(scalars_of_the_device_in_graphs) {
  Handle handle;
  Array<float> x(100), y(100, 5), alpha(1);
  const std::vector<float> old(y.x, y.x + 100);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaStreamCreate(&stream));
  GOOD(cublasSetStream(handle, stream));
  GOOD(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  GOOD(cublasSaxpy(handle, 100, alpha.x, x.x, 1, y.x, 1));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (const float factor : {2.0f, 3.0f}) {
    *alpha.x = factor;
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
  }
  EXPECT(near(y.x[99], old[99] + 5 * x.x[99], 1e-5));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

CASE(norms_of_huge_and_tiny_numbers) {
  Handle handle;
  Array<double> x(4);
  double norm = 0;
  for (const double size : {1e300, 1e-300}) {
    for (int i = 0; i < 4; ++i) x.x[i] = size;
    GOOD(cublasDnrm2(handle, 4, x.x, 1, &norm));
    EXPECT(std::fabs(norm / size - 2) < 1e-14);
  }
}

CASE(complex_vectors_and_device_pointers) {
  Handle handle;
  const int n = 1000;
  Array<cuComplex> x(n), y(n, 9), result(1);
  Complex plain = 0, conjugated = 0;
  for (int i = 0; i < n; ++i) {
    plain += value(x.x[i]) * value(y.x[i]);
    conjugated += std::conj(value(x.x[i])) * value(y.x[i]);
  }
  GOOD(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  GOOD(cublasCdotu(handle, n, x.x, 1, y.x, 1, result.x));
  OK(cudaDeviceSynchronize());
  EXPECT(near(value(result.x[0]), plain, 1e-5));
  GOOD(cublasCdotc(handle, n, x.x, 1, y.x, 1, result.x));
  OK(cudaDeviceSynchronize());
  EXPECT(near(value(result.x[0]), conjugated, 1e-5));
  GOOD(cublasCaxpy(handle, n, result.x, x.x, 1, y.x, 1));  // waits for its factor
  OK(cudaDeviceSynchronize());
  EXPECT(near(value(y.x[3]), conjugated * value(x.x[3]) + Complex(noise(12), noise(89)), 1e-4));
}

template <typename T, typename Gemv>
static void check_gemv(Gemv gemv, double tolerance) {
  Handle handle;
  const int m = 67, n = 45, lda = 70;
  Array<T> a(lda * n), x(m + n, 3), alpha(1, 4), beta(1, 6);
  for (const cublasOperation_t op : kOperations) {
    const int rows = op == CUBLAS_OP_N ? m : n, terms = op == CUBLAS_OP_N ? n : m;
    Array<T> y(rows, 8), before(rows, 8);
    GOOD(gemv(handle, op, m, n, alpha.x, a.x, lda, x.x, 1, beta.x, y.x, 1));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < rows; ++i) {
      Complex sum = 0;
      for (int j = 0; j < terms; ++j) sum += at(a.x, lda, op, i, j) * value(x.x[j]);
      EXPECT(near(value(y.x[i]), value(*alpha.x) * sum + value(*beta.x) * value(before.x[i]),
                  tolerance));
    }
  }
}

CASE(matrices_with_vectors) {
  check_gemv<float>(cublasSgemv, 1e-4);
  check_gemv<double>(cublasDgemv, 1e-12);
  check_gemv<cuComplex>(cublasCgemv, 1e-4);
  check_gemv<cuDoubleComplex>(cublasZgemv, 1e-12);
}

template <typename T, typename Gemm>
static void check_gemm(Gemm gemm, double tolerance) {
  Handle handle;
  const int m = 33, n = 29, k = 41;
  Array<T> alpha(1, 4), beta(1, 6);
  for (const cublasOperation_t op_a : kOperations)
    for (const cublasOperation_t op_b : kOperations) {
      const int lda = (op_a == CUBLAS_OP_N ? m : k) + 2, ldb = (op_b == CUBLAS_OP_N ? k : n) + 1;
      Array<T> a(lda * 50), b(ldb * 50, 11), c(m * n, 22), before(m * n, 22);
      GOOD(gemm(handle, op_a, op_b, m, n, k, alpha.x, a.x, lda, b.x, ldb, beta.x, c.x, m));
      OK(cudaDeviceSynchronize());
      bool right = true;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          Complex sum = 0;
          for (int l = 0; l < k; ++l) sum += at(a.x, lda, op_a, i, l) * at(b.x, ldb, op_b, l, j);
          const Complex wanted =
              value(*alpha.x) * sum + value(*beta.x) * value(before.x[i + j * m]);
          right = right && near(value(c.x[i + j * m]), wanted, tolerance);
        }
      EXPECT(right);
    }
}

CASE(products) {
  check_gemm<float>(cublasSgemm, 1e-4);
  check_gemm<double>(cublasDgemm, 1e-12);
  check_gemm<cuComplex>(cublasCgemm, 1e-4);
  check_gemm<cuDoubleComplex>(cublasZgemm, 1e-12);
}

CASE(batches) {
  Handle handle;
  const int m = 5, n = 6, k = 7, count = 9;
  Array<double> a(m * k * count), b(k * n * count, 2), c(m * n * count), d(m * n * count);
  const double one = 1, zero = 0;
  GOOD(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a.x, m, m * k,
                                 b.x, k, k * n, &zero, c.x, m, m * n, count));
  std::vector<const double*> pa, pb;
  std::vector<double*> pd;
  for (int i = 0; i < count; ++i)
    pa.push_back(a.x + i * m * k), pb.push_back(b.x + i * k * n), pd.push_back(d.x + i * m * n);
  GOOD(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, pa.data(), m, pb.data(),
                          k, &zero, pd.data(), m, count));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < m * n * count; ++i) EXPECT(near(c.x[i], d.x[i], 1e-13));
  Complex sum = 0;
  for (int l = 0; l < k; ++l) sum += a.x[3 * m * k + 1 + l * m] * b.x[3 * k * n + l + 2 * k];
  EXPECT(near(c.x[3 * m * n + 1 + 2 * m], sum, 1e-13));
}

CASE(small_types) {
  Handle handle;
  const int n = 20;
  Array<float> a(n * n), b(n * n, 3), c(n * n);
  std::vector<__half> ha, hb;
  for (int i = 0; i < n * n; ++i) {
    ha.push_back(__float2half(a.x[i])), hb.push_back(__float2half(b.x[i]));
    a.x[i] = __half2float(ha[i]), b.x[i] = __half2float(hb[i]);
  }
  const float one = 1, zero = 0;
  GOOD(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, ha.data(), CUDA_R_16F, n,
                    hb.data(), CUDA_R_16F, n, &zero, c.x, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                    CUBLAS_GEMM_DEFAULT));
  Array<float> wanted(n * n);
  GOOD(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, a.x, n, b.x, n, &zero, wanted.x,
                   n));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n * n; ++i) EXPECT(near(c.x[i], wanted.x[i], 1e-5));
  // By the names of CUDA 10: a data type for what is computed in, and one of many algorithms.
  GOOD(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, ha.data(), CUDA_R_16F, n,
                    hb.data(), CUDA_R_16F, n, &zero, c.x, CUDA_R_32F, n, CUDA_R_32F,
                    CUBLAS_GEMM_ALGO3_TENSOR_OP));
  GOOD(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, ha.data(),
                                  CUDA_R_16F, n, 0, hb.data(), CUDA_R_16F, n, 0, &zero, c.x,
                                  CUDA_R_32F, n, 0, 1, CUDA_R_32F, CUBLAS_GEMM_ALGO7));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n * n; ++i) EXPECT(near(c.x[i], wanted.x[i], 1e-5));
  std::vector<signed char> ia(n * n, 3), ib(n * n, -2);
  std::vector<int> ic(n * n);
  const int i1 = 1, i0 = 0;
  GOOD(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &i1, ia.data(), CUDA_R_8I, n,
                    ib.data(), CUDA_R_8I, n, &i0, ic.data(), CUDA_R_32I, n, CUBLAS_COMPUTE_32I,
                    CUBLAS_GEMM_DEFAULT));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(ic[17], -6 * n);
  EXPECT_EQ(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.x, CUDA_R_32F, n,
                         ib.data(), CUDA_R_8I, n, &zero, c.x, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                         CUBLAS_GEMM_DEFAULT),
            CUBLAS_STATUS_NOT_SUPPORTED);
}

CASE(products_of_halves) {
  Handle handle;
  const int n = 12, count = 3;
  Array<float> a(n * n * count), b(n * n * count, 5), wanted(n * n);
  __half *ha = nullptr, *hb = nullptr, *hc = nullptr, *hd = nullptr;
  for (__half** x : {&ha, &hb, &hc, &hd}) OK(cudaMallocManaged(x, n * n * count * sizeof(__half)));
  for (int i = 0; i < n * n * count; ++i) {
    ha[i] = __float2half(a.x[i]), hb[i] = __float2half(b.x[i]);
    a.x[i] = __half2float(ha[i]), b.x[i] = __half2float(hb[i]);
  }
  const __half one = __float2half(1), zero = __float2half(0);
  GOOD(cublasHgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, ha, n, n * n, hb,
                                 n, n * n, &zero, hc, n, n * n, count));
  const __half *pa[count], *pb[count];
  __half* pd[count];
  for (int i = 0; i < count; ++i)
    pa[i] = ha + i * n * n, pb[i] = hb + i * n * n, pd[i] = hd + i * n * n;
  GOOD(cublasHgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, pa, n, pb, n, &zero, pd,
                          n, count));
  const float f1 = 1, f0 = 0;
  GOOD(cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &f1, a.x + 2 * n * n, n,
                      b.x + 2 * n * n, n, &f0, wanted.x, n));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n * n; ++i) {
    EXPECT(near(__half2float(hc[2 * n * n + i]), wanted.x[i], 2e-3));
    EXPECT_EQ(__half2float(hd[2 * n * n + i]), __half2float(hc[2 * n * n + i]));
  }
  GOOD(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, pa[2], n, pb[2], n, &zero,
                   pd[0], n));
  GOOD(cublasSgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &f1, pa[2], CUDA_R_16F, n, pb[2],
                     CUDA_R_16F, n, &f0, a.x, CUDA_R_32F, n));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n * n; ++i) {
    EXPECT_EQ(__half2float(pd[0][i]), __half2float(pd[2][i]));
    EXPECT(near(a.x[i], wanted.x[i], 1e-5));
  }
}

// Solving gives back what multiplying has made, for every side, triangle, operation and diagonal; sizes beyond a block.
CASE(triangles) {
  Handle handle;
  const int m = 83, n = 71, lda = 90;
  Array<double> a(lda * 90);
  for (int i = 0; i < 90; ++i)
    for (int j = 0; j < 90; ++j)
      a.x[i + j * lda] = i == j ? 3 + 0.1 * noise(i) : 0.02 * noise(i + 91 * j);
  const double two = 2, half = 0.5;
  for (const cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})
    for (const cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
      for (const cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T})
        for (const cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
          Array<double> b(m * n), c(m * n);
          GOOD(cublasDtrmm(handle, side, uplo, op, diag, m, n, &two, a.x, lda, b.x, m, c.x, m));
          GOOD(cublasDtrsm(handle, side, uplo, op, diag, m, n, &half, a.x, lda, c.x, m));
          OK(cudaDeviceSynchronize());
          bool right = true;
          for (int i = 0; i < m * n; ++i) right = right && near(c.x[i], b.x[i], 1e-10);
          EXPECT(right);
          Array<double> x(m), y(m);
          GOOD(cublasDtrmv(handle, uplo, op, diag, m, a.x, lda, x.x, 1));
          GOOD(cublasDtrsv(handle, uplo, op, diag, m, a.x, lda, x.x, 1));
          OK(cudaDeviceSynchronize());
          for (int i = 0; i < m; ++i) EXPECT(near(x.x[i], y.x[i], 1e-10));
        }
  Array<double> b(m), c(m);
  const double one = 1;
  GOOD(cublasDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                   CUBLAS_DIAG_NON_UNIT, m, 1, &one, a.x, lda, b.x, m, b.x, m));
  OK(cudaDeviceSynchronize());
  double sum = 0;
  for (int j = 0; j <= 40; ++j) sum += a.x[40 + j * lda] * c.x[j];
  EXPECT(near(b.x[40], sum, 1e-12));
}

CASE(symmetric_matrices) {
  Handle handle;
  const int n = 37, k = 19;
  Array<double> a(n * k), c(n * n), d(n * n), x(n, 4), y(n), z(n);
  const double one = 1, zero = 0;
  for (const cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    GOOD(cublasDsyrk(handle, uplo, CUBLAS_OP_N, n, k, &one, a.x, n, &zero, c.x, n));
    GOOD(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, k, &one, a.x, n, a.x, n, &zero, d.x,
                     n));
    GOOD(cublasDsymv(handle, uplo, n, &one, c.x, n, x.x, 1, &zero, y.x, 1));
    GOOD(cublasDgemv(handle, CUBLAS_OP_N, n, n, &one, d.x, n, x.x, 1, &zero, z.x, 1));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT(near(y.x[i], z.x[i], 1e-11));
    GOOD(cublasDsymm(handle, CUBLAS_SIDE_LEFT, uplo, n, 1, &one, c.x, n, x.x, n, &zero, y.x, n));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i) EXPECT(near(y.x[i], z.x[i], 1e-11));
  }
}

CASE(sums_and_diagonals) {
  Handle handle;
  const int m = 9, n = 5;
  Array<float> a(m * n), t(m * n), x(m, 3);
  const float one = 1, zero = 0;
  GOOD(
      cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, &one, a.x, m, &zero, nullptr, n, t.x, n));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(t.x[2 + 7 * n], a.x[7 + 2 * m]);
  GOOD(cublasSdgmm(handle, CUBLAS_SIDE_LEFT, m, n, a.x, m, x.x, 1, t.x, m));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(t.x[3 + 2 * m], a.x[3 + 2 * m] * x.x[3]);
  GOOD(cublasSger(handle, m, n, &one, x.x, 1, x.x, 1, t.x, m));
  OK(cudaDeviceSynchronize());
  EXPECT(near(t.x[3 + 2 * m], a.x[3 + 2 * m] * x.x[3] + x.x[3] * x.x[2], 1e-6));
}

CASE(copies_streams_and_misuse) {
  Handle handle;
  std::vector<float> host(12), back(6);
  for (int i = 0; i < 12; ++i) host[i] = i;
  Array<float> x(6);
  GOOD(cublasSetVector(6, sizeof(float), host.data(), 2, x.x, 1));
  EXPECT_EQ(x.x[5], 10.0f);
  GOOD(cublasSetMatrix(2, 3, sizeof(float), host.data(), 4, x.x, 2));
  GOOD(cublasGetMatrix(2, 3, sizeof(float), x.x, 2, back.data(), 2));
  EXPECT_EQ(back[5], 9.0f);
  cudaStream_t stream, got = nullptr;
  OK(cudaStreamCreate(&stream));
  GOOD(cublasSetStream(handle, stream));
  GOOD(cublasGetStream(handle, &got));
  EXPECT(got == stream);
  OK(cudaStreamDestroy(stream));
  GOOD(cublasSetStream(handle, nullptr));
  const float one = 1;
  EXPECT_EQ(cublasCreate(nullptr), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasDestroy(nullptr), CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cublasSaxpy(nullptr, 1, &one, x.x, 1, x.x, 1), CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cublasSaxpy(handle, 1, nullptr, x.x, 1, x.x, 1), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(
      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x.x, 1, x.x, 2, &one, x.x, 2),
      CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(
      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 2, 2, &one, x.x, 2, x.x, 2, &one, x.x, 2),
      CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasSetPointerMode(handle, (cublasPointerMode_t)5), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasSetMatrix(3, 1, 4, host.data(), 2, x.x, 3), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(std::string(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE)),
            "CUBLAS_STATUS_INVALID_VALUE");
}

// Factors, solutions of both forms and inverses give back what was there; a singular matrix is told.
CASE(many_matrices_with_vectors) {
  Handle handle;
  const int m = 5, n = 3, count = 4;
  Array<double> a(m * n * count), x(n * count, 2), y(m * count), wanted(m * count);
  const double two = 2, zero = 0;
  std::vector<const double*> as, xs;
  std::vector<double*> ys;
  for (int i = 0; i < count; ++i) {
    GOOD(cublasDgemv(handle, CUBLAS_OP_N, m, n, &two, a.x + i * m * n, m, x.x + i * n, 1, &zero,
                     wanted.x + i * m, 1));
    as.push_back(a.x + i * m * n), xs.push_back(x.x + i * n), ys.push_back(y.x + i * m);
  }
  const auto agree = [&] {
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < m * count; ++i) EXPECT_EQ(y.x[i], wanted.x[i]);
    for (int i = 0; i < m * count; ++i) y.x[i] = 0;
  };
  GOOD(cublasDgemvStridedBatched(handle, CUBLAS_OP_N, m, n, &two, a.x, m, m * n, x.x, 1, n, &zero,
                                 y.x, 1, m, count));
  agree();
  GOOD(cublasDgemvBatched(handle, CUBLAS_OP_N, m, n, &two, as.data(), m, xs.data(), 1, &zero,
                          ys.data(), 1, count));
  agree();
  EXPECT_EQ(cublasDgemvBatched(handle, CUBLAS_OP_N, m, n, &two, as.data(), m, xs.data(), 1, &zero,
                               ys.data(), 1, -1),
            CUBLAS_STATUS_INVALID_VALUE);
}

CASE(many_small_systems) {
  Handle handle;
  const int n = 7, lda = 9, count = 5, sides = 2;
  Array<double> a(lda * n * count), b(n * sides * count), c(n * n * count), x(n * sides * count);
  std::vector<double> before(a.x, a.x + lda * n * count);
  int *pivots = nullptr, *info = nullptr;
  double **pa = nullptr, **pb = nullptr, **pc = nullptr;
  OK(cudaMallocManaged(&pivots, n * count * sizeof(int)));
  OK(cudaMallocManaged(&info, count * sizeof(int)));
  for (double*** list : {&pa, &pb, &pc}) OK(cudaMallocManaged(list, count * sizeof(double*)));
  for (int i = 0; i < count; ++i)
    pa[i] = a.x + i * lda * n, pb[i] = b.x + i * n * sides, pc[i] = c.x + i * n * n;
  for (int transposed = 0; transposed < 2; ++transposed) {
    std::copy(before.begin(), before.end(), a.x);
    for (int i = 0; i < count; ++i)
      for (int side = 0; side < sides; ++side)
        for (int row = 0; row < n; ++row) {
          double sum = 0;
          for (int k = 0; k < n; ++k)
            sum += (transposed ? pa[i][k + row * lda] : pa[i][row + k * lda]) *
                   x.x[(i * sides + side) * n + k];
          pb[i][side * n + row] = sum;
        }
    if (transposed == 0) GOOD(cublasDmatinvBatched(handle, n, pa, lda, pc, n, info, count));
    GOOD(cublasDgetrfBatched(handle, n, pa, lda, pivots, info, count));
    int wrong = 1;
    GOOD(cublasDgetrsBatched(handle, transposed ? CUBLAS_OP_T : CUBLAS_OP_N, n, sides, pa, lda,
                             pivots, pb, n, &wrong, count));
    OK(cudaDeviceSynchronize());
    EXPECT_EQ(wrong, 0);
    for (int i = 0; i < n * sides * count; ++i) EXPECT(near(b.x[i], x.x[i], 1e-9));
    for (int i = 0; i < count; ++i) EXPECT_EQ(info[i], 0);
  }
  std::vector<double> inverse(c.x, c.x + n * n * count);
  GOOD(cublasDgetriBatched(handle, n, pa, lda, pivots, pc, n, info, count));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < n * n * count; ++i) EXPECT(near(c.x[i], inverse[i], 1e-9));
  for (int i = 0; i < n; ++i) pa[3][2 * lda + i] = 0;
  GOOD(cublasDgetrfBatched(handle, n, pa, lda, nullptr, info, count));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(info[3], 3);
}

int main() { return run_cases(); }
