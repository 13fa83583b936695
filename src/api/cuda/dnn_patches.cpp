// Gathered patches and their products; see dnn_patches.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/dnn_patches.h"

#include <vgpu/c/blas.h>

#include <algorithm>
#include <memory>

#include "api/cuda/call.h"

namespace vgpu::cuda::dnn {
namespace {

// One image's columns: a row for each channel and tap, a column for each position of the output.
struct Patches {
  vgpuConvolution shape;
  std::int64_t out[3] = {};
  Index taps, positions, pixels, rows;  // rows: of all groups
  std::shared_ptr<double[]> columns;

  explicit Patches(const vgpuConvolution& s) : shape(s) {
    vgpuConvolutionGetOutput(&shape, out);
    taps = s.kernel[0] * s.kernel[1] * s.kernel[2];
    positions = out[0] * out[1] * out[2];
    pixels = s.in[0] * s.in[1] * s.in[2];
    rows = s.inChannels * taps;
    columns = std::make_shared_for_overwrite<double[]>(static_cast<std::size_t>(rows * positions));
  }

  Index group_rows() const { return rows / shape.groups; }
  Index group_outputs() const { return shape.outChannels / shape.groups; }

  // body(pixel, column) for the positions that a tap sees; pixel -1: in the padding.
  template <typename Body>
  void each_position(Index tap, Body body) const {
    const Index k[3] = {tap / (shape.kernel[1] * shape.kernel[2]),
                        tap / shape.kernel[2] % shape.kernel[1], tap % shape.kernel[2]};
    const auto place = [&](int axis, Index position) {
      return position * shape.stride[axis] - shape.padding[axis] + k[axis] * shape.dilation[axis];
    };
    const auto inside = [&](int axis, Index at) { return at >= 0 && at < shape.in[axis]; };
    Index column = 0;
    for (Index d = 0; d < out[0]; ++d)
      for (Index h = 0; h < out[1]; ++h) {
        const Index z = place(0, d), y = place(1, h);
        const bool there = inside(0, z) && inside(1, y);
        for (Index w = 0; w < out[2]; ++w, ++column) {
          const Index x = place(2, w);
          body(there && inside(2, x) ? (z * shape.in[1] + y) * shape.in[2] + x : -1, column);
        }
      }
  }

  cudnnStatus_t start_each(cudnnHandle_t handle, Index count,
                           std::function<void(Index)> body) const {
    const auto range = [body](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) body(static_cast<Index>(i));
    };
    return start(handle, {static_cast<std::size_t>(count), 1, range, {}});
  }

  cudnnStatus_t gather(cudnnHandle_t handle, const double* image) const {
    return start_each(handle, rows, [self = *this, image](Index row) {
      const double* plane = image + row / self.taps * self.pixels;
      double* to = self.columns.get() + row * self.positions;
      self.each_position(row % self.taps, [&](Index pixel, Index column) {
        to[column] = pixel < 0 ? 0 : plane[pixel];
      });
    });
  }

  // The way back: each pixel gets the sum of the columns' elements that it was gathered into.
  cudnnStatus_t scatter(cudnnHandle_t handle, double* image) const {
    return start_each(handle, shape.inChannels, [self = *this, image](Index channel) {
      double* plane = image + channel * self.pixels;
      std::fill_n(plane, self.pixels, 0.0);
      for (Index tap = 0; tap < self.taps; ++tap) {
        const double* from = self.columns.get() + (channel * self.taps + tap) * self.positions;
        self.each_position(tap, [&](Index pixel, Index column) {
          if (pixel >= 0) plane[pixel] += from[column];
        });
      }
    });
  }

  // Columns must live until the products have read them.
  cudnnStatus_t keep(cudnnHandle_t handle) const {
    StreamTask task;
    task.finish = [held = columns] {};
    return start(handle, std::move(task));
  }
};

// c = op(a) * op(b) (+ c) of each group, by rows.
struct Product {
  vgpuTranspose a_as, b_as;
  Index m, n, k;

  cudnnStatus_t start(cudnnHandle_t handle, const Patches& p, const double* a, const double* b,
                      double beta, double* c) const {
    const Index lda = a_as == vgpuNoTrans ? k : m, ldb = b_as == vgpuNoTrans ? n : k;
    return status(vgpuDgemmStridedBatched(vgpuRowMajor, a_as, b_as, m, n, k, 1, a, lda, m * k, b,
                                          ldb, k * n, beta, c, n, m * n, p.shape.groups,
                                          to_vgpu(handle->stream)));
  }
};

}  // namespace

cudnnStatus_t start_forward(cudnnHandle_t handle, const vgpuConvolution& shape, const double* x,
                            const double* w, double* y) {
  const Patches p(shape);
  const Product product{vgpuNoTrans, vgpuNoTrans, p.group_outputs(), p.positions, p.group_rows()};
  for (Index i = 0; i < shape.batch; ++i) {
    if (const cudnnStatus_t error = p.gather(handle, x + i * shape.inChannels * p.pixels))
      return error;
    if (const cudnnStatus_t error = product.start(handle, p, w, p.columns.get(), 0,
                                                  y + i * shape.outChannels * p.positions))
      return error;
  }
  return p.keep(handle);
}

cudnnStatus_t start_data_gradient(cudnnHandle_t handle, const vgpuConvolution& shape,
                                  const double* dy, const double* w, double* dx) {
  const Patches p(shape);
  const Product product{vgpuTrans, vgpuNoTrans, p.group_rows(), p.positions, p.group_outputs()};
  for (Index i = 0; i < shape.batch; ++i) {
    if (const cudnnStatus_t error = product.start(
            handle, p, w, dy + i * shape.outChannels * p.positions, 0, p.columns.get()))
      return error;
    if (const cudnnStatus_t error = p.scatter(handle, dx + i * shape.inChannels * p.pixels))
      return error;
  }
  return p.keep(handle);
}

cudnnStatus_t start_filter_gradient(cudnnHandle_t handle, const vgpuConvolution& shape,
                                    const double* x, const double* dy, double* dw) {
  const Patches p(shape);
  const Product product{vgpuNoTrans, vgpuTrans, p.group_outputs(), p.group_rows(), p.positions};
  for (Index i = 0; i < shape.batch; ++i) {
    if (const cudnnStatus_t error = p.gather(handle, x + i * shape.inChannels * p.pixels))
      return error;
    if (const cudnnStatus_t error =
            product.start(handle, p, dy + i * shape.outChannels * p.positions, p.columns.get(),
                          i > 0 ? 1 : 0, dw))
      return error;
  }
  return p.keep(handle);
}

}  // namespace vgpu::cuda::dnn
