// Dropout of vgpu_dnn/dropout.h: a mask of bytes in the reserved space, drawn by a counter that the states keep.
// SPDX-License-Identifier: MIT
#include "api/cuda/dnn_dropout.h"

#include "api/cuda/philox.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::dnn;

namespace vgpu::cuda::dnn {
namespace {

constexpr Index kBlock = 4;  // numbers that the generator makes at once

}  // namespace

cudnnStatus_t start_mask(cudnnHandle_t handle, const cudnnDropoutStruct& how, Index count,
                         std::uint8_t* mask) {
  const Index blocks = (count + kBlock - 1) / kBlock;
  StreamTask task;
  task.count = static_cast<std::size_t>(blocks);
  task.part = 4096;
  task.body = [=](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const Words words = philox(how.states->seed, how.states->drawn + b, 0);
      const Index first = static_cast<Index>(b) * kBlock;
      for (Index i = 0; i < kBlock && first + i < count; ++i)
        mask[first + i] = uniform(words[static_cast<std::size_t>(i)]) > how.dropout ? 1 : 0;
    }
  };
  task.finish = [=] { how.states->drawn += static_cast<std::uint64_t>(blocks); };
  return start(handle, std::move(task));
}

cudnnStatus_t start_masked(cudnnHandle_t handle, float dropout, const Operand& from,
                           const Layout& layout, void* to, const std::uint8_t* mask) {
  return with_numbers(from.layout.type, [&](auto a) {
    using A = decltype(a);
    const A scale = static_cast<A>(1 / (1 - static_cast<double>(dropout)));
    const auto body = [scale](const std::array<const A*, 2>& in, A* out, Index count) {
      for (Index i = 0; i < count; ++i) out[i] = in[1][i] != 0 ? in[0][i] * scale : A(0);
    };
    return start_each<A, 2>(handle, layout, to,
                            {from, Operand{from.layout.packed(CUDNN_DATA_UINT8), mask}}, {}, body);
  });
}

}  // namespace vgpu::cuda::dnn

namespace {

bool is_possible(const cudnnDropoutStruct* how, const Layout* from, const Layout* to,
                 size_t reserved) {
  return how != nullptr && all_set(from, to) && from->has_sizes_of(*to) && from->type == to->type &&
         reserved >= static_cast<size_t>(from->count());
}

}  // namespace

cudnnStatus_t cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* dropoutDesc) {
  return make(dropoutDesc);
}
cudnnStatus_t cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc) {
  return destroy(dropoutDesc);
}

cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t* sizeInBytes) {
  if (any_null(handle, sizeInBytes)) return CUDNN_STATUS_BAD_PARAM;
  *sizeInBytes = sizeof(DropoutStates);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t* sizeInBytes) {
  if (!all_set(xdesc) || sizeInBytes == nullptr) return CUDNN_STATUS_BAD_PARAM;
  *sizeInBytes = static_cast<size_t>(xdesc->count());
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle,
                                        float dropout, void* states, size_t stateSizeInBytes,
                                        unsigned long long seed) {
  const cudnnStatus_t error =
      cudnnRestoreDropoutDescriptor(dropoutDesc, handle, dropout, states, stateSizeInBytes, seed);
  if (error != CUDNN_STATUS_SUCCESS || states == nullptr) return error;
  return call(handle, [&] {
    StreamTask task;
    task.finish = [=] { *static_cast<DropoutStates*>(states) = {seed, 0}; };
    return start(handle, std::move(task));
  });
}

cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc,
                                            cudnnHandle_t handle, float dropout, void* states,
                                            size_t stateSizeInBytes, unsigned long long seed) {
  if (any_null(dropoutDesc, handle) || !(dropout >= 0 && dropout <= 1))
    return CUDNN_STATUS_BAD_PARAM;
  // Without states only what draws no numbers can be done.
  if (states != nullptr && stateSizeInBytes < sizeof(DropoutStates))
    return CUDNN_STATUS_INVALID_VALUE;
  *dropoutDesc = {dropout, static_cast<DropoutStates*>(states), seed};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropoutDesc, cudnnHandle_t handle,
                                        float* dropout, void** states, unsigned long long* seed) {
  if (any_null(dropoutDesc, handle)) return CUDNN_STATUS_BAD_PARAM;
  give(dropout, dropoutDesc->dropout);
  give(states, dropoutDesc->states);
  give(seed, dropoutDesc->seed);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                  const cudnnTensorDescriptor_t xdesc, const void* x,
                                  const cudnnTensorDescriptor_t ydesc, void* y, void* reserveSpace,
                                  size_t reserveSpaceSizeInBytes) {
  return call(handle, [&] {
    if (!is_possible(dropoutDesc, xdesc, ydesc, reserveSpaceSizeInBytes) ||
        any_null(x, y, reserveSpace) || dropoutDesc->states == nullptr)
      return CUDNN_STATUS_BAD_PARAM;
    auto* mask = static_cast<std::uint8_t*>(reserveSpace);
    if (const cudnnStatus_t error = start_mask(handle, *dropoutDesc, xdesc->count(), mask))
      return error;
    return start_masked(handle, dropoutDesc->dropout, {*xdesc, x}, *ydesc, y, mask);
  });
}

cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, const cudnnDropoutDescriptor_t dropoutDesc,
                                   const cudnnTensorDescriptor_t dydesc, const void* dy,
                                   const cudnnTensorDescriptor_t dxdesc, void* dx,
                                   void* reserveSpace, size_t reserveSpaceSizeInBytes) {
  return call(handle, [&] {
    if (!is_possible(dropoutDesc, dydesc, dxdesc, reserveSpaceSizeInBytes) ||
        any_null(dy, dx, reserveSpace))
      return CUDNN_STATUS_BAD_PARAM;
    return start_masked(handle, dropoutDesc->dropout, {*dydesc, dy}, *dxdesc, dx,
                        static_cast<const std::uint8_t*>(reserveSpace));
  });
}
