// Sums of products of all types, layouts and odd sizes against plain loops over all indices.
// SPDX-License-Identifier: MIT
#include "engine/einsum/plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"

namespace vgpu::einsum {
namespace {

template <typename E>
constexpr Type kType = Type::f32;
template <>
constexpr Type kType<double> = Type::f64;
template <>
constexpr Type kType<std::complex<float>> = Type::c32;
template <>
constexpr Type kType<std::complex<double>> = Type::c64;

template <typename E>
E number(double re, double im) {
  if constexpr (std::is_floating_point_v<E>) {
    return static_cast<E>(re);
  } else {
    return {static_cast<typename E::value_type>(re), static_cast<typename E::value_type>(im)};
  }
}

// Ways for an array to lie in memory.
enum class Lies { plainly, backwards, by_columns, with_gaps, misaligned };

// An array in bytes of its own, so that it may lie anywhere.
template <typename E>
struct Stored {
  ArrayLayout layout;
  std::vector<char> bytes;
  std::ptrdiff_t begin = 0;  // of the first element

  Stored(const Shape& shape, Lies lies) : layout{shape, contiguous(shape)} {
    if (lies == Lies::by_columns) {
      const Shape turned(shape.rbegin(), shape.rend());
      const std::vector<std::int64_t> steps = contiguous(turned);
      layout.strides.assign(steps.rbegin(), steps.rend());
    }
    std::int64_t reach = 1, low = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      std::int64_t& step = layout.strides[i];
      if (lies == Lies::with_gaps) step = 3 * step + (i == 0 ? 1 : 0);
      reach += std::max<std::int64_t>(0, shape[i] - 1) * step;
      if (lies == Lies::backwards && i % 2 == 0) {
        low += std::max<std::int64_t>(0, shape[i] - 1) * step, step = -step;
      }
    }
    const std::ptrdiff_t shift = lies == Lies::misaligned ? 1 : 0;
    bytes.assign(static_cast<std::size_t>(reach) * sizeof(E) + 1, char(0x55));
    begin = low * static_cast<std::ptrdiff_t>(sizeof(E)) + shift;
  }
  char* address() { return bytes.data() + begin; }
  E get(std::int64_t at) const {
    E value;
    std::memcpy(&value, bytes.data() + begin + at * std::ptrdiff_t(sizeof(E)), sizeof value);
    return value;
  }
  void set(std::int64_t at, E value) {
    std::memcpy(bytes.data() + begin + at * std::ptrdiff_t(sizeof(E)), &value, sizeof value);
  }
  template <typename Visit>
  void each(Visit visit) const {
    std::vector<Loop> loops;
    for (std::size_t i = 0; i < layout.shape.size(); ++i) {
      loops.push_back({layout.shape[i], layout.strides[i], 0, 0, false});
    }
    const std::int64_t count = Positions::count(loops);
    if (count == 0) return;
    Positions at(loops);
    for (std::int64_t i = 0; i < count; ++i, at.next()) visit(at.a);
  }
};

struct Options {
  Lies in = Lies::plainly, out = Lies::plainly;
  Optimize optimize = Optimize::automatic;
  std::int64_t limit = 0;
};

template <typename E>
struct Case {
  std::string text;
  Subscripts parsed;
  std::vector<Stored<E>> operands;
  Options options;

  Case(const std::string& subscripts, const std::vector<Shape>& shapes, const Options& how = {})
      : text(subscripts), parsed(parse(subscripts, shapes)), options(how) {
    std::minstd_rand random(3);
    std::uniform_real_distribution<double> between(-1, 1);
    for (const Shape& shape : shapes) {
      operands.emplace_back(shape, how.in);
      Stored<E>& x = operands.back();
      x.each([&](std::int64_t at) { x.set(at, number<E>(between(random), between(random))); });
    }
  }

  Stored<E> run() {
    Shape shape;
    for (const Index i : parsed.output) shape.push_back(parsed.sizes[std::size_t(i)]);
    Stored<E> out(shape, options.out);
    Request request{text, kType<E>, {}, out.layout.strides, options.optimize, options.limit};
    std::vector<const void*> in;
    for (Stored<E>& x : operands) request.operands.push_back(x.layout), in.push_back(x.address());
    const auto plan = Plan::get(request);
    EXPECT_EQ(plan->shape(), shape);
    plan->run(in.data(), out.address());
    return out;
  }

  // The position of an operand's or the output's element for the values of all indices.
  static std::int64_t place(const Term& term, const ArrayLayout& array, const Shape& at) {
    std::int64_t place = 0;
    for (std::size_t i = 0; i < term.size(); ++i) {
      if (array.shape[i] != 1) place += at[std::size_t(term[i])] * array.strides[i];
    }
    return place;
  }

  // The sums by a loop over all indices, and the sizes of what they are made of.
  void expect_right() {
    const Stored<E> got = run();
    Stored<std::complex<double>> sum(got.layout.shape, Lies::plainly), size = sum;
    sum.each([&](std::int64_t at) { sum.set(at, 0), size.set(at, 0); });
    std::vector<Loop> loops;
    for (const std::int64_t n : parsed.sizes) loops.push_back({n, 0, 0, 0, false});
    Shape at(parsed.sizes.size(), 0);
    for (std::int64_t left = Positions::count(loops); left > 0; --left) {
      std::complex<double> product = 1;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        product *=
            std::complex<double>(operands[i].get(place(parsed.terms[i], operands[i].layout, at)));
      }
      const std::int64_t to = place(parsed.output, sum.layout, at);
      sum.set(to, sum.get(to) + product), size.set(to, size.get(to) + std::abs(product));
      for (std::size_t i = at.size(); i-- > 0;) {
        if (++at[i] < parsed.sizes[i]) break;
        at[i] = 0;
      }
    }
    const double tolerance = sizeof(E) / (kIsPair ? 2 : 1) == 4 ? 4e-6 : 1e-14;
    Stored<E> marks = got;
    std::vector<std::int64_t> from, to;
    sum.each([&](std::int64_t p) { from.push_back(p); });
    got.each([&](std::int64_t p) { to.push_back(p); });
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::complex<double> difference =
          std::complex<double>(got.get(to[i])) - sum.get(from[i]);
      ASSERT_LE(std::abs(difference), tolerance * (1e-3 + 2 * size.get(from[i]).real()))
          << text << " at " << i << " in " << int(options.in) << " out " << int(options.out);
    }
    for (const std::int64_t p : to) {
      std::memset(marks.bytes.data() + marks.begin + p * std::ptrdiff_t(sizeof(E)), 0x55,
                  sizeof(E));
    }
    EXPECT_EQ(marks.bytes, std::vector<char>(marks.bytes.size(), char(0x55)))
        << text << ": written beside the output";
  }
  static constexpr bool kIsPair = !std::is_floating_point_v<E>;
};

std::vector<Shape> shapes_of(const std::string& text, const std::vector<std::int64_t>& lengths) {
  std::vector<Shape> shapes(1);
  for (const char c : text.substr(0, text.find("->"))) {
    if (c == ',') {
      shapes.emplace_back();
    } else {
      shapes.back().push_back(lengths[std::size_t(c - 'a') % lengths.size()]);
    }
  }
  return shapes;
}

const std::vector<std::string> kTexts = {
    "ab,bc->ac",
    "ab,bc->ca",
    "ab,cb->ac",
    "ab->ba",
    "ab->",
    "aa->a",
    "aa->",
    "aab->b",
    "abc->cab",
    "abc->b",
    "a,b->ab",
    "a,b->ba",
    "a,a->",
    "a,a->a",
    "ab,ab->ab",
    "ab,ba->ab",
    "ab,ab->a",
    "ab,ab->b",
    "cab,cbd->cad",
    "cab,cdb->cda",
    "abcd,abed->abce",
    "abc,bd,cd->ad",
    "abcd,bedf->aefc",
    "ab,bc,cd,de->ae",
    "abc,cb->a",
    "ab,b->a",
    "b,ab->a",
    "abc,abd->cd",
    "abc,c->ab",
    "a,b,c->abc",
    "aa,ab->b",
    "ab,bb->a",
    "ab,cd->",
    "abcd,dc->ba",
    ",ab->ba",
    "a,->a",
    ",->",
    "->",
    "abd,bd->ad",
    "cabd,bd->dca",
    "abd,bcd->acd",
    "abd,bcd->dac",
    "bad,bcd->cbad",
    "a,a,a->a",
    "abe,bce,dce->ade",
};

template <typename E>
void expect_all(const std::vector<std::int64_t>& lengths) {
  for (const std::string& text : kTexts) {
    for (const Lies in :
         {Lies::plainly, Lies::backwards, Lies::by_columns, Lies::with_gaps, Lies::misaligned}) {
      for (const Lies out : {Lies::plainly, in}) {
        Case<E>(text, shapes_of(text, lengths), {in, out}).expect_right();
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(EinsumPlan, OddSizesInAllLayouts) {
  expect_all<float>({3, 5, 2, 7, 4, 3});
  expect_all<double>({3, 5, 2, 7, 4, 3});
}

TEST(EinsumPlan, ComplexInAllLayouts) {
  expect_all<std::complex<float>>({3, 5, 2, 7, 4, 3});
  expect_all<std::complex<double>>({3, 2, 5, 4, 3, 2});
}

// Longer than vectors and than what a loop without a plan does.
TEST(EinsumPlan, LongerAxes) {
  expect_all<float>({19, 33, 17, 6, 5, 4});
  expect_all<double>({5, 9, 37, 18, 3, 4});
  expect_all<std::complex<float>>({17, 18, 19, 2, 3, 2});
}

TEST(EinsumPlan, AxesOfLengthsOneAndZero) {
  for (const std::int64_t n : {1, 0}) {
    for (std::size_t which = 0; which < 4; ++which) {
      std::vector<std::int64_t> lengths = {3, 4, 2, 5, 3, 2};
      lengths[which] = n;
      expect_all<float>(lengths);
    }
  }
}

TEST(EinsumPlan, LengthOneStandsForLongerAxes) {
  Case<float>("ab,ab->ab", {{3, 1}, {1, 4}}).expect_right();
  Case<float>("ab,bc->ac", {{3, 1}, {4, 5}}).expect_right();
  Case<double>("...b,...bc->...c", {{6, 1, 4}, {2, 1, 3, 4, 5}}).expect_right();
  Case<double>("...,...->...", {{3, 1}, {}}).expect_right();
}

TEST(EinsumPlan, OrdersAgree) {
  for (const Optimize how :
       {Optimize::automatic, Optimize::greedy, Optimize::dynamic, Optimize::left_to_right}) {
    for (const std::string& text : kTexts) {
      Options options;
      options.optimize = how;
      Case<double>(text, shapes_of(text, {3, 4, 2, 5, 3, 2}), options).expect_right();
    }
  }
}

TEST(EinsumPlan, AMemoryLimitComputesPartsAtATime) {
  for (const std::int64_t limit : {1, 3, 7, 20, 1000}) {
    Options options;
    options.limit = limit, options.out = Lies::with_gaps;
    const std::vector<std::int64_t> lengths = {5, 7, 6, 4, 3};
    for (const char* text : {"ab,bc,cd,de->ae", "ad,bd,cd->abc", "ab,ac,ad->bcd", "abc,bd,cd->ad",
                             "abc,bd,cd->", "ab,bc,cd,da->"}) {
      for (const Optimize how : {Optimize::automatic, Optimize::left_to_right}) {
        options.optimize = how;
        Case<float>(text, shapes_of(text, lengths), options).expect_right();
        Case<std::complex<double>>(text, shapes_of(text, lengths), options).expect_right();
      }
    }
  }
}

TEST(EinsumPlan, SizesThatThreadsShare) {
  Case<float>("ab,ab->", {{700, 301}, {700, 301}}).expect_right();
  Case<float>("ab->b", {{3000, 101}}).expect_right();
  Case<double>("ab->a", {{101, 3000}}).expect_right();
  Case<float>("abc->b", {{130, 3, 700}}).expect_right();
  Case<double>("a,b->ab", {{801}, {403}}).expect_right();
  Case<float>("ab->ba", {{517, 803}}).expect_right();
  Case<std::complex<float>>("abc->cab", {{31, 57, 101}}).expect_right();
  Case<std::complex<double>>("abc->cba", {{31, 57, 45}}).expect_right();
  Case<float>("ab,bc->ac", {{131, 140}, {140, 151}}).expect_right();
  Case<float>("abcd,bedf->aefc", {{9, 8, 9, 8}, {8, 9, 8, 9}}).expect_right();
  Case<float>("abc,bd->acd", {{40, 50, 36}, {50, 40}}).expect_right();
  Case<float>("dabe,bce->dac", {{3, 4, 200, 50}, {200, 4, 50}}).expect_right();
  Case<float>("zab,zcb->zac", {{3000, 4, 4}, {3000, 4, 4}}).expect_right();
  Case<double>("yzab,zbc->zyca", {{30, 40, 5, 6}, {40, 6, 7}}).expect_right();
}

TEST(EinsumPlan, StridesOfZeroRepeatAnOperand) {
  std::vector<float> one = {2, 3, 5}, all(12, 1.0f), out(4);
  const Request request{"ab,ab->a", Type::f32, {{{4, 3}, {0, 1}}, {{4, 3}, {3, 1}}}, {}};
  const void* in[] = {one.data(), all.data()};
  Plan::get(request)->run(in, out.data());
  EXPECT_EQ(out, std::vector<float>(4, 10.0f));
  std::vector<float> product(20);
  const Request stack{"cab,bd->cad", Type::f32, {{{2, 2, 3}, {0, 0, 1}}, {{3, 5}, {0, 0}}}, {}};
  const void* operands[] = {one.data(), all.data()};
  Plan::get(stack)->run(operands, product.data());
  EXPECT_EQ(product, std::vector<float>(20, 10.0f));
}

TEST(EinsumPlan, NanAndInfinityComeThroughAndNowhereElse) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const char* text : {"ab,bc->ac", "ab,bc->ca", "ab,cb->a", "ab,b->a", "ab->a", "ab->ba"}) {
    Case<float> one(text, shapes_of(text, {21, 37, 18}));
    one.operands[0].set(2 * 37 + 5, kNan), one.operands[0].set(4 * 37 + 36, kInfinity);
    const Stored<float> got = one.run();
    int nans = 0, infinities = 0, others = 0;
    got.each([&](std::int64_t at) {
      const float x = got.get(at);
      ++(std::isnan(x) ? nans : std::isinf(x) ? infinities : others);
    });
    const int row = (std::string(text) == "ab,bc->ac" || std::string(text) == "ab,bc->ca") ? 18 : 1;
    EXPECT_EQ(nans, row) << text;
    EXPECT_EQ(infinities, row) << text;
    EXPECT_GT(others, 0);
  }
}

// A sum of nothing is 0 even where the output held something, and where operands hold nothing to read.
TEST(EinsumPlan, SumsOfNothing) {
  std::vector<double> out(6, 7.0);
  const Request request{"ab,bc->ac", Type::f64, {{{2, 0}, {1, 1}}, {{0, 3}, {3, 1}}}, {}};
  const auto plan = Plan::get(request);
  const void* in[] = {nullptr, nullptr};
  plan->run(in, out.data());
  EXPECT_EQ(out, std::vector<double>(6, 0.0));
  EXPECT_EQ(plan->in_extent(0).behind, 0);
  EXPECT_EQ(plan->products(), 0);
}

TEST(EinsumPlan, PlansAreCachedByAllThatTheyFollowFrom) {
  Request request{"ab,bc->ac", Type::f32, {{{2, 3}, {3, 1}}, {{3, 4}, {4, 1}}}, {}};
  const auto first = Plan::get(request);
  EXPECT_EQ(Plan::get(request), first);
  EXPECT_EQ(first->strides(), (std::vector<std::int64_t>{4, 1}));
  EXPECT_EQ(first->path(), (Path{{0, 1}}));
  EXPECT_EQ(first->products(), 3);
  request.operands[0].strides = {1, 2};
  EXPECT_NE(Plan::get(request), first);
  for (int i = 0; i < 300; ++i) {  // more than are kept
    request.operands[0].strides[1] = 2 + i;
    Plan::get(request);
  }
}

TEST(EinsumPlan, WhatNoMemoryHoldsIsRefused) {
  const std::int64_t huge = std::int64_t{1} << 40;
  const auto refused = [](const Request& request) {
    EXPECT_THROW(Plan{request}, Error) << request.subscripts;
  };
  refused({"a,b->ab", Type::f32, {{{huge}, {0}}, {{huge}, {0}}}, {}});
  refused({"a,b->", Type::f32, {{{huge}, {huge}}, {{1}, {0}}}, {}});
  refused({"a->a", Type::f32, {{{3}, {1}}}, {{0}}});             // one place for all results
  refused({"ab->ab", Type::f32, {{{3, 4}, {4, 1}}}, {{2, 1}}});  // rows that overlap
  refused({"ab->ab", Type::f32, {{{3, 4}, {4, 1}}}, {{4}}});
  refused({"", Type::f32, {}, {}});
}

}  // namespace
}  // namespace vgpu::einsum
