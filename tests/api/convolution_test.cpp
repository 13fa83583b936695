// Convolution and pooling with their gradients through the C functions, against plain loops in double precision.
// SPDX-License-Identifier: MIT
#include <vgpu/c/nn.h>
#include <vgpu/nn.hpp>

#include <array>
#include <limits>
#include <string>

#include "engine_data.h"
#include "kernels.h"

namespace {

using vgpu_test::are_near;
using vgpu_test::done;
using vgpu_test::Floats;
using vgpu_test::Sum;
using Sizes = std::array<std::int64_t, 3>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::int64_t product(const std::int64_t (&s)[3]) { return s[0] * s[1] * s[2]; }

// A convolution, and where its parts lie.
struct Layer {
  vgpuConvolution s{};
  std::int64_t out[3] = {};

  Layer(std::int64_t batch, std::int64_t in, std::int64_t channels, std::int64_t groups, Sizes size,
        Sizes kernel, Sizes stride = {1, 1, 1}, Sizes padding = {0, 0, 0},
        Sizes dilation = {1, 1, 1}) {
    s.batch = batch, s.inChannels = in, s.outChannels = channels, s.groups = groups;
    for (int i = 0; i < 3; ++i) {
      s.in[i] = size[i], s.kernel[i] = kernel[i], s.stride[i] = stride[i];
      s.padding[i] = padding[i], s.dilation[i] = dilation[i];
    }
    EXPECT_EQ(vgpuConvolutionGetOutput(&s, out), vgpuSuccess) << vgpuGetLastErrorMessage();
  }

  std::int64_t pixels() const { return product(s.in); }
  std::int64_t positions() const { return product(out); }
  std::int64_t taps() const { return product(s.kernel); }
  std::int64_t x_count() const { return s.batch * s.inChannels * pixels(); }
  std::int64_t y_count() const { return s.batch * s.outChannels * positions(); }
  std::int64_t w_count() const { return s.outChannels * (s.inChannels / s.groups) * taps(); }

  // The pixel that a tap sees from a position; -1: padding.
  std::int64_t pixel(std::int64_t position, std::int64_t tap) const {
    std::int64_t at = 0, wide = positions(), deep = taps();
    for (int i = 0; i < 3; ++i) {
      wide /= out[i], deep /= s.kernel[i];
      const std::int64_t x = position / wide % out[i] * s.stride[i] - s.padding[i] +
                             tap / deep % s.kernel[i] * s.dilation[i];
      if (x < 0 || x >= s.in[i]) return -1;
      at = at * s.in[i] + x;
    }
    return at;
  }

  // Calls body(x, w, y, channel) for every multiply-add, with indices of the elements; x is -1 in the padding.
  template <typename Body>
  void each(Body body) const {
    const std::int64_t in = s.inChannels / s.groups, group = s.outChannels / s.groups;
    for (std::int64_t line = 0; line < s.batch * s.outChannels; ++line) {
      const std::int64_t image = line / s.outChannels, channel = line % s.outChannels;
      for (std::int64_t c = 0; c < in; ++c) {
        const std::int64_t plane = image * s.inChannels + channel / group * in + c;
        for (std::int64_t p = 0; p < positions(); ++p) {
          for (std::int64_t t = 0; t < taps(); ++t) {
            const std::int64_t at = pixel(p, t);
            body(at < 0 ? -1 : plane * pixels() + at, (channel * in + c) * taps() + t,
                 line * positions() + p, channel);
          }
        }
      }
    }
  }
};

// Data of a layer, results filled with NaN, so that nothing is left out.
struct Data {
  Floats x, w, bias, y, dy, dx, dw, dbias;
  explicit Data(const Layer& l)
      : x(l.x_count()),
        w(l.w_count()),
        bias(l.s.outChannels),
        y(l.y_count(), kNan),
        dy(l.y_count()),
        dx(l.x_count(), kNan),
        dw(l.w_count(), kNan),
        dbias(l.s.outChannels, kNan) {
    x.randomize(1), w.randomize(2), bias.randomize(3), dy.randomize(4);
  }
  void run(const Layer& l, bool with_bias = true) const {
    VG_OK(done(vgpuConvolutionForward(&l.s, x.data(), w.data(), with_bias ? bias.data() : nullptr,
                                      y.data())));
    VG_OK(done(vgpuConvolutionBackwardData(&l.s, dy.data(), w.data(), dx.data())));
    VG_OK(done(vgpuConvolutionBackwardWeights(&l.s, x.data(), dy.data(), dw.data(),
                                              with_bias ? dbias.data() : nullptr)));
  }
};

// What a convolution and its gradients are, by their definition: padding counts as zeros.
struct Wanted {
  std::vector<Sum> y, dx, dw, dbias;
  Wanted(const Layer& l, const Data& d, bool with_bias = true)
      : y(d.y.size()), dx(d.dx.size()), dw(d.dw.size()), dbias(d.dbias.size()) {
    l.each([&](std::int64_t x, std::int64_t w, std::int64_t to, std::int64_t) {
      y[to].add(double(d.w[w]) * (x < 0 ? 0.0 : double(d.x[x])));
      dw[w].add(double(d.dy[to]) * (x < 0 ? 0.0 : double(d.x[x])));
      if (x >= 0) dx[x].add(double(d.w[w]) * double(d.dy[to]));
    });
    for (std::int64_t i = 0; i < d.y.size(); ++i) {
      const std::int64_t channel = i / l.positions() % l.s.outChannels;
      if (with_bias) y[i].add(d.bias[channel]);
      dbias[channel].add(d.dy[i]);
    }
  }
};

void expect_right(const Layer& l, const Data& d, const std::string& what = "") {
  const Wanted wanted(l, d);
  d.run(l);
  EXPECT_TRUE(are_near(d.y, wanted.y)) << "forward " << what;
  EXPECT_TRUE(are_near(d.dx, wanted.dx)) << "gradient of x " << what;
  EXPECT_TRUE(are_near(d.dw, wanted.dw)) << "gradient of w " << what;
  EXPECT_TRUE(are_near(d.dbias, wanted.dbias)) << "gradient of the bias " << what;
}

const std::vector<Layer>& layers() {
  static const std::vector<Layer> all = {
      // batch, channels in and out, groups, size, kernel, stride, padding, dilation
      {1, 1, 1, 1, {1, 1, 1}, {1, 1, 1}},
      {2, 3, 5, 1, {1, 7, 9}, {1, 3, 3}, {1, 1, 1}, {0, 1, 1}},
      {3, 2, 3, 1, {1, 1, 31}, {1, 1, 5}, {1, 1, 2}, {0, 0, 2}},
      {2, 17, 19, 1, {1, 6, 31}, {1, 1, 1}},
      {2, 5, 7, 1, {1, 9, 11}, {1, 1, 1}, {1, 2, 3}},
      {1, 3, 2, 1, {1, 5, 6}, {1, 1, 1}, {1, 1, 1}, {0, 2, 1}},
      {1, 4, 6, 2, {1, 8, 8}, {1, 3, 2}, {1, 2, 1}, {0, 1, 0}, {1, 1, 2}},
      {3, 6, 6, 6, {1, 11, 5}, {1, 3, 3}, {1, 2, 2}, {0, 1, 1}},
      {2, 5, 10, 5, {1, 13, 17}, {1, 3, 3}, {1, 1, 1}, {0, 1, 1}},
      {1, 4, 4, 4, {1, 30, 29}, {1, 7, 5}, {1, 1, 1}, {0, 3, 2}},
      {2, 4, 4, 4, {1, 12, 10}, {1, 3, 3}, {1, 1, 1}, {0, 2, 2}, {1, 2, 2}},
      {1, 3, 3, 3, {4, 5, 6}, {3, 3, 3}, {1, 2, 1}, {1, 1, 1}},
      {1, 2, 3, 1, {1, 13, 13}, {1, 5, 5}, {1, 3, 3}, {0, 2, 2}, {1, 2, 2}},
      {2, 2, 4, 1, {3, 5, 7}, {2, 3, 3}, {1, 2, 1}, {1, 1, 0}, {1, 1, 2}},
      {1, 2, 3, 1, {4, 6, 5}, {3, 3, 3}, {2, 1, 1}, {1, 1, 1}},
      {2, 3, 4, 1, {1, 5, 3}, {1, 5, 5}, {1, 1, 1}, {0, 8, 8}, {1, 4, 4}},
      {1, 4, 2, 2, {1, 9, 6}, {1, 4, 3}, {1, 1, 1}, {0, 0, 1}},
      {1, 2, 2, 1, {1, 4, 4}, {1, 2, 2}, {1, 5, 5}, {0, 1, 1}},
      {1, 1, 2, 1, {1, 2, 2}, {1, 4, 3}, {1, 1, 1}, {0, 1, 1}},
      {2, 16, 16, 1, {1, 40, 37}, {1, 3, 3}, {1, 1, 1}, {0, 1, 1}},
      {1, 40, 3, 1, {1, 33, 34}, {1, 3, 3}, {1, 2, 2}},
      {1, 3, 70, 1, {1, 19, 23}, {1, 5, 5}, {1, 2, 1}, {0, 2, 2}},
  };
  return all;
}

TEST(Convolution, OfAllOptionsAgreesWithLoops) {
  for (std::size_t i = 0; i < layers().size(); ++i) {
    expect_right(layers()[i], Data(layers()[i]), "of layer " + std::to_string(i));
  }
}

TEST(Convolution, NeedsNoBias) {
  const Layer l(2, 3, 4, 1, {1, 6, 5}, {1, 3, 3});
  const Data d(l);
  const Wanted wanted(l, d, false);
  d.run(l, false);
  EXPECT_TRUE(are_near(d.y, wanted.y));
  EXPECT_TRUE(are_near(d.dw, wanted.dw));
  EXPECT_TRUE(std::isnan(d.dbias[0])) << "nobody asked for it";
}

TEST(Convolution, OfNothingIsNothing) {
  const Layer no_image(0, 3, 4, 1, {1, 5, 5}, {1, 3, 3});
  expect_right(no_image, Data(no_image));  // gradients of w are 0
  const Layer no_channel(2, 0, 4, 1, {1, 5, 5}, {1, 3, 3});
  expect_right(no_channel, Data(no_channel));  // the result is the bias
  const Layer no_position(2, 3, 4, 1, {1, 2, 2}, {1, 3, 3});
  EXPECT_EQ(no_position.positions(), 0);
  expect_right(no_position, Data(no_position));
  const Layer no_result(2, 3, 0, 1, {1, 5, 5}, {1, 3, 3});
  expect_right(no_result, Data(no_result));
}

TEST(Convolution, PassesNanAndInfinityOnToThoseWhoSeeThem) {
  for (const std::size_t i : {1, 3, 6, 7, 13, 19}) {
    const Layer& l = layers()[i];
    Data d(l);
    d.x[d.x.size() / 2] = kNan, d.x[d.x.size() / 3] = kInfinity;
    d.dy[d.dy.size() / 2] = -kInfinity, d.dy[d.dy.size() / 5] = kNan;
    expect_right(l, d, "of layer " + std::to_string(i));
  }
}

TEST(Convolution, KeepsHugeAndTinyNumbers) {
  for (const float factor : {1e30f, 1e-30f, 1e-42f}) {
    for (const std::size_t i : {1, 4, 7, 13}) {
      const Layer& l = layers()[i];
      Data d(l);
      d.x.randomize(5, factor), d.w.randomize(6, factor < 1 ? 1e5f : 1e-5f), d.bias.randomize(7, 0);
      d.dy.randomize(8, factor);
      expect_right(l, d, "of layer " + std::to_string(i));
    }
  }
}

TEST(Convolution, OverflowsToInfinity) {
  const Layer l(1, 2, 2, 1, {1, 4, 4}, {1, 2, 2});
  Data d(l);
  std::fill_n(d.x.data(), d.x.size(), 3e38f), std::fill_n(d.w.data(), d.w.size(), 2.0f);
  d.run(l);
  for (std::int64_t i = 0; i < d.y.size(); ++i) EXPECT_EQ(d.y[i], kInfinity);
}

// The transposed convolution is the gradient of the data: each of its pixels is a sum over those that reach it.
TEST(Convolution, TransposedGrowsAnImage) {
  const Layer l(1, 2, 3, 1, {1, 9, 7}, {1, 3, 3}, {1, 2, 2}, {0, 1, 1});
  EXPECT_EQ(l.out[1], 5);
  EXPECT_EQ(l.out[2], 4);
  const Data d(l);
  std::vector<Sum> wanted(d.dx.size());
  for (std::int64_t i = 0; i < d.dy.size(); ++i) {
    const std::int64_t channel = i / 20, row = i / 4 % 5, column = i % 4;
    for (std::int64_t t = 0; t < 2 * 9; ++t) {
      const std::int64_t y = 2 * row - 1 + t / 3 % 3, x = 2 * column - 1 + t % 3;
      if (y < 0 || y >= 9 || x < 0 || x >= 7) continue;
      wanted[(t / 9 * 9 + y) * 7 + x].add(double(d.dy[i]) * double(d.w[channel * 18 + t]));
    }
  }
  VG_OK(done(vgpuConvolutionBackwardData(&l.s, d.dy.data(), d.w.data(), d.dx.data())));
  EXPECT_TRUE(are_near(d.dx, wanted));
}

TEST(Convolution, RunsInTheStreamsOrder) {
  const Layer l(1, 1, 1, 1, {1, 1, 4}, {1, 1, 1});
  vgpuStream_t stream = nullptr;
  VG_OK(vgpuStreamCreate(&stream));
  Floats x(4, 3), y(4), w(1, 2);
  for (int i = 0; i < 5; ++i) {
    VG_OK(vgpuConvolutionForward(&l.s, x.data(), w.data(), nullptr, y.data(), stream));
    VG_OK(vgpuConvolutionForward(&l.s, y.data(), w.data(), nullptr, x.data(), stream));
  }
  VG_OK(vgpuStreamSynchronize(stream));
  EXPECT_EQ(x[3], 3 * 1024);
  VG_OK(vgpuStreamDestroy(stream));
}

TEST(Convolution, OfTheCxxInterface) {
  const vgpu::nn::Walk walk{{1, 2, 2}, {0, 1, 1}, {1, 1, 1}};
  const vgpu::nn::Convolution convolution(1, 4, 6, {1, 9, 7}, {1, 3, 3}, walk, 2);
  const Layer l(1, 4, 6, 2, {1, 9, 7}, {1, 3, 3}, walk.stride, walk.padding);
  EXPECT_EQ(convolution.output(), (Sizes{1, 5, 4}));
  const Data d(l);
  const Wanted wanted(l, d);
  convolution.forward(d.x.data(), d.w.data(), d.bias.data(), d.y.data());
  convolution.backward_data(d.dy.data(), d.w.data(), d.dx.data());
  convolution.backward_weights(d.x.data(), d.dy.data(), d.dw.data(), d.dbias.data());
  VG_OK(vgpuStreamSynchronize(nullptr));
  EXPECT_TRUE(are_near(d.y, wanted.y));
  EXPECT_TRUE(are_near(d.dx, wanted.dx));
  EXPECT_TRUE(are_near(d.dw, wanted.dw));
  EXPECT_THROW(convolution.forward(nullptr, nullptr, nullptr, nullptr), vgpu::RuntimeError);
  EXPECT_THROW(vgpu::nn::Convolution(1, 1, 1, {1, 1, 1}, {0, 0, 0}), vgpu::RuntimeError);
}

TEST(Convolution, BadArgumentsAreErrors) {
  Layer l(1, 4, 4, 2, {1, 5, 5}, {1, 3, 3});
  const Data d(l);
  const auto forward = [&](const vgpuConvolution& s, const float* x) {
    return vgpuConvolutionForward(&s, x, d.w.data(), nullptr, d.y.data());
  };
  const auto refused = [&](auto change, const char* word) {
    vgpuConvolution s = l.s;
    change(s);
    EXPECT_EQ(forward(s, d.x.data()), vgpuErrorInvalidValue) << word;
    EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find(word), std::string::npos)
        << vgpuGetLastErrorMessage();
  };
  refused([](vgpuConvolution& s) { s.groups = 3; }, "groups");
  refused([](vgpuConvolution& s) { s.groups = 0; }, "groups");
  refused([](vgpuConvolution& s) { s.stride[1] = 0; }, "stride");
  refused([](vgpuConvolution& s) { s.kernel[2] = 0; }, "kernel");
  refused([](vgpuConvolution& s) { s.dilation[0] = -1; }, "dilation");
  refused([](vgpuConvolution& s) { s.padding[0] = -1; }, "padding");
  refused([](vgpuConvolution& s) { s.batch = -1; }, "negative");
  refused([](vgpuConvolution& s) { s.batch = std::int64_t{1} << 60; }, "elements");
  refused([](vgpuConvolution& s) { s.padding[1] = std::int64_t{1} << 40; }, "padding");
  EXPECT_EQ(forward(l.s, nullptr), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("[vgpuConvolutionForward] x"),
            std::string::npos);
  EXPECT_EQ(vgpuConvolutionGetOutput(&l.s, nullptr), vgpuErrorInvalidValue);
  vgpuGetLastError();
}

// What pooling is, window by window.
struct WantedPooling {
  std::vector<Sum> y, dx;
  WantedPooling(const Layer& l, vgpuPooling kind, const Floats& x, const Floats& dy)
      : y(dy.size()), dx(x.size()) {
    for (std::int64_t i = 0; i < dy.size(); ++i) {
      const std::int64_t plane = i / l.positions() * l.pixels();
      std::vector<std::int64_t> seen;
      for (std::int64_t t = 0; t < l.taps(); ++t) {
        const std::int64_t at = l.pixel(i % l.positions(), t);
        if (at >= 0) seen.push_back(plane + at);
      }
      kind == vgpuPoolingMax ? take_largest(x, dy[i], seen, y[i])
                             : add_mean(l, kind, x, dy[i], seen, y[i]);
    }
  }

 private:
  void take_largest(const Floats& x, float slope, const std::vector<std::int64_t>& seen, Sum& to) {
    std::int64_t best = -1;
    for (const std::int64_t at : seen) {
      if (best < 0 || x[at] > x[best] || (std::isnan(x[at]) && !std::isnan(x[best]))) best = at;
    }
    to.add(best < 0 ? -kInfinity : x[best]);
    if (best >= 0) dx[best].add(slope);
  }
  void add_mean(const Layer& l, vgpuPooling kind, const Floats& x, float slope,
                const std::vector<std::int64_t>& seen, Sum& to) {
    const double count = kind == vgpuPoolingAverage ? double(l.taps()) : double(seen.size());
    for (const std::int64_t at : seen) to.add(x[at] / count), dx[at].add(slope / count);
  }
};

const std::vector<Layer>& pools() {
  static const std::vector<Layer> all = {
      {2, 3, 3, 1, {1, 8, 6}, {1, 2, 2}, {1, 2, 2}},
      {1, 2, 2, 1, {1, 7, 9}, {1, 3, 3}, {1, 2, 2}, {0, 1, 1}},
      {1, 1, 1, 1, {1, 11, 5}, {1, 2, 3}, {1, 1, 2}, {0, 0, 1}, {1, 3, 2}},
      {3, 1, 1, 1, {4, 5, 7}, {2, 2, 3}, {1, 2, 2}, {1, 0, 1}},
      {1, 3, 3, 1, {1, 1, 13}, {1, 1, 1}},
      {0, 3, 3, 1, {1, 4, 4}, {1, 2, 2}},
      {1, 2, 2, 1, {1, 3, 3}, {1, 2, 2}, {1, 1, 1}, {0, 3, 3}},  // windows of padding alone
  };
  return all;
}

void expect_right_pooling(const Layer& l, vgpuPooling kind, const Floats& x) {
  Floats dy(l.y_count()), y(l.y_count(), kNan), dx(l.x_count(), kNan);
  dy.randomize(9);
  const WantedPooling wanted(l, kind, x, dy);
  VG_OK(done(vgpuPoolingForward(&l.s, kind, x.data(), y.data())));
  VG_OK(done(vgpuPoolingBackward(&l.s, kind, x.data(), dy.data(), dx.data())));
  EXPECT_TRUE(are_near(y, wanted.y)) << "forward, kind " << kind;
  EXPECT_TRUE(are_near(dx, wanted.dx)) << "gradient, kind " << kind;
}

TEST(Pooling, OfAllKindsAgreesWithLoops) {
  for (const Layer& l : pools()) {
    Floats x(l.x_count());
    x.randomize(10);
    for (int kind : {vgpuPoolingMax, vgpuPoolingAverage, vgpuPoolingAverageWithoutPadding}) {
      expect_right_pooling(l, vgpuPooling(kind), x);
    }
  }
}

TEST(Pooling, PassesNanAndInfinityOn) {
  const Layer& l = pools()[1];
  Floats x(l.x_count());
  x.randomize(11);
  x[3] = kNan, x[40] = -kInfinity, x[90] = kInfinity, x[91] = kNan;
  for (int kind : {vgpuPoolingMax, vgpuPoolingAverage})
    expect_right_pooling(l, vgpuPooling(kind), x);
}

TEST(Pooling, OfEqualNumbersGivesTheFirstTheGradient) {
  const Layer l(1, 1, 1, 1, {1, 1, 4}, {1, 1, 2}, {1, 1, 2});
  const Floats x(4, 7), dy(2, 1), dx(4);
  VG_OK(done(vgpuPoolingBackward(&l.s, vgpuPoolingMax, x.data(), dy.data(), dx.data())));
  EXPECT_EQ((std::vector<float>(dx.data(), dx.data() + 4)), (std::vector<float>{1, 0, 1, 0}));
}

TEST(Pooling, OfTheCxxInterface) {
  const vgpu::nn::Pooling pooling(vgpuPoolingAverage, 1, 1, {1, 1, 4}, {1, 1, 2}, {{1, 1, 2}});
  EXPECT_EQ(pooling.output(), (Sizes{1, 1, 2}));
  const Floats x(4, 7), y(2), dy(2, 1), dx(4);
  pooling.forward(x.data(), y.data());
  pooling.backward(x.data(), dy.data(), dx.data());
  VG_OK(vgpuStreamSynchronize(nullptr));
  EXPECT_EQ(y[1], 7);
  EXPECT_EQ(dx[3], 0.5f);
}

TEST(Pooling, BadArgumentsAreErrors) {
  const Layer& l = pools()[0];
  const Floats x(l.x_count()), y(l.y_count());
  EXPECT_EQ(vgpuPoolingForward(&l.s, vgpuPooling(3), x.data(), y.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuPoolingForward(&l.s, vgpuPoolingMax, nullptr, y.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuPoolingForward(nullptr, vgpuPoolingMax, x.data(), y.data()), vgpuErrorInvalidValue);
  vgpuGetLastError();
}

}  // namespace
