// cublasLtMatmul: a product in floats by cublasGemmEx, then its epilogue and the rounding to the result's type.
//
// Products in doubles and in integers have no epilogue. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "api/cuda/blas_lt.h"
#include "api/cuda/blas_numbers.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::blas;

namespace {

bool is_float(cudaDataType type) {
  return type == CUDA_R_32F || is_small_float(type) || is_tiny_float(type);
}

float scale_at(const float* scale) { return scale == nullptr ? 1 : *scale; }

constexpr float kRootOfTwoByPi = 0.7978845608f, kCubic = 0.044715f;

float gelu(float x) {
  return 0.5f * x * (1 + std::tanh(kRootOfTwoByPi * (x + kCubic * x * x * x)));
}
float gelu_slope(float x) {
  const float t = std::tanh(kRootOfTwoByPi * (x + kCubic * x * x * x));
  const float inner = kRootOfTwoByPi * (1 + 3 * kCubic * x * x);
  return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * inner;
}

// One matrix of a batch on its way from sums to the result.
struct Epilogue {
  cublasLtMatmulDescOpaque desc;
  cublasLtMatrixLayoutOpaque c_layout, d_layout;
  std::shared_ptr<std::vector<float>> sums;  // m x n, columns side by side
  Index m, n;
  float beta;
  Numbers c, d, bias, aux;
  std::shared_ptr<std::vector<float>> sizes;  // the largest of each column, if asked for

  bool is(int part) const { return (desc.epilogue & part) != 0; }
  bool with_aux() const { return is(128); }
  bool adds_bias() const { return is(CUBLASLT_EPILOGUE_BIAS); }
  bool is_slope() const {
    return desc.epilogue == CUBLASLT_EPILOGUE_DRELU ||
           desc.epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD ||
           desc.epilogue == CUBLASLT_EPILOGUE_DGELU ||
           desc.epilogue == CUBLASLT_EPILOGUE_DGELU_BGRAD;
  }
  bool is_relu() const { return is(CUBLASLT_EPILOGUE_RELU) || (is_slope() && is(8)); }
  bool is_gelu() const { return is(CUBLASLT_EPILOGUE_GELU) || (is_slope() && is(64)); }
  bool sums_rows() const {
    return desc.epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD ||
           desc.epilogue == CUBLASLT_EPILOGUE_DGELU_BGRAD;
  }

  // Whether an element was positive is one bit of aux, whose leading size counts bits.
  bool bit(Index i, Index j) const {
    const Index at = i + j * desc.aux_leading;
    return (aux.data[at / 8] >> (at % 8) & 1) != 0;
  }
  void set_bit(Index i, Index j, bool on) const {
    const Index at = i + j * desc.aux_leading;
    const int mask = 1 << (at % 8);
    aux.data[at / 8] = static_cast<char>(on ? aux.data[at / 8] | mask : aux.data[at / 8] & ~mask);
  }

  float slope(float x, Index i, Index j) const {
    if (is_relu()) return bit(i, j) ? x : 0;
    return x * gelu_slope(aux.get(i + j * desc.aux_leading));
  }
  float activate(float x, Index i, Index j) const {
    if (is_relu()) {
      if (with_aux()) set_bit(i, j, x > 0);
      return x > 0 ? x : 0;
    }
    if (!is_gelu()) return x;
    if (with_aux()) aux.set(i + j * desc.aux_leading, x);
    return gelu(x);
  }
  void store_column(Index j) const {
    const float scale = scale_at(desc.a_scale) * scale_at(desc.b_scale);
    const float old = beta * scale_at(desc.c_scale), out = scale_at(desc.d_scale);
    float size = 0;
    for (Index i = 0; i < m; ++i) {
      float x = scale * (*sums)[static_cast<std::size_t>(i + j * m)];
      if (old != 0) x += old * c.get(c_layout.place(i, j));
      if (adds_bias()) x += bias.get(i);
      x = is_slope() ? slope(x, i, j) : activate(x, i, j);
      if (sums_rows()) (*sums)[static_cast<std::size_t>(i + j * m)] = x;
      size = std::max(size, std::abs(x));
      d.set(d_layout.place(i, j), out * x);
    }
    if (sizes != nullptr) (*sizes)[static_cast<std::size_t>(j)] = size;
  }
  // Every matrix of a batch counts; the first one is done before the others.
  void store_largest(bool first) const {
    const float size = *std::max_element(sizes->begin(), sizes->end());
    *desc.largest = first ? size : std::max(size, *desc.largest);
  }
  void sum_rows() const {
    for (Index i = 0; i < m; ++i) {
      double sum = 0;
      for (Index j = 0; j < n; ++j) sum += (*sums)[static_cast<std::size_t>(i + j * m)];
      bias.set(i, static_cast<float>(sum));
    }
  }
};

// A matrix whose rows lie side by side is the transpose of one whose columns do.
cublasOperation_t operation(const cublasLtMatrixLayoutOpaque& layout, cublasOperation_t op) {
  if (layout.order == CUBLASLT_ORDER_COL) return op;
  return op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

// The gradient of a bias that was added to rows of A's product, or to columns of B's: sums over the inner dimension.
void sum_operand(const cublasLtMatrixLayoutOpaque& layout, bool by_rows, const Numbers& from,
                 const Numbers& to) {
  const auto rows = static_cast<Index>(layout.rows), columns = static_cast<Index>(layout.columns);
  for (Index i = 0; i < (by_rows ? rows : columns); ++i) {
    double sum = 0;
    for (Index j = 0; j < (by_rows ? columns : rows); ++j)
      sum += from.get(by_rows ? layout.place(i, j) : layout.place(j, i));
    to.set(i, static_cast<float>(sum));
  }
}

struct Call {
  cublasContext blas;
  cublasLtMatmulDescOpaque desc;
  const void *alpha, *a, *b, *beta, *c;
  void* d;
  cublasLtMatrixLayoutOpaque la, lb, lc, ld;

  Index inner() const {
    return static_cast<Index>(desc.op_a == CUBLAS_OP_N ? la.columns : la.rows);
  }
  bool valid() const {
    const bool plain_a = desc.op_a == CUBLAS_OP_N, plain_b = desc.op_b == CUBLAS_OP_N;
    return (plain_a ? la.rows : la.columns) == ld.rows &&
           (plain_b ? lb.columns : lb.rows) == ld.columns &&
           (plain_a ? la.columns : la.rows) == (plain_b ? lb.rows : lb.columns) &&
           lc.rows == ld.rows && lc.columns == ld.columns && la.batches == ld.batches &&
           lb.batches == ld.batches && lc.batches == ld.batches && ld.batches >= 1;
  }

  cublasStatus_t multiply(const void* factor, Index batch, const void* old, void* out,
                          cudaDataType out_type, Index out_leading, cublasComputeType_t compute) {
    return cublasGemmEx(
        &blas, operation(la, desc.op_a), operation(lb, desc.op_b), static_cast<int>(ld.rows),
        static_cast<int>(ld.columns), static_cast<int>(inner()), factor,
        numbers_at(a, la.type, batch * la.stride).data, la.type, static_cast<int>(la.leading),
        numbers_at(b, lb.type, batch * lb.stride).data, lb.type, static_cast<int>(lb.leading), old,
        out, out_type, static_cast<int>(out_leading), compute, CUBLAS_GEMM_DEFAULT);
  }

  // The old values of a product that goes elsewhere.
  bool copy_old(Index batch) const {
    if (c == d || c == nullptr) return true;
    const std::size_t size = bytes_of(ld.type);
    return cudaMemcpy2DAsync(numbers_at(d, ld.type, batch * ld.stride).data, ld.leading * size,
                             numbers_at(c, lc.type, batch * lc.stride).data, lc.leading * size,
                             ld.rows * size, ld.columns, cudaMemcpyDeviceToDevice,
                             blas.stream) == cudaSuccess;
  }

  // Doubles and integers: the product alone, into a result that holds the old values.
  cublasStatus_t plain() {
    if (desc.epilogue != CUBLASLT_EPILOGUE_DEFAULT || ld.order != CUBLASLT_ORDER_COL ||
        (c != d && c != nullptr && (lc.type != ld.type || lc.order != CUBLASLT_ORDER_COL)))
      return CUBLAS_STATUS_NOT_SUPPORTED;
    for (Index i = 0; i < ld.batches; ++i) {
      if (!copy_old(i)) return CUBLAS_STATUS_EXECUTION_FAILED;
      const cublasStatus_t error =
          multiply(alpha, i, beta, numbers_at(d, ld.type, i * ld.stride).data, ld.type, ld.leading,
                   desc.compute);
      if (error != CUBLAS_STATUS_SUCCESS) return error;
    }
    return CUBLAS_STATUS_SUCCESS;
  }

  cublasStatus_t read_scalar(const void* pointer, float& value) {
    if (desc.scale == CUDA_R_32F)
      return blas::read(&blas, static_cast<const float*>(pointer), value);
    std::uint16_t bits = 0;
    const cublasStatus_t error =
        blas::read(&blas, static_cast<const std::uint16_t*>(pointer), bits);
    value = vgpu::half_bits_to_float(bits);
    return error;
  }

  cublasStatus_t finish(const Epilogue& epilogue, bool first) {
    StreamTask task;
    task.count = static_cast<std::size_t>(epilogue.n);
    // A byte of the mask holds elements of one column only where columns begin at bytes.
    const bool alone = epilogue.with_aux() && epilogue.is_relu() && desc.aux_leading % 8 != 0;
    task.part = alone ? task.count : 8;
    task.body = [epilogue](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) epilogue.store_column(static_cast<Index>(j));
    };
    task.finish = [epilogue, first] {
      if (epilogue.sums_rows()) epilogue.sum_rows();
      if (epilogue.sizes != nullptr) epilogue.store_largest(first);
    };
    return start(&blas, std::move(task));
  }

  // Of vectors and matrices beside a result of eight bits: that of C, which has more.
  cudaDataType default_type() const { return is_tiny_float(ld.type) ? lc.type : ld.type; }

  cublasStatus_t one(Index batch, float factor, float old) {
    const auto m = static_cast<Index>(ld.rows), n = static_cast<Index>(ld.columns);
    auto sums = std::make_shared<std::vector<float>>(static_cast<std::size_t>(m * n));
    const cudaDataType bias_type = desc.bias_type.value_or(default_type());
    const Numbers bias = numbers_at(desc.bias, bias_type, batch * desc.bias_stride);
    const cudaDataType aux_type = desc.aux_type.value_or(default_type());
    Epilogue epilogue{desc,
                      lc,
                      ld,
                      sums,
                      m,
                      n,
                      old,
                      numbers_at(c, lc.type, batch * lc.stride),
                      numbers_at(d, ld.type, batch * ld.stride),
                      bias,
                      numbers_at(desc.aux, aux_type),
                      nullptr};
    if (desc.largest != nullptr && n > 0)
      epilogue.sizes = std::make_shared<std::vector<float>>(static_cast<std::size_t>(n));
    // A mask counts its elements in bits.
    const Index step = epilogue.is_relu() ? 1 : 8 * static_cast<Index>(bytes_of(aux_type));
    if (desc.aux != nullptr) epilogue.aux.data += batch * desc.aux_stride * step / 8;
    if ((epilogue.adds_bias() || epilogue.sums_rows()) && desc.bias == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    if ((epilogue.with_aux() || epilogue.is_slope()) && desc.aux == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    // From here on the stream writes to the sums, and the epilogue's task holds them.
    if (const cublasStatus_t failed = multiply_into(*sums, batch, factor, m)) return failed;
    if (const cublasStatus_t failed = finish(epilogue, batch == 0)) return failed;
    return sum_operands(batch, bias);
  }

  cublasStatus_t multiply_into(std::vector<float>& sums, Index batch, float factor, Index m) {
    const cublasContext given = blas;
    blas.pointers = CUBLAS_POINTER_MODE_HOST;
    const float zero = 0;
    const cublasStatus_t error = multiply(&factor, batch, &zero, sums.data(), CUDA_R_32F,
                                          std::max<Index>(m, 1), CUBLAS_COMPUTE_32F);
    blas = given;
    return error;
  }

  cublasStatus_t sum_operands(Index batch, const Numbers& bias) {
    const bool of_a = desc.epilogue == CUBLASLT_EPILOGUE_BGRADA;
    if (!of_a && desc.epilogue != CUBLASLT_EPILOGUE_BGRADB) return CUBLAS_STATUS_SUCCESS;
    if (bias.data == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const cublasLtMatrixLayoutOpaque layout = of_a ? la : lb;
    const bool by_rows = of_a == ((of_a ? desc.op_a : desc.op_b) == CUBLAS_OP_N);
    const Numbers from = numbers_at(of_a ? a : b, layout.type, batch * layout.stride);
    StreamTask task;
    task.finish = [=] { sum_operand(layout, by_rows, from, bias); };
    return start(&blas, std::move(task));
  }

  cublasStatus_t run() {
    if (!valid()) return CUBLAS_STATUS_INVALID_VALUE;
    if (!is_float(ld.type)) return plain();
    if (!is_float(la.type) || !is_float(lb.type) || !is_float(lc.type))
      return CUBLAS_STATUS_NOT_SUPPORTED;
    float factor = 0, old = 0;
    if (const cublasStatus_t error = read_scalar(alpha, factor)) return error;
    if (const cublasStatus_t error = read_scalar(beta, old)) return error;
    if (old != 0 && c == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    for (Index i = 0; i < ld.batches; ++i)
      if (const cublasStatus_t error = one(i, factor, old)) return error;
    return CUBLAS_STATUS_SUCCESS;
  }
};

}  // namespace

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t A, cublasLtMatrixLayout_t B,
                                              cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
                                              cublasLtMatmulPreference_t, int requested,
                                              cublasLtMatmulHeuristicResult_t results[],
                                              int* returned) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (desc == nullptr || A == nullptr || B == nullptr || C == nullptr || D == nullptr ||
      requested < 1 || results == nullptr || returned == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  *returned = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha,
                              const void* A, cublasLtMatrixLayout_t Adesc, const void* B,
                              cublasLtMatrixLayout_t Bdesc, const void* beta, const void* C,
                              cublasLtMatrixLayout_t Cdesc, void* D, cublasLtMatrixLayout_t Ddesc,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (desc == nullptr || Adesc == nullptr || Bdesc == nullptr || Cdesc == nullptr ||
      Ddesc == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  cublasContext context;
  context.stream = stream;
  if (desc->pointers == CUBLASLT_POINTER_MODE_DEVICE) context.pointers = CUBLAS_POINTER_MODE_DEVICE;
  Call work{context, *desc, alpha, A, B, beta, C, D, *Adesc, *Bdesc, *Cdesc, *Ddesc};
  return call(&context, [&] { return work.run(); });
}
