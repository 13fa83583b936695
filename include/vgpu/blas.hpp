// Matrix products for C++: <vgpu/c/blas.h> with errors that are thrown and the element's type chosen by the pointers.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/blas.h>
#include <vgpu/cpp/error.hpp>

#include <cstdint>

namespace vgpu::blas {

// Where a matrix lies and how: row-major unless `layout` says otherwise.
struct Options {
  vgpuLayout layout = vgpuRowMajor;
  vgpuTranspose trans_a = vgpuNoTrans, trans_b = vgpuNoTrans;
  vgpuStream_t stream = nullptr;
};

// c = alpha * op(a) * op(b) + beta * c with leading dimensions.
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, float alpha, const float* a,
                 std::int64_t lda, const float* b, std::int64_t ldb, float beta, float* c,
                 std::int64_t ldc, const Options& o = {}) {
  check(vgpuSgemm(o.layout, o.trans_a, o.trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc,
                  o.stream));
}
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, double alpha, const double* a,
                 std::int64_t lda, const double* b, std::int64_t ldb, double beta, double* c,
                 std::int64_t ldc, const Options& o = {}) {
  check(vgpuDgemm(o.layout, o.trans_a, o.trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc,
                  o.stream));
}

// The product of dense row-major matrices: a is m x k, b is k x n, c is m x n.
template <typename T>
void matmul(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, const T* b, T* c,
            vgpuStream_t stream = nullptr) {
  const auto ld = [](std::int64_t columns) { return columns > 0 ? columns : 1; };
  Options options;
  options.stream = stream;
  gemm(m, n, k, T(1), a, ld(k), b, ld(n), T(0), c, ld(n), options);
}

}  // namespace vgpu::blas
