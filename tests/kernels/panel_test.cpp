// Matrix products and the like, whose groups keep packed columns for the next one along y (keep_panels).
//
// The harness lets all groups of a kernel use one frame, as a device does, so a panel that is kept too long shows.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

constexpr int kColumns = 64, kRows = 24;

std::vector<float> small_floats(std::size_t count) {
  std::vector<float> values;
  for (int number : some_numbers(count)) values.push_back(static_cast<float>(number % 17 - 8));
  return values;
}

// c[row][col] = sum over k of a[row][k] * b[k][col], small whole numbers: exact in any order.
std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, int depth) {
  std::vector<float> c(kRows * kColumns);
  for (int row = 0; row < kRows; ++row) {
    for (int col = 0; col < kColumns; ++col) {
      for (int k = 0; k < depth; ++k)
        c[row * kColumns + col] += a[row * depth + k] * b[k * kColumns + col];
    }
  }
  return c;
}

void expect_product(const char* source, int depth, Size3 local) {
  Kernel kernel = Kernel::opencl(source);
  const std::vector<float> a = small_floats(kRows * depth), b = small_floats(depth * kColumns);
  kernel.shape({kColumns, kRows, 1}, local);
  kernel.expect(Arguments()
                    .buffer(a)
                    .buffer(b)
                    .buffer(std::vector<float>(kRows * kColumns))
                    .value(depth)
                    .value(kColumns),
                2, product(a, b, depth));
}

constexpr char kNaive[] = R"(
    kernel void naive(global const float* a, global const float* b, global float* c, int depth, int n) {
      int col = get_global_id(0), row = get_global_id(1);
      float sum = 0;
      for (int k = 0; k < depth; ++k) sum += a[row * depth + k] * b[k * n + col];
      c[row * n + col] = sum;
    })";

// One column of groups, several of them, and rows that no group fills.
TEST(Panels, Naive) {
  for (int depth : {0, 100}) expect_product(kNaive, depth, {64, 4, 1});
  expect_product(kNaive, 33, {32, 8, 1});
  expect_product(kNaive, 33, {12, 4, 1});
}

// More rounds than a panel has room for.
TEST(Panels, TooManyRounds) { expect_product(kNaive, 5000, {64, 8, 1}); }

TEST(Panels, Tiled) {
  constexpr char kTiled[] = R"(
      kernel void tiled(global const float* a, global const float* b, global float* c, int depth, int n) {
        local float as[8][8], bs[8][8];
        int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
        float sum = 0;
        for (int t = 0; t < depth; t += 8) {
          as[y][x] = a[row * depth + t + x];
          bs[y][x] = b[(t + y) * n + col];
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int k = 0; k < 8; ++k) sum += as[y][k] * bs[k][x];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        c[row * n + col] = sum;
      })";
  expect_product(kTiled, 40, {8, 8, 1});
}

// What depends on the group's y must be read anew, in whatever way it depends on it.
TEST(Panels, RowsOfTheGroup) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void rows(global const int* b, global int* o, int n) {
        int x = get_global_id(0), y = get_global_id(1), sum = 0, other = get_group_id(1) * n;
        for (int k = 0; k < 20; ++k) sum += b[k * n + x] * 3 + b[k * n + x + other];
        o[y * n + x] = sum;
      })");
  const int n = 32, rows = 12;
  std::vector<int> b = some_numbers(n * 40), o(n * rows);
  for (int& number : b) number %= 1000;
  for (int i = 0; i < n * rows; ++i) {
    for (int k = 0; k < 20; ++k) o[i] += b[k * n + i % n] * 3 + b[k * n + i % n + i / n / 4 * n];
  }
  kernel.shape({32, 12, 1}, {16, 4, 1});
  kernel.expect(Arguments().buffer(b).buffer(std::vector<int>(o.size())).value(n), 1, o);
}

}  // namespace
}  // namespace vgpu::test
