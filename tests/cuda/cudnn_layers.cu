// cuDNN's pooling, normalisations and dropout, with their gradients, against plain loops and differences.
// build: -lcudnn
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "dnn_tensors.h"

struct Pool {
  int mode;
  Sizes window, padding, stride;

  Sizes out(const Sizes& x) const {
    Sizes y{x[0], x[1]};
    for (size_t a = 0; a < window.size(); ++a)
      y.push_back(1 + (x[2 + a] + 2 * padding[a] - window[a]) / stride[a]);
    return y;
  }
  Numbers run(const Sizes& size, const Sizes& to, const Numbers& x) const {
    Numbers y;
    for (int i = 0; i < count_of(to); ++i) {
      const Sizes at = place(to, i);
      double best = -1e300, sum = 0;
      int inside = 0;
      for (int k = 0; k < count_of(window); ++k) {
        const Sizes tap = place(window, k);
        Sizes from{at[0], at[1]};
        bool there = true;
        for (size_t a = 0; a < window.size(); ++a) {
          from.push_back(at[2 + a] * stride[a] - padding[a] + tap[a]);
          there = there && from[2 + a] >= 0 && from[2 + a] < size[2 + a];
        }
        if (!there) continue;
        const double v = x[number(size, from)];
        best = std::max(best, v), sum += v, ++inside;
      }
      const bool max = mode == CUDNN_POOLING_MAX || mode == CUDNN_POOLING_MAX_DETERMINISTIC;
      y.push_back(max ? best
                      : sum / (mode == CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING
                                   ? inside
                                   : count_of(window)));
    }
    return y;
  }
};

static void check_pool(cudnnHandle_t h, const Pool& pool, cudnnDataType_t type, Order order,
                       const Sizes& size, const Sizes& to) {
  cudnnPoolingDescriptor_t p;
  GOOD(cudnnCreatePoolingDescriptor(&p));
  GOOD(cudnnSetPoolingNdDescriptor(p, cudnnPoolingMode_t(pool.mode), CUDNN_NOT_PROPAGATE_NAN,
                                   int(pool.window.size()), pool.window.data(), pool.padding.data(),
                                   pool.stride.data()));
  Tensor x(type, size, order, 1), y(type, to, Order::packed, 30), dy(type, to, order, 50),
      dx(type, size, order, 70);
  const Scalar alpha(2, type), beta(0.5, type);
  const auto f = [&](const Numbers& v) { return pool.run(size, to, v); };
  GOOD(cudnnPoolingForward(h, p, alpha, x.d, x.x, beta, y.d, y.x));
  GOOD(cudnnPoolingBackward(h, p, alpha, y.d, y.x, dy.d, dy.x, x.d, x.x, beta, dx.d, dx.x));
  OK(cudaDeviceSynchronize());
  EXPECT(y.is(f(x.numbers()), 2, 0.5));
  EXPECT(dx.is(slopes(f, x.numbers(), dy.numbers()), 2, 0.5, type == CUDNN_DATA_DOUBLE ? 100 : 1));
  GOOD(cudnnDestroyPoolingDescriptor(p));
}

CASE(pooling_in_two_and_three_dimensions) {
  Handle h;
  for (cudnnDataType_t type : kTypes)
    for (Order order : kOrders)
      for (int mode = CUDNN_POOLING_MAX; mode <= CUDNN_POOLING_MAX_DETERMINISTIC; ++mode) {
        const Sizes flat{2, 2, 5, 6}, deep{1, 2, 3, 4, 5};
        const Pool two{mode, {3, 2}, {1, 0}, {2, 1}}, three{mode, {2, 2, 3}, {1, 0, 1}, {1, 2, 2}};
        check_pool(h, two, type, order, flat, two.out(flat));
        check_pool(h, three, type, order, deep, three.out(deep));
        check_pool(h, two, type, order, flat, {2, 2, 3, 6});  // the last windows are cut off
      }
}

CASE(pooling_descriptors) {
  cudnnPoolingDescriptor_t p;
  GOOD(cudnnCreatePoolingDescriptor(&p));
  BAD(cudnnSetPooling2dDescriptor(p, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 0, 2, 0, 0, 1, 1));
  GOOD(cudnnSetPooling2dDescriptor(p, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN, 3, 2, 1, 0, 2, 4));
  cudnnPoolingMode_t mode;
  cudnnNanPropagation_t nan;
  int wh, ww, ph, pw, sh, sw, n, c, height, width;
  GOOD(cudnnGetPooling2dDescriptor(p, &mode, &nan, &wh, &ww, &ph, &pw, &sh, &sw));
  EXPECT(mode == CUDNN_POOLING_MAX && nan == CUDNN_PROPAGATE_NAN);
  EXPECT(wh == 3 && ww == 2 && ph == 1 && pw == 0 && sh == 2 && sw == 4);
  Tensor x(CUDNN_DATA_FLOAT, {2, 3, 9, 10}, Order::packed, 1);
  GOOD(cudnnGetPooling2dForwardOutputDim(p, x.d, &n, &c, &height, &width));
  EXPECT(n == 2 && c == 3 && height == 5 && width == 3);
  GOOD(cudnnDestroyPoolingDescriptor(p));
}

CASE(nan_in_a_window) {
  Handle h;
  cudnnPoolingDescriptor_t p;
  GOOD(cudnnCreatePoolingDescriptor(&p));
  Tensor x(CUDNN_DATA_FLOAT, {1, 1, 1, 4}, Order::packed, 1),
      y(CUDNN_DATA_FLOAT, {1, 1, 1, 2}, Order::packed, 1);
  x.set({1, NAN, 2, 3});
  const Scalar one(1, x.type), zero(0, x.type);
  for (cudnnNanPropagation_t nan : {CUDNN_PROPAGATE_NAN, CUDNN_NOT_PROPAGATE_NAN}) {
    GOOD(cudnnSetPooling2dDescriptor(p, CUDNN_POOLING_MAX, nan, 1, 2, 0, 0, 1, 2));
    GOOD(cudnnPoolingForward(h, p, one, x.d, x.x, zero, y.d, y.x));
    OK(cudaDeviceSynchronize());
    if (nan == CUDNN_PROPAGATE_NAN) EXPECT(std::isnan(y.read(0)));
    if (nan == CUDNN_NOT_PROPAGATE_NAN) EXPECT_EQ(y.read(0), 1.0);
    EXPECT_EQ(y.read(1), 3.0);
  }
  GOOD(cudnnDestroyPoolingDescriptor(p));
}

// What belongs to one mean: a channel, or a pixel of it.
static int family(const Sizes& size, int i, bool spatial) {
  const int image = count_of(size) / size[0], pixels = image / size[1];
  return spatial ? i % image / pixels : i % image;
}

struct Moments {
  Numbers mean, variance;
  int count;
  Moments(const Sizes& size, const Numbers& x, bool spatial) {
    const int families = spatial ? size[1] : count_of(size) / size[0];
    mean.resize(families), variance.resize(families), count = count_of(size) / families;
    for (size_t i = 0; i < x.size(); ++i) mean[family(size, int(i), spatial)] += x[i] / count;
    for (size_t i = 0; i < x.size(); ++i) {
      const int k = family(size, int(i), spatial);
      variance[k] += (x[i] - mean[k]) * (x[i] - mean[k]) / count;
    }
  }
};

CASE(batch_normalisation) {
  Handle h;
  const double eps = 1e-3;
  for (const Sizes& size : {Sizes{3, 2, 2, 3}, Sizes{2, 2, 1, 2, 3}})
    for (cudnnDataType_t type : kTypes)
      for (Order order : kOrders)
        for (bool spatial : {false, true}) {
          const cudnnBatchNormMode_t mode =
              spatial ? CUDNN_BATCHNORM_SPATIAL : CUDNN_BATCHNORM_PER_ACTIVATION;
          Sizes own = size;
          own[0] = 1;
          if (spatial) std::fill(own.begin() + 2, own.end(), 1);
          const cudnnDataType_t wide = type == CUDNN_DATA_HALF ? CUDNN_DATA_FLOAT : type;
          Tensor x(type, size, order, 1), y(type, size, Order::gaps, 20), dy(type, size, order, 40);
          Tensor dx(type, size, order, 60), scale(wide, own, Order::packed, 3),
              bias(wide, own, Order::packed, 5);
          Tensor mean(wide, own, Order::packed, 7), variance(wide, own, Order::packed, 9);
          Tensor saved(wide, own, Order::packed, 2), inverse(wide, own, Order::packed, 4);
          Tensor dscale(wide, own, Order::packed, 6), dbias(wide, own, Order::packed, 8);
          Tensor derived(CUDNN_DATA_FLOAT, own, Order::packed, 1);
          GOOD(cudnnDeriveBNTensorDescriptor(derived.d, x.d, mode));
          cudnnDataType_t kind;
          int rank, sizes[8], strides[8];
          GOOD(cudnnGetTensorNdDescriptor(derived.d, 8, &kind, &rank, sizes, strides));
          EXPECT(kind == wide && Sizes(sizes, sizes + rank) == own);

          const Scalar alpha(2, type), beta(0.5, type), some(1.5, type), one(1, type);
          GOOD(cudnnBatchNormalizationForwardTraining(h, mode, alpha, beta, x.d, x.x, y.d, y.x,
                                                      scale.d, scale.x, bias.x, 0.25, mean.x,
                                                      variance.x, eps, saved.x, inverse.x));
          GOOD(cudnnBatchNormalizationBackward(h, mode, alpha, beta, some, one, x.d, x.x, dy.d,
                                               dy.x, dx.d, dx.x, scale.d, scale.x, dscale.x,
                                               dbias.x, eps, saved.x, inverse.x));
          OK(cudaDeviceSynchronize());
          const Moments m(size, x.numbers(), spatial);
          const auto normal = [&](const Numbers& v, int i) {
            const Moments now(size, v, spatial);
            const int k = family(size, i, spatial);
            return (v[i] - now.mean[k]) / std::sqrt(now.variance[k] + eps);
          };
          const Numbers s = scale.numbers(), b = bias.numbers();
          const auto f = [&](const Numbers& v) {
            const Moments now(size, v, spatial);
            Numbers r;
            for (int i = 0; i < int(v.size()); ++i) {
              const int k = family(size, i, spatial);
              r.push_back((v[i] - now.mean[k]) / std::sqrt(now.variance[k] + eps) * s[k] + b[k]);
            }
            return r;
          };
          EXPECT(y.is(f(x.numbers()), 2, 0.5));
          Numbers unbiased, inverses, to_scale(m.mean.size()), to_bias(m.mean.size());
          for (double v : m.variance) {
            unbiased.push_back(v * m.count / (m.count - 1));
            inverses.push_back(1 / std::sqrt(v + eps));
          }
          EXPECT(mean.is(m.mean, 0.25, 0.75));
          EXPECT(variance.is(unbiased, 0.25, 0.75));
          EXPECT(saved.is(m.mean));
          EXPECT(inverse.is(inverses, 1, 0, 20));
          const Numbers slope = dy.numbers();
          for (int i = 0; i < x.count(); ++i) {
            to_scale[family(size, i, spatial)] += slope[i] * normal(x.numbers(), i);
            to_bias[family(size, i, spatial)] += slope[i];
          }
          EXPECT(dscale.is(to_scale, 1.5, 1, 10));
          EXPECT(dbias.is(to_bias, 1.5, 1));
          EXPECT(
              dx.is(slopes(f, x.numbers(), slope), 2, 0.5, type == CUDNN_DATA_DOUBLE ? 1000 : 10));

          Tensor again(type, size, order, 60);
          GOOD(cudnnBatchNormalizationBackward(h, mode, alpha, beta, some, one, x.d, x.x, dy.d,
                                               dy.x, again.d, again.x, scale.d, scale.x, dscale.x,
                                               dbias.x, eps, nullptr, nullptr));
          Tensor z(type, size, order, 80);
          for (int i = 0; i < variance.count(); ++i) variance.write(i, std::fabs(variance.read(i)));
          GOOD(cudnnBatchNormalizationForwardInference(h, mode, alpha, beta, x.d, x.x, z.d, z.x,
                                                       scale.d, scale.x, bias.x, mean.x, variance.x,
                                                       eps));
          OK(cudaDeviceSynchronize());
          EXPECT(again.is(slopes(f, x.numbers(), slope), 2, 0.5,
                          type == CUDNN_DATA_DOUBLE ? 1000 : 10));
          Numbers wanted;
          for (int i = 0; i < x.count(); ++i) {
            const int k = family(size, i, spatial);
            wanted.push_back((x.numbers()[i] - mean.numbers()[k]) /
                                 std::sqrt(variance.numbers()[k] + eps) * s[k] +
                             b[k]);
          }
          EXPECT(z.is(wanted, 2, 0.5));
          BAD(cudnnBatchNormalizationForwardInference(h, mode, alpha, beta, x.d, x.x, z.d, z.x, x.d,
                                                      scale.x, bias.x, mean.x, variance.x, eps));
        }
}

CASE(batch_normalisation_with_what_follows_it) {
  Handle h;
  const double eps = 1e-3;
  const Sizes size{3, 2, 2, 3}, own{1, 2, 1, 1};
  cudnnActivationDescriptor_t relu;
  GOOD(cudnnCreateActivationDescriptor(&relu));
  GOOD(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0));
  for (cudnnDataType_t type : {CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE})
    for (int ops = CUDNN_BATCHNORM_OPS_BN; ops <= CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION; ++ops) {
      const auto what = cudnnBatchNormOps_t(ops);
      const auto mode = CUDNN_BATCHNORM_SPATIAL_PERSISTENT;
      Tensor x(type, size, Order::channels_last, 1), z(type, size, Order::packed, 4),
          y(type, size, Order::gaps, 20);
      Tensor dy(type, size, Order::packed, 40), dx(type, size, Order::packed, 60),
          dz(type, size, Order::gaps, 61);
      Tensor scale(type, own, Order::packed, 3), bias(type, own, Order::packed, 5),
          mean(type, own, Order::packed, 7);
      Tensor variance(type, own, Order::packed, 9), saved(type, own, Order::packed, 2);
      Tensor inverse(type, own, Order::packed, 4), dscale(type, own, Order::packed, 6);
      Tensor dbias(type, own, Order::packed, 8);
      const Scalar one(1, type), zero(0, type), two(2, type);
      size_t bytes = 1;
      GOOD(cudnnGetBatchNormalizationTrainingExReserveSpaceSize(h, mode, what, relu, x.d, &bytes));
      EXPECT_EQ(bytes, size_t(0));
      GOOD(cudnnBatchNormalizationForwardTrainingEx(
          h, mode, what, one, zero, x.d, x.x, z.d, z.x, y.d, y.x, scale.d, scale.x, bias.x, 1,
          mean.x, variance.x, eps, saved.x, inverse.x, relu, nullptr, 0, nullptr, 0));
      GOOD(cudnnBatchNormalizationBackwardEx(h, mode, what, one, zero, one, zero, x.d, x.x, y.d,
                                             y.x, dy.d, dy.x, dz.d, dz.x, dx.d, dx.x, scale.d,
                                             scale.x, bias.x, dscale.x, dbias.x, eps, saved.x,
                                             inverse.x, relu, nullptr, 0, nullptr, 0));
      OK(cudaDeviceSynchronize());
      // x, z, scale and bias in one line.
      Numbers all = x.numbers();
      for (const Tensor* t : {&z, &scale, &bias})
        for (double v : t->numbers()) all.push_back(v);
      const int n = x.count();
      const auto f = [&](const Numbers& v) {
        const Numbers in(v.begin(), v.begin() + n);
        const Moments m(size, in, true);
        Numbers r;
        for (int i = 0; i < n; ++i) {
          const int k = family(size, i, true);
          double u = (in[i] - m.mean[k]) / std::sqrt(m.variance[k] + eps) * v[2 * n + k] +
                     v[2 * n + 2 + k];
          if (ops == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION) u += v[n + i];
          r.push_back(ops == CUDNN_BATCHNORM_OPS_BN ? u : std::max(u, 0.0));
        }
        return r;
      };
      const double more = type == CUDNN_DATA_DOUBLE ? 1000 : 10;
      const Numbers d = slopes(f, all, dy.numbers());
      EXPECT(y.is(f(all)));
      EXPECT(dx.is(Numbers(d.begin(), d.begin() + n), 1, 0, more));
      if (ops == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION)
        EXPECT(dz.is(Numbers(d.begin() + n, d.begin() + 2 * n), 1, 0, more));
      EXPECT(dscale.is(Numbers(d.begin() + 2 * n, d.begin() + 2 * n + 2), 1, 0, more));
      EXPECT(dbias.is(Numbers(d.begin() + 2 * n + 2, d.end()), 1, 0, more));
      const cudnnStatus_t scaled = cudnnBatchNormalizationForwardTrainingEx(
          h, mode, what, two, zero, x.d, x.x, z.d, z.x, y.d, y.x, scale.d, scale.x, bias.x, 1,
          mean.x, variance.x, eps, saved.x, inverse.x, relu, nullptr, 0, nullptr, 0);
      EXPECT_EQ(scaled,
                ops == CUDNN_BATCHNORM_OPS_BN ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_SUPPORTED);
    }
  GOOD(cudnnDestroyActivationDescriptor(relu));
}

CASE(responses_of_neighbouring_channels) {
  Handle h;
  cudnnLRNDescriptor_t how;
  GOOD(cudnnCreateLRNDescriptor(&how));
  BAD(cudnnSetLRNDescriptor(how, 17, 1, 0.75, 1));
  const Sizes size{2, 7, 1, 3};
  for (cudnnDataType_t type : kTypes)
    for (Order order : kOrders)
      for (unsigned window : {1u, 4u, 5u}) {
        GOOD(cudnnSetLRNDescriptor(how, window, 0.3, 0.75, 2));
        Tensor x(type, size, order, 1), y(type, size, Order::packed, 5), dy(type, size, order, 9),
            dx(type, size, order, 30);
        const auto f = [&](const Numbers& v) {
          Numbers r;
          for (int i = 0; i < int(v.size()); ++i) {
            const int behind = (int(window) - 1) / 2, ahead = int(window) - 1 - behind;
            double sum = 0;
            for (int c = 0; c < size[1]; ++c) {
              Sizes at = place(size, i);
              if (c < at[1] - behind || c > at[1] + ahead) continue;
              at[1] = c;
              sum += v[number(size, at)] * v[number(size, at)];
            }
            r.push_back(v[i] * std::pow(2 + 0.3 / window * sum, -0.75));
          }
          return r;
        };
        const Scalar alpha(2, type), beta(0.5, type);
        const auto mode = CUDNN_LRN_CROSS_CHANNEL_DIM1;
        GOOD(cudnnLRNCrossChannelForward(h, how, mode, alpha, x.d, x.x, beta, y.d, y.x));
        GOOD(cudnnLRNCrossChannelBackward(h, how, mode, alpha, y.d, y.x, dy.d, dy.x, x.d, x.x, beta,
                                          dx.d, dx.x));
        OK(cudaDeviceSynchronize());
        EXPECT(y.is(f(x.numbers()), 2, 0.5));
        EXPECT(dx.is(slopes(f, x.numbers(), dy.numbers()), 2, 0.5,
                     type == CUDNN_DATA_DOUBLE ? 100 : 1));
      }
  GOOD(cudnnDestroyLRNDescriptor(how));
}

CASE(dropout_leaves_out_the_same_ones_in_both_directions) {
  Handle h;
  cudnnDropoutDescriptor_t how;
  GOOD(cudnnCreateDropoutDescriptor(&how));
  size_t bytes = 0, reserve = 0;
  GOOD(cudnnDropoutGetStatesSize(h, &bytes));
  void *states = nullptr, *kept = nullptr;
  OK(cudaMalloc(&states, bytes));
  const Sizes size{2, 5, 40, 31};
  Tensor x(CUDNN_DATA_FLOAT, size, Order::packed, 1),
      y(CUDNN_DATA_FLOAT, size, Order::channels_last, 2);
  Tensor dy(CUDNN_DATA_FLOAT, size, Order::gaps, 3), dx(CUDNN_DATA_FLOAT, size, Order::packed, 4);
  x.set(Numbers(x.count(), 1.0));
  GOOD(cudnnDropoutGetReserveSpaceSize(x.d, &reserve));
  OK(cudaMalloc(&kept, reserve));
  BAD(cudnnSetDropoutDescriptor(how, h, 1.5f, states, bytes, 7));
  GOOD(cudnnSetDropoutDescriptor(how, h, 0.25f, states, bytes, 7));
  BAD(cudnnDropoutForward(h, how, x.d, x.x, y.d, y.x, kept, reserve - 1));
  GOOD(cudnnDropoutForward(h, how, x.d, x.x, y.d, y.x, kept, reserve));
  GOOD(cudnnDropoutBackward(h, how, dy.d, dy.x, dx.d, dx.x, kept, reserve));
  OK(cudaDeviceSynchronize());
  const Numbers first = y.numbers(), slope = dy.numbers();
  Numbers wanted;
  int left = 0;
  for (int i = 0; i < x.count(); ++i) {
    EXPECT(first[i] == 0 || std::fabs(first[i] - 4 / 3.0) < 1e-6);
    left += first[i] != 0;
    wanted.push_back(first[i] * slope[i]);
  }
  EXPECT(std::fabs(left / double(x.count()) - 0.75) < 0.02);
  EXPECT(dx.is(wanted));
  GOOD(cudnnDropoutForward(h, how, x.d, x.x, y.d, y.x, kept, reserve));
  OK(cudaDeviceSynchronize());
  EXPECT(y.numbers() != first);
  GOOD(cudnnSetDropoutDescriptor(how, h, 0.25f, states, bytes, 7));  // from the start again
  GOOD(cudnnDropoutForward(h, how, x.d, x.x, y.d, y.x, kept, reserve));
  OK(cudaDeviceSynchronize());
  EXPECT(y.numbers() == first);
  GOOD(cudnnDestroyDropoutDescriptor(how));
  OK(cudaFree(states));
  OK(cudaFree(kept));
}

int main() { return run_cases(); }
