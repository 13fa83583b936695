// Pooling of vgpu_dnn/pooling.h: plane by plane, with any sizes of the output, whose windows are cut off at the image.
//
// vGPU's own pooling (src/engine/conv) is for floats and for the output that fits. SPDX-License-Identifier: MIT
#include <limits>

#include "api/cuda/dnn_lines.h"

using namespace vgpu::cuda::dnn;

struct cudnnPoolingStruct {
  cudnnPoolingMode_t mode = CUDNN_POOLING_MAX;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  int rank = 0;  // axes of space
  std::array<int, 3> window{1, 1, 1}, padding{}, stride{1, 1, 1};
};

namespace {

// A plane's geometry, as three axes of space; unused ones come first and have size 1.
struct Plane {
  cudnnPoolingStruct how;
  std::array<Index, 3> in{1, 1, 1}, out{1, 1, 1}, window{1, 1, 1}, padding{}, stride{1, 1, 1};

  Plane(const cudnnPoolingStruct& pooling, const Layout& x, const Layout& y) : how(pooling) {
    const int unused = 3 - pooling.rank;
    for (int i = 0; i < pooling.rank; ++i) {
      in[unused + i] = x.size[2 + i], out[unused + i] = y.size[2 + i];
      window[unused + i] = pooling.window[i], padding[unused + i] = pooling.padding[i];
      stride[unused + i] = pooling.stride[i];
    }
  }
  bool is_max() const {
    return how.mode == CUDNN_POOLING_MAX || how.mode == CUDNN_POOLING_MAX_DETERMINISTIC;
  }
  // The part of the window at position `at` that lies in the image, along an axis.
  struct Range {
    Index begin, end;
  };
  Range range(int axis, Index at) const {
    const Index begin = at * stride[axis] - padding[axis];
    return {std::max<Index>(begin, 0), std::min(begin + window[axis], in[axis])};
  }
  Index whole() const { return product(window.data(), 3); }

  // body(window's number, ranges) for all windows.
  template <typename Body>
  void windows(Body body) const {
    Index number = 0;
    for (Index d = 0; d < out[0]; ++d)
      for (Index h = 0; h < out[1]; ++h)
        for (Index w = 0; w < out[2]; ++w)
          body(number++, std::array<Range, 3>{range(0, d), range(1, h), range(2, w)});
  }
  // body(place) for the elements of a window.
  template <typename Body>
  void elements(const std::array<Range, 3>& r, Body body) const {
    for (Index d = r[0].begin; d < r[0].end; ++d)
      for (Index h = r[1].begin; h < r[1].end; ++h)
        for (Index w = r[2].begin; w < r[2].end; ++w) body((d * in[1] + h) * in[2] + w);
  }
  // What a mean is divided by.
  Index divisor(const std::array<Range, 3>& r) const {
    if (how.mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING) return whole();
    Index inside = 1;
    for (const Range& axis : r) inside *= std::max<Index>(axis.end - axis.begin, 0);
    return std::max<Index>(inside, 1);
  }
  // The first place of the maximum, or -1.
  template <typename A>
  Index maximum(const std::array<Range, 3>& r, const A* x) const {
    const bool keep_nan = how.nan == CUDNN_PROPAGATE_NAN;
    Index best = -1;
    elements(r, [&](Index at) {
      const bool nan = x[at] != x[at];
      if (nan && !keep_nan) return;
      if (best < 0 || x[at] > x[best] || (nan && x[best] == x[best])) best = at;
    });
    return best;
  }
};

template <typename A>
void pool(const Plane& plane, const A* x, A* y) {
  plane.windows([&](Index number, const auto& ranges) {
    if (plane.is_max()) {
      const Index best = plane.maximum(ranges, x);
      y[number] = best < 0 ? -std::numeric_limits<A>::max() : x[best];
      return;
    }
    A sum = 0;
    plane.elements(ranges, [&](Index at) { sum += x[at]; });
    y[number] = sum / static_cast<A>(plane.divisor(ranges));
  });
}

template <typename A>
void pool_back(const Plane& plane, const A* x, const A* dy, A* dx) {
  plane.windows([&](Index number, const auto& ranges) {
    if (plane.is_max()) {
      const Index best = plane.maximum(ranges, x);
      if (best >= 0) dx[best] += dy[number];
      return;
    }
    const A share = dy[number] / static_cast<A>(plane.divisor(ranges));
    plane.elements(ranges, [&](Index at) { dx[at] += share; });
  });
}

template <typename A>
std::vector<A> line_of(Index length) {
  return std::vector<A>(static_cast<std::size_t>(length));
}

Index output_size(const cudnnPoolingStruct& p, int axis, Index in) {
  return 1 + (in + 2 * p.padding[axis] - p.window[axis]) / p.stride[axis];
}

// Images and channels of both are the same, and there are as many axes of space as the windows have.
bool belong_together(const cudnnPoolingStruct& p, const Layout& x, const Layout& y) {
  return x.rank == p.rank + 2 && y.rank == x.rank && x.size[0] == y.size[0] &&
         x.size[1] == y.size[1];
}

}  // namespace

cudnnStatus_t cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* poolingDesc) {
  return make(poolingDesc);
}
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t poolingDesc) {
  return destroy(poolingDesc);
}

cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc,
                                          cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t maxpoolingNanOpt, int windowHeight,
                                          int windowWidth, int verticalPadding,
                                          int horizontalPadding, int verticalStride,
                                          int horizontalStride) {
  const int window[] = {windowHeight, windowWidth}, stride[] = {verticalStride, horizontalStride};
  const int padding[] = {verticalPadding, horizontalPadding};
  return cudnnSetPoolingNdDescriptor(poolingDesc, mode, maxpoolingNanOpt, 2, window, padding,
                                     stride);
}

cudnnStatus_t cudnnGetPooling2dDescriptor(const cudnnPoolingDescriptor_t poolingDesc,
                                          cudnnPoolingMode_t* mode,
                                          cudnnNanPropagation_t* maxpoolingNanOpt,
                                          int* windowHeight, int* windowWidth, int* verticalPadding,
                                          int* horizontalPadding, int* verticalStride,
                                          int* horizontalStride) {
  if (poolingDesc == nullptr || poolingDesc->rank != 2) return CUDNN_STATUS_BAD_PARAM;
  give(mode, poolingDesc->mode);
  give(maxpoolingNanOpt, poolingDesc->nan);
  give(windowHeight, poolingDesc->window[0]);
  give(windowWidth, poolingDesc->window[1]);
  give(verticalPadding, poolingDesc->padding[0]);
  give(horizontalPadding, poolingDesc->padding[1]);
  give(verticalStride, poolingDesc->stride[0]);
  give(horizontalStride, poolingDesc->stride[1]);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t poolingDesc,
                                          const cudnnPoolingMode_t mode,
                                          const cudnnNanPropagation_t maxpoolingNanOpt, int nbDims,
                                          const int windowDimA[], const int paddingA[],
                                          const int strideA[]) {
  if (any_null(poolingDesc, windowDimA, paddingA, strideA) || mode < 0 ||
      mode > CUDNN_POOLING_MAX_DETERMINISTIC || nbDims < 1)
    return CUDNN_STATUS_BAD_PARAM;
  if (nbDims > 3) return CUDNN_STATUS_NOT_SUPPORTED;
  cudnnPoolingStruct made{mode, maxpoolingNanOpt, nbDims};
  for (int i = 0; i < nbDims; ++i) {
    if (windowDimA[i] < 1 || paddingA[i] < 0 || strideA[i] < 1) return CUDNN_STATUS_BAD_PARAM;
    made.window[i] = windowDimA[i], made.padding[i] = paddingA[i], made.stride[i] = strideA[i];
  }
  *poolingDesc = made;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetPoolingNdDescriptor(const cudnnPoolingDescriptor_t poolingDesc,
                                          int nbDimsRequested, cudnnPoolingMode_t* mode,
                                          cudnnNanPropagation_t* maxpoolingNanOpt, int* nbDims,
                                          int windowDimA[], int paddingA[], int strideA[]) {
  if (poolingDesc == nullptr || nbDimsRequested < 0) return CUDNN_STATUS_BAD_PARAM;
  give(mode, poolingDesc->mode);
  give(maxpoolingNanOpt, poolingDesc->nan);
  give(nbDims, poolingDesc->rank);
  for (int i = 0; i < std::min(nbDimsRequested, poolingDesc->rank); ++i) {
    if (windowDimA != nullptr) windowDimA[i] = poolingDesc->window[i];
    if (paddingA != nullptr) paddingA[i] = poolingDesc->padding[i];
    if (strideA != nullptr) strideA[i] = poolingDesc->stride[i];
  }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                const cudnnTensorDescriptor_t inputTensorDesc,
                                                int* n, int* c, int* h, int* w) {
  if (any_null(n, c, h, w)) return CUDNN_STATUS_BAD_PARAM;
  int sizes[4] = {};
  const cudnnStatus_t error =
      cudnnGetPoolingNdForwardOutputDim(poolingDesc, inputTensorDesc, 4, sizes);
  if (error == CUDNN_STATUS_SUCCESS) *n = sizes[0], *c = sizes[1], *h = sizes[2], *w = sizes[3];
  return error;
}

cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc,
                                                const cudnnTensorDescriptor_t inputTensorDesc,
                                                int nbDims, int outputTensorDimA[]) {
  if (!all_set(poolingDesc, inputTensorDesc) || outputTensorDimA == nullptr ||
      inputTensorDesc->rank != nbDims || nbDims != poolingDesc->rank + 2)
    return CUDNN_STATUS_BAD_PARAM;
  for (int i = 0; i < nbDims; ++i) {
    const Index in = inputTensorDesc->size[i];
    outputTensorDimA[i] = static_cast<int>(i < 2 ? in : output_size(*poolingDesc, i - 2, in));
  }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc,
                                  const void* alpha, const cudnnTensorDescriptor_t xDesc,
                                  const void* x, const void* beta,
                                  const cudnnTensorDescriptor_t yDesc, void* y) {
  return call(handle, [&] {
    if (!all_set(poolingDesc, xDesc, yDesc) || any_null(alpha, x, beta, y) ||
        !belong_together(*poolingDesc, *xDesc, *yDesc) || xDesc->type != yDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const Lines<2> in(*xDesc, only(*xDesc, 0, 2), {xDesc->stride, yDesc->stride}, true);
      const Lines<2> out(*yDesc, only(*yDesc, 0, 2), {xDesc->stride, yDesc->stride}, true);
      const Plane plane(*poolingDesc, *xDesc, *yDesc);
      const Numbers from = numbers(x, *xDesc), to = numbers(y, *yDesc);
      const Blend how = blend(alpha, beta, xDesc->type);
      return in.start(handle, [=](const Lines<2>& all, const Lines<2>::Offsets& begin) {
        auto line = line_of<A>(all.length()), result = line_of<A>(out.length());
        all.read(0, from, begin, line.data());
        pool(plane, line.data(), result.data());
        out.write(1, to, begin, result.data(), how);
      });
    });
  });
}

cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc,
                                   const void* alpha, const cudnnTensorDescriptor_t yDesc,
                                   const void* y, const cudnnTensorDescriptor_t dyDesc,
                                   const void* dy, const cudnnTensorDescriptor_t xDesc,
                                   const void* x, const void* beta,
                                   const cudnnTensorDescriptor_t dxDesc, void* dx) {
  return call(handle, [&] {
    if (!all_set(poolingDesc, yDesc, dyDesc, xDesc, dxDesc) ||
        any_null(alpha, y, dy, x, beta, dx) || !belong_together(*poolingDesc, *xDesc, *dyDesc) ||
        !yDesc->has_sizes_of(*dyDesc) || !xDesc->has_sizes_of(*dxDesc) ||
        xDesc->type != dxDesc->type)
      return CUDNN_STATUS_BAD_PARAM;
    return with_numbers(xDesc->type, [&](auto a) {
      using A = decltype(a);
      const std::array<Axes, 3> strides{xDesc->stride, dyDesc->stride, dxDesc->stride};
      const Lines<3> in(*xDesc, only(*xDesc, 0, 2), strides, true);
      const Lines<3> out(*dyDesc, only(*dyDesc, 0, 2), strides, true);
      const Plane plane(*poolingDesc, *xDesc, *dyDesc);
      const Numbers from = numbers(x, *xDesc), slopes = numbers(dy, *dyDesc);
      const Numbers to = numbers(dx, *dxDesc);
      const Blend how = blend(alpha, beta, xDesc->type);
      return in.start(handle, [=](const Lines<3>& all, const Lines<3>::Offsets& begin) {
        auto line = line_of<A>(all.length()), result = line_of<A>(all.length());
        auto slope = line_of<A>(out.length());
        all.read(0, from, begin, line.data());
        out.read(1, slopes, begin, slope.data());
        pool_back(plane, line.data(), slope.data(), result.data());
        all.write(2, to, begin, result.data(), how);
      });
    });
  });
}
