// Launches without a local size: the driver's choice of groups.
// SPDX-License-Identifier: MIT
#include <set>

#include "opencl_test.h"

namespace vgpu::opencl_test {
namespace {

class LaunchTest : public OpenClTest {
 protected:
  void SetUp() override {
    OpenClTest::SetUp();
    kernel = make_kernel(R"(
        kernel void visit(global int* visits, global int* local_size) {
          int place = (get_global_id(2) * get_global_size(1) + get_global_id(1)) *
                      get_global_size(0) + get_global_id(0);
          visits[place]++;
          for (int d = 0; d < 3; d++) local_size[d] = get_enqueued_local_size(d);
        })",
                         "visit", "-cl-std=CL3.0");
  }
  void TearDown() override {
    clReleaseKernel(kernel);
    OpenClTest::TearDown();
  }

  // The local size of a launch over that range, all of whose items it must visit once.
  std::vector<int> launch(const std::vector<std::size_t>& range) {
    std::size_t items = 1;
    for (const std::size_t size : range) items *= size;
    std::vector<int> none(items), local(3);
    cl_mem visits = make_buffer(none), sizes = make_buffer(local);
    clSetKernelArg(kernel, 0, sizeof visits, &visits);
    clSetKernelArg(kernel, 1, sizeof sizes, &sizes);
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(range.size()), nullptr,
                                     range.data(), nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(std::vector<int>(items, 1), read<int>(visits, items));
    local = read<int>(sizes, 3);
    clReleaseMemObject(visits);
    clReleaseMemObject(sizes);
    return local;
  }

  cl_kernel kernel = nullptr;
};

TEST_F(LaunchTest, ManySmallRangesShareAFewGroups) {
  std::set<std::vector<int>> sizes;
  for (std::size_t width = 1; width <= 11; ++width) {
    for (std::size_t height = 1; height <= 5; ++height) sizes.insert(launch({width, height}));
  }
  EXPECT_LE(sizes.size(), 8u + 4u);  // the first few their own, then 1, 2, 4 or 8 in a row
}

TEST_F(LaunchTest, LargeRangesKeepLargeGroups) {
  for (std::size_t width = 1; width <= 9; ++width) launch({width});
  EXPECT_LE(256, launch({1u << 20})[0]);
  EXPECT_LE(32, launch({(1u << 16) + 32})[0]);
  EXPECT_LE(128, launch({(1u << 16) + 1})[0]);
}

}  // namespace
}  // namespace vgpu::opencl_test
