// cuDNN's convolutions and their gradients, in all layouts, types, groups and dimensions, against plain loops.
// build: -lcudnn
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "dnn_tensors.h"

struct Shape {
  Sizes x, w, padding, stride, dilation;  // w: [outputs, inputs of a group, taps]
  int groups = 1;
  bool turned = false;

  int axes() const { return int(padding.size()); }
  Sizes y() const {
    Sizes size{x[0], w[0]};
    for (int i = 0; i < axes(); ++i)
      size.push_back((x[2 + i] + 2 * padding[i] - dilation[i] * (w[2 + i] - 1) - 1) / stride[i] +
                     1);
    return size;
  }
  // body(number in x, in w, in y) for each product that the convolution is the sum of.
  template <class Body>
  void products(Body body) const {
    const Sizes out = y();
    for (int i = 0; i < count_of(out); ++i) {
      const Sizes at = place(out, i);
      for (int j = 0; j < count_of(w) / w[0]; ++j) {
        Sizes tap = place(w, at[1] * (count_of(w) / w[0]) + j),
              from{at[0], at[1] / (w[0] / groups) * w[1] + tap[1]};
        bool inside = true;
        for (int a = 0; a < axes(); ++a) {
          from.push_back(at[2 + a] * stride[a] - padding[a] + tap[2 + a] * dilation[a]);
          inside = inside && from[2 + a] >= 0 && from[2 + a] < x[2 + a];
          if (turned) tap[2 + a] = w[2 + a] - 1 - tap[2 + a];
        }
        if (inside) body(number(x, from), number(w, tap), i);
      }
    }
  }
};

struct Convolution {
  cudnnConvolutionDescriptor_t c = nullptr;
  explicit Convolution(const Shape& s, cudnnDataType_t type = CUDNN_DATA_FLOAT) {
    GOOD(cudnnCreateConvolutionDescriptor(&c));
    GOOD(cudnnSetConvolutionNdDescriptor(c, s.axes(), s.padding.data(), s.stride.data(),
                                         s.dilation.data(),
                                         s.turned ? CUDNN_CONVOLUTION : CUDNN_CROSS_CORRELATION,
                                         type == CUDNN_DATA_DOUBLE ? type : CUDNN_DATA_FLOAT));
    GOOD(cudnnSetConvolutionGroupCount(c, s.groups));
  }
  ~Convolution() { GOOD(cudnnDestroyConvolutionDescriptor(c)); }
  operator cudnnConvolutionDescriptor_t() const { return c; }
};

static const Shape kShapes[] = {
    {{2, 3, 7, 9}, {5, 3, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {{3, 4, 8, 5}, {6, 4, 1, 1}, {0, 0}, {1, 1}, {1, 1}},
    {{1, 3, 11, 10}, {4, 3, 5, 3}, {2, 0}, {2, 3}, {1, 2}},
    {{2, 6, 6, 7}, {4, 3, 3, 2}, {1, 1}, {1, 2}, {1, 1}, 2},
    {{2, 4, 5, 5}, {4, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 4},
    {{2, 2, 6, 5}, {3, 2, 3, 2}, {1, 0}, {1, 1}, {1, 1}, 1, true},
    {{2, 3, 9}, {4, 3, 3}, {1}, {2}, {1}},
    {{1, 2, 4, 5, 6}, {3, 2, 2, 3, 2}, {1, 1, 0}, {1, 2, 1}, {1, 1, 2}},
};

static Numbers forward(const Shape& s, const Numbers& x, const Numbers& w) {
  Numbers y(count_of(s.y()));
  s.products([&](int i, int j, int k) { y[k] += x[i] * w[j]; });
  return y;
}

static const auto kAny = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;

CASE(forward_and_gradients) {
  Handle h;
  for (const Shape& s : kShapes)
    for (cudnnDataType_t type : kTypes)
      for (Order order : kOrders) {
        const Order of_w = order == Order::gaps ? Order::packed : order;
        Tensor x(type, s.x, order, 1), w(type, s.w, of_w, 7), y(type, s.y(), order, 90);
        Tensor dx(type, s.x, order, 5), dw(type, s.w, of_w, 6);
        Convolution c(s, type);
        const Scalar alpha(0.5, type), beta(2, type);
        GOOD(cudnnConvolutionForward(h, alpha, x.d, x.x, w.f, w.x, c, kAny, nullptr, 0, beta, y.d,
                                     y.x));
        OK(cudaDeviceSynchronize());
        EXPECT(y.is(forward(s, x.numbers(), w.numbers()), 0.5, 2));
        const Numbers dy = y.numbers();
        GOOD(cudnnConvolutionBackwardData(h, alpha, w.f, w.x, y.d, y.x, c,
                                          CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, nullptr, 0, beta, dx.d,
                                          dx.x));
        GOOD(cudnnConvolutionBackwardFilter(h, alpha, x.d, x.x, y.d, y.x, c,
                                            CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, nullptr, 0, beta,
                                            dw.f, dw.x));
        OK(cudaDeviceSynchronize());
        Numbers to_x(dx.count()), to_w(dw.count());
        s.products([&](int i, int j, int k) { to_x[i] += dy[k] * w.numbers()[j]; });
        const Numbers values = x.numbers();
        s.products([&](int i, int j, int k) { to_w[j] += dy[k] * values[i]; });
        EXPECT(dx.is(to_x, 0.5, 2));
        EXPECT(dw.is(to_w, 0.5, 2));
      }
}

CASE(plain_tensors_are_not_copied_and_old_results_not_read) {
  Handle h;
  const Shape& s = kShapes[0];
  Tensor x(CUDNN_DATA_FLOAT, s.x, Order::packed, 1), w(CUDNN_DATA_FLOAT, s.w, Order::packed, 7);
  Tensor y(CUDNN_DATA_FLOAT, s.y(), Order::packed, 90);
  for (int i = 0; i < y.count(); ++i) y.write(i, NAN);
  Convolution c(s);
  const Scalar one(1, x.type), zero(0, x.type);
  GOOD(cudnnConvolutionForward(h, one, x.d, x.x, w.f, w.x, c, kAny, nullptr, 0, zero, y.d, y.x));
  OK(cudaDeviceSynchronize());
  EXPECT(y.is(forward(s, x.numbers(), w.numbers())));
}

CASE(gradient_of_the_bias) {
  Handle h;
  for (cudnnDataType_t type : kTypes)
    for (Order order : kOrders) {
      const Sizes size{3, 5, 4, 7};
      Tensor dy(type, size, order, 1), db(type, {1, 5, 1, 1}, Order::packed, 9);
      const Scalar alpha(2, type), beta(0.5, type);
      GOOD(cudnnConvolutionBackwardBias(h, alpha, dy.d, dy.x, beta, db.d, db.x));
      OK(cudaDeviceSynchronize());
      Numbers wanted(5);
      for (int i = 0; i < dy.count(); ++i) wanted[place(size, i)[1]] += dy.numbers()[i];
      EXPECT(db.is(wanted, 2, 0.5));
    }
}

CASE(bias_and_activation_at_the_end) {
  Handle h;
  const Shape& s = kShapes[3];
  cudnnActivationDescriptor_t relu;
  GOOD(cudnnCreateActivationDescriptor(&relu));
  GOOD(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0));
  for (cudnnDataType_t type : kTypes)
    for (double share : {0.0, 0.5}) {
      Tensor x(type, s.x, Order::packed, 1), w(type, s.w, Order::packed, 7),
          y(type, s.y(), Order::packed, 90);
      Tensor z(type, s.y(), Order::channels_last, 33),
          bias(type, {1, s.w[0], 1, 1}, Order::packed, 11);
      Convolution c(s, type);
      const Scalar alpha(0.5, type), more(share, type);
      GOOD(cudnnConvolutionBiasActivationForward(
          h, alpha, x.d, x.x, w.f, w.x, c, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
          nullptr, 0, more, z.d, z.x, bias.d, bias.x, relu, y.d, y.x));
      OK(cudaDeviceSynchronize());
      Numbers wanted = forward(s, x.numbers(), w.numbers());
      for (int i = 0; i < y.count(); ++i)
        wanted[i] = std::max(
            0.0, 0.5 * wanted[i] + share * z.numbers()[i] + bias.numbers()[place(y.size, i)[1]]);
      EXPECT(y.is(wanted));
      Tensor wrong(type, {1, s.w[0] + 1, 1, 1}, Order::packed, 1);
      BAD(cudnnConvolutionBiasActivationForward(h, alpha, x.d, x.x, w.f, w.x, c, kAny, nullptr, 0,
                                                more, z.d, z.x, wrong.d, wrong.x, relu, y.d, y.x));
    }
  GOOD(cudnnDestroyActivationDescriptor(relu));
}

CASE(bytes_are_summed_exactly) {
  Handle h;
  const Shape s{{1, 64, 5, 5}, {4, 64, 5, 5}, {2, 2}, {1, 1}, {1, 1}};
  Tensor x(CUDNN_DATA_INT8, s.x, Order::channels_last, 1),
      w(CUDNN_DATA_INT8, s.w, Order::channels_last, 7);
  Tensor y(CUDNN_DATA_INT32, s.y(), Order::packed, 90),
      narrow(CUDNN_DATA_INT8, s.y(), Order::packed, 4);
  Convolution c(s, CUDNN_DATA_INT32);
  const float one = 1, zero = 0, little = 0.01f;
  GOOD(cudnnConvolutionForward(h, &one, x.d, x.x, w.f, w.x, c, kAny, nullptr, 0, &zero, y.d, y.x));
  GOOD(cudnnConvolutionForward(h, &little, x.d, x.x, w.f, w.x, c, kAny, nullptr, 0, &zero, narrow.d,
                               narrow.x));
  OK(cudaDeviceSynchronize());
  const Numbers wanted = forward(s, x.numbers(), w.numbers());
  for (int i = 0; i < y.count(); ++i) {
    EXPECT_EQ(y.read(i), wanted[i]);
    EXPECT_EQ(narrow.read(i),
              std::min(127.0, std::max(-128.0, std::nearbyint(wanted[i] * double(little)))));
  }
}

CASE(output_sizes) {
  for (const Shape& s : kShapes) {
    Tensor x(CUDNN_DATA_FLOAT, s.x, Order::packed, 1), w(CUDNN_DATA_FLOAT, s.w, Order::packed, 7);
    Convolution c(s);
    Sizes got(s.x.size());
    GOOD(cudnnGetConvolutionNdForwardOutputDim(c, x.d, w.f, int(got.size()), got.data()));
    EXPECT(got == s.y());
    if (s.axes() != 2) continue;
    int n, k, height, width;
    GOOD(cudnnGetConvolution2dForwardOutputDim(c, x.d, w.f, &n, &k, &height, &width));
    EXPECT((Sizes{n, k, height, width}) == s.y());
  }
}

CASE(algorithms_of_both_times) {
  Handle h;
  const Shape& s = kShapes[2];
  Tensor x(CUDNN_DATA_FLOAT, s.x, Order::packed, 1), w(CUDNN_DATA_FLOAT, s.w, Order::packed, 7);
  Tensor y(CUDNN_DATA_FLOAT, s.y(), Order::packed, 90);
  Convolution c(s);
  cudnnConvolutionFwdAlgo_t first;
  GOOD(cudnnGetConvolutionForwardAlgorithm(h, x.d, w.f, c, y.d,
                                           CUDNN_CONVOLUTION_FWD_PREFER_FASTEST, 0, &first));
  int most = 0, got = 0;
  GOOD(cudnnGetConvolutionForwardAlgorithmMaxCount(h, &most));
  std::vector<cudnnConvolutionFwdAlgoPerf_t> all(most);
  GOOD(cudnnGetConvolutionForwardAlgorithm_v7(h, x.d, w.f, c, y.d, most, &got, all.data()));
  EXPECT(got >= 1 && got <= most);
  EXPECT(all[0].algo == first && all[0].status == CUDNN_STATUS_SUCCESS);
  GOOD(cudnnFindConvolutionForwardAlgorithm(h, x.d, w.f, c, y.d, most, &got, all.data()));
  const Scalar one(1, x.type), zero(0, x.type);
  for (int i = 0; i < got; ++i) {
    size_t bytes = 1;
    EXPECT_EQ(cudnnGetConvolutionForwardWorkspaceSize(h, x.d, w.f, c, y.d, all[i].algo, &bytes),
              all[i].status);
    EXPECT_EQ(cudnnConvolutionForward(h, one, x.d, x.x, w.f, w.x, c, all[i].algo, nullptr, 0, zero,
                                      y.d, y.x),
              all[i].status);
    if (all[i].status != CUDNN_STATUS_SUCCESS) continue;
    EXPECT(all[i].time >= 0 && bytes == all[i].memory);
    OK(cudaDeviceSynchronize());
    EXPECT(y.is(forward(s, x.numbers(), w.numbers())));
  }
  cudnnConvolutionBwdDataAlgo_t data;
  cudnnConvolutionBwdFilterAlgo_t filter;
  GOOD(cudnnGetConvolutionBackwardDataAlgorithm(h, w.f, y.d, c, x.d,
                                                CUDNN_CONVOLUTION_BWD_DATA_NO_WORKSPACE, 0, &data));
  GOOD(cudnnGetConvolutionBackwardFilterAlgorithm(
      h, x.d, y.d, c, w.f, CUDNN_CONVOLUTION_BWD_FILTER_NO_WORKSPACE, 0, &filter));
  cudnnConvolutionBwdDataAlgoPerf_t best;
  GOOD(cudnnFindConvolutionBackwardDataAlgorithm(h, w.f, y.d, c, x.d, 1, &got, &best));
  EXPECT(got == 1 && best.status == CUDNN_STATUS_SUCCESS && best.algo == data);
  cudnnConvolutionBwdFilterAlgoPerf_t better;
  GOOD(cudnnFindConvolutionBackwardFilterAlgorithmEx(h, x.d, x.x, y.d, y.x, c, w.f, w.x, 1, &got,
                                                     &better, nullptr, 0));
  EXPECT(got == 1 && better.status == CUDNN_STATUS_SUCCESS && better.algo == filter);
}

CASE(wrong_arguments) {
  Handle h;
  const Shape& s = kShapes[0];
  Tensor x(CUDNN_DATA_FLOAT, s.x, Order::packed, 1), w(CUDNN_DATA_FLOAT, s.w, Order::packed, 7);
  Tensor y(CUDNN_DATA_FLOAT, s.y(), Order::packed, 90),
      small(CUDNN_DATA_FLOAT, {2, 5, 7, 8}, Order::packed, 1);
  Tensor other(CUDNN_DATA_DOUBLE, s.w, Order::packed, 7);
  Convolution c(s);
  const Scalar one(1, x.type), zero(0, x.type);
  const auto go = [&](const Tensor& in, const Tensor& filter, const Tensor& out, void* to) {
    return cudnnConvolutionForward(h, one, in.d, in.x, filter.f, filter.x, c, kAny, nullptr, 0,
                                   zero, out.d, to);
  };
  BAD(go(x, w, small, small.x));
  BAD(go(x, w, y, nullptr));
  BAD(go(y, w, y, y.x));
  EXPECT_EQ(go(x, other, y, y.x), CUDNN_STATUS_NOT_SUPPORTED);
  BAD(cudnnSetConvolutionGroupCount(c, 0));
  GOOD(cudnnSetConvolutionGroupCount(c, 2));
  BAD(go(x, w, y, y.x));
  BAD(cudnnSetConvolution2dDescriptor(c, 0, 0, 0, 1, 1, 1, CUDNN_CROSS_CORRELATION,
                                      CUDNN_DATA_FLOAT));
  BAD(cudnnSetConvolution2dDescriptor(c, -1, 0, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION,
                                      CUDNN_DATA_FLOAT));
  cudnnConvolutionDescriptor_t empty;
  GOOD(cudnnCreateConvolutionDescriptor(&empty));
  BAD(cudnnConvolutionForward(h, one, x.d, x.x, w.f, w.x, empty, kAny, nullptr, 0, zero, y.d, y.x));
  GOOD(cudnnDestroyConvolutionDescriptor(empty));
}

CASE(on_streams_and_in_graphs) {
  Handle h;
  const Shape& s = kShapes[3];
  Tensor x(CUDNN_DATA_HALF, s.x, Order::channels_last, 1),
      w(CUDNN_DATA_HALF, s.w, Order::packed, 7);
  Tensor y(CUDNN_DATA_HALF, s.y(), Order::packed, 90);
  Convolution c(s);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  GOOD(cudnnSetStream(h, stream));
  const Scalar one(1, x.type), zero(0, x.type);
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  GOOD(cudnnConvolutionForward(h, one, x.d, x.x, w.f, w.x, c, kAny, nullptr, 0, zero, y.d, y.x));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&ready, graph, 0));
  for (int turn = 0; turn < 2; ++turn) {
    x.write(x.offset(3), turn);
    OK(cudaGraphLaunch(ready, stream));
    OK(cudaStreamSynchronize(stream));
    EXPECT(y.is(forward(s, x.numbers(), w.numbers())));
  }
  OK(cudaGraphExecDestroy(ready));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

int main() { return run_cases(); }
