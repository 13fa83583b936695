// The same launches on another OpenCL implementation of this machine (PoCL, where it is installed).
// SPDX-License-Identifier: MIT
#include <CL/cl.h>

#include <stdexcept>
#include <string>

#include "measure.h"

namespace bench {
namespace {

void check(cl_int error, const char* call) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " + std::to_string(error));
}

// A device of a platform that is not vGPU's own; null: there is none.
cl_device_id find_peer() {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return nullptr;
  for (cl_uint i = 0; i < std::min(count, 8u); ++i) {
    char name[256] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    cl_device_id device = nullptr;
    if (std::string(name).find("vGPU") == std::string::npos &&
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS) {
      return device;
    }
  }
  return nullptr;
}

}  // namespace

void add_opencl_rows(Rows& rows) {
  const cl_device_id device = find_peer();
  if (device == nullptr) return;
  cl_int error = CL_SUCCESS;
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
  const char* source = "kernel void nothing(int n) {}";
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  const cl_kernel kernel = clCreateKernel(program, "nothing", &error);
  check(error, "clCreateKernel");
  const int n = 1;
  check(clSetKernelArg(kernel, 0, sizeof n, &n), "clSetKernelArg");
  const std::size_t items = 64;
  const auto launch = [&] {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  };
  double queued = 1;
  for (int round = 0; round < 50; ++round) {
    queued = std::min(queued, seconds(1, 200, launch));
    clFinish(queue);
  }
  rows.push_back({"peer: launch, queued", queued * 1e6, "us"});
  const double batch = seconds(30, 1, [&] {
    for (int i = 0; i < 200; ++i) launch();
    clFinish(queue);
  });
  rows.push_back({"peer: launch, in a batch of 200", batch * 1e6 / 200, "us"});
  rows.push_back({"peer: launch + finish, 1 group",
                  seconds(30, 100, [&] { launch(), clFinish(queue); }) * 1e6, "us"});
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

}  // namespace bench
