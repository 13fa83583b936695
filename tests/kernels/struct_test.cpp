// Small structs and vector types in arrays, whose members the lanes of a tile read and write together.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

constexpr int kItems = 192;

template <class T>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> values;
  for (int number : some_numbers(count, 50)) values.push_back(static_cast<T>(number));
  return values;
}

// All members of structs of that many, written in descending order; odd items only write where `guard` lets them.
template <class T>
void expect_members(const std::string& type, int members, const std::string& guard, bool all) {
  const std::string count = std::to_string(members);
  Kernel kernel = Kernel::opencl("typedef " + type + " T;\ntypedef struct { T m[" + count +
                                 R"(]; } S;
      kernel void members(global const S* in, global S* out) {
        size_t i = get_global_id(0);
        if ()" + guard + R"() {
          S s = in[i];
          for (int k = )" + count +
                                 R"( - 1; k >= 0; --k) out[i].m[k] = s.m[k] + (T)k;
        }
      })");
  std::vector<T> in = numbers<T>(kItems * members), out(in.size());
  for (int i = 0; i < kItems * members; ++i) {
    if (all || i / members % 2 == 0) out[i] = static_cast<T>(in[i] + static_cast<T>(i % members));
  }
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(in).buffer(std::vector<T>(in.size())), 1, out);
}

TEST(Structs, EverySize) {
  for (int members : {2, 3, 4, 5, 7, 8, 9, 16})
    expect_members<float>("float", members, "true", true);
}

TEST(Structs, OtherElements) {
  expect_members<short>("short", 3, "true", true);
  expect_members<double>("double", 2, "true", true);
  expect_members<signed char>("char", 4, "true", true);
}

TEST(Structs, SomeItemsOnly) {
  for (int members : {2, 3, 4, 6, 8}) {
    expect_members<float>("float", members, "i % 2 == 0", false);
  }
  expect_members<double>("double", 2, "i % 2 == 0", false);
  expect_members<signed char>("char", 4, "i % 2 == 0", false);
}

// Structs at places of their own for every item: read from one, written to another.
template <class T>
void expect_scattered_members(const std::string& type, int members, const std::string& guard,
                              bool all) {
  Kernel kernel = Kernel::opencl("typedef " + type + " T;\ntypedef struct { T m[" +
                                 std::to_string(members) + R"(]; } S;
      kernel void turn(global const S* in, global const int* from, global S* out) {
        size_t i = get_global_id(0);
        if ()" + guard + R"() out[from[191 - i]] = in[from[i]];
      })");
  const std::vector<T> in = numbers<T>(kItems * members);
  std::vector<int> from(kItems);
  std::vector<T> out(in.size());
  for (int i = 0; i < kItems; ++i) from[i] = i * 77 % kItems;
  for (int i = 0; i < kItems; ++i) {
    for (int k = 0; k < members && (all || i % 2 == 0); ++k) {
      out[from[kItems - 1 - i] * members + k] = in[from[i] * members + k];
    }
  }
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(in).buffer(from).buffer(std::vector<T>(in.size())), 2, out);
}

TEST(Structs, AtScatteredPlaces) {
  for (int members : {2, 3, 4, 7, 17}) {
    expect_scattered_members<float>("float", members, "true", true);
  }
  expect_scattered_members<double>("double", 4, "i % 2 == 0", false);
  expect_scattered_members<signed char>("char", 9, "true", true);
  expect_scattered_members<float>("float", 6, "i % 2 == 0", false);
}

// A member is read between the stores to both, and one is written twice.
TEST(Structs, OrderOfMembersHolds) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void order(global int2* a, global int* o) {
        size_t i = get_global_id(0);
        a[i].y = 5 * (int)i;
        o[i] = a[i].x + a[i].y;
        a[i].x = (int)i - 3;
        a[i].y += 1;
        a[i].x += 2;
      })");
  std::vector<int> a = some_numbers(2 * kItems, 1000), o(kItems), after(a.size());
  for (int i = 0; i < kItems; ++i) {
    o[i] = a[2 * i] + 5 * i;
    after[2 * i] = i - 1;
    after[2 * i + 1] = 5 * i + 1;
  }
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  const auto arguments = Arguments().buffer(a).buffer(std::vector<int>(kItems));
  kernel.expect(arguments, 0, after);
  kernel.expect(arguments, 1, o);
}

// What no item touches stays as it is.
TEST(Structs, UntouchedMembersStay) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void part(global int4* a) {
        size_t i = get_global_id(0);
        a[i].x = 1;
        a[i].z = a[i].y;
        a[i].y = 7;
      })");
  std::vector<int> a = some_numbers(4 * kItems, 1000), after = a;
  for (int i = 0; i < kItems; ++i) {
    after[4 * i] = 1, after[4 * i + 2] = a[4 * i + 1], after[4 * i + 1] = 7;
  }
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(a), 0, after);
}

// Pairs in local memory, added up by a tree whose last steps are less than a vector wide.
TEST(Structs, TreeOfPairs) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void tree(global const int* in, global int2* out, local int2* part, int columns) {
        int item = get_local_id(0), items = get_local_size(0);
        in += get_group_id(0) * columns;
        int2 sums = 0;
        for (int i = item; i < columns; i += items) sums += (int2)(in[i], in[i] * in[i]);
        part[item] = sums;
        for (int step = items / 2; step > 0; step /= 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          if (item < step) part[item] += part[item + step];
        }
        if (item == 0) out[get_group_id(0)] = part[0];
      })");
  for (int columns : {1, 63, 128, 500, 512}) {
    const int groups = 5;
    std::vector<int> in = some_numbers(groups * columns, 100), out(2 * groups);
    for (int i = 0; i < groups * columns; ++i) {
      out[2 * (i / columns)] += in[i], out[2 * (i / columns) + 1] += in[i] * in[i];
    }
    kernel.shape({groups * 128, 1, 1}, {128, 1, 1});
    kernel.expect(
        Arguments().buffer(in).buffer(std::vector<int>(out.size())).local(128 * 8).value(columns),
        1, out);
  }
}

}  // namespace
}  // namespace vgpu::test
