// What all tests of the OpenCL driver start with: the loader pointed at this build, a context, a queue.
// SPDX-License-Identifier: MIT
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace vgpu::opencl_test {

// An address that is no object, but has the table by which the loader finds the driver.
template <typename Handle>
Handle not_a(Handle object) {
  alignas(64) static void* words[32] = {};
  words[0] = *reinterpret_cast<void**>(object);
  return reinterpret_cast<Handle>(words);
}

class OpenClTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("OCL_ICD_VENDORS", VGPU_TEST_VENDORS, 1); }

  void SetUp() override {
    ASSERT_EQ(CL_SUCCESS, clGetPlatformIDs(1, &platform, nullptr));
    ASSERT_EQ(CL_SUCCESS, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    ASSERT_EQ(CL_SUCCESS, code);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
    ASSERT_EQ(CL_SUCCESS, code);
  }

  void TearDown() override {
    if (queue) EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(queue));
    if (context) EXPECT_EQ(CL_SUCCESS, clReleaseContext(context));
  }

  cl_command_queue make_queue(cl_command_queue_properties flags) {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, flags, 0};
    cl_command_queue made = clCreateCommandQueueWithProperties(context, device, properties, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    return made;
  }

  cl_program make_program(const std::string& source) {
    const char* text = source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    return program;
  }

  std::string log_of(cl_program program) {
    std::size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    return log;
  }

  cl_program build(const std::string& source, const char* options = "") {
    cl_program program = make_program(source);
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 1, &device, options, nullptr, nullptr))
        << log_of(program);
    return program;
  }

  // The only kernel of that source; the program goes with it.
  cl_kernel make_kernel(const std::string& source, const char* name, const char* options = "") {
    cl_program program = build(source, options);
    cl_kernel kernel = clCreateKernel(program, name, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    clReleaseProgram(program);
    return kernel;
  }

  template <typename T>
  cl_mem make_buffer(std::vector<T>& values, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_mem buffer = clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(T),
                                   values.data(), &code);
    EXPECT_EQ(CL_SUCCESS, code);
    return buffer;
  }

  template <typename T>
  std::vector<T> read(cl_mem buffer, std::size_t count, cl_command_queue from = nullptr) {
    std::vector<T> values(count);
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(from ? from : queue, buffer, CL_TRUE, 0, count * sizeof(T),
                                  values.data(), 0, nullptr, nullptr));
    return values;
  }

  cl_int status_of(cl_event event) {
    cl_int status = 77;
    EXPECT_EQ(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                         &status, nullptr));
    return status;
  }

  cl_int code = CL_SUCCESS;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

}  // namespace vgpu::opencl_test
