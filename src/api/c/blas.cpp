// The functions of vgpu/c/blas.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/blas.h>

#include "api/c/entry.h"
#include "api/c/matrix_arguments.h"
#include "engine/engine_work.h"
#include "engine/gemm/gemm.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

template <typename T>
void enqueue_gemm(const GemmArguments<T>& args, const char* name, vgpuStream_t stream) {
  const gemm::Problem<T> problem = to_problem(args);
  const gemm::BatchStrides strides{args.stride_a, args.stride_b, args.stride_c, 0};
  engine::enqueue(stream, name, operations_of(args), [problem, strides, count = args.count] {
    if (count == 1) {
      gemm::multiply(problem);
    } else {
      gemm::multiply_batch(problem, count, strides);
    }
  });
}

}  // namespace

vgpuError_t vgpuSgemm(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b, int64_t m,
                      int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
                      const float* b, int64_t ldb, float beta, float* c, int64_t ldc,
                      vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_gemm<float>({layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b, ldb, c, ldc},
                        "sgemm", stream);
  });
}

vgpuError_t vgpuDgemm(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b, int64_t m,
                      int64_t n, int64_t k, double alpha, const double* a, int64_t lda,
                      const double* b, int64_t ldb, double beta, double* c, int64_t ldc,
                      vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_gemm<double>({layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b, ldb, c, ldc},
                         "dgemm", stream);
  });
}

vgpuError_t vgpuSgemmStridedBatched(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b,
                                    int64_t m, int64_t n, int64_t k, float alpha, const float* a,
                                    int64_t lda, int64_t stride_a, const float* b, int64_t ldb,
                                    int64_t stride_b, float beta, float* c, int64_t ldc,
                                    int64_t stride_c, int64_t count, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_gemm<float>({layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b, ldb, c, ldc,
                         count, stride_a, stride_b, stride_c},
                        "sgemm batch", stream);
  });
}

vgpuError_t vgpuDgemmStridedBatched(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b,
                                    int64_t m, int64_t n, int64_t k, double alpha, const double* a,
                                    int64_t lda, int64_t stride_a, const double* b, int64_t ldb,
                                    int64_t stride_b, double beta, double* c, int64_t ldc,
                                    int64_t stride_c, int64_t count, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_gemm<double>({layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b, ldb, c, ldc,
                          count, stride_a, stride_b, stride_c},
                         "dgemm batch", stream);
  });
}
