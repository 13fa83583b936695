// Rows of which every item takes several elements at once: vector types, elements of different sizes, rows that meet.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

const std::vector<int> kLengths = {0, 1, 3, 4, 15, 16, 17, 23, 37, 48};  // one for each group
constexpr int kPitch = 48, kGroup = 16;
const int kRows = kGroup * static_cast<int>(kLengths.size()) - 3;

Kernel rows_of(const std::string& text) {
  Kernel kernel = Kernel::opencl(text);
  kernel.shape({static_cast<std::uint32_t>(kRows), 1, 1}, {kGroup, 1, 1});
  return kernel;
}

// Sums in order, so floats must come out bit by bit.
TEST(Lines, VectorTypes) {
  Kernel kernel = rows_of(R"(
      kernel void sums(global const float4* a, global const float4* x, global float* o,
                       global const int* lengths) {
        int row = get_global_id(0), n = lengths[get_group_id(0)];
        float4 s = 0;
        for (int i = 0; i < n; ++i) s += a[row * 48 + i] + x[i];
        o[row] = s.x + 2 * s.y + 3 * s.z + 5 * s.w;
      })");
  const std::vector<int> numbers = some_numbers(kRows * kPitch * 4),
                         more = some_numbers(kPitch * 4);
  std::vector<float> a(numbers.begin(), numbers.end()), x(more.begin(), more.end()), o;
  for (int row = 0; row < kRows; ++row) {
    float s[4] = {};
    for (int i = 0; i < kLengths[row / kGroup] * 4; ++i) s[i % 4] += a[row * kPitch * 4 + i] + x[i];
    o.push_back(s[0] + 2 * s[1] + 3 * s[2] + 5 * s[3]);
  }
  kernel.expect(
      Arguments().buffer(a).buffer(x).buffer(std::vector<float>(o.size())).buffer(kLengths), 2, o);
}

// Of pairs only the second members: the first ones need not be there.
TEST(Lines, SomeMembers) {
  Kernel kernel = rows_of(R"(
      kernel void seconds(global const int* a, global int* o, global const int* lengths) {
        int row = get_global_id(0), n = lengths[get_group_id(0)], s = 0;
        for (int i = 0; i < n / 2; ++i) s = s * 3 + a[row * 48 + 2 * i + 1];
        o[row] = s;
      })");
  const std::vector<int> a = some_numbers(kRows * kPitch);
  std::vector<int> o;
  for (int row = 0; row < kRows; ++row) {
    unsigned s = 0;
    for (int i = 0; i < kLengths[row / kGroup] / 2; ++i) {
      s = s * 3 + static_cast<unsigned>(a[row * kPitch + 2 * i + 1]);
    }
    o.push_back(static_cast<int>(s));
  }
  kernel.expect(Arguments().buffer(a).buffer(std::vector<int>(o.size())).buffer(kLengths), 1, o);
}

// Sums of bytes go into integers that lie apart from them, on top of them, or a bit further on.
TEST(Lines, ElementsOfDifferentSizes) {
  Kernel kernel = rows_of(R"(
      kernel void prefix(global int* a, global const int* lengths, global const int* shifts) {
        int row = get_global_id(0), n = min(lengths[get_group_id(0)], 37), s = 0;
        global int* to = a + row * 96;
        global const uchar* from = (global const uchar*)to + shifts[row % 8];
        for (int i = 0; i < n; ++i) {
          s += from[i];
          to[i] = s;
        }
      })");
  const std::vector<int> shifts = {0, 1, 3, 16, 60, 148, 152, 300};
  const std::vector<int> a = some_numbers(kRows * 96, 1 << 24);
  std::vector<int> o = a;
  for (int row = 0; row < kRows; ++row) {
    auto* bytes = reinterpret_cast<unsigned char*>(o.data() + row * 96);
    int s = 0;
    for (int i = 0; i < std::min(kLengths[row / kGroup], 37); ++i) {
      s += bytes[shifts[row % 8] + i];
      std::memcpy(bytes + 4 * i, &s, sizeof s);
    }
  }
  kernel.expect(Arguments().buffer(a).buffer(kLengths).buffer(shifts), 0, o);
}

}  // namespace
}  // namespace vgpu::test
