// Reductions of vgpu_dnn/operations.h: sums, products, extremes and norms along the axes in which the result has size 1.
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>

#include "api/cuda/dnn_lines.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::dnn;

struct cudnnReduceTensorStruct {
  cudnnReduceTensorOp_t operation = CUDNN_REDUCE_TENSOR_ADD;
  cudnnDataType_t compute = CUDNN_DATA_FLOAT;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  cudnnReduceTensorIndices_t indices = CUDNN_REDUCE_TENSOR_NO_INDICES;
  cudnnIndicesType_t index_type = CUDNN_32BIT_INDICES;

  bool finds_place() const {
    return indices == CUDNN_REDUCE_TENSOR_FLATTENED_INDICES &&
           (operation == CUDNN_REDUCE_TENSOR_MIN || operation == CUDNN_REDUCE_TENSOR_MAX ||
            operation == CUDNN_REDUCE_TENSOR_AMAX);
  }
};

namespace {

using Reduced = Lines<2>;  // what is reduced, the result

Reduced lines_of(const Layout& a, const Layout& c) {
  return Reduced(a, c.size, {a.stride, c.stride}, true);
}

// The largest (or smallest) and the first place where it stands. NaNs are left out, or win.
struct Extreme {
  bool largest, absolute, keep_nan;
  double best = 0;
  Index place = -1;

  void look(double x, Index at) {
    if (absolute) x = std::fabs(x);
    if (best != best && place >= 0) return;
    if (x != x && !keep_nan) return;
    if (place < 0 || x != x || (largest ? x > best : x < best)) best = x, place = at;
  }
  double value() const { return place < 0 ? std::numeric_limits<double>::quiet_NaN() : best; }
};

template <typename A>
double total(const Reduced& lines, const Numbers& from, const Reduced::Offsets& begin,
             auto function) {
  double sum = 0;
  lines.runs(begin, [&](const Reduced::Offsets& at, Index, Index count) {
    A room[kRun];
    const A* x = fetch(from, at[0], lines.step(0), count, room);
    sum += sum_of(count, [&](Index i) { return function(x[i]); });
  });
  return sum;
}

template <typename A, typename Body>
void each_element(const Reduced& lines, const Numbers& from, const Reduced::Offsets& begin,
                  Body body) {
  lines.runs(begin, [&](const Reduced::Offsets& at, Index first, Index count) {
    A room[kRun];
    const A* x = fetch(from, at[0], lines.step(0), count, room);
    for (Index i = 0; i < count; ++i) body(static_cast<double>(x[i]), first + i);
  });
}

template <typename A>
double reduce(const cudnnReduceTensorStruct& how, const Reduced& lines, const Numbers& from,
              const Reduced::Offsets& begin, Index& place) {
  const auto sum = [&](auto function) { return total<A>(lines, from, begin, function); };
  switch (how.operation) {
    case CUDNN_REDUCE_TENSOR_ADD:
      return sum([](A x) { return x; });
    case CUDNN_REDUCE_TENSOR_AVG:
      return sum([](A x) { return x; }) / static_cast<double>(lines.length());
    case CUDNN_REDUCE_TENSOR_NORM1:
      return sum([](A x) { return std::fabs(x); });
    case CUDNN_REDUCE_TENSOR_NORM2:
      return std::sqrt(sum([](A x) { return static_cast<double>(x) * static_cast<double>(x); }));
    case CUDNN_REDUCE_TENSOR_MUL:
    case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS: {
      const bool all = how.operation == CUDNN_REDUCE_TENSOR_MUL;
      double result = 1;
      each_element<A>(lines, from, begin, [&](double x, Index) {
        if (all || x != 0) result *= x;
      });
      return result;
    }
    default: {
      Extreme extreme{how.operation != CUDNN_REDUCE_TENSOR_MIN,
                      how.operation == CUDNN_REDUCE_TENSOR_AMAX, how.nan == CUDNN_PROPAGATE_NAN};
      each_element<A>(lines, from, begin, [&](double x, Index at) { extreme.look(x, at); });
      place = std::max<Index>(extreme.place, 0);
      return extreme.value();
    }
  }
}

// Indices are written beside the results, in the order of the axes.
cudnnStatus_t start_reduction(cudnnHandle_t handle, const cudnnReduceTensorStruct& how,
                              const Operand& a, const Layout& c, void* to, Blend blend,
                              std::uint32_t* indices) {
  return with_numbers(a.layout.type, [&](auto kind) {
    using A = decltype(kind);
    const Lines<3> kept(c, c.size, {c.stride, a.layout.stride, c.packed(c.type).stride});
    const Reduced lines = lines_of(a.layout, c);
    const Numbers from = numbers(a.data, a.layout), target = numbers(to, c);
    StreamTask task;
    task.count = static_cast<std::size_t>(kept.count());
    task.part = pieces_of_task(kept.count() * lines.length(), kept.count());
    task.body = [=](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        const auto at = kept.begin(static_cast<Index>(i));
        Index place = 0;
        double value = reduce<A>(how, lines, from, {at[1], at[0]}, place);
        put_blended(target, at[0], 0, 1, &value, blend);
        if (indices != nullptr) indices[at[2]] = static_cast<std::uint32_t>(place);
      }
    };
    return start(handle, std::move(task));
  });
}

}  // namespace

namespace vgpu::cuda::dnn {

cudnnStatus_t start_sum(cudnnHandle_t handle, const Operand& a, const Layout& c, void* to,
                        Blend blend) {
  return start_reduction(handle, cudnnReduceTensorStruct{}, a, c, to, blend, nullptr);
}

}  // namespace vgpu::cuda::dnn

cudnnStatus_t cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t* reduceTensorDesc) {
  return make(reduceTensorDesc);
}
cudnnStatus_t cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc) {
  return destroy(reduceTensorDesc);
}

cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                             cudnnReduceTensorOp_t reduceTensorOp,
                                             cudnnDataType_t reduceTensorCompType,
                                             cudnnNanPropagation_t reduceTensorNanOpt,
                                             cudnnReduceTensorIndices_t reduceTensorIndices,
                                             cudnnIndicesType_t reduceTensorIndicesType) {
  if (reduceTensorDesc == nullptr || reduceTensorOp < 0 ||
      reduceTensorOp > CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS)
    return CUDNN_STATUS_BAD_PARAM;
  *reduceTensorDesc = {reduceTensorOp, reduceTensorCompType, reduceTensorNanOpt,
                       reduceTensorIndices, reduceTensorIndicesType};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetReduceTensorDescriptor(const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                             cudnnReduceTensorOp_t* reduceTensorOp,
                                             cudnnDataType_t* reduceTensorCompType,
                                             cudnnNanPropagation_t* reduceTensorNanOpt,
                                             cudnnReduceTensorIndices_t* reduceTensorIndices,
                                             cudnnIndicesType_t* reduceTensorIndicesType) {
  if (reduceTensorDesc == nullptr) return CUDNN_STATUS_BAD_PARAM;
  give(reduceTensorOp, reduceTensorDesc->operation);
  give(reduceTensorCompType, reduceTensorDesc->compute);
  give(reduceTensorNanOpt, reduceTensorDesc->nan);
  give(reduceTensorIndices, reduceTensorDesc->indices);
  give(reduceTensorIndicesType, reduceTensorDesc->index_type);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t handle,
                                           const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                           const cudnnTensorDescriptor_t aDesc,
                                           const cudnnTensorDescriptor_t cDesc,
                                           size_t* sizeInBytes) {
  if (handle == nullptr || !all_set(aDesc, cDesc) || any_null(reduceTensorDesc, sizeInBytes))
    return CUDNN_STATUS_BAD_PARAM;
  *sizeInBytes = reduceTensorDesc->finds_place()
                     ? static_cast<size_t>(cDesc->count()) * sizeof(std::uint32_t)
                     : 0;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t handle,
                                             const cudnnReduceTensorDescriptor_t reduceTensorDesc,
                                             const cudnnTensorDescriptor_t aDesc,
                                             const cudnnTensorDescriptor_t cDesc,
                                             size_t* sizeInBytes) {
  if (handle == nullptr || !all_set(aDesc, cDesc) || any_null(reduceTensorDesc, sizeInBytes))
    return CUDNN_STATUS_BAD_PARAM;
  *sizeInBytes = 0;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnReduceTensor(cudnnHandle_t handle,
                                const cudnnReduceTensorDescriptor_t reduceTensorDesc, void* indices,
                                size_t indicesSizeInBytes, void*, size_t, const void* alpha,
                                const cudnnTensorDescriptor_t aDesc, const void* A,
                                const void* beta, const cudnnTensorDescriptor_t cDesc, void* C) {
  return call(handle, [&] {
    if (!all_set(aDesc, cDesc) || any_null(reduceTensorDesc, alpha, A, beta, C) ||
        !fits_in(*cDesc, *aDesc))
      return CUDNN_STATUS_BAD_PARAM;
    std::uint32_t* places = nullptr;
    if (reduceTensorDesc->finds_place()) {
      if (reduceTensorDesc->index_type != CUDNN_32BIT_INDICES) return CUDNN_STATUS_NOT_SUPPORTED;
      const auto bytes = static_cast<size_t>(cDesc->count()) * sizeof(std::uint32_t);
      if (indices == nullptr || indicesSizeInBytes < bytes) return CUDNN_STATUS_BAD_PARAM;
      places = static_cast<std::uint32_t*>(indices);
    }
    return start_reduction(handle, *reduceTensorDesc, {*aDesc, A}, *cDesc, C,
                           blend(alpha, beta, aDesc->type), places);
  });
}
