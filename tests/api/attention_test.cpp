// Attention and its gradients through the C functions, against plain loops in double precision.
// SPDX-License-Identifier: MIT
#include <vgpu/c/nn.h>
#include <vgpu/nn.hpp>

#include <limits>
#include <string>

#include "engine_data.h"
#include "kernels.h"

namespace {

using vgpu_test::done;
using vgpu_test::Floats;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Head after head, or token after token with the heads of one side by side, as a layer's product leaves them.
enum class Order { heads, tokens };

void set_strides(std::int64_t (&stride)[3], std::int64_t heads, std::int64_t tokens,
                 std::int64_t size, Order order) {
  stride[0] = heads * tokens * size;
  stride[1] = order == Order::heads ? tokens * size : size;
  stride[2] = order == Order::heads ? size : heads * size;
}

vgpuAttention shape_of(std::int64_t batch, std::int64_t heads, std::int64_t queries,
                       std::int64_t keys, std::int64_t size, std::int64_t value_size, bool causal,
                       Order order = Order::heads) {
  vgpuAttention s{batch, heads, queries, keys, size, value_size, 0.7f, causal, {}, {}, {}, {}};
  set_strides(s.qStride, heads, queries, size, order);
  set_strides(s.kStride, heads, keys, size, order);
  set_strides(s.vStride, heads, keys, value_size, order);
  set_strides(s.outStride, heads, queries, value_size, order);
  return s;
}

// Tensors of an attention; results are NaN at first, so that nothing is left out.
struct Data {
  Floats q, k, v, out, logsum, grad, dq, dk, dv;
  explicit Data(const vgpuAttention& s)
      : q(s.batch * s.heads * s.queries * s.size),
        k(s.batch * s.heads * s.keys * s.size),
        v(s.batch * s.heads * s.keys * s.valueSize),
        out(s.batch * s.heads * s.queries * s.valueSize, kNan),
        logsum(s.batch * s.heads * s.queries, kNan),
        grad(out.size()),
        dq(q.size(), kNan),
        dk(k.size(), kNan),
        dv(v.size(), kNan) {
    q.randomize(1), k.randomize(2), v.randomize(3), grad.randomize(4);
  }
  void forward(const vgpuAttention& s, bool with_logsum = true) const {
    VG_OK(done(vgpuAttentionForward(&s, q.data(), k.data(), v.data(), out.data(),
                                    with_logsum ? logsum.data() : nullptr)));
  }
  void backward(const vgpuAttention& s) const {
    VG_OK(done(vgpuAttentionBackward(&s, q.data(), k.data(), v.data(), out.data(), logsum.data(),
                                     grad.data(), dq.data(), dk.data(), dv.data())));
  }
};

using Doubles = std::vector<double>;

// The definition, one query at a time.
class Wanted {
 public:
  Doubles out, logsum, dq, dk, dv;

  Wanted(const vgpuAttention& s, const Data& d)
      : out(d.out.size()),
        logsum(d.logsum.size()),
        dq(d.q.size()),
        dk(d.k.size()),
        dv(d.v.size()),
        s_(s),
        d_(d) {
    for (b_ = 0; b_ < s.batch; ++b_) {
      for (h_ = 0; h_ < s.heads; ++h_) {
        for (std::int64_t i = 0; i < s.queries; ++i) add_query(i);
      }
    }
  }

 private:
  std::int64_t at(const std::int64_t (&stride)[3], std::int64_t token, std::int64_t x) const {
    return b_ * stride[0] + h_ * stride[1] + token * stride[2] + x;
  }

  Doubles powers(std::int64_t i, std::int64_t visible) const {
    Doubles p(std::max<std::int64_t>(visible, 0));
    for (std::int64_t j = 0; j < visible; ++j) {
      for (std::int64_t x = 0; x < s_.size; ++x) {
        p[j] += double(d_.q[at(s_.qStride, i, x)]) * double(d_.k[at(s_.kStride, j, x)]);
      }
      p[j] *= s_.scale;
    }
    return p;
  }

  void add_query(std::int64_t i) {
    const std::int64_t visible =
        s_.causal != 0 ? std::min(i + 1 + s_.keys - s_.queries, s_.keys) : s_.keys;
    Doubles p = powers(i, visible);
    double& total = logsum[(b_ * s_.heads + h_) * s_.queries + i];
    total = -kInfinity;
    if (p.empty()) return;
    const double top = *std::max_element(p.begin(), p.end());
    double sum = 0;
    for (double& x : p) sum += x = std::exp(x - top);
    total = top + std::log(sum);
    for (double& x : p) x /= sum;
    add_values(i, p);
    add_gradients(i, p);
  }

  void add_values(std::int64_t i, const Doubles& p) {
    for (std::size_t j = 0; j < p.size(); ++j) {
      for (std::int64_t x = 0; x < s_.valueSize; ++x) {
        out[at(s_.outStride, i, x)] += p[j] * double(d_.v[at(s_.vStride, std::int64_t(j), x)]);
        dv[at(s_.vStride, std::int64_t(j), x)] += p[j] * double(d_.grad[at(s_.outStride, i, x)]);
      }
    }
  }

  void add_gradients(std::int64_t i, const Doubles& p) {
    Doubles slope(p.size());
    double mean = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
      for (std::int64_t x = 0; x < s_.valueSize; ++x) {
        slope[j] += double(d_.grad[at(s_.outStride, i, x)]) *
                    double(d_.v[at(s_.vStride, std::int64_t(j), x)]);
      }
      mean += p[j] * slope[j];
    }
    for (std::size_t j = 0; j < p.size(); ++j) {
      const double ds = s_.scale * p[j] * (slope[j] - mean);
      for (std::int64_t x = 0; x < s_.size; ++x) {
        const std::int64_t q = at(s_.qStride, i, x), k = at(s_.kStride, std::int64_t(j), x);
        dq[q] += ds * double(d_.k[k]), dk[k] += ds * double(d_.q[q]);
      }
    }
  }

  const vgpuAttention& s_;
  const Data& d_;
  std::int64_t b_ = 0, h_ = 0;
};

// Whether all are as near as a share of the largest; infinities and NaN must be the same.
testing::AssertionResult are_close(const Floats& got, const Doubles& wanted,
                                   double tolerance = 5e-6) {
  double largest = 1;
  for (const double x : wanted) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  }
  for (std::int64_t i = 0; i < got.size(); ++i) {
    const double x = wanted[static_cast<std::size_t>(i)];
    const bool same = std::isnan(x) ? std::isnan(got[i]) : double(got[i]) == x;
    if (same || std::abs(got[i] - x) <= tolerance * largest) continue;
    return testing::AssertionFailure() << "at " << i << ": " << got[i] << " instead of " << x;
  }
  return testing::AssertionSuccess();
}

void expect_right(const vgpuAttention& s, const Data& d, const std::string& what = "") {
  const Wanted wanted(s, d);
  d.forward(s);
  EXPECT_TRUE(are_close(d.out, wanted.out)) << "forward " << what;
  EXPECT_TRUE(are_close(d.logsum, wanted.logsum)) << "logarithms of sums " << what;
  d.backward(s);
  EXPECT_TRUE(are_close(d.dq, wanted.dq, 2e-5)) << "gradient of q " << what;
  EXPECT_TRUE(are_close(d.dk, wanted.dk, 2e-5)) << "gradient of k " << what;
  EXPECT_TRUE(are_close(d.dv, wanted.dv, 2e-5)) << "gradient of v " << what;
}

struct Size {
  std::int64_t batch, heads, queries, keys, size, value_size;
};
constexpr Size kSizes[] = {
    {1, 1, 1, 1, 1, 1},      {2, 3, 17, 29, 8, 5},     {1, 2, 130, 130, 64, 64},
    {1, 1, 5, 700, 33, 31},  {1, 2, 70, 13, 16, 16},   {1, 1, 57, 257, 3, 7},
    {1, 1, 100, 20, 64, 64}, {1, 1, 195, 300, 64, 33}, {3, 5, 11, 13, 17, 19},
    {1, 1, 40, 40, 128, 80}, {1, 9, 29, 256, 40, 40},
};

TEST(Attention, OfOddSizesAgreesWithLoops) {
  for (const Size& x : kSizes) {
    for (const bool causal : {false, true}) {
      for (const Order order : {Order::heads, Order::tokens}) {
        const vgpuAttention s =
            shape_of(x.batch, x.heads, x.queries, x.keys, x.size, x.value_size, causal, order);
        expect_right(s, Data(s),
                     "of " + std::to_string(x.queries) + " queries, " + std::to_string(x.keys) +
                         " keys" + (causal ? ", causal" : ""));
      }
    }
  }
}

TEST(Attention, OfNothingIsNothing) {
  for (const bool causal : {false, true}) {
    for (const Size& x :
         {Size{0, 2, 3, 3, 4, 4}, Size{1, 0, 3, 3, 4, 4}, Size{2, 1, 0, 3, 4, 4},
          Size{1, 2, 4, 0, 8, 8}, Size{1, 2, 5, 30, 0, 3}, Size{1, 1, 6, 6, 5, 0}}) {
      const vgpuAttention s =
          shape_of(x.batch, x.heads, x.queries, x.keys, x.size, x.value_size, causal);
      expect_right(s, Data(s));
    }
  }
}

TEST(Attention, TakesEveryScale) {
  vgpuAttention s = shape_of(1, 2, 30, 40, 16, 16, false);
  for (const float scale : {0.0f, -2.0f, 1e-30f, 30.0f}) {
    s.scale = scale;
    expect_right(s, Data(s), "scale " + std::to_string(scale));
  }
}

TEST(Attention, NeedsNoLogarithms) {
  const vgpuAttention s = shape_of(1, 1, 9, 9, 8, 8, true);
  const Data d(s);
  d.forward(s, false);
  EXPECT_TRUE(are_close(d.out, Wanted(s, d).out));
  EXPECT_TRUE(std::isnan(d.logsum[0])) << "nobody asked for it";
}

// Gaps between vectors, as between those of a tensor that holds queries, keys and values: nobody may write into them.
TEST(Attention, LeavesGapsAlone) {
  const vgpuAttention dense = shape_of(1, 2, 20, 30, 8, 8, false, Order::tokens);
  vgpuAttention s = dense;
  for (auto* stride : {s.qStride, s.kStride, s.vStride, s.outStride}) {
    for (int i = 0; i < 3; ++i) stride[i] *= 3;
    stride[1] = 8;  // heads side by side, a gap of two tokens behind them
  }
  const Floats all(3 * 30 * 16), q(3 * 30 * 16), grads(3 * 3 * 30 * 16, 5);
  const Data d(dense);
  for (std::int64_t i = 0; i < 30 * 16; ++i) {
    const std::int64_t to = i / 16 * 48 + i % 16;
    all[to] = d.k[i], all[to + 16] = d.v[i];
    if (i < d.q.size()) q[to] = d.q[i], q[to + 16] = d.grad[i];
  }
  d.forward(dense), d.backward(dense);
  const Floats out(3 * 20 * 16, 5);
  VG_OK(done(vgpuAttentionForward(&s, q.data(), all.data(), all.data() + 16, out.data(),
                                  d.logsum.data())));
  float* const dk = grads.data();
  VG_OK(done(vgpuAttentionBackward(&s, q.data(), all.data(), all.data() + 16, out.data(),
                                   d.logsum.data(), q.data() + 16, dk + 32, dk, dk + 16)));
  for (std::int64_t i = 0; i < 30 * 16; ++i) {
    const std::int64_t at = i / 16 * 48 + i % 16;
    ASSERT_NEAR(dk[at], d.dk[i], 1e-5) << i;
    ASSERT_NEAR(dk[at + 16], d.dv[i], 1e-5) << i;
    if (i >= 20 * 16) {
      ASSERT_EQ(dk[at + 32], 5) << "behind the gradient of q";
      continue;
    }
    ASSERT_NEAR(dk[at + 32], d.dq[i], 1e-5) << i;
    ASSERT_NEAR(out[at], d.out[i], 1e-6) << i;
    ASSERT_EQ(out[at + 16], 5) << "a gap";
    ASSERT_EQ(out[at + 32], 5) << "a gap";
  }
}

// NaN in a query makes its result NaN and no other's; in a key all results of those who see it; in a value one element of them.
TEST(Attention, PassesNanOnToThoseWhoSeeIt) {
  for (const std::int64_t tokens : {10, 200}) {
    vgpuAttention s = shape_of(1, 2, tokens, tokens, 32, 32, true);
    const Data d(s);
    const std::int64_t row = tokens / 2;
    d.q[row * 32 + 5] = kNan;             // of the first head
    d.k[(tokens + row) * 32 + 7] = kNan;  // of the second
    d.forward(s);
    for (std::int64_t i = 0; i < tokens * 32; ++i) {
      ASSERT_EQ(std::isnan(d.out[i]), i / 32 == row) << i;
      ASSERT_EQ(std::isnan(d.out[tokens * 32 + i]), i / 32 >= row) << i;
    }
    s.causal = 0;
    d.v[tokens / 4 * 32 + 3] = kNan;
    d.forward(s);
    for (std::int64_t i = 0; i < tokens * 32; ++i) {
      ASSERT_EQ(std::isnan(d.out[i]), i / 32 == row || i % 32 == 3) << i;
    }
  }
}

TEST(Attention, OfInfiniteNumbers) {
  const vgpuAttention s = shape_of(1, 1, 60, 300, 16, 16, false);
  const Data d(s);
  for (std::int64_t i = 0; i < d.q.size(); ++i) d.q[i] = std::abs(d.q[i]) + 0.1f;
  std::fill_n(d.k.data(), 270 * 16, -kInfinity);  // keys that count for nothing
  d.v[280 * 16 + 3] = kInfinity;
  const Wanted wanted(s, d);
  d.forward(s);
  EXPECT_TRUE(are_close(d.out, wanted.out));
  EXPECT_EQ(d.out[3], kInfinity);
}

TEST(Attention, OfHugeAndTinyNumbers) {
  const float factors[][3] = {
      {1e30f, 1e-30f, 1}, {1e-30f, 1e30f, 1e30f}, {1, 1, 1e-38f}, {1e-42f, 1e38f, 1e37f}};
  vgpuAttention s = shape_of(1, 2, 50, 70, 24, 24, false);
  s.scale = 1;
  for (const auto& factor : factors) {
    Data d(s);
    d.q.randomize(5, factor[0]), d.k.randomize(6, factor[1]), d.v.randomize(7, factor[2]);
    const Wanted wanted(s, d);
    d.forward(s);
    double largest = 0;
    for (const double x : wanted.out) largest = std::max(largest, std::abs(x));
    for (std::int64_t i = 0; i < d.out.size(); ++i) {
      ASSERT_LE(std::abs(d.out[i] - wanted.out[i]), 2e-5 * largest) << i;
    }
  }
}

// Scores of some 1e4: one key of each query wins; maxima grow from block to block, or shrink for the other half of the queries.
TEST(Attention, OfMaximaThatGrow) {
  for (const bool causal : {false, true}) {
    vgpuAttention s = shape_of(1, 1, 120, 600, 8, 8, causal);
    s.scale = 1;
    const Data d(s);
    for (std::int64_t i = 0; i < 120; ++i) d.q[i * 8] = i < 60 ? 1.0f : -1.0f;
    for (std::int64_t j = 0; j < 600; ++j) d.k[j * 8] = 10.0f * float(j - 300);
    const Wanted wanted(s, d);
    d.forward(s);
    EXPECT_TRUE(are_close(d.out, wanted.out, 1e-3));
  }
}

// Small scores become powers without a look at their maximum: also where all of them are as low as they may be, or a little
// lower, and where queries of one block differ as much as they can.
TEST(Attention, OfScoresAtTheBound) {
  for (const bool causal : {false, true}) {
    for (const float scale :
         {1.38f, 1.40f}) {  // 16 scale is 22.1 or 22.4: 31.9 or 32.3 as an exponent of 2
      vgpuAttention s = shape_of(1, 2, 70, 600, 16, 16, causal);
      s.scale = scale;
      const Data d(s);
      for (std::int64_t i = 0; i < d.q.size(); ++i) d.q[i] = i / 16 % 2 == 0 ? 1.0f : 0.01f;
      std::fill_n(d.k.data(), d.k.size(), -1.0f);
      std::fill_n(d.k.data() + 300 * 16, 16, 1.0f);
      expect_right(s, d, "scale " + std::to_string(scale));
    }
  }
}

TEST(Attention, OfTheCxxInterface) {
  const vgpuAttention s = shape_of(2, 3, 10, 12, 8, 6, true);
  vgpu::nn::Attention attention(2, 3, 10, 12, 8, 6, s.scale, true);
  const Data d(s);
  const Wanted wanted(s, d);
  attention.forward(d.q.data(), d.k.data(), d.v.data(), d.out.data(), d.logsum.data());
  attention.backward(d.q.data(), d.k.data(), d.v.data(), d.out.data(), d.logsum.data(),
                     d.grad.data(), d.dq.data(), d.dk.data(), d.dv.data());
  VG_OK(vgpuStreamSynchronize(nullptr));
  EXPECT_TRUE(are_close(d.out, wanted.out));
  EXPECT_TRUE(are_close(d.dk, wanted.dk, 2e-5));
  attention.shape().qStride[0] = -1;
  EXPECT_THROW(attention.forward(d.q.data(), d.k.data(), d.v.data(), d.out.data()),
               vgpu::RuntimeError);
}

TEST(Attention, BadArgumentsAreErrors) {
  const vgpuAttention good = shape_of(1, 2, 4, 4, 8, 8, false);
  const Data d(good);
  const auto forward = [&](const vgpuAttention* s, const float* q) {
    return vgpuAttentionForward(s, q, d.k.data(), d.v.data(), d.out.data(), nullptr);
  };
  vgpuAttention s = good;
  EXPECT_EQ(forward(nullptr, d.q.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(forward(&good, nullptr), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("[vgpuAttentionForward] q"),
            std::string::npos);
  s.keys = -1;
  EXPECT_EQ(forward(&s, d.q.data()), vgpuErrorInvalidValue);
  s = good, s.qStride[2] = -8;
  EXPECT_EQ(forward(&s, d.q.data()), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("stride"), std::string::npos);
  s = good, s.batch = s.heads = std::int64_t{1} << 40;
  EXPECT_EQ(forward(&s, d.q.data()), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuAttentionBackward(&good, d.q.data(), d.k.data(), d.v.data(), d.out.data(), nullptr,
                                  d.grad.data(), d.dq.data(), d.dk.data(), d.dv.data()),
            vgpuErrorInvalidValue);
  vgpuGetLastError();
}

}  // namespace
