// cuSOLVER's eigenvalues of a range, first singular values, refined solutions and inverses of triangles, by what they
// must be.
// SPDX-License-Identifier: MIT
#include <cusolverDn.h>

#include <type_traits>
#include <vector>

#include "check.h"
#include "complex_numbers.h"
#include "noisy_array.h"

#define GOOD(call) EXPECT_EQ(call, CUSOLVER_STATUS_SUCCESS)

struct Handle {
  cusolverDnHandle_t h = nullptr;
  Handle() { GOOD(cusolverDnCreate(&h)); }
  ~Handle() { GOOD(cusolverDnDestroy(h)); }
  operator cusolverDnHandle_t() const { return h; }
};

template <class T>
static void make_symmetric(T* a, int n, double diagonal) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i)
      a[i + j * n] = a[j + i * n] = T(noise(i * 31 + j) + (i == j ? diagonal + 3 * i : 0));
}

CASE(eigenvalues_of_a_range) {
  Handle handle;
  const int n = 17;
  Array<double> a(n * n), all(n), some(n), b(n * n);
  Array<int> info(1);
  make_symmetric(a.x, n, 2);
  const std::vector<double> matrix(a.x, a.x + n * n);
  GOOD(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, a.x, n,
                        all.x, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  int found = 0, size = 0;
  const auto restore = [&] { std::copy(matrix.begin(), matrix.end(), a.x); };
  restore();
  GOOD(cusolverDnDsyevdx_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_I,
                                    CUBLAS_FILL_MODE_LOWER, n, a.x, n, 0, 0, 4, 9, &found, some.x,
                                    &size));
  GOOD(cusolverDnDsyevdx(handle, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_I,
                         CUBLAS_FILL_MODE_LOWER, n, a.x, n, 0, 0, 4, 9, &found, some.x, nullptr,
                         size, info.x));
  EXPECT_EQ(found, 6);
  for (int k = 0; k < found; ++k) {
    EXPECT(near(some.x[k], all.x[k + 3], 1e-12));
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += matrix[i + j * n] * a.x[j + k * n];
      EXPECT(near(sum, some.x[k] * a.x[i + k * n], 1e-11));
    }
  }
  restore();
  const double low = (all.x[4] + all.x[5]) / 2, high = (all.x[7] + all.x[8]) / 2;
  int64_t many = 0;
  size_t device = 0, host = 0;
  GOOD(cusolverDnXsyevdx_bufferSize(handle, nullptr, CUSOLVER_EIG_MODE_NOVECTOR,
                                    CUSOLVER_EIG_RANGE_V, CUBLAS_FILL_MODE_UPPER, n, CUDA_R_64F,
                                    a.x, n, (void*)&low, (void*)&high, 0, 0, &many, CUDA_R_64F,
                                    some.x, CUDA_R_64F, &device, &host));
  GOOD(cusolverDnXsyevdx(handle, nullptr, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_RANGE_V,
                         CUBLAS_FILL_MODE_UPPER, n, CUDA_R_64F, a.x, n, (void*)&low, (void*)&high,
                         0, 0, &many, CUDA_R_64F, some.x, CUDA_R_64F, nullptr, device, nullptr,
                         host, info.x));
  EXPECT_EQ(many, 3);
  for (int k = 0; k < 3; ++k) EXPECT(near(some.x[k], all.x[k + 5], 1e-12));
  EXPECT_EQ(cusolverDnDsyevdx(handle, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_I,
                              CUBLAS_FILL_MODE_LOWER, n, a.x, n, 0, 0, 0, 9, &found, some.x,
                              nullptr, 0, info.x),
            CUSOLVER_STATUS_INVALID_VALUE);
  // With B = 2 I the eigenvalues are half of those.
  restore();
  for (int i = 0; i < n * n; ++i) b.x[i] = i % (n + 1) == 0 ? 2 : 0;
  GOOD(cusolverDnDsygvdx(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR,
                         CUSOLVER_EIG_RANGE_ALL, CUBLAS_FILL_MODE_LOWER, n, a.x, n, b.x, n, 0, 0, 0,
                         0, &found, some.x, nullptr, 0, info.x));
  EXPECT_EQ(found, n);
  for (int k = 0; k < n; ++k) EXPECT(near(some.x[k], all.x[k] / 2, 1e-12));
}

// u s v' of the first values is the matrix up to what the others stand for.
template <class T, class R>
static double rest_of(int m, int n, int rank, const std::vector<T>& a, const R* s, const T* u,
                      const T* v) {
  double squares = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      Complex sum = value(a[i + j * m]);
      for (int k = 0; k < rank; ++k)
        sum -= value(u[i + k * m]) * double(s[k]) * std::conj(value(v[j + k * n]));
      squares += std::norm(sum);
    }
  return std::sqrt(squares);
}

CASE(first_singular_values) {
  Handle handle;
  const int m = 9, n = 6, rank = 4, count = 3;
  Array<cuComplex> a(m * n * count, 5), u(m * rank * count), v(n * rank * count);
  Array<float> s(rank * count);
  Array<int> info(count);
  double rests[count];
  int size = 0;
  GOOD(cusolverDnCgesvdaStridedBatched_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, rank, m, n, a.x,
                                                  m, m * n, s.x, rank, u.x, m, m * rank, v.x, n,
                                                  n * rank, &size, count));
  GOOD(cusolverDnCgesvdaStridedBatched(handle, CUSOLVER_EIG_MODE_VECTOR, rank, m, n, a.x, m, m * n,
                                       s.x, rank, u.x, m, m * rank, v.x, n, n * rank, nullptr, size,
                                       info.x, rests, count));
  for (int b = 0; b < count; ++b) {
    const std::vector<cuComplex> one(a.x + b * m * n, a.x + (b + 1) * m * n);
    EXPECT_EQ(info.x[b], 0);
    EXPECT(rests[b] > 0.01);
    EXPECT(near(rest_of(m, n, rank, one, s.x + b * rank, u.x + b * m * rank, v.x + b * n * rank),
                rests[b], 1e-4));
  }
  Array<double> d(m * n, 3), values(n), left(m * n), right(n * n);
  const std::vector<double> before(d.x, d.x + m * n);
  size_t device = 0, host = 0;
  double error = 1;
  GOOD(cusolverDnXgesvdr_bufferSize(handle, nullptr, 'S', 'S', m, n, 2, 2, 3, CUDA_R_64F, d.x, m,
                                    CUDA_R_64F, values.x, CUDA_R_64F, left.x, m, CUDA_R_64F,
                                    right.x, n, CUDA_R_64F, &device, &host));
  GOOD(cusolverDnXgesvdr(handle, nullptr, 'S', 'S', m, n, 2, 2, 3, CUDA_R_64F, d.x, m, CUDA_R_64F,
                         values.x, CUDA_R_64F, left.x, m, CUDA_R_64F, right.x, n, CUDA_R_64F,
                         nullptr, 0, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  const double first = values.x[0], rest = rest_of(m, n, 2, before, values.x, left.x, right.x);
  GOOD(cusolverDnXgesvdp(handle, nullptr, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, CUDA_R_64F, d.x, m,
                         CUDA_R_64F, values.x, CUDA_R_64F, left.x, m, CUDA_R_64F, right.x, n,
                         CUDA_R_64F, nullptr, 0, nullptr, 0, info.x, &error));
  OK(cudaDeviceSynchronize());
  EXPECT(near(values.x[0], first, 1e-12));
  EXPECT_EQ(error, 0.0);
  EXPECT(rest_of(m, n, n, before, values.x, left.x, right.x) < 1e-12);
  double others = 0;
  for (int k = 2; k < n; ++k) others += values.x[k] * values.x[k];
  EXPECT(near(rest, std::sqrt(others), 1e-11));
}

template <class T, class Solve>
static void check_solution(double tolerance, Solve solve) {
  const int n = 13, columns = 2, lda = 15;
  Array<T> a(lda * n, 1), b(n * columns, 7), x(n * columns);
  for (int i = 0; i < n; ++i) set(a.x[i + i * lda], value(a.x[i + i * lda]) + Complex(n, 1));
  const std::vector<T> matrix(a.x, a.x + lda * n);
  Array<int> info(1), pivots(n);
  int steps = -1;
  solve(n, columns, a.x, lda, pivots.x, b.x, x.x, &steps, info.x);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*info.x, 0);
  EXPECT(steps >= 0);
  for (int c = 0; c < columns; ++c)
    for (int i = 0; i < n; ++i) {
      Complex sum = 0;
      for (int j = 0; j < n; ++j) sum += value(a.x[i + j * lda]) * value(x.x[j + c * n]);
      EXPECT(near(sum, value(b.x[i + c * n]), tolerance));
    }
  for (int i = 0; i < lda * n; ++i) EXPECT(near(value(a.x[i]), value(matrix[i]), 0));
}

CASE(refined_solutions) {
  Handle handle;
  check_solution<double>(1e-11, [&](int n, int columns, double* a, int lda, int* p, double* b,
                                    double* x, int* steps, int* info) {
    size_t bytes = 0;
    GOOD(cusolverDnDHgesv_bufferSize(handle, n, columns, a, lda, p, b, n, x, n, nullptr, &bytes));
    GOOD(cusolverDnDHgesv(handle, n, columns, a, lda, p, b, n, x, n, nullptr, bytes, steps, info));
  });
  check_solution<cuComplex>(1e-4, [&](int n, int columns, cuComplex* a, int lda, int*, cuComplex* b,
                                      cuComplex* x, int* steps, int* info) {
    GOOD(cusolverDnCKgels(handle, n, n, columns, a, lda, b, n, x, n, nullptr, 0, steps, info));
  });
  check_solution<cuDoubleComplex>(
      1e-11, [&](int n, int columns, cuDoubleComplex* a, int lda, int*, cuDoubleComplex* b,
                 cuDoubleComplex* x, int* steps, int* info) {
        cusolverDnIRSParams_t params;
        cusolverDnIRSInfos_t infos;
        size_t bytes = 0;
        int most = 0;
        GOOD(cusolverDnIRSParamsCreate(&params));
        GOOD(cusolverDnIRSInfosCreate(&infos));
        GOOD(cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_C_64F, CUSOLVER_C_16F));
        GOOD(cusolverDnIRSParamsSetRefinementSolver(params, CUSOLVER_IRS_REFINE_GMRES));
        GOOD(cusolverDnIRSParamsSetMaxIters(params, 31));
        GOOD(cusolverDnIRSXgesv_bufferSize(handle, params, n, columns, &bytes));
        GOOD(cusolverDnIRSXgesv(handle, params, infos, n, columns, a, lda, b, n, x, n, nullptr,
                                bytes, steps, info));
        GOOD(cusolverDnIRSInfosGetMaxIters(infos, &most));
        EXPECT_EQ(most, 31);
        GOOD(cusolverDnIRSInfosDestroy(infos));
        GOOD(cusolverDnIRSParamsDestroy(params));
        EXPECT_EQ(cusolverDnIRSXgesv(handle, nullptr, nullptr, n, 1, a, lda, b, n, x, n, nullptr, 0,
                                     steps, info),
                  CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED);
      });
}

CASE(inverses_of_triangles) {
  Handle handle;
  const int n = 11;
  for (const bool upper : {false, true})
    for (const bool unit : {false, true}) {
      Array<double> a(n * n, 2);
      Array<int> info(1);
      for (int i = 0; i < n; ++i) a.x[i * (n + 1)] = 2 + i;
      const std::vector<double> before(a.x, a.x + n * n);
      size_t device = 0, host = 0;
      GOOD(cusolverDnXtrtri_bufferSize(
          handle, upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER,
          unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, a.x, n, &device, &host));
      GOOD(cusolverDnXtrtri(handle, upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER,
                            unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, a.x, n,
                            nullptr, device, nullptr, host, info.x));
      OK(cudaDeviceSynchronize());
      const auto triangle = [&](const double* x, int i, int j) {
        if (i == j) return unit ? 1.0 : x[i + j * n];
        return (i < j) == upper ? x[i + j * n] : 0.0;
      };
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          double sum = 0;
          for (int k = 0; k < n; ++k) sum += triangle(before.data(), i, k) * triangle(a.x, k, j);
          EXPECT(near(sum, i == j ? 1 : 0, unit ? 1e-8 : 1e-12));
        }
    }
  Array<float> zero(4);
  Array<int> info(1);
  zero.x[0] = 1, zero.x[1] = zero.x[2] = zero.x[3] = 0;
  GOOD(cusolverDnXtrtri(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, 2, CUDA_R_32F, zero.x,
                        2, nullptr, 0, nullptr, 0, info.x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*info.x, 2);
}

int main() { return run_cases(); }
