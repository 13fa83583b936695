// Groups of products, each with sizes of its own, and triangles packed and unpacked, of vgpu_blas/more_products.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/blas.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

// one(group, first product of the group) for every group until one fails.
template <typename One>
cublasStatus_t each_group(cublasHandle_t handle, int groups, const int* sizes, One one) {
  return call(handle, [&] {
    if (groups < 0 || (groups > 0 && sizes == nullptr)) return CUBLAS_STATUS_INVALID_VALUE;
    Index first = 0;
    for (int group = 0; group < groups; first += sizes[group++])
      if (const cublasStatus_t error = one(group, first)) return error;
    return CUBLAS_STATUS_SUCCESS;
  });
}

// Bytes of a scalar of products that compute so.
std::size_t scalar_bytes(cublasComputeType_t compute) {
  if (compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC) return 2;
  return compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC ? 8 : 4;
}

// Where element (i, j) of a packed triangle lies.
Index packed_place(bool lower, Index n, Index i, Index j) {
  return lower ? i + j * (2 * n - j - 1) / 2 : i + j * (j + 1) / 2;
}

// body(i, j, its packed place) for every element of a triangle, column by column on the device's threads.
template <typename Body>
cublasStatus_t each_element(cublasHandle_t handle, cublasFillMode_t uplo, int n, int lda,
                            Body body) {
  return call(handle, [&] {
    if (n < 0 || lda < (n > 1 ? n : 1)) return CUBLAS_STATUS_INVALID_VALUE;
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    auto columns = [=](std::size_t begin, std::size_t end) {
      for (auto j = static_cast<Index>(begin); j < static_cast<Index>(end); ++j)
        for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i)
          body(i + j * lda, packed_place(lower, n, i, j));
    };
    return start(handle, {static_cast<std::size_t>(n), 64, columns, {}});
  });
}

}  // namespace

#define VG_GROUPED(L, T)                                                                         \
  cublasStatus_t cublas##L##gemmGroupedBatched(                                                  \
      cublasHandle_t handle, const cublasOperation_t transa[], const cublasOperation_t transb[], \
      const int m[], const int n[], const int k[], const T alpha[], const T* const A[],          \
      const int lda[], const T* const B[], const int ldb[], const T beta[], T* const C[],        \
      const int ldc[], int groupCount, const int groupSize[]) {                                  \
    return each_group(handle, groupCount, groupSize, [&](int g, Index first) {                   \
      return cublas##L##gemmBatched(handle, transa[g], transb[g], m[g], n[g], k[g], alpha + g,   \
                                    A + first, lda[g], B + first, ldb[g], beta + g, C + first,   \
                                    ldc[g], groupSize[g]);                                       \
    });                                                                                          \
  }
VG_GROUPED(S, float)
VG_GROUPED(D, double)
#undef VG_GROUPED

cublasStatus_t cublasGemmGroupedBatchedEx(
    cublasHandle_t handle, const cublasOperation_t transa[], const cublasOperation_t transb[],
    const int m[], const int n[], const int k[], const void* alpha, const void* const A[],
    cudaDataType Atype, const int lda[], const void* const B[], cudaDataType Btype, const int ldb[],
    const void* beta, void* const C[], cudaDataType Ctype, const int ldc[], int groupCount,
    const int groupSize[], cublasComputeType_t computeType) {
  const std::size_t bytes = scalar_bytes(computeType);
  const auto scalar = [&](const void* all, int group) {
    return static_cast<const char*>(all) + static_cast<std::size_t>(group) * bytes;
  };
  return each_group(handle, groupCount, groupSize, [&](int g, Index first) {
    return cublasGemmBatchedEx(handle, transa[g], transb[g], m[g], n[g], k[g], scalar(alpha, g),
                               A + first, Atype, lda[g], B + first, Btype, ldb[g], scalar(beta, g),
                               C + first, Ctype, ldc[g], groupSize[g], computeType,
                               CUBLAS_GEMM_DEFAULT);
  });
}

#define VG_PACKED(L, T)                                                                            \
  cublasStatus_t cublas##L##tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const T* AP, T* A, int lda) {                                    \
    return each_element(handle, uplo, n, lda,                                                      \
                        [=](Index full, Index packed) { A[full] = AP[packed]; });                  \
  }                                                                                                \
  cublasStatus_t cublas##L##trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T* A, \
                                  int lda, T* AP) {                                                \
    return each_element(handle, uplo, n, lda,                                                      \
                        [=](Index full, Index packed) { AP[packed] = A[full]; });                  \
  }
VG_PACKED(S, float)
VG_PACKED(D, double)
VG_PACKED(C, cuComplex)
VG_PACKED(Z, cuDoubleComplex)
#undef VG_PACKED
