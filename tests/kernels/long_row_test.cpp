// Items that walk along rows of their own which are so long that each row is run in vectors of its own.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

constexpr int kPitch = 230;  // elements from row to row
constexpr int kGroup = 16;

// Every group has rows of another length; the last one is not whole.
const std::vector<int> kLengths = {0, 1, 31, 64, 65, 100, 127, 128, 200, 230};
const int kRows = static_cast<int>(kLengths.size()) * kGroup - 3;

template <class T>
std::vector<T> small_numbers(std::size_t count) {
  std::vector<T> values;
  for (int number : some_numbers(count)) values.push_back(static_cast<T>(number % 61 - 30));
  return values;
}

// Behind what an item sums up, it scales its row, by a vector that all rows share.
template <class T>
void expect_scaled(const std::string& type) {
  Kernel kernel = Kernel::opencl("typedef " + type + R"( T;
      kernel void scale(global const T* x, global const T* v, global T* y, global const int* lengths, int rows) {
        int row = get_global_id(0), columns = lengths[get_group_id(0)];
        if (row >= rows) return;
        x += (size_t)row * 230;
        y += (size_t)row * 230;
        T sum = 0;
        for (int i = 0; i < columns; ++i) sum += x[i];
        for (int i = 0; i < columns; ++i) y[i] = (x[i] - sum) * v[i];
      })");
  std::vector<T> x = small_numbers<T>(kRows * kPitch), v = small_numbers<T>(kPitch), y(x.size());
  for (int row = 0; row < kRows; ++row) {
    const T* from = x.data() + row * kPitch;
    T sum = 0;
    for (int i = 0; i < kLengths[row / kGroup]; ++i) sum = static_cast<T>(sum + from[i]);
    for (int i = 0; i < kLengths[row / kGroup]; ++i) {
      y[row * kPitch + i] = static_cast<T>(static_cast<T>(from[i] - sum) * v[i]);
    }
  }
  kernel.shape({static_cast<std::uint32_t>(kRows + 3), 1, 1}, {kGroup, 1, 1});
  kernel.expect(Arguments()
                    .buffer(x)
                    .buffer(v)
                    .buffer(std::vector<T>(y.size()))
                    .buffer(kLengths)
                    .value(kRows),
                2, y);
}

TEST(LongRows, Floats) { expect_scaled<float>("float"); }

TEST(LongRows, EveryElementSize) {
  expect_scaled<signed char>("char");
  expect_scaled<short>("short");
  expect_scaled<double>("double");
}

// Rows that are read and written at any distance from each other, and at none.
TEST(LongRows, OverlappingRows) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void shift(global int* a, global const int* shifts, int columns) {
        global int* x = a + (get_global_id(0) * columns + 40);
        global int* y = x + shifts[get_group_id(0)];
        for (int i = 0; i < columns - 80; ++i) y[i] = x[i] * 3 + i;
      })");
  const std::vector<int> shifts = {-40, -17, -16, -9, -8, -3, -1, 0, 1, 2, 4, 7, 8, 16, 33, 40};
  const int rows = kGroup * static_cast<int>(shifts.size());
  std::vector<int> a = some_numbers(rows * kPitch), o = a;
  for (int row = 0; row < rows; ++row) {
    int *x = o.data() + row * kPitch + 40, *y = x + shifts[row / kGroup];
    for (int i = 0; i < kPitch - 80; ++i) {
      y[i] = static_cast<int>(static_cast<unsigned>(x[i]) * 3U + static_cast<unsigned>(i));
    }
  }
  kernel.shape({static_cast<std::uint32_t>(rows), 1, 1}, {kGroup, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(shifts).value(kPitch), 0, o);
}

// A sum of what is stored, and the counter behind the loop; they go behind the last row.
TEST(LongRows, SumOfWhatIsStored) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void sums(global const float* x, global float* y, global const int* lengths, int rows) {
        int row = get_global_id(0), columns = lengths[get_group_id(0)], i = 0;
        global float* o = y + rows * 230;
        x += row * 230;
        y += row * 230;
        float sum = 1;
        for (; i < columns; ++i) sum += y[i] = x[i] * x[i] + 2;
        o[row] = sum * i;
        for (i = 0; i < columns; ++i) y[i] /= sum;
      })");
  const int rows = static_cast<int>(kLengths.size()) * kGroup;
  std::vector<float> x = small_numbers<float>(rows * kPitch), y(rows * (kPitch + 1));
  for (int row = 0; row < rows; ++row) {
    const int columns = kLengths[row / kGroup];
    float *to = y.data() + row * kPitch, sum = 1;
    for (int i = 0; i < columns; ++i) {
      const float one = x[row * kPitch + i];
      sum += to[i] = one * one + 2;
    }
    y[rows * kPitch + row] = sum * static_cast<float>(columns);
    for (int i = 0; i < columns; ++i) to[i] /= sum;
  }
  kernel.shape({static_cast<std::uint32_t>(rows), 1, 1}, {kGroup, 1, 1});
  kernel.expect(
      Arguments().buffer(x).buffer(std::vector<float>(y.size())).buffer(kLengths).value(rows), 1,
      y);
}

}  // namespace
}  // namespace vgpu::test
