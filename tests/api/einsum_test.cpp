// Einsum through the C and C++ interfaces: plans, order on streams, layouts, misuse.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <vgpu/einsum.hpp>
#include <vgpu/vgpu.hpp>

#include <array>
#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "engine_data.h"

namespace {

using vgpu_test::Floats;

std::vector<float> counted(std::size_t n) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 7) - 3;
  return x;
}

// A description of matrices in C's order for a product, to be spoilt.
struct Product {
  std::size_t a[2] = {2, 3}, b[2] = {3, 4};
  vgpuEinsumArray in[2] = {{2, a, nullptr}, {2, b, nullptr}};
  vgpuEinsumDesc desc{"ij,jk->ik", vgpuEinsumFloat, 2, in, 0, nullptr, vgpuEinsumAutomatic, 0};
};

TEST(Einsum, AMatrixProductInC) {
  const Product product;
  vgpuEinsumPlan_t plan = nullptr;
  ASSERT_EQ(vgpuEinsumPlanCreate(&plan, &product.desc), vgpuSuccess) << vgpuGetLastErrorMessage();
  unsigned rank = 0;
  EXPECT_EQ(vgpuEinsumPlanOutput(plan, &rank, nullptr, nullptr), vgpuSuccess);
  ASSERT_EQ(rank, 2u);
  std::size_t n[2] = {};
  std::int64_t strides[2] = {};
  EXPECT_EQ(vgpuEinsumPlanOutput(plan, &rank, n, strides), vgpuSuccess);
  EXPECT_EQ(n[0], 2u);
  EXPECT_EQ(n[1], 4u);
  EXPECT_EQ(strides[0], 4);
  EXPECT_EQ(strides[1], 1);
  rank = 1, n[1] = 99;  // room for one
  EXPECT_EQ(vgpuEinsumPlanOutput(plan, &rank, n, nullptr), vgpuSuccess);
  EXPECT_EQ(rank, 2u);
  EXPECT_EQ(n[1], 99u);
  std::size_t count = 5;
  vgpuEinsumPair pairs[5];
  EXPECT_EQ(vgpuEinsumPlanPath(plan, &count, pairs), vgpuSuccess);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(pairs[0].first, 0u);
  EXPECT_EQ(pairs[0].second, 1u);
  double operations = 0, products = 0;
  EXPECT_EQ(vgpuEinsumPlanCost(plan, &operations, &products), vgpuSuccess);
  EXPECT_GE(operations, 48);
  EXPECT_EQ(products, 3);

  const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1};
  float c[8] = {};
  const void* in[] = {a, b};
  ASSERT_EQ(vgpu_test::done(vgpuEinsumExec(plan, in, c, nullptr)), vgpuSuccess);
  const float wanted[] = {1, 2, 3, 6, 4, 5, 6, 15};
  EXPECT_EQ(std::memcmp(c, wanted, sizeof c), 0);
  EXPECT_EQ(vgpuEinsumPlanDestroy(plan), vgpuSuccess);
  EXPECT_EQ(vgpuEinsumExec(plan, in, c, nullptr), vgpuErrorInvalidHandle);
  vgpuGetLastError();
}

TEST(Einsum, OneCallInCpp) {
  const std::vector<float> a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  const std::vector<vgpu::EinsumArray> square = {{2, 2}}, squares = {{2, 2}, {2, 2}};
  using List = std::vector<float>;
  EXPECT_EQ(vgpu::einsum<float>("ij,jk", squares, {a.data(), b.data()}), (List{19, 22, 43, 50}));
  EXPECT_EQ(vgpu::einsum<float>("ij->ji", square, {a.data()}), (List{1, 3, 2, 4}));
  EXPECT_EQ(vgpu::einsum<float>("ii", square, {a.data()}), List{5});
  EXPECT_EQ(vgpu::einsum<float>("ij->j", square, {a.data()}), (List{4, 6}));
  const std::vector<std::complex<double>> z = {{0, 1}, {2, 0}};
  const std::vector<vgpu::EinsumArray> vectors = {{2}, {2}};
  EXPECT_EQ(vgpu::einsum<std::complex<double>>("i,i->", vectors, {z.data(), z.data()}),
            (std::vector<std::complex<double>>{{3, 0}}));
  const std::vector<double> d = {1, 2, 3};
  EXPECT_EQ(vgpu::einsum<double>("i,i->i", {{3}, {3}}, {d.data(), d.data()}),
            (std::vector<double>{1, 4, 9}));
}

TEST(Einsum, PlansOfManyOperandsSayTheirOrder) {
  const vgpu::Einsum<float> plan("ij,jk,kl->il", {{90, 100}, {100, 100}, {100, 3}});
  EXPECT_EQ(plan.shape(), (std::vector<std::size_t>{90, 3}));
  const auto path = plan.path();
  ASSERT_EQ(path.size(), 2u);
  EXPECT_EQ(path[0].first, 1u);
  EXPECT_EQ(path[0].second, 2u);
  vgpu::EinsumOptions options;
  options.optimize = vgpuEinsumLeftToRight;
  EXPECT_EQ(vgpu::Einsum<float>("ij,jk,kl->il", {{90, 100}, {100, 100}, {100, 3}}, options)
                .path()[0]
                .first,
            0u);
}

TEST(Einsum, RunsInTheStreamsOrderOnDeviceMemory) {
  constexpr std::size_t kN = 64;
  vgpu::GpuStream stream;
  const std::vector<float> x = counted(kN * kN);
  vgpu::GpuBuffer<float> a(kN * kN), b(kN * kN);
  std::vector<float> back(kN * kN);
  const vgpu::Einsum<float> turn("ij->ji", {{kN, kN}});
  a.write_async(x.data(), kN * kN, stream);
  for (int i = 0; i < 4; ++i) {
    turn.run({a.data()}, b.data(), stream.get());
    turn.run({b.data()}, a.data(), stream.get());
  }
  a.read_async(back.data(), kN * kN, stream);
  stream.synchronize();
  EXPECT_EQ(back, x);
}

TEST(Einsum, StridesOfOperandsAndOutput) {
  const std::vector<float> x = {1, 2, 3, 4, 5, 6};
  std::vector<float> out(9, -1);
  vgpu::EinsumOptions options;
  options.out_strides = {-1, 3};  // from the third number on, backwards, three apart
  const vgpu::EinsumArray backwards({2, 3}, {3, -1});
  const vgpu::Einsum<float> plan("ij->ij", {backwards}, options);
  plan.run({x.data() + 2}, out.data() + 2);
  vgpu::check(vgpuStreamSynchronize(nullptr));
  EXPECT_EQ(out, (std::vector<float>{-1, 6, 3, -1, 5, 2, -1, 4, 1}));
}

// Arrays that end where memory ends: nothing behind them is read or written.
TEST(Einsum, NothingBesideArraysIsTouched) {
  for (const auto& [m, n, k] :
       {std::array<std::size_t, 3>{5, 7, 3}, {33, 17, 19}, {130, 140, 150}}) {
    for (const char* text : {"ij,jk->ik", "ij,jk->ki", "ij,jk->k", "ij,jk->ijk"}) {
      if (m > 100 && std::string(text) == "ij,jk->ijk") continue;
      const vgpu::Einsum<float> plan(text, {{m, k}, {k, n}});
      std::int64_t size = 1;
      for (const std::size_t length : plan.shape()) size *= static_cast<std::int64_t>(length);
      Floats a(static_cast<std::int64_t>(m * k)), b(static_cast<std::int64_t>(k * n)), c(size);
      a.randomize(1), b.randomize(2);
      plan.run({a.data(), b.data()}, c.data());
      ASSERT_EQ(vgpuStreamSynchronize(nullptr), vgpuSuccess);
    }
  }
}

TEST(Einsum, APlanRunsOnSeveralThreadsAtOnce) {
  constexpr std::size_t kN = 60;
  const std::vector<float> x = counted(kN * kN);
  const std::vector<vgpu::EinsumArray> shapes = {{kN, kN}, {kN, kN}, {kN, kN}};
  vgpu::EinsumOptions options;
  options.memory_limit = 1000;
  const vgpu::Einsum<float> plan("ij,jk,kl->il", shapes, options);
  const std::vector<float> wanted =
      vgpu::einsum<float>("ij,jk,kl->il", shapes, {x.data(), x.data(), x.data()});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      vgpu::GpuStream stream(vgpuStreamNonBlocking);
      std::vector<float> y(kN * kN);
      for (int i = 0; i < 3; ++i) plan.run({x.data(), x.data(), x.data()}, y.data(), stream.get());
      stream.synchronize();
      EXPECT_EQ(y, wanted);  // whole numbers: exact in any order
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void expect_refused(const vgpuEinsumDesc& desc, const std::string& argument) {
  vgpuEinsumPlan_t plan = nullptr;
  EXPECT_EQ(vgpuEinsumPlanCreate(&plan, &desc), vgpuErrorInvalidValue) << argument;
  const std::string message = vgpuGetLastErrorMessage();
  EXPECT_EQ(message.rfind("[vgpuEinsumPlanCreate] " + argument + ":", 0), 0u) << message;
  EXPECT_EQ(plan, nullptr);
  vgpuGetLastError();
}

TEST(Einsum, BadDescriptionsAreErrors) {
  Product p;
  p.desc.subscripts = nullptr;
  expect_refused(p.desc, "subscripts");
  p.desc.subscripts = "ij,jk->iz";
  expect_refused(p.desc, "subscripts");
  Product o;
  o.desc.type = static_cast<vgpuEinsumType>(4);
  expect_refused(o.desc, "type");
  Product q;
  q.desc.optimize = static_cast<vgpuEinsumOptimize>(-1);
  expect_refused(q.desc, "optimize");
  Product r;
  r.desc.in = nullptr;
  expect_refused(r.desc, "in");
  Product s;
  s.desc.operands = 0;
  expect_refused(s.desc, "operands");
  s.desc.operands = std::numeric_limits<unsigned>::max();
  expect_refused(s.desc, "operands");
  Product t;
  t.in[1].n = nullptr;
  expect_refused(t.desc, "n");
  Product u;
  u.in[0].rank = 1u << 20;
  expect_refused(u.desc, "rank");
  Product v;
  v.b[1] = std::size_t{1} << 61;
  expect_refused(v.desc, "n");
  Product w;
  const std::int64_t far[] = {std::numeric_limits<std::int64_t>::min(), 1}, one[] = {1, 1};
  w.in[0].strides = far;
  expect_refused(w.desc, "strides");
  Product x;
  x.desc.outStrides = one, x.desc.outRank = 2;
  expect_refused(x.desc, "outStrides");
  x.desc.outRank = 1;
  expect_refused(x.desc, "outRank");
  Product y;
  y.a[1] = 5;
  expect_refused(y.desc, "subscripts");
}

TEST(Einsum, BadRunsAreErrors) {
  const vgpu::Einsum<float> plan("ij,jk->ik", {{8, 8}, {8, 8}});
  const std::vector<float> x(64);
  std::vector<float> y(64);
  const void* in[] = {x.data(), nullptr};
  EXPECT_EQ(vgpuEinsumExec(plan.get(), in, y.data(), nullptr), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("[vgpuEinsumExec] in:"), std::string::npos);
  EXPECT_EQ(vgpuEinsumExec(plan.get(), nullptr, y.data(), nullptr), vgpuErrorInvalidValue);
  in[1] = x.data();
  EXPECT_EQ(vgpuEinsumExec(plan.get(), in, nullptr, nullptr), vgpuErrorInvalidValue);
  vgpu::GpuBuffer<float> small(63);
  EXPECT_EQ(vgpuEinsumExec(plan.get(), in, small.data(), nullptr), vgpuErrorInvalidValue);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("[vgpuEinsumExec] out:"),
            std::string::npos);
  EXPECT_EQ(vgpuEinsumPlanOutput(plan.get(), nullptr, nullptr, nullptr), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuEinsumPlanPath(plan.get(), nullptr, nullptr), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuEinsumPlanDestroy(nullptr), vgpuErrorInvalidHandle);
  vgpuGetLastError();
}

TEST(Einsum, CppThrowsWhatCReturns) {
  EXPECT_THROW(vgpu::Einsum<float>("ij,jk", {{2, 3}}), vgpu::RuntimeError);
  EXPECT_THROW(vgpu::Einsum<float>("i", {vgpu::EinsumArray({2}, {1, 1})}), vgpu::RuntimeError);
  const vgpu::Einsum<float> plan("i->", {{2}});
  float x[2] = {}, y = 0;
  EXPECT_THROW(plan.run({}, &y), vgpu::RuntimeError);
  EXPECT_THROW(plan.run({x, x}, &y), vgpu::RuntimeError);
}

}  // namespace
