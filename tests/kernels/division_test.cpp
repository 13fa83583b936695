// Divisions by a number that all items share or by one of their own: ids cut into rows and columns, and data.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

constexpr int kGroup = 32;

// Rows end in the middle of vectors, or hold several, or are shorter than one; every group has a width of its own.
template <class T>
void expect_cut(const std::string& type, const std::vector<T>& widths) {
  Kernel kernel = Kernel::opencl("typedef " + type + R"( T;
      kernel void cut(global const int* a, global int* o, global const T* widths, T start) {
        T i = (T)get_global_id(0) + start, width = widths[get_group_id(0)];
        T row = i / width, column = i % width;
        o[(i - start) * 2] = a[(row + column) % 64] + (int)(row / 3);
        o[(i - start) * 2 + 1] = (int)column;
      })");
  const auto items = static_cast<std::uint32_t>(kGroup * widths.size());
  kernel.shape({items, 1, 1}, {kGroup, 1, 1});
  std::vector<int> a = some_numbers(64), o;
  const T start = 5;
  for (std::uint32_t item = 0; item < items; ++item) {
    T width = widths[item / kGroup], i = static_cast<T>(item) + start;
    T row = i / width, column = i % width;
    o.push_back(a[(row + column) % 64] + static_cast<int>(row / 3));
    o.push_back(static_cast<int>(column));
  }
  kernel.expect(
      Arguments().buffer(a).buffer(std::vector<int>(o.size())).buffer(widths).value(start), 1, o);
}

TEST(Division, IdsIntoRowsAndColumns) {
  expect_cut<std::int32_t>("int", {1, 3, 8, 37, 64, 1000});
  expect_cut<std::uint32_t>("uint", {1, 2, 9, 101, 128, 0xfffffff0U});
  expect_cut<std::uint64_t>("ulong", {1, 5, 37, 96});
}

template <class T>
void expect_quotients(const std::string& type, const std::vector<T>& numbers,
                      const std::vector<T>& divisors) {
  Kernel kernel = Kernel::opencl("typedef " + type + R"( T;
      kernel void divide(global const T* a, global T* o, global const T* divisors) {
        size_t i = get_global_id(0);
        T divisor = divisors[get_group_id(0)], number = a[get_local_id(0)];
        o[2 * i] = number / divisor;
        o[2 * i + 1] = number % divisor;
      })");
  std::vector<T> o;
  for (T divisor : divisors) {
    for (T number : numbers) {
      o.push_back(number / divisor);
      o.push_back(number % divisor);
    }
  }
  const auto group = static_cast<std::uint32_t>(numbers.size());
  kernel.shape({static_cast<std::uint32_t>(group * divisors.size()), 1, 1}, {group, 1, 1});
  kernel.expect(Arguments().buffer(numbers).buffer(std::vector<T>(o.size())).buffer(divisors), 1,
                o);
}

TEST(Division, DataByOneDivisor) {
  constexpr int kMost = std::numeric_limits<int>::max();
  std::vector<std::int32_t> numbers = some_numbers(60);
  for (int& number : numbers) number = (number - 500) * 4000037;
  for (int edge : {0, 1, -1, kMost, -kMost}) numbers.push_back(edge);
  expect_quotients<std::int32_t>("int", numbers, {1, -1, 2, -7, 10, 65537, kMost, -kMost});
  std::vector<std::uint32_t> positive(numbers.begin(), numbers.end());
  positive.push_back(0x80000000U);
  expect_quotients<std::uint32_t>("uint", positive,
                                  {1, 2, 3, 641, 0x7fffffffU, 0x80000000U, 0xffffffffU});
}

// The lanes that divide are those whose divisor is not zero; here none or all of them.
// Each item has a divisor of its own: all pairs of numbers at the edges and between them.
template <class T>
void expect_own_quotients(const std::string& type, const std::vector<T>& numbers) {
  Kernel kernel = Kernel::opencl("typedef " + type + R"( T;
      kernel void divide(global const T* a, global const T* b, global T* o) {
        size_t i = get_global_id(0);
        o[2 * i] = a[i] / b[i];
        o[2 * i + 1] = a[i] % b[i];
      })");
  std::vector<T> a, b, o;
  for (T number : numbers) {
    for (T divisor : numbers) {
      if (divisor == 0 || (number == std::numeric_limits<T>::min() && divisor == T(-1))) continue;
      a.push_back(number), b.push_back(divisor);
      o.push_back(number / divisor), o.push_back(number % divisor);
    }
  }
  const auto count = static_cast<std::uint32_t>(a.size() / 48 * 48);
  a.resize(count), b.resize(count), o.resize(2 * count);
  kernel.shape({count, 1, 1}, {48, 1, 1});
  kernel.expect(Arguments().buffer(a).buffer(b).buffer(std::vector<T>(o.size())), 2, o);
}

TEST(Division, DataByDivisorsOfTheirOwn) {
  constexpr int kMost = std::numeric_limits<int>::max(), kLeast = std::numeric_limits<int>::min();
  std::vector<std::int32_t> numbers = {
      0,      1,     -1,        2,      3,       7,         -7,         65535,        65537,
      -46341, kMost, kMost - 1, kLeast, 1 << 30, 123456789, kLeast + 1, kMost / 3 * 3};
  expect_own_quotients<std::int32_t>("int", numbers);
  expect_own_quotients<std::uint32_t>("uint", {numbers.begin(), numbers.end()});
}

TEST(Division, GuardedAgainstZero) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void guarded(global const int* a, global int* o, int divisor) {
        int i = get_global_id(0);
        int v = 7;
        if (a[i] > 0 && divisor != 0) v = a[i] / divisor + i % divisor;
        o[i] = v;
      })");
  const int items = 70;
  kernel.shape({items, 1, 1}, {32, 1, 1});
  std::vector<int> a = some_numbers(items);
  for (int divisor : {0, 9}) {
    std::vector<int> o(items, 7);
    for (int i = 0; i < items; ++i) {
      if (a[i] > 0 && divisor != 0) o[i] = a[i] / divisor + i % divisor;
    }
    kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(items)).value(divisor), 1, o);
  }
}

TEST(Division, BitonicStep) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void step(global uint* keys, global const uint* distances, uint stage) {
        uint i = get_local_id(0), distance = distances[get_group_id(0)];
        uint left = 2 * distance * (i / distance) + i % distance, right = left + distance;
        bool up = ((left / stage) & 1) == 0;
        keys += get_group_id(0) * 128;
        uint a = keys[left], b = keys[right];
        keys[left] = up ? min(a, b) : max(a, b);
        keys[right] = up ? max(a, b) : min(a, b);
      })");
  const std::vector<unsigned> distances = {1, 2, 4, 8, 16, 32};
  kernel.shape({64 * 6, 1, 1}, {64, 1, 1});
  std::vector<int> start = some_numbers(128 * 6);
  const std::vector<unsigned> keys(start.begin(), start.end());
  const unsigned stage = 64;
  std::vector<unsigned> sorted = keys;
  for (std::size_t group = 0; group < distances.size(); ++group) {
    unsigned *own = sorted.data() + group * 128, distance = distances[group];
    for (unsigned i = 0; i < 64; ++i) {
      unsigned left = 2 * distance * (i / distance) + i % distance, right = left + distance;
      bool up = left / stage % 2 == 0;
      if ((own[left] > own[right]) == up) std::swap(own[left], own[right]);
    }
  }
  kernel.expect(Arguments().buffer(keys).buffer(distances).value(stage), 0, sorted);
}

// What an item gets that divides by zero, or overflows, is open; the others must not notice.
template <class T>
void expect_others_right(const std::string& type) {
  Kernel kernel = Kernel::opencl("typedef " + type + R"( T;
      kernel void divide(global const T* a, global const T* b, global const T* known, global T* o) {
        size_t i = get_global_id(0);
        T quotient = a[i] / b[i], rest = a[i] % b[i], by_id = a[i] / (T)(5 - (T)get_local_id(0));
        o[3 * i] = quotient & known[2 * i];
        o[3 * i + 1] = rest & known[2 * i];
        o[3 * i + 2] = by_id & known[2 * i + 1];
      })");
  constexpr std::uint32_t kItems = 75;
  kernel.shape({kItems, 1, 1}, {25, 1, 1});
  constexpr T kLeast = std::numeric_limits<T>::min(), kAll = static_cast<T>(-1);
  std::vector<T> a, b, known, o;
  for (std::uint32_t i = 0; i < kItems; ++i) {
    a.push_back(i % 7 == 0 ? kLeast : static_cast<T>(i * 3));
    b.push_back(static_cast<T>(static_cast<int>(i % 5) - 1));
    const T by_id = static_cast<T>(5 - static_cast<T>(i % 25));
    auto is_known = [&](T divisor) { return divisor != 0 && (divisor != kAll || a[i] != kLeast); };
    known.push_back(is_known(b[i]) ? kAll : T{0});
    known.push_back(is_known(by_id) ? kAll : T{0});
    o.push_back(is_known(b[i]) ? static_cast<T>(a[i] / b[i]) : T{0});
    o.push_back(is_known(b[i]) ? static_cast<T>(a[i] % b[i]) : T{0});
    o.push_back(is_known(by_id) ? static_cast<T>(a[i] / by_id) : T{0});
  }
  kernel.expect(Arguments().buffer(a).buffer(b).buffer(known).buffer(std::vector<T>(o.size())), 3,
                o);
}

TEST(Division, ByZeroAndOverflowConcernNobodyElse) {
  expect_others_right<std::int8_t>("char");
  expect_others_right<std::uint16_t>("ushort");
  expect_others_right<std::int32_t>("int");
  expect_others_right<std::uint32_t>("uint");
  expect_others_right<std::int64_t>("long");
}

// Lanes behind the last item must not count: the divisor of the first would be zero.
TEST(Division, ByANumberThatOnlyLanesWithoutItemsHaveAsZero) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void divide(global const int* a, global int* o) {
        int t = get_local_id(1), v = a[t], rest = (ushort)v % (ushort)((~t & 15) + 1), k = 0;
        if (v & 1) k = 1;
        while (k < (rest & 3)) k++, v = v * 3 + 1;
        o[t] = v;
      })");
  kernel.shape({1, 16, 1}, {1, 16, 1});
  std::vector<int> a = some_numbers(16), o;
  for (int t = 0; t < 16; ++t) {
    int v = a[t], rest = v % (16 - t);
    for (int k = v & 1; k < (rest & 3); ++k) v = v * 3 + 1;
    o.push_back(v);
  }
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(16)), 1, o);
}

}  // namespace
}  // namespace vgpu::test
