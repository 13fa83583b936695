// Convolutions on dense copies of whatever layouts tensors have; see dnn_convolve.h.
//
// Tensors that are dense floats already are used where they are. Copies live in the host's memory until the last command
// that needs them has run. SPDX-License-Identifier: MIT
#include "api/cuda/dnn_convolve.h"

#include <vgpu/c/nn.h>

#include <memory>

#include "api/cuda/call.h"
#include "api/cuda/dnn_patches.h"

namespace vgpu::cuda::dnn {
namespace {

// With true convolution the filter's taps are in the opposite order: the same strides, backwards from the last tap.
Operand taps_of(const Operand& w, const cudnnConvolutionStruct& how) {
  if (how.mode == CUDNN_CROSS_CORRELATION) return w;
  Operand turned = w;
  Index last = 0;
  for (int i = 2; i < w.layout.rank; ++i) {
    last += (w.layout.size[i] - 1) * w.layout.stride[i];
    turned.layout.stride[i] = -w.layout.stride[i];
  }
  turned.data =
      static_cast<const char*>(w.data) + last * static_cast<Index>(bytes_of(w.layout.type));
  return turned;
}

// The tensor's numbers in the order of its axes, side by side.
template <typename A>
struct Dense {
  A* data = nullptr;
  std::shared_ptr<A[]> copy;  // null: the tensor itself

  void make_room(const Layout& layout) {
    copy = std::make_shared_for_overwrite<A[]>(static_cast<std::size_t>(layout.count()));
    data = copy.get();
  }
};

bool is_dense(const Layout& layout, cudnnDataType_t type) {
  return layout.type == type && layout.is_packed();
}

template <typename A>
cudnnStatus_t read(cudnnHandle_t handle, const Operand& from, Dense<A>& dense) {
  if (is_dense(from.layout, kTypeOf<A>)) {
    dense.data = static_cast<A*>(const_cast<void*>(from.data));
    return CUDNN_STATUS_SUCCESS;
  }
  dense.make_room(from.layout);
  return start_copy<A>(handle, from.layout.packed(kTypeOf<A>), dense.data, from, {});
}

// Where a result is computed: in its place, if it is to be there as it is.
template <typename A>
Dense<A> place_for(const Operand& result, const Blend& blend) {
  Dense<A> dense;
  if (is_dense(result.layout, kTypeOf<A>) && blend.alpha == 1 && blend.beta == 0)
    dense.data = static_cast<A*>(const_cast<void*>(result.data));
  else
    dense.make_room(result.layout);
  return dense;
}

template <typename A>
cudnnStatus_t write(cudnnHandle_t handle, const Dense<A>& dense, const Operand& result,
                    const Blend& blend) {
  if (dense.copy == nullptr) return CUDNN_STATUS_SUCCESS;
  return start_copy<A>(handle, result.layout, const_cast<void*>(result.data),
                       {result.layout.packed(kTypeOf<A>), dense.data}, blend);
}

vgpuConvolution shape_of(const cudnnConvolutionStruct& how, const Layout& x, const Layout& w) {
  vgpuConvolution shape{x.size[0], x.size[1], w.size[0], how.groups, {1, 1, 1},
                        {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  const int unused = 3 - how.rank;
  for (int i = 0; i < how.rank; ++i) {
    shape.in[unused + i] = x.size[2 + i], shape.kernel[unused + i] = w.size[2 + i];
    shape.stride[unused + i] = how.stride[i], shape.padding[unused + i] = how.padding[i];
    shape.dilation[unused + i] = how.dilation[i];
  }
  return shape;
}

// Dense copies of both operands, run(a, b, result), and the result to its place.
template <typename A, typename Run>
cudnnStatus_t compute(cudnnHandle_t handle, const Operand& a, const Operand& b,
                      const Operand& result, const Blend& blend, Run run) {
  Dense<A> first, second, out = place_for<A>(result, blend);
  if (const cudnnStatus_t error = read(handle, a, first)) return error;
  if (const cudnnStatus_t error = read(handle, b, second)) return error;
  if (const cudnnStatus_t error = run(first.data, second.data, out.data)) return error;
  if (const cudnnStatus_t error = write(handle, out, result, blend)) return error;
  if (!first.copy && !second.copy && !out.copy) return CUDNN_STATUS_SUCCESS;
  StreamTask keep;
  keep.finish = [x = first.copy, y = second.copy, z = out.copy] {};
  return start(handle, std::move(keep));
}

// Sums of bytes are exact in doubles.
bool is_wide(const Layout& layout) {
  return layout.type == CUDNN_DATA_DOUBLE || layout.type == CUDNN_DATA_INT8 ||
         layout.type == CUDNN_DATA_UINT8 || layout.type == CUDNN_DATA_INT32;
}

}  // namespace

cudnnStatus_t check(const cudnnConvolutionStruct* how, const cudnnTensorStruct* x,
                    const cudnnFilterStruct* w, const cudnnTensorStruct* y) {
  if (!all_set(how, x, w, y)) return CUDNN_STATUS_BAD_PARAM;
  if (x->rank != how->rank + 2 || w->rank != x->rank || y->rank != x->rank)
    return CUDNN_STATUS_BAD_PARAM;
  if (y->size[0] != x->size[0] || y->size[1] != w->size[0] ||
      w->size[1] * how->groups != x->size[1] || w->size[0] % how->groups != 0)
    return CUDNN_STATUS_BAD_PARAM;
  for (int i = 0; i < how->rank; ++i)
    if (y->size[2 + i] != how->output(i, x->size[2 + i], w->size[2 + i]))
      return CUDNN_STATUS_BAD_PARAM;
  const bool both_bytes = bytes_of(x->type) == 1 && bytes_of(w->type) == 1;
  return x->type == w->type || both_bytes ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_SUPPORTED;
}

cudnnStatus_t start_forward(cudnnHandle_t handle, const cudnnConvolutionStruct& how,
                            const Operand& x, const Operand& w, const Layout& y, void* to,
                            Blend blend) {
  const vgpuConvolution shape = shape_of(how, x.layout, w.layout);
  if (is_wide(x.layout))
    return compute<double>(handle, x, taps_of(w, how), {y, to}, blend,
                           [&](const double* a, const double* b, double* out) {
                             return start_forward(handle, shape, a, b, out);
                           });
  return compute<float>(
      handle, x, taps_of(w, how), {y, to}, blend, [&](const float* a, const float* b, float* out) {
        return status(vgpuConvolutionForward(&shape, a, b, nullptr, out, to_vgpu(handle->stream)));
      });
}

cudnnStatus_t start_data_gradient(cudnnHandle_t handle, const cudnnConvolutionStruct& how,
                                  const Operand& w, const Operand& dy, const Layout& dx, void* to,
                                  Blend blend) {
  const vgpuConvolution shape = shape_of(how, dx, w.layout);
  if (is_wide(dy.layout))
    return compute<double>(handle, dy, taps_of(w, how), {dx, to}, blend,
                           [&](const double* a, const double* b, double* out) {
                             return start_data_gradient(handle, shape, a, b, out);
                           });
  return compute<float>(
      handle, dy, taps_of(w, how), {dx, to}, blend,
      [&](const float* a, const float* b, float* out) {
        return status(vgpuConvolutionBackwardData(&shape, a, b, out, to_vgpu(handle->stream)));
      });
}

cudnnStatus_t start_filter_gradient(cudnnHandle_t handle, const cudnnConvolutionStruct& how,
                                    const Operand& x, const Operand& dy, const Layout& dw, void* to,
                                    Blend blend) {
  const vgpuConvolution shape = shape_of(how, x.layout, dw);
  const Operand result = taps_of({dw, to}, how);
  if (is_wide(x.layout))
    return compute<double>(handle, x, dy, result, blend,
                           [&](const double* a, const double* b, double* out) {
                             return start_filter_gradient(handle, shape, a, b, out);
                           });
  return compute<float>(
      handle, x, dy, result, blend, [&](const float* a, const float* b, float* out) {
        return status(
            vgpuConvolutionBackwardWeights(&shape, a, b, out, nullptr, to_vgpu(handle->stream)));
      });
}

}  // namespace vgpu::cuda::dnn
