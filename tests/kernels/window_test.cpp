// Lanes at known distances, a few elements apart: stores that fill each other's gaps, and short rows.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

constexpr int kItems = 512;

// Two, three and four stores that fill memory, in order and not, and pairs that do not meet.
TEST(Window, StoresFillEachOther) {
  Kernel kernel = Kernel::opencl(R"(
      struct three { int x, y, z; };
      kernel void fill(global const int* in, global int* two, global struct three* three,
                       global int4* four, global int* apart) {
        uint i = get_global_id(0);
        int v = in[i];
        two[2 * i] = v;
        two[2 * i + 1] = in[i] + 1;
        three[i].x = v;
        three[i].y = v * 2;
        three[i].z = v * 3;
        global int* f = (global int*)four;
        f[4 * i + 3] = v;
        f[4 * i] = v + 1;
        f[4 * i + 2] = v + 2;
        f[4 * i + 1] = v + 3;
        apart[2 * i] = v;
        apart[2 * i + 2049] = v + 1;
      })");
  const std::vector<int> in = some_numbers(kItems, 1000);
  std::vector<int> two(2 * kItems), three(3 * kItems), four(4 * kItems), apart(4096, -1);
  for (int i = 0; i < kItems; ++i) {
    const int v = in[i];
    two[2 * i] = v, two[2 * i + 1] = v + 1;
    for (int k = 0; k < 3; ++k) three[3 * i + k] = v * (k + 1);
    four[4 * i + 3] = v, four[4 * i] = v + 1, four[4 * i + 2] = v + 2, four[4 * i + 1] = v + 3;
    apart[2 * i] = v, apart[2 * i + 2049] = v + 1;
  }
  const std::vector<int> none(4096, -1);
  const auto of = [&](std::size_t size) { return std::vector<int>(size, -1); };
  const Arguments arguments = Arguments()
                                  .buffer(in)
                                  .buffer(of(two.size()))
                                  .buffer(of(three.size()))
                                  .buffer(of(four.size()))
                                  .buffer(none);
  for (std::uint32_t local : {64U, 96U}) {
    kernel.shape({kItems, 1, 1}, {local, 1, 1});
    kernel.expect(arguments, 1, two);
    kernel.expect(arguments, 2, three);
    kernel.expect(arguments, 3, four);
    kernel.expect(arguments, 4, apart);
  }
}

// The library's vstore2 takes a generic pointer, the other store is to global memory.
TEST(Window, StoresByGenericAndGlobalPointers) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void both(global const int* a, global ushort* r) {
        local int used[100];  // then a generic pointer may be to local memory
        int t = (int)get_local_linear_id();
        int at = (int)get_global_id(0) * 3;
        used[t] = t;
        ushort2 pair = (ushort2)((ushort)t);
        for (int k = 0; k < 1; k++) {
          switch (a[4] & 3) {
            case 0:
            case 1:
              break;
            default:
              vstore2(pair, 0, r + at);
              r[at + 2] = 1;
          }
        }
      })",
                                 "-cl-std=CL3.0");
  std::vector<unsigned short> expected(600);
  for (unsigned i = 0; i < 200; ++i) {
    expected[3 * i] = expected[3 * i + 1] = static_cast<unsigned short>(i % 100);
    expected[3 * i + 2] = 1;
  }
  kernel.shape({200, 1, 1}, {100, 1, 1});
  const std::vector<unsigned short> empty(expected.size());
  kernel.expect(Arguments().buffer(std::vector<int>(64, 3)).buffer(empty), 1, expected);
}

// A load between two stores sees what the first has written, if it is the same memory.
TEST(Window, LoadsBetweenStoresSeeThem) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void see(global int* a, int shift) {
        int i = get_global_id(0);
        a[2 * i] = i;
        int v = a[2 * i + shift];
        a[2 * i + 1] = v + 1000;
      })");
  const std::vector<int> zeros(2 * kItems, 7);
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  for (int shift : {0, 1}) {
    std::vector<int> a(2 * kItems);
    for (int i = 0; i < kItems; ++i) a[2 * i] = i, a[2 * i + 1] = (shift == 0 ? i : 7) + 1000;
    kernel.expect(Arguments().buffer(zeros).value(shift), 0, a);
  }
}

// What lies between the elements of a lone store stays, in global and in local memory.
TEST(Window, LoneStoresLeaveTheRest) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void lone(global short* a, global int* o) {
        local int l[64 * 3];
        int t = get_local_id(0), i = get_global_id(0);
        for (int k = 0; k < 3; ++k) l[t + k * 64] = t + k * 64;
        barrier(CLK_LOCAL_MEM_FENCE);
        l[3 * t + 1] = -t;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 3; ++k) o[get_group_id(0) * 192 + t + k * 64] = l[t + k * 64];
        a[4 * i + 2] = i;
      })");
  std::vector<short> a(4 * kItems, 5);
  std::vector<int> o(3 * kItems);
  for (int i = 0; i < kItems; ++i) a[4 * i + 2] = static_cast<short>(i);
  for (int i = 0; i < 3 * kItems; ++i) o[i] = i % 3 == 1 ? -(i % 192 / 3) : i % 192;
  const Arguments arguments =
      Arguments().buffer(std::vector<short>(4 * kItems, 5)).buffer(std::vector<int>(3 * kItems));
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  kernel.expect(arguments, 0, a);
  kernel.expect(arguments, 1, o);
}

// Rows of any length, shorter than a vector and not, with signed and unsigned ids, from any first id.
template <class Index>
void expect_butterflies(const char* type, std::uint64_t first, const std::vector<Index>& rows) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void step(global int* a, INDEX d, INDEX stage) {
        INDEX i = get_global_id(0);
        INDEX left = 2 * d * (i / d) + i % d, right = left + d;
        int up = (left / stage) & 1, x = a[left], y = a[right];
        a[left] = up ? min(x, y) : max(x, y);
        a[right] = up ? max(x, y) : min(x, y);
      })",
                                 std::string("-DINDEX=") + type);
  kernel.offset({first, 0, 0});
  kernel.shape({kItems, 1, 1}, {128, 1, 1});
  for (Index d : rows) {
    const std::size_t end = 2 * (kItems + first) + 2 * static_cast<std::size_t>(d);
    const std::vector<int> in = some_numbers(static_cast<int>(end), 1000);
    std::vector<int> a = in;
    const Index stage = 4 * d;
    for (std::size_t item = first; item < first + kItems; ++item) {
      const Index i = static_cast<Index>(item), left = 2 * d * (i / d) + i % d;
      const bool up = (left / stage) % 2 != 0;
      int &x = a[left], &y = a[left + d];
      if (up ? y < x : x < y) std::swap(x, y);
    }
    kernel.expect(Arguments().buffer(in).value(d).value(stage), 0, a);
  }
}

TEST(Window, ShortRows) { expect_butterflies<std::uint32_t>("uint", 0, {1, 2, 4, 8, 16}); }
TEST(Window, ShortRowsOfSignedIds) { expect_butterflies<std::int32_t>("int", 0, {1, 3, 4}); }
TEST(Window, ShortRowsFromAnywhere) { expect_butterflies<std::int32_t>("int", 5, {2, 4, 32}); }

// Divisions by constants: several items read one element, and elements in turn.
TEST(Window, ConstantRows) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void rows(global const int* a, global int* o) {
        uint i = get_local_id(0), g = get_group_id(0) * 128;
        o[g + (i ^ 1)] = a[g + i / 4] + a[g + (i & 3) * 2] * 100 + a[g + i / 8 * 16 + i % 8];
      })");
  const std::vector<int> in = some_numbers(1024, 90);
  std::vector<int> o(1024);
  for (int k = 0; k < 512; ++k) {
    const int i = k % 64, g = k / 64 * 128;
    o[g + (i ^ 1)] = in[g + i / 4] + in[g + (i & 3) * 2] * 100 + in[g + i / 8 * 16 + i % 8];
  }
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(in).buffer(std::vector<int>(1024)), 1, o);
}

// Items leave a loop one by one with what they have then, also where the length of rows is known.
TEST(Window, LoopsOfDifferentLengthsInShortRows) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void last(global const int* a, global int* o, uint d) {
        uint i = get_local_id(0), g = get_group_id(0) * 64;
        int v = a[g + i];
        for (uint k = 0; k < (i & 3); ++k) v = a[g + i] * 3 + (int)(i / d - k);
        o[g + i] = v;
      })");
  const std::vector<int> in = some_numbers(kItems, 90);
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  for (const std::uint32_t d : {1u, 2u, 3u, 4u, 8u, 100u}) {
    std::vector<int> o = in;
    for (int k = 0; k < kItems; ++k) {
      const int i = k % 64, rounds = i % 4;
      if (rounds > 0)
        o[static_cast<std::size_t>(k)] = in[k] * 3 + i / static_cast<int>(d) - (rounds - 1);
    }
    kernel.expect(Arguments().buffer(in).buffer(std::vector<int>(kItems)).value(d), 1, o);
  }
}

// A read and the exchange that relies on it use the same value, whatever happens between them.
TEST(Window, CompareAndSwapSeesOneValue) {
  Kernel kernel = Kernel::opencl(R"(
      kernel void swap(global int* a, global int* o) {
        int i = get_global_id(0), old = a[i];
        o[i] = atomic_cmpxchg(&a[i], old, old + 1) - old;
      })");
  const std::vector<int> in = some_numbers(kItems, 50);
  std::vector<int> a = in;
  for (int& v : a) ++v;
  kernel.shape({kItems, 1, 1}, {64, 1, 1});
  const Arguments arguments = Arguments().buffer(in).buffer(std::vector<int>(kItems, 3));
  kernel.expect(arguments, 0, a);
  kernel.expect(arguments, 1, std::vector<int>(kItems));
}

}  // namespace
}  // namespace vgpu::test
