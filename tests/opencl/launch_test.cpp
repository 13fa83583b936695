// Launches without a local size: the driver's choice of groups.
// SPDX-License-Identifier: MIT
#include <set>

#include "opencl_test.h"

#include <CL/cl_ext.h>

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

// What the driver suggests is what it takes, also after the first few sizes.
TEST_F(LaunchTest, TheSuggestedGroupIsTheChosenOne) {
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  ASSERT_NE(nullptr, suggest);
  const std::size_t sizes[] = {113, 3, 0};
  std::size_t local[3] = {1, 1, 1};
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, suggest(queue, kernel, 2, nullptr, sizes, local));
  for (std::size_t width = 1; width <= 600; width += 49) {
    const std::vector<std::size_t> range = {width, 12, 3};
    launch({width});  // sets the arguments
    EXPECT_EQ(CL_SUCCESS, suggest(queue, kernel, 3, nullptr, range.data(), local));
    EXPECT_EQ((std::vector<int>{static_cast<int>(local[0]), static_cast<int>(local[1]),
                                static_cast<int>(local[2])}),
              launch(range));
  }
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, suggest(queue, kernel, 4, nullptr, sizes, local));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue, kernel, 3, nullptr, sizes, local));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue, kernel, 1, nullptr, nullptr, local));
  EXPECT_EQ(CL_INVALID_VALUE, suggest(queue, kernel, 1, nullptr, sizes, nullptr));
  const std::size_t far = SIZE_MAX;
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, suggest(queue, kernel, 1, &far, sizes, local));
}

}  // namespace
}  // namespace vgpu::opencl_test
