// The products of vgpu_blas/level3.h: cublas?gemm in all its forms.
// SPDX-License-Identifier: MIT
#include <memory>
#include <vector>

#include "api/cuda/blas_lists.h"
#include "api/cuda/blas_numbers.h"
#include "api/cuda/blas_products.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

template <typename T>
cublasStatus_t gemm(cublasHandle_t handle, const Shape& shape, const T* alpha, const Operand<T>& a,
                    const Operand<T>& b, const T* beta, const Result<T>& c, int count) {
  T factor, old;
  if (!is_operation(shape.op_a) || !is_operation(shape.op_b) || count < 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (const cublasStatus_t error = read(handle, alpha, factor)) return error;
  if (const cublasStatus_t error = read(handle, beta, old)) return error;
  return status(product(handle, shape, factor, a, b, old, c, count));
}

// Pointers that lie in device memory may still be on their way there.
template <typename T>
cublasStatus_t gemm_each(cublasHandle_t handle, const Shape& shape, const T* alpha,
                         const T* const* a, int lda, const T* const* b, int ldb, const T* beta,
                         T* const* c, int ldc, int count) {
  if (count < 0 || (count > 0 && (a == nullptr || b == nullptr || c == nullptr)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (const vgpuError_t error = vgpuStreamSynchronize(to_vgpu(handle->stream)))
    return status(error);
  for (int i = 0; i < count; ++i) {
    const cublasStatus_t error =
        gemm<T>(handle, shape, alpha, {a[i], lda}, {b[i], ldb}, beta, {c[i], ldc}, 1);
    if (error != CUBLAS_STATUS_SUCCESS) return error;
  }
  return CUBLAS_STATUS_SUCCESS;
}

// A matrix of smaller numbers as floats, or floats written back as such: column by column on the stream.
struct Stored {
  cudaDataType type;
  Index rows, columns;
};

using Floats = std::shared_ptr<std::vector<float>>;

Floats floats(const Stored& matrix) {
  return std::make_shared<std::vector<float>>(
      static_cast<std::size_t>(matrix.rows * matrix.columns));
}

cublasStatus_t widen(cublasHandle_t handle, const Stored& matrix, const void* data, Index leading,
                     const Floats& out) {
  const Numbers from = numbers_at(data, matrix.type);
  auto body = [=](std::size_t begin, std::size_t end) {
    for (auto j = static_cast<Index>(begin); j < static_cast<Index>(end); ++j)
      for (Index i = 0; i < matrix.rows; ++i)
        (*out)[static_cast<std::size_t>(i + j * matrix.rows)] = from.get(i + j * leading);
  };
  return start(handle, {static_cast<std::size_t>(matrix.columns), 16, body, {}});
}

cublasStatus_t narrow(cublasHandle_t handle, const Stored& matrix, const Floats& in, void* data,
                      Index leading) {
  const Numbers to = numbers_at(data, matrix.type);
  auto body = [=](std::size_t begin, std::size_t end) {
    for (auto j = static_cast<Index>(begin); j < static_cast<Index>(end); ++j)
      for (Index i = 0; i < matrix.rows; ++i)
        to.set(i + j * leading, (*in)[static_cast<std::size_t>(i + j * matrix.rows)]);
  };
  return start(handle, {static_cast<std::size_t>(matrix.columns), 16, body, {}});
}

// What GemmEx is asked for, of one product.
struct Mixed {
  Shape shape;
  const void *alpha, *beta;
  const void* a;
  cudaDataType a_type;
  int lda;
  const void* b;
  cudaDataType b_type;
  int ldb;
  void* c;
  cudaDataType c_type;
  int ldc;
};

// Products with 16-bit numbers, in floats: tasks and product follow each other on the stream and keep the floats.
cublasStatus_t gemm_widened(cublasHandle_t handle, const Mixed& p, float alpha, float beta) {
  const Shape& s = p.shape;
  const bool plain_a = s.op_a == CUBLAS_OP_N, plain_b = s.op_b == CUBLAS_OP_N;
  const Stored a{p.a_type, plain_a ? s.m : s.k, plain_a ? s.k : s.m};
  const Stored b{p.b_type, plain_b ? s.k : s.n, plain_b ? s.n : s.k};
  const Stored c{p.c_type, s.m, s.n};
  if (p.lda < a.rows || p.ldb < b.rows || p.ldc < c.rows) return CUBLAS_STATUS_INVALID_VALUE;
  const Floats fa = floats(a), fb = floats(b), fc = floats(c);
  if (const cublasStatus_t error = widen(handle, a, p.a, p.lda, fa)) return error;
  if (const cublasStatus_t error = widen(handle, b, p.b, p.ldb, fb)) return error;
  if (beta != 0)
    if (const cublasStatus_t error = widen(handle, c, p.c, p.ldc, fc)) return error;
  const vgpuError_t error =
      product(handle, s, alpha, Operand<float>{fa->data(), std::max<Index>(a.rows, 1)},
              {fb->data(), std::max<Index>(b.rows, 1)}, beta,
              Result<float>{fc->data(), std::max<Index>(c.rows, 1)});
  if (error != vgpuSuccess) return status(error);
  StreamTask keep;
  keep.finish = [fa, fb] {};
  if (const cublasStatus_t failed = narrow(handle, c, fc, p.c, p.ldc)) return failed;
  return start(handle, std::move(keep));
}

template <typename T>
cublasStatus_t gemm_of(cublasHandle_t handle, const Mixed& p) {
  return gemm<T>(handle, p.shape, static_cast<const T*>(p.alpha),
                 {static_cast<const T*>(p.a), p.lda}, {static_cast<const T*>(p.b), p.ldb},
                 static_cast<const T*>(p.beta), {static_cast<T*>(p.c), p.ldc}, 1);
}

cublasStatus_t gemm_integers(cublasHandle_t handle, const Mixed& p) {
  int alpha = 0, beta = 0;
  if (const cublasStatus_t error = read(handle, static_cast<const int*>(p.alpha), alpha))
    return error;
  if (const cublasStatus_t error = read(handle, static_cast<const int*>(p.beta), beta))
    return error;
  if (alpha != 1 || (beta != 0 && beta != 1)) return CUBLAS_STATUS_NOT_SUPPORTED;
  return status(vgpuGemmS8(vgpuColumnMajor, to_vgpu_transpose(p.shape.op_a),
                           to_vgpu_transpose(p.shape.op_b), p.shape.m, p.shape.n, p.shape.k,
                           static_cast<const std::int8_t*>(p.a), p.lda,
                           static_cast<const std::int8_t*>(p.b), p.ldb, beta,
                           static_cast<std::int32_t*>(p.c), p.ldc, to_vgpu(handle->stream)));
}

// Scalars of products in 16-bit arithmetic are halves themselves.
cublasStatus_t read_scalar(cublasHandle_t handle, const void* pointer, cublasComputeType_t compute,
                           float& value) {
  const bool half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
  if (!half) return read(handle, static_cast<const float*>(pointer), value);
  std::uint16_t bits = 0;
  const cublasStatus_t error = read(handle, static_cast<const std::uint16_t*>(pointer), bits);
  value = vgpu::half_bits_to_float(bits);
  return error;
}

cublasStatus_t gemm_mixed(cublasHandle_t handle, const Mixed& p, cublasComputeType_t compute) {
  if (p.shape.m < 0 || p.shape.n < 0 || p.shape.k < 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (!is_operation(p.shape.op_a) || !is_operation(p.shape.op_b))
    return CUBLAS_STATUS_INVALID_VALUE;
  const bool tiny = is_tiny_float(p.a_type) && is_tiny_float(p.b_type);
  if (p.a_type != p.b_type && !tiny) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (p.a_type == p.c_type) {
    if (p.a_type == CUDA_R_32F) return gemm_of<float>(handle, p);
    if (p.a_type == CUDA_R_64F) return gemm_of<double>(handle, p);
    if (p.a_type == CUDA_C_32F) return gemm_of<std::complex<float>>(handle, p);
    if (p.a_type == CUDA_C_64F) return gemm_of<std::complex<double>>(handle, p);
  }
  if (p.a_type == CUDA_R_8I && p.c_type == CUDA_R_32I) return gemm_integers(handle, p);
  const bool widened =
      (is_small_float(p.a_type) && (p.c_type == p.a_type || p.c_type == CUDA_R_32F)) ||
      ((p.a_type == CUDA_R_8I || tiny) && p.c_type == CUDA_R_32F);
  if (!widened) return CUBLAS_STATUS_NOT_SUPPORTED;
  float alpha = 0, beta = 0;
  if (const cublasStatus_t error = read_scalar(handle, p.alpha, compute, alpha)) return error;
  if (const cublasStatus_t error = read_scalar(handle, p.beta, compute, beta)) return error;
  return gemm_widened(handle, p, alpha, beta);
}

}  // namespace

#define VG_GEMM(L, T)                                                                           \
  cublasStatus_t cublas##L##gemm(cublasHandle_t handle, cublasOperation_t transa,               \
                                 cublasOperation_t transb, int m, int n, int k, const T* alpha, \
                                 const T* A, int lda, const T* B, int ldb, const T* beta, T* C, \
                                 int ldc) {                                                     \
    return call(handle, [&] {                                                                   \
      return gemm(handle, {transa, transb, m, n, k}, number(alpha), Operand{number(A), lda},    \
                  Operand{number(B), ldb}, number(beta), Result{number(C), ldc}, 1);            \
    });                                                                                         \
  }                                                                                             \
  cublasStatus_t cublas##L##gemmStridedBatched(                                                 \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,  \
      int k, const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb,       \
      long long strideB, const T* beta, T* C, int ldc, long long strideC, int batchCount) {     \
    return call(handle, [&] {                                                                   \
      return gemm(handle, {transa, transb, m, n, k}, number(alpha),                             \
                  Operand{number(A), lda, strideA}, Operand{number(B), ldb, strideB},           \
                  number(beta), Result{number(C), ldc, strideC}, batchCount);                   \
    });                                                                                         \
  }                                                                                             \
  cublasStatus_t cublas##L##gemmBatched(                                                        \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,  \
      int k, const T* alpha, const T* const A[], int lda, const T* const B[], int ldb,          \
      const T* beta, T* const C[], int ldc, int batchCount) {                                   \
    return call(handle, [&] {                                                                   \
      return gemm_each(handle, {transa, transb, m, n, k}, number(alpha), numbers(A), lda,       \
                       numbers(B), ldb, number(beta), numbers(C), ldc, batchCount);             \
    });                                                                                         \
  }
VG_GEMM(S, float)
VG_GEMM(D, double)
VG_GEMM(C, cuComplex)
VG_GEMM(Z, cuDoubleComplex)
#undef VG_GEMM

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void* alpha,
                            const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C,
                            cudaDataType Ctype, int ldc, cublasComputeType_t computeType,
                            cublasGemmAlgo_t algo) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, 0, B,
                                    Btype, ldb, 0, beta, C, Ctype, ldc, 0, 1, computeType, algo);
}

cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
    cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype,
    int ldc, long long strideC, int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t) {
  return call(handle, [&] {
    const auto at = [](auto* data, cudaDataType type, long long stride, int i) {
      using Byte = std::conditional_t<std::is_const_v<std::remove_pointer_t<decltype(data)>>,
                                      const char, char>;
      return static_cast<Byte*>(data) + static_cast<long long>(bytes_of(type)) * stride * i;
    };
    for (int i = 0; i < batchCount; ++i) {
      const Mixed one{{transa, transb, m, n, k}, alpha, beta, at(A, Atype, strideA, i), Atype, lda,
                      at(B, Btype, strideB, i),  Btype, ldb,  at(C, Ctype, strideC, i), Ctype, ldc};
      const cublasStatus_t error = gemm_mixed(handle, one, computeType);
      if (error != CUBLAS_STATUS_SUCCESS) return error;
    }
    return batchCount < 0 ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
  });
}
