// vgpu._native's convolution, pooling and attention; vgpu.nn.functional checks shapes and makes results.
// SPDX-License-Identifier: MIT
#include <vgpu/c/nn.h>

#include <pybind11/stl.h>

#include <array>
#include <optional>

#include "bindings.h"

namespace vgpu_python {
namespace {

using Numbers = std::array<std::int64_t, 19>;  // vgpuConvolution, field by field

struct Floats {
  float* data = nullptr;
  std::int64_t count = 0;

  Floats() = default;
  Floats(const py::buffer& array, bool writable) {
    const py::buffer_info info = array.request(writable);
    if (info.format != "f") throw py::value_error("the array is not of type float32");
    py::ssize_t step = info.itemsize;
    for (py::ssize_t i = info.ndim - 1; i >= 0; step *= info.shape[i], --i) {
      if (info.shape[i] > 1 && info.strides[i] != step) throw py::value_error("not contiguous");
    }
    data = static_cast<float*>(info.ptr), count = info.size;
  }
  const Floats& of(std::int64_t wanted) const {
    if (count != wanted)
      throw py::value_error("an array of " + std::to_string(count) + " elements, not " +
                            std::to_string(wanted));
    return *this;
  }
};

vgpuConvolution shape_of(const Numbers& n) {
  vgpuConvolution s{n[0], n[1], n[2], n[3], {}, {}, {}, {}, {}};
  for (int i = 0; i < 3; ++i) {
    s.in[i] = n[4 + i], s.kernel[i] = n[7 + i], s.stride[i] = n[10 + i];
    s.padding[i] = n[13 + i], s.dilation[i] = n[16 + i];
  }
  return s;
}

std::array<std::int64_t, 3> output_of(const Numbers& numbers) {
  const vgpuConvolution shape = shape_of(numbers);
  std::array<std::int64_t, 3> out{};
  check(vgpuConvolutionGetOutput(&shape, out.data()));
  return out;
}

// How many elements the tensors of a convolution have.
struct Counts {
  vgpuConvolution s;
  std::int64_t x, y, w;
  Counts(const Numbers& numbers, bool pooling) : s(shape_of(numbers)) {
    const auto out = output_of(numbers);
    const std::int64_t channels = pooling ? s.inChannels : s.outChannels;
    x = s.batch * s.inChannels * s.in[0] * s.in[1] * s.in[2];
    y = s.batch * channels * out[0] * out[1] * out[2];
    w = pooling || s.groups < 1
            ? 0
            : s.outChannels * (s.inChannels / s.groups) * s.kernel[0] * s.kernel[1] * s.kernel[2];
  }
};

void finish(vgpuError_t code) {
  check(code);
  py::gil_scoped_release unlocked;
  check(vgpuStreamSynchronize(nullptr));
}

void convolution(const Numbers& n, const py::buffer& x, const py::buffer& w,
                 const std::optional<py::buffer>& bias, const py::buffer& y) {
  const Counts c(n, false);
  const float* b = bias ? Floats(*bias, false).of(c.s.outChannels).data : nullptr;
  finish(vgpuConvolutionForward(&c.s, Floats(x, false).of(c.x).data, Floats(w, false).of(c.w).data,
                                b, Floats(y, true).of(c.y).data, nullptr));
}

void convolution_backward_data(const Numbers& n, const py::buffer& dy, const py::buffer& w,
                               const py::buffer& dx) {
  const Counts c(n, false);
  finish(vgpuConvolutionBackwardData(&c.s, Floats(dy, false).of(c.y).data,
                                     Floats(w, false).of(c.w).data, Floats(dx, true).of(c.x).data,
                                     nullptr));
}

void convolution_backward_weights(const Numbers& n, const py::buffer& x, const py::buffer& dy,
                                  const py::buffer& dw, const std::optional<py::buffer>& dbias) {
  const Counts c(n, false);
  float* b = dbias ? Floats(*dbias, true).of(c.s.outChannels).data : nullptr;
  finish(vgpuConvolutionBackwardWeights(&c.s, Floats(x, false).of(c.x).data,
                                        Floats(dy, false).of(c.y).data,
                                        Floats(dw, true).of(c.w).data, b, nullptr));
}

void pooling(const Numbers& n, int kind, const py::buffer& x, const py::buffer& y) {
  const Counts c(n, true);
  finish(vgpuPoolingForward(&c.s, vgpuPooling(kind), Floats(x, false).of(c.x).data,
                            Floats(y, true).of(c.y).data, nullptr));
}

void pooling_backward(const Numbers& n, int kind, const py::buffer& x, const py::buffer& dy,
                      const py::buffer& dx) {
  const Counts c(n, true);
  finish(vgpuPoolingBackward(&c.s, vgpuPooling(kind), Floats(x, false).of(c.x).data,
                             Floats(dy, false).of(c.y).data, Floats(dx, true).of(c.x).data,
                             nullptr));
}

// [batch, heads, tokens, size] with its elements side by side.
struct Heads {
  float* data;
  std::int64_t shape[4], stride[3];
  Heads(const py::buffer& array, bool writable) {
    const py::buffer_info info = array.request(writable);
    if (info.format != "f" || info.ndim != 4) throw py::value_error("not a 4-D float32 array");
    if (info.shape[3] > 1 && info.strides[3] != 4)
      throw py::value_error("heads are not contiguous");
    data = static_cast<float*>(info.ptr);
    for (int i = 0; i < 4; ++i) shape[i] = info.shape[i];
    for (int i = 0; i < 3; ++i) stride[i] = info.strides[i] / 4;
  }
  void expect(std::int64_t b, std::int64_t h, std::int64_t t, std::int64_t d) const {
    if (shape[0] != b || shape[1] != h || shape[2] != t || shape[3] != d)
      throw py::value_error("shapes do not fit");
  }
};

vgpuAttention shape_of(const Heads& q, const Heads& k, const Heads& v, const Heads& out,
                       float scale, bool causal) {
  const std::int64_t b = q.shape[0], h = q.shape[1], keys = k.shape[2];
  k.expect(b, h, keys, q.shape[3]);
  v.expect(b, h, keys, v.shape[3]);
  out.expect(b, h, q.shape[2], v.shape[3]);
  vgpuAttention s{b, h, q.shape[2], keys, q.shape[3], v.shape[3], scale, causal, {}, {}, {}, {}};
  for (int i = 0; i < 3; ++i) {
    s.qStride[i] = q.stride[i], s.kStride[i] = k.stride[i];
    s.vStride[i] = v.stride[i], s.outStride[i] = out.stride[i];
  }
  return s;
}

void attention(const py::buffer& q, const py::buffer& k, const py::buffer& v, const py::buffer& out,
               const std::optional<py::buffer>& log_sum, float scale, bool causal) {
  const Heads hq(q, false), hk(k, false), hv(v, false), ho(out, true);
  const vgpuAttention s = shape_of(hq, hk, hv, ho, scale, causal);
  float* sums = log_sum ? Floats(*log_sum, true).of(s.batch * s.heads * s.queries).data : nullptr;
  finish(vgpuAttentionForward(&s, hq.data, hk.data, hv.data, ho.data, sums, nullptr));
}

void attention_backward(const py::buffer& q, const py::buffer& k, const py::buffer& v,
                        const py::buffer& out, const py::buffer& log_sum, const py::buffer& grad,
                        const py::buffer& dq, const py::buffer& dk, const py::buffer& dv,
                        float scale, bool causal) {
  const Heads hq(q, false), hk(k, false), hv(v, false), ho(out, false), hg(grad, false);
  const Heads rq(dq, true), rk(dk, true), rv(dv, true);
  const vgpuAttention s = shape_of(hq, hk, hv, ho, scale, causal);
  const auto same = [](const Heads& a, const Heads& b) {
    b.expect(a.shape[0], a.shape[1], a.shape[2], a.shape[3]);
    for (int i = 0; i < 3; ++i) {
      if (a.stride[i] != b.stride[i]) throw py::value_error("a gradient lies unlike its tensor");
    }
  };
  same(hq, rq), same(hk, rk), same(hv, rv), same(ho, hg);
  const float* sums = Floats(log_sum, false).of(s.batch * s.heads * s.queries).data;
  finish(vgpuAttentionBackward(&s, hq.data, hk.data, hv.data, ho.data, sums, hg.data, rq.data,
                               rk.data, rv.data, nullptr));
}

}  // namespace

void bind_nn(py::module_& m) {
  using py::arg;
  m.def("attention", attention, arg("q"), arg("k"), arg("v"), arg("out"), arg("log_sum").none(true),
        arg("scale"), arg("causal"));
  m.def("attention_backward", attention_backward, arg("q"), arg("k"), arg("v"), arg("out"),
        arg("log_sum"), arg("grad"), arg("grad_q"), arg("grad_k"), arg("grad_v"), arg("scale"),
        arg("causal"));
  m.def("convolution_output", output_of, arg("shape"));
  m.def("convolution", convolution, arg("shape"), arg("x"), arg("w"), arg("bias").none(true),
        arg("y"));
  m.def("convolution_backward_data", convolution_backward_data, arg("shape"), arg("grad_y"),
        arg("w"), arg("grad_x"));
  m.def("convolution_backward_weights", convolution_backward_weights, arg("shape"), arg("x"),
        arg("grad_y"), arg("grad_w"), arg("grad_bias").none(true));
  m.def("pooling", pooling, arg("shape"), arg("kind"), arg("x"), arg("y"));
  m.def("pooling_backward", pooling_backward, arg("shape"), arg("kind"), arg("x"), arg("grad_y"),
        arg("grad_x"));
}

}  // namespace vgpu_python
