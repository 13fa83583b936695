// Two threads and two processes use the driver at once.
// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "opencl_test.h"

// A fork takes the compiler's locks all at once, more than ThreadSanitizer's search for deadlocks has room for.
#if defined(__has_feature) && __has_feature(thread_sanitizer)
extern "C" const char* __tsan_default_options() { return "detect_deadlocks=0"; }
#endif

namespace vgpu::opencl_test {
namespace {

class ThreadTest : public OpenClTest {
 protected:
  // Adds up in a chain of launches; every object is the caller's own but context and queue.
  int sum(int first) {
    cl_int result = CL_SUCCESS;
    const char* source = "kernel void add(global int* p, int n) { p[get_global_id(0)] += n; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &result);
    if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) return -1;
    cl_kernel kernel = clCreateKernel(program, "add", &result);
    cl_mem buffer = clCreateBuffer(context, 0, 256, nullptr, &result);
    const int zero = 0;
    clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 256, 0, nullptr, nullptr);
    const std::size_t global = 64;
    for (int i = 0; i < 200; ++i) {
      const int n = first + i;
      clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
      clSetKernelArg(kernel, 1, sizeof n, &n);
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    }
    int out = 0;
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 252, 4, &out, 0, nullptr, nullptr);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return out;
  }
  static int expected(int first) { return 200 * first + 199 * 100; }
};

TEST_F(ThreadTest, ThreadsShareAQueue) {
  int results[4] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&, i] { results[i] = sum(i); });
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(expected(i), results[i]);
}

TEST(ProcessTest, ProcessesRunBesideEachOther) {
  pid_t children[2];
  for (pid_t& child : children) {
    child = fork();
    if (child == 0) {
      // A new program: it starts from nothing, as users' programs do.
      execl("/proc/self/exe", "opencl_tests", "--gtest_filter=ThreadTest.*", nullptr);
      _exit(99);
    }
    ASSERT_GT(child, 0);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(0, WEXITSTATUS(status));
  }
}

}  // namespace
}  // namespace vgpu::opencl_test
