// Items that read a few elements apart, which whole vectors and shuffles serve, up to the last byte of a buffer.
//
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

template <class T>
void expect_spread(const std::string& type, int spread) {
  Kernel kernel =
      Kernel::opencl("typedef " + type + " T;\n#define SPREAD " + std::to_string(spread) + R"(
      kernel void spread(global const T* in, global T* out) {
        size_t i = get_global_id(0);
        local T part[64 * SPREAD];
        int at = get_local_id(0) * SPREAD;
        for (int k = 0; k < SPREAD; ++k) part[at + k] = in[i * SPREAD + k];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = in[i * SPREAD] + part[at + SPREAD - 1];
      })");
  const int items = 192;
  std::vector<T> in, out;
  for (int number : some_numbers(items * spread, 50)) in.push_back(static_cast<T>(number));
  for (int i = 0; i < items; ++i)
    out.push_back(static_cast<T>(in[i * spread] + in[i * spread + spread - 1]));
  kernel.shape({items, 1, 1}, {64, 1, 1});
  kernel.expect(Arguments().buffer(in).buffer(std::vector<T>(items)), 1, out);
}

TEST(Spread, EveryDistance) {
  for (int spread : {2, 3, 4, 5}) expect_spread<float>("float", spread);
}

TEST(Spread, OtherSizes) {
  expect_spread<short>("short", 3);
  expect_spread<double>("double", 2);
  expect_spread<signed char>("char", 4);
}

}  // namespace
}  // namespace vgpu::test
