// The functions of vgpu/c/gemm.h.
// SPDX-License-Identifier: MIT
#include <vgpu/c/gemm.h>

#include <complex>
#include <memory>

#include "api/c/entry.h"
#include "api/c/matrix_arguments.h"
#include "base/handle_table.h"
#include "engine/engine_work.h"
#include "engine/gemm/complex.h"
#include "engine/gemm/each.h"
#include "engine/gemm/gemm.h"
#include "engine/gemm/strassen.h"
#include "engine/gemm/words.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

using Packed = gemm::PackedMatrix<float>;

HandleTable<Packed>& packed_matrices() {
  static HandleTable<Packed>& table = *new HandleTable<Packed>(0x5310, "packed matrix");
  return table;
}

// Enqueues a batch of one or more products that has no engine of its own.
template <typename Arguments, typename Problem>
void enqueue_each(const Arguments& args, const Problem& problem, double operations,
                  const char* name, vgpuStream_t stream) {
  const gemm::BatchStrides strides{args.stride_a, args.stride_b, args.stride_c, 0};
  engine::enqueue(stream, name, operations, [problem, strides, count = args.count] {
    gemm::multiply_each(problem, count, strides);
  });
}

// A batch, or a product alone, of complex matrices.
template <typename T, typename C>
struct ComplexArguments {
  vgpuLayout layout;
  vgpuTranspose trans_a, trans_b;
  std::int64_t m, n, k;
  const C *alpha, *a;
  std::int64_t lda, stride_a;
  const C* b;
  std::int64_t ldb, stride_b;
  const C* beta;
  C* c;
  std::int64_t ldc, stride_c, count;

  void enqueue(const char* name, vgpuStream_t stream) const {
    using Number = std::complex<T>;
    require(alpha, "alpha"), require(beta, "beta");
    const GemmArguments<Number> args{layout,
                                     trans_a,
                                     trans_b,
                                     m,
                                     n,
                                     k,
                                     1,
                                     0,
                                     reinterpret_cast<const Number*>(a),
                                     lda,
                                     reinterpret_cast<const Number*>(b),
                                     ldb,
                                     reinterpret_cast<Number*>(c),
                                     ldc,
                                     count,
                                     stride_a,
                                     stride_b,
                                     stride_c};
    const auto o = checked_operands(args);
    const gemm::ComplexProblem<T> problem{m,
                                          n,
                                          k,
                                          o.a,
                                          o.b,
                                          trans_a == vgpuConjTrans,
                                          trans_b == vgpuConjTrans,
                                          o.c,
                                          {alpha->x, alpha->y},
                                          {beta->x, beta->y}};
    enqueue_each(args, problem, 4 * operations_of(args), name, stream);
  }
};
using Cgemm = ComplexArguments<float, vgpuComplex>;
using Zgemm = ComplexArguments<double, vgpuDoubleComplex>;

template <typename In, typename Sum>
void enqueue_words(const GemmArguments<Sum, In, Sum>& args, const char* name, vgpuStream_t stream) {
  const auto o = checked_operands(args);
  const gemm::WordProblem<In, Sum> problem{args.m, args.n, args.k,     o.a,
                                           o.b,    o.c,    args.alpha, args.beta};
  enqueue_each(args, problem, operations_of(args), name, stream);
}

gemm::Activation activation_of(vgpuActivation activation) {
  if (activation < vgpuActivationNone || activation > vgpuActivationGelu) {
    fail(ErrorCode::InvalidValue, "epilogue: {} is no activation", static_cast<int>(activation));
  }
  return static_cast<gemm::Activation>(activation);
}

// The epilogue of an m x n product.
gemm::Epilogue<float> checked_epilogue(const vgpuSgemmEpilogue& e, std::int64_t m, std::int64_t n,
                                       bool rows) {
  gemm::Epilogue<float> result;
  if (e.columnBias != nullptr)
    check_operand(e.columnBias, static_cast<std::size_t>(n) * 4, "columnBias");
  if (e.rowBias != nullptr) check_operand(e.rowBias, static_cast<std::size_t>(m) * 4, "rowBias");
  result.column_bias = e.columnBias;
  result.row_bias = e.rowBias;
  result.activation = activation_of(e.activation);
  result.scale = e.scale;
  if (e.residual != nullptr) {
    result.residual =
        checked_matrix(e.residual, m, n, e.ldResidual, rows, 1, 0, "residual", "ldResidual");
  }
  return result;
}

template <typename T>
void enqueue_strassen(const GemmArguments<T>& args, int levels, const char* name,
                      vgpuStream_t stream) {
  if (levels < -1 || levels > 2) {
    fail(ErrorCode::InvalidValue, "levels: {} is none of -1, 0, 1, 2", levels);
  }
  const gemm::Problem<T> problem = to_problem(args);
  const int chosen = levels < 0 ? gemm::strassen_levels(problem) : levels;
  engine::enqueue(stream, name, operations_of(args),
                  [problem, chosen] { gemm::multiply_strassen(problem, chosen); });
}

}  // namespace

vgpuError_t vgpuCgemm(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b, int64_t m,
                      int64_t n, int64_t k, const vgpuComplex* alpha, const vgpuComplex* a,
                      int64_t lda, const vgpuComplex* b, int64_t ldb, const vgpuComplex* beta,
                      vgpuComplex* c, int64_t ldc, vgpuStream_t stream) {
  return entry(__func__, [&] {
    Cgemm{layout, trans_a, trans_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1}
        .enqueue("cgemm", stream);
  });
}

vgpuError_t vgpuCgemmStridedBatched(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b,
                                    int64_t m, int64_t n, int64_t k, const vgpuComplex* alpha,
                                    const vgpuComplex* a, int64_t lda, int64_t stride_a,
                                    const vgpuComplex* b, int64_t ldb, int64_t stride_b,
                                    const vgpuComplex* beta, vgpuComplex* c, int64_t ldc,
                                    int64_t stride_c, int64_t count, vgpuStream_t stream) {
  return entry(__func__, [&] {
    Cgemm{layout,   trans_a, trans_b, m,        n,    k, alpha, a,        lda,
          stride_a, b,       ldb,     stride_b, beta, c, ldc,   stride_c, count}
        .enqueue("cgemm batch", stream);
  });
}

vgpuError_t vgpuZgemm(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b, int64_t m,
                      int64_t n, int64_t k, const vgpuDoubleComplex* alpha,
                      const vgpuDoubleComplex* a, int64_t lda, const vgpuDoubleComplex* b,
                      int64_t ldb, const vgpuDoubleComplex* beta, vgpuDoubleComplex* c, int64_t ldc,
                      vgpuStream_t stream) {
  return entry(__func__, [&] {
    Zgemm{layout, trans_a, trans_b, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1}
        .enqueue("zgemm", stream);
  });
}

vgpuError_t vgpuZgemmStridedBatched(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b,
                                    int64_t m, int64_t n, int64_t k, const vgpuDoubleComplex* alpha,
                                    const vgpuDoubleComplex* a, int64_t lda, int64_t stride_a,
                                    const vgpuDoubleComplex* b, int64_t ldb, int64_t stride_b,
                                    const vgpuDoubleComplex* beta, vgpuDoubleComplex* c,
                                    int64_t ldc, int64_t stride_c, int64_t count,
                                    vgpuStream_t stream) {
  return entry(__func__, [&] {
    Zgemm{layout,   trans_a, trans_b, m,        n,    k, alpha, a,        lda,
          stride_a, b,       ldb,     stride_b, beta, c, ldc,   stride_c, count}
        .enqueue("zgemm batch", stream);
  });
}

vgpuError_t vgpuGemmBf16(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b, int64_t m,
                         int64_t n, int64_t k, float alpha, const uint16_t* a, int64_t lda,
                         const uint16_t* b, int64_t ldb, float beta, float* c, int64_t ldc,
                         vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_words<std::uint16_t, float>(
        {layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b, ldb, c, ldc}, "gemm bf16",
        stream);
  });
}

vgpuError_t vgpuGemmS8(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b, int64_t m,
                       int64_t n, int64_t k, const int8_t* a, int64_t lda, const int8_t* b,
                       int64_t ldb, int accumulate, int32_t* c, int64_t ldc, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_words<std::int8_t, std::int32_t>(
        {layout, trans_a, trans_b, m, n, k, 1, accumulate != 0 ? 1 : 0, a, lda, b, ldb, c, ldc},
        "gemm s8", stream);
  });
}

vgpuError_t vgpuGemmBf16StridedBatched(vgpuLayout layout, vgpuTranspose trans_a,
                                       vgpuTranspose trans_b, int64_t m, int64_t n, int64_t k,
                                       float alpha, const uint16_t* a, int64_t lda,
                                       int64_t stride_a, const uint16_t* b, int64_t ldb,
                                       int64_t stride_b, float beta, float* c, int64_t ldc,
                                       int64_t stride_c, int64_t count, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_words<std::uint16_t, float>({layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b,
                                         ldb, c, ldc, count, stride_a, stride_b, stride_c},
                                        "gemm bf16 batch", stream);
  });
}

vgpuError_t vgpuGemmS8StridedBatched(vgpuLayout layout, vgpuTranspose trans_a,
                                     vgpuTranspose trans_b, int64_t m, int64_t n, int64_t k,
                                     const int8_t* a, int64_t lda, int64_t stride_a,
                                     const int8_t* b, int64_t ldb, int64_t stride_b, int accumulate,
                                     int32_t* c, int64_t ldc, int64_t stride_c, int64_t count,
                                     vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_words<std::int8_t, std::int32_t>(
        {layout, trans_a, trans_b, m, n, k, 1, accumulate != 0 ? 1 : 0, a, lda, b, ldb, c, ldc,
         count, stride_a, stride_b, stride_c},
        "gemm s8 batch", stream);
  });
}

vgpuError_t vgpuSgemmFused(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b,
                           int64_t m, int64_t n, int64_t k, float alpha, const float* a,
                           int64_t lda, const float* b, int64_t ldb, float beta, float* c,
                           int64_t ldc, const vgpuSgemmEpilogue* epilogue, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const GemmArguments<float> args{layout, trans_a, trans_b, m, n,   k, alpha,
                                    beta,   a,       lda,     b, ldb, c, ldc};
    gemm::Problem<float> problem = to_problem(args);
    require(epilogue, "epilogue");
    problem.epilogue = checked_epilogue(*epilogue, m, n, by_rows(layout));
    engine::enqueue(stream, "sgemm fused", operations_of(args),
                    [problem] { gemm::multiply(problem); });
  });
}

vgpuError_t vgpuSgemmPack(vgpuPackedMatrix_t* packed, vgpuTranspose trans_b, int64_t k, int64_t n,
                          const float* b, int64_t ldb) {
  return entry(__func__, [&] {
    require(packed, "packed");
    *packed = nullptr;
    const bool transposed = transposes(trans_b, "transB");
    check_size(k, "k"), check_size(n, "n");
    const auto matrix = checked_matrix(b, k, n, ldb, !transposed, 1, 0, "b", "ldb");
    auto made = std::make_shared<Packed>(gemm::pack(matrix, k, n));
    *packed = to_handle<vgpuPackedMatrix_t>(packed_matrices().insert(std::move(made)));
  });
}

vgpuError_t vgpuSgemmPacked(vgpuTranspose trans_a, int64_t m, float alpha, const float* a,
                            int64_t lda, vgpuPackedMatrix_t packed, float beta, float* c,
                            int64_t ldc, const vgpuSgemmEpilogue* epilogue, vgpuStream_t stream) {
  return entry(__func__, [&] {
    const std::shared_ptr<Packed> b = packed_matrices().get(to_number(packed));
    const bool transposed = transposes(trans_a, "transA");
    check_size(m, "m");
    gemm::Problem<float> problem{m, b->n, b->k, {}, {}, {}, alpha, beta, {}, b.get()};
    problem.a = checked_matrix(a, m, b->k, lda, !transposed, 1, 0, "a", "lda");
    problem.c = checked_matrix(c, m, b->n, ldc, true, 1, 0, "c", "ldc");
    if (epilogue != nullptr) problem.epilogue = checked_epilogue(*epilogue, m, b->n, true);
    const double operations =
        2.0 * static_cast<double>(m) * static_cast<double>(b->n) * static_cast<double>(b->k);
    engine::enqueue(stream, "sgemm packed", operations,
                    [problem, keep = b] { gemm::multiply(problem); });
  });
}

vgpuError_t vgpuPackedMatrixDestroy(vgpuPackedMatrix_t packed) {
  return entry(__func__, [&] { packed_matrices().remove(to_number(packed)); });
}

vgpuError_t vgpuSgemmStrassen(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b,
                              int64_t m, int64_t n, int64_t k, float alpha, const float* a,
                              int64_t lda, const float* b, int64_t ldb, float beta, float* c,
                              int64_t ldc, int levels, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_strassen<float>(
        {layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b, ldb, c, ldc}, levels,
        "sgemm strassen", stream);
  });
}

vgpuError_t vgpuDgemmStrassen(vgpuLayout layout, vgpuTranspose trans_a, vgpuTranspose trans_b,
                              int64_t m, int64_t n, int64_t k, double alpha, const double* a,
                              int64_t lda, const double* b, int64_t ldb, double beta, double* c,
                              int64_t ldc, int levels, vgpuStream_t stream) {
  return entry(__func__, [&] {
    enqueue_strassen<double>(
        {layout, trans_a, trans_b, m, n, k, alpha, beta, a, lda, b, ldb, c, ldc}, levels,
        "dgemm strassen", stream);
  });
}

vgpuError_t vgpuSgemmVariant(vgpuGemmVariant variant, vgpuLayout layout, vgpuTranspose trans_a,
                             vgpuTranspose trans_b, int64_t m, int64_t n, int64_t k, float alpha,
                             const float* a, int64_t lda, const float* b, int64_t ldb, float beta,
                             float* c, int64_t ldc, vgpuStream_t stream) {
  return entry(__func__, [&] {
    constexpr gemm::Variant kVariants[] = {gemm::Variant::basic, gemm::Variant::blocked,
                                           gemm::Variant::simd};
    if (variant < vgpuGemmBasic || variant > vgpuGemmSimd) {
      fail(ErrorCode::InvalidValue, "variant: {} is none of 0, 1, 2", static_cast<int>(variant));
    }
    const GemmArguments<float> args{layout, trans_a, trans_b, m, n,   k, alpha,
                                    beta,   a,       lda,     b, ldb, c, ldc};
    const gemm::Problem<float> problem = to_problem(args);
    engine::enqueue(
        stream, "sgemm variant", operations_of(args),
        [problem, chosen = kVariants[variant]] { gemm::multiply(problem, {.variant = chosen}); });
  });
}
