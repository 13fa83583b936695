// What vgpu_dnn/tensors.h and vgpu_dnn/operations.h do to each element: filled, scaled, added, of two tensors one.
// SPDX-License-Identifier: MIT
#include <cmath>

#include "api/cuda/dnn_elements.h"

using namespace vgpu::cuda::dnn;

struct cudnnOpTensorStruct {
  cudnnOpTensorOp_t operation = CUDNN_OP_TENSOR_ADD;
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
};

namespace {

template <typename A, typename Combine>
cudnnStatus_t start_pairs(cudnnHandle_t handle, const Operand& a, A alpha1, const Operand& b,
                          A alpha2, const Operand& c, A beta, Combine combine) {
  const auto body = [=](const std::array<const A*, 2>& in, A* out, Index count) {
    for (Index i = 0; i < count; ++i) out[i] = combine(alpha1 * in[0][i], alpha2 * in[1][i]);
  };
  return start_each<A, 2>(handle, c.layout, const_cast<void*>(c.data), {a, b},
                          {1, static_cast<double>(beta)}, body);
}

// Of a NaN and a number the number, unless NaNs are to be passed on.
template <typename A, typename Better>
auto extreme(cudnnNanPropagation_t nan, Better better) {
  const bool keep = nan == CUDNN_PROPAGATE_NAN;
  return [=](A x, A y) {
    if (x != x) return keep ? x : y;
    if (y != y) return keep ? y : x;
    return better(x, y) ? x : y;
  };
}

template <typename A>
cudnnStatus_t operate(cudnnHandle_t handle, const cudnnOpTensorStruct& what, const Operand& a,
                      A alpha1, const Operand& b, A alpha2, const Operand& c, A beta) {
  const auto start = [&](auto combine) {
    return start_pairs<A>(handle, a, alpha1, b, alpha2, c, beta, combine);
  };
  switch (what.operation) {
    case CUDNN_OP_TENSOR_ADD:
      return start([](A x, A y) { return x + y; });
    case CUDNN_OP_TENSOR_MUL:
      return start([](A x, A y) { return x * y; });
    case CUDNN_OP_TENSOR_MIN:
      return start(extreme<A>(what.nan, [](A x, A y) { return x < y; }));
    case CUDNN_OP_TENSOR_MAX:
      return start(extreme<A>(what.nan, [](A x, A y) { return x > y; }));
    case CUDNN_OP_TENSOR_SQRT:
      return start([](A x, A) { return std::sqrt(x); });
    default:
      return CUDNN_STATUS_NOT_SUPPORTED;
  }
}

bool is_pair(cudnnOpTensorOp_t operation) { return operation < CUDNN_OP_TENSOR_SQRT; }

}  // namespace

cudnnStatus_t cudnnTransformTensor(cudnnHandle_t handle, const void* alpha,
                                   const cudnnTensorDescriptor_t xDesc, const void* x,
                                   const void* beta, const cudnnTensorDescriptor_t yDesc, void* y) {
  return call(handle, [&] {
    if (!all_set(xDesc, yDesc) || any_null(alpha, x, beta, y) || !xDesc->has_sizes_of(*yDesc))
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      return start_copy<decltype(a)>(handle, *yDesc, y, {*xDesc, x},
                                     blend(alpha, beta, xDesc->type));
    });
  });
}

cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void* alpha,
                             const cudnnTensorDescriptor_t aDesc, const void* A, const void* beta,
                             const cudnnTensorDescriptor_t cDesc, void* C) {
  return call(handle, [&] {
    if (!all_set(aDesc, cDesc) || any_null(alpha, A, beta, C) || !fits_in(*aDesc, *cDesc))
      return CUDNN_STATUS_BAD_PARAM;
    if (aDesc->type != cDesc->type) return CUDNN_STATUS_NOT_SUPPORTED;
    return with_numbers(cDesc->type, [&](auto a) {
      return start_copy<decltype(a)>(handle, *cDesc, C, {*aDesc, A},
                                     blend(alpha, beta, cDesc->type));
    });
  });
}

cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y,
                             const void* valuePtr) {
  return call(handle, [&] {
    if (!all_set(yDesc) || any_null(y, valuePtr)) return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(yDesc->type, [&](auto a) {
      using A = decltype(a);
      const A value = get<A>(numbers(valuePtr, *yDesc), 0);  // one number of the tensor's own type
      return start_each<A, 0>(handle, *yDesc, y, {}, {},
                              [value](const std::array<const A*, 0>&, A* out, Index count) {
                                std::fill_n(out, count, value);
                              });
    });
  });
}

cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, const cudnnTensorDescriptor_t yDesc, void* y,
                               const void* alpha) {
  return call(handle, [&] {
    if (!all_set(yDesc) || any_null(y, alpha)) return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(yDesc->type, [&](auto a) {
      return start_copy<decltype(a)>(handle, *yDesc, y, {*yDesc, y},
                                     {scalar(alpha, yDesc->type), 0});
    });
  });
}

cudnnStatus_t cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t* opTensorDesc) {
  return make(opTensorDesc);
}
cudnnStatus_t cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc) {
  return destroy(opTensorDesc);
}

cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t opTensorDesc,
                                         cudnnOpTensorOp_t opTensorOp,
                                         cudnnDataType_t opTensorCompType,
                                         cudnnNanPropagation_t opTensorNanOpt) {
  if (opTensorDesc == nullptr || opTensorOp < 0 || opTensorOp > CUDNN_OP_TENSOR_NOT)
    return CUDNN_STATUS_BAD_PARAM;
  *opTensorDesc = {opTensorOp, opTensorCompType, opTensorNanOpt};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetOpTensorDescriptor(const cudnnOpTensorDescriptor_t opTensorDesc,
                                         cudnnOpTensorOp_t* opTensorOp,
                                         cudnnDataType_t* opTensorCompType,
                                         cudnnNanPropagation_t* opTensorNanOpt) {
  if (opTensorDesc == nullptr) return CUDNN_STATUS_BAD_PARAM;
  give(opTensorOp, opTensorDesc->operation);
  give(opTensorCompType, opTensorDesc->compute);
  give(opTensorNanOpt, opTensorDesc->nan);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnOpTensor(cudnnHandle_t handle, const cudnnOpTensorDescriptor_t opTensorDesc,
                            const void* alpha1, const cudnnTensorDescriptor_t aDesc, const void* A,
                            const void* alpha2, const cudnnTensorDescriptor_t bDesc, const void* B,
                            const void* beta, const cudnnTensorDescriptor_t cDesc, void* C) {
  return call(handle, [&] {
    if (!all_set(aDesc, cDesc) || any_null(opTensorDesc, alpha1, A, beta, C))
      return CUDNN_STATUS_BAD_PARAM;
    const bool pair = is_pair(opTensorDesc->operation);
    if (pair && (!all_set(bDesc) || any_null(alpha2, B) || !fits_in(*bDesc, *cDesc)))
      return CUDNN_STATUS_BAD_PARAM;
    if (!aDesc->has_sizes_of(*cDesc)) return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(cDesc->type, [&](auto a) {
      using Number = decltype(a);
      const auto read = [&](const void* p) { return static_cast<Number>(scalar(p, cDesc->type)); };
      const Operand first{*aDesc, A};
      return operate<Number>(handle, *opTensorDesc, first, read(alpha1),
                             pair ? Operand{*bDesc, B} : first, pair ? read(alpha2) : 0,
                             {*cDesc, C}, read(beta));
    });
  });
}
