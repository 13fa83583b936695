// Items that walk along rows of their own, loops of different lengths, and stores that are consecutive along y.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <functional>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

template <class T>
std::vector<T> small_numbers(std::size_t count) {
  std::vector<T> values;
  for (int number : some_numbers(count)) values.push_back(static_cast<T>(number % 61 - 30));
  return values;
}

constexpr int kPitch = 48;  // elements from row to row

// Sums in the order of the row, so floats must come out bit by bit. Every group has rows of another length.
template <class T>
void expect_rows(const std::string& type) {
  Kernel kernel = Kernel::opencl("typedef " + type + R"( T;
      kernel void rows(global const T* x, global T* y, global const int* lengths, int rows) {
        int row = get_global_id(0), columns = lengths[get_group_id(0)];
        if (row >= rows) return;
        x += (size_t)row * 48;
        y += (size_t)row * 48;
        T sum = 0, last = x[0];
        for (int i = 0; i < columns; ++i) sum += x[i];
        for (int i = 1; i < columns; ++i) {
          y[i] = x[i] - last;
          last = x[i];
        }
        y[0] = sum;
      })");
  const std::vector<int> lengths = {1, 2, 3, 4, 5, 8, 37, 48};
  const int rows = 16 * 8 - 5;
  std::vector<T> x = small_numbers<T>(rows * kPitch), y(rows * kPitch);
  for (int row = 0; row < rows; ++row) {
    const T* from = x.data() + row * kPitch;
    T* to = y.data() + row * kPitch;
    T sum = 0;
    for (int i = 0; i < lengths[row / 16]; ++i) sum = static_cast<T>(sum + from[i]);
    for (int i = 1; i < lengths[row / 16]; ++i) to[i] = static_cast<T>(from[i] - from[i - 1]);
    to[0] = sum;
  }
  kernel.shape({16 * 8, 1, 1}, {16, 1, 1});
  kernel.expect(Arguments().buffer(x).buffer(std::vector<T>(x.size())).buffer(lengths).value(rows),
                1, y);
}

TEST(Rows, FloatsInOrder) { expect_rows<float>("float"); }

TEST(Rows, EveryElementSize) {
  expect_rows<signed char>("char");
  expect_rows<short>("short");
  expect_rows<double>("double");
}

TEST(Rows, IndexFrom32Bits) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void rows(global const float* a, global const float* v, global float* o, int columns) {
        int row = get_global_id(0);
        float sum = 0;
        for (int i = 0; i < columns; ++i) sum += max(a[row * columns + i], v[i]);
        o[row] = sum;
      })");
  const int rows = 64, columns = 29;
  std::vector<float> a = small_numbers<float>(rows * columns), v = small_numbers<float>(columns),
                     o(rows);
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < columns; ++i) o[row] += std::max(a[row * columns + i], v[i]);
  }
  kernel.shape({64, 1, 1}, {32, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(v).buffer(std::vector<float>(rows)).value(columns), 2,
                o);
}

// Source and target of an item overlap at every distance: what was stored may be loaded later.
TEST(Rows, OverlappingRows) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void shift(global int* a, global const int* shifts, int columns) {
        global int* x = a + (get_global_id(0) * columns + 8);
        global int* y = x + shifts[get_group_id(0)];
        for (int i = 0; i < columns - 16; ++i) y[i] = x[i] * 3 + i;
      })");
  const std::vector<int> shifts = {-8, -5, -4, -3, -1, 0, 1, 2, 3, 4, 5, 8};
  const int rows = 16 * 12;
  std::vector<int> a = some_numbers(rows * kPitch), o = a;
  for (int row = 0; row < rows; ++row) {
    int *x = o.data() + row * kPitch + 8, *y = x + shifts[row / 16];
    for (int i = 0; i < kPitch - 16; ++i) {
      y[i] = static_cast<int>(static_cast<unsigned>(x[i]) * 3U + static_cast<unsigned>(i));
    }
  }
  kernel.shape({rows, 1, 1}, {16, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(shifts).value(kPitch), 0, o);
}

// A store before the load of the same place, and two stores that meet in the next iteration.
TEST(Rows, StoresThatMeet) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void meet(global int* a, global int* b, global int* c, int columns) {
        a += get_global_id(0) * columns;
        b += get_global_id(0) * columns;
        c += get_global_id(0) * columns;
        for (int i = 0; i < columns - 1; ++i) {
          a[i] = i * 7;
          b[i + 1] = c[i] + i;
        }
      })");
  const int rows = 40, columns = 30;
  std::vector<int> a = some_numbers(rows * columns), o = a;
  for (int row = 0; row < rows; ++row) {
    int* line = o.data() + row * columns;
    for (int i = 0; i < columns - 1; ++i) {
      line[i] = i * 7;
      line[i + 1] = line[i] + i;
    }
  }
  kernel.shape({rows, 1, 1}, {8, 1, 1});
  Kernel same = Kernel::opencl(R"(
      kernel void meet(global int* a, int columns) {
        a += get_global_id(0) * columns;
        for (int i = 0; i < columns - 1; ++i) {
          a[i] = i * 7;
          a[i + 1] = a[i] + i;
        }
      })");
  same.shape({rows, 1, 1}, {8, 1, 1});
  same.expect(Arguments().buffer(a).value(columns), 0, o);
  std::vector<int> c = some_numbers(rows * columns), b = c;
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < columns - 1; ++i) b[row * columns + i + 1] = c[row * columns + i] + i;
  }
  kernel.expect(Arguments().buffer(a).buffer(c).buffer(c).value(columns), 1, b);
}

TEST(Rows, SparseRowsOfDifferentLengths) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void spmv(global const int* starts, global const int* columns, global const float* values,
                       global const float* x, global float* y, int rows) {
        int row = get_global_id(0);
        if (row >= rows) return;
        float sum = 0;
        for (int i = starts[row]; i < starts[row + 1]; ++i) sum += max(values[i], x[columns[i]]);
        y[row] = sum;
      })");
  const int rows = 90;
  std::vector<int> starts = {0}, columns;
  for (int row = 0; row < rows; ++row) starts.push_back(starts.back() + row * 7 % 19);
  for (int number : some_numbers(starts.back())) columns.push_back(std::abs(number) % rows);
  std::vector<float> values = small_numbers<float>(starts.back()), x = small_numbers<float>(rows);
  std::vector<float> y(rows);
  for (int row = 0; row < rows; ++row) {
    for (int i = starts[row]; i < starts[row + 1]; ++i)
      y[row] += std::max(values[i], x[columns[i]]);
  }
  kernel.shape({96, 1, 1}, {32, 1, 1});
  kernel.expect(Arguments()
                    .buffer(starts)
                    .buffer(columns)
                    .buffer(values)
                    .buffer(x)
                    .buffer(std::vector<float>(rows))
                    .value(rows),
                4, y);
}

TEST(Rows, Transposes) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void transpose(global const short* in, global short* out, int width, int height) {
        int x = get_global_id(0), y = get_global_id(1);
        out[x * height + y] = in[y * width + x];
      })");
  for (Size3 local : {Size3{16, 16, 1}, Size3{8, 3, 1}}) {
    const int width = 50, height = 37;
    std::vector<short> in = small_numbers<short>(width * height), out(width * height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) out[x * height + y] = in[y * width + x];
    }
    kernel.shape({width, height, 1}, local);
    kernel.expect(
        Arguments().buffer(in).buffer(std::vector<short>(in.size())).value(width).value(height), 1,
        out);
  }
}

// Vectors along y in groups that are not square: each id has its own extent, and with it bits that are never set.
TEST(Rows, ExtentsFollowTheAxis) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void k(global const int* a, global int* o, int n) {
        int x = get_local_id(0), y = get_local_id(1);
        int t = get_local_linear_id();
        int s = a[(t + 1) & 63];
        for (int i = 0; i < n; i++) s = s * 3 + a[x * n + i * 64 + y] + a[64 + i * 256 + x];
        o[x * 64 + y] = s;
      })",
                                 "-cl-std=CL3.0");
  constexpr int kTerms = 6;
  const std::vector<int> a = some_numbers(64 * 64, 1000);
  for (const Size3 local : {Size3{16, 4, 1}, Size3{8, 8, 1}, Size3{4, 16, 1}, Size3{2, 32, 1}}) {
    std::vector<int> expected(a.size(), -1);
    for (std::size_t x = 0; x < local[0]; ++x) {
      for (std::size_t y = 0; y < local[1]; ++y) {
        int s = a[(x + y * local[0] + 1) & 63];
        for (int i = 0; i < kTerms; ++i)
          s = s * 3 + a[x * kTerms + i * 64 + y] + a[64 + i * 256 + x];
        expected[x * 64 + y] = s;
      }
    }
    kernel.shape(local, local);
    const std::vector<int> empty(a.size(), -1);
    kernel.expect(Arguments().buffer(a).buffer(empty).value(kTerms), 1, expected);
  }
}

}  // namespace
}  // namespace vgpu::test
