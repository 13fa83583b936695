// Matrix products for C++: <vgpu/c/blas.h> and <vgpu/c/gemm.h> with errors that are thrown and the element's type chosen by the
// pointers.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/gemm.h>
#include <vgpu/cpp/error.hpp>
#include <vgpu/cpp/handle.hpp>

#include <complex>
#include <cstdint>

namespace vgpu::blas {

// Where a matrix lies and how: row-major unless `layout` says otherwise.
struct Options {
  vgpuLayout layout = vgpuRowMajor;
  vgpuTranspose trans_a = vgpuNoTrans, trans_b = vgpuNoTrans;
  vgpuStream_t stream = nullptr;
};

// A batch: `count` products, each operand's next matrix so many elements behind the last.
struct Batch {
  std::int64_t count = 1, stride_a = 0, stride_b = 0, stride_c = 0;
};

namespace detail {

template <typename C, typename T>
const C* as(const std::complex<T>* x) {
  return reinterpret_cast<const C*>(x);
}
template <typename C, typename T>
C* as(std::complex<T>* x) {
  return reinterpret_cast<C*>(x);
}

}  // namespace detail

// c = alpha * op(a) * op(b) + beta * c with leading dimensions.
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, float alpha, const float* a,
                 std::int64_t lda, const float* b, std::int64_t ldb, float beta, float* c,
                 std::int64_t ldc, const Options& o = {}, const Batch& x = {}) {
  check(vgpuSgemmStridedBatched(o.layout, o.trans_a, o.trans_b, m, n, k, alpha, a, lda, x.stride_a,
                                b, ldb, x.stride_b, beta, c, ldc, x.stride_c, x.count, o.stream));
}
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, double alpha, const double* a,
                 std::int64_t lda, const double* b, std::int64_t ldb, double beta, double* c,
                 std::int64_t ldc, const Options& o = {}, const Batch& x = {}) {
  check(vgpuDgemmStridedBatched(o.layout, o.trans_a, o.trans_b, m, n, k, alpha, a, lda, x.stride_a,
                                b, ldb, x.stride_b, beta, c, ldc, x.stride_c, x.count, o.stream));
}
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, std::complex<float> alpha,
                 const std::complex<float>* a, std::int64_t lda, const std::complex<float>* b,
                 std::int64_t ldb, std::complex<float> beta, std::complex<float>* c,
                 std::int64_t ldc, const Options& o = {}, const Batch& x = {}) {
  using detail::as;
  using C = vgpuComplex;
  check(vgpuCgemmStridedBatched(o.layout, o.trans_a, o.trans_b, m, n, k, as<C>(&alpha), as<C>(a),
                                lda, x.stride_a, as<C>(b), ldb, x.stride_b, as<C>(&beta), as<C>(c),
                                ldc, x.stride_c, x.count, o.stream));
}
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, std::complex<double> alpha,
                 const std::complex<double>* a, std::int64_t lda, const std::complex<double>* b,
                 std::int64_t ldb, std::complex<double> beta, std::complex<double>* c,
                 std::int64_t ldc, const Options& o = {}, const Batch& x = {}) {
  using detail::as;
  using C = vgpuDoubleComplex;
  check(vgpuZgemmStridedBatched(o.layout, o.trans_a, o.trans_b, m, n, k, as<C>(&alpha), as<C>(a),
                                lda, x.stride_a, as<C>(b), ldb, x.stride_b, as<C>(&beta), as<C>(c),
                                ldc, x.stride_c, x.count, o.stream));
}
// bf16 operands, given as their bits.
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
                 const std::uint16_t* a, std::int64_t lda, const std::uint16_t* b, std::int64_t ldb,
                 float beta, float* c, std::int64_t ldc, const Options& o = {},
                 const Batch& x = {}) {
  check(vgpuGemmBf16StridedBatched(o.layout, o.trans_a, o.trans_b, m, n, k, alpha, a, lda,
                                   x.stride_a, b, ldb, x.stride_b, beta, c, ldc, x.stride_c,
                                   x.count, o.stream));
}
// int8 operands, exact sums; added to c if `accumulate`.
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const std::int8_t* a,
                 std::int64_t lda, const std::int8_t* b, std::int64_t ldb, bool accumulate,
                 std::int32_t* c, std::int64_t ldc, const Options& o = {}, const Batch& x = {}) {
  check(vgpuGemmS8StridedBatched(o.layout, o.trans_a, o.trans_b, m, n, k, a, lda, x.stride_a, b,
                                 ldb, x.stride_b, accumulate ? 1 : 0, c, ldc, x.stride_c, x.count,
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

// The same by Strassen's recursion of that many levels, -1: as many as pay (docs/engines.md has the error's bound).
inline void strassen(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b,
                     float* c, int levels = -1, vgpuStream_t stream = nullptr) {
  check(vgpuSgemmStrassen(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, m, n, k, 1, a, k > 0 ? k : 1, b,
                          n > 0 ? n : 1, 0, c, n > 0 ? n : 1, levels, stream));
}
inline void strassen(std::int64_t m, std::int64_t n, std::int64_t k, const double* a,
                     const double* b, double* c, int levels = -1, vgpuStream_t stream = nullptr) {
  check(vgpuDgemmStrassen(vgpuRowMajor, vgpuNoTrans, vgpuNoTrans, m, n, k, 1, a, k > 0 ? k : 1, b,
                          n > 0 ? n : 1, 0, c, n > 0 ? n : 1, levels, stream));
}

// What is done to a result before it is stored; nothing unless changed.
struct Epilogue : vgpuSgemmEpilogue {
  Epilogue() : vgpuSgemmEpilogue{nullptr, nullptr, vgpuActivationNone, 1, nullptr, 0} {}
};

// A matrix as the right operand of many products, in the order in which they read it: k x n, by rows.
class PackedMatrix {
 public:
  PackedMatrix(std::int64_t k, std::int64_t n, const float* b, std::int64_t ldb,
               vgpuTranspose trans_b = vgpuNoTrans) {
    check(vgpuSgemmPack(packed_.out(), trans_b, k, n, b, ldb));
  }
  // c = alpha * a * this + beta * c, then the epilogue.
  void multiply(std::int64_t m, float alpha, const float* a, std::int64_t lda, float beta, float* c,
                std::int64_t ldc, const Epilogue& epilogue = {},
                vgpuStream_t stream = nullptr) const {
    check(vgpuSgemmPacked(vgpuNoTrans, m, alpha, a, lda, packed_.get(), beta, c, ldc, &epilogue,
                          stream));
  }

 private:
  UniqueHandle<vgpuPackedMatrix_t, vgpuPackedMatrixDestroy> packed_;
};

}  // namespace vgpu::blas
