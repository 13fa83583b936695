// The same launches through OpenCL: on another implementation of this machine (PoCL, where it is installed), or our driver.
// SPDX-License-Identifier: MIT
#include <CL/cl.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "measure.h"

namespace bench {
namespace {

void check(cl_int error, const char* call) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " + std::to_string(error));
}

// A device of vGPU's own platform, or of another one; null: there is none.
cl_device_id find_device(bool ours) {
  cl_platform_id platforms[8];
  cl_uint count = 0;
  if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return nullptr;
  for (cl_uint i = 0; i < std::min(count, 8u); ++i) {
    char name[256] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    cl_device_id device = nullptr;
    if ((std::string(name).find("vGPU") != std::string::npos) == ours &&
        clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS) {
      return device;
    }
  }
  return nullptr;
}

void add_rows_of(cl_device_id device, bool ours, Rows& rows) {
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
  const std::string who = ours ? "driver: " : "peer: ";
  const Goal goal = ours ? Goal::at_most : Goal::none;
  rows.push_back({who + "launch, queued", queued * 1e6, "us", goal, 1});
  const double batch = seconds(30, 1, [&] {
    for (int i = 0; i < 200; ++i) launch();
    clFinish(queue);
  });
  rows.push_back({who + "launch, in a batch of 200", batch * 1e6 / 200, "us"});
  rows.push_back({who + "launch + finish, 1 group",
                  seconds(30, 100, [&] { launch(), clFinish(queue); }) * 1e6, "us", goal, 5});
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

}  // namespace

void add_peer_rows(Rows& rows) {
  if (const cl_device_id device = find_device(false)) add_rows_of(device, false, rows);
}

void add_driver_rows(Rows& rows) {
#ifdef VGPU_BENCH_VENDORS
  // It stands in this build, not in the loader's list, unless somebody has put it there.
  setenv("OCL_ICD_VENDORS", VGPU_BENCH_VENDORS, 0);
#endif
  const cl_device_id device = find_device(true);
  if (device == nullptr) throw std::runtime_error("vGPU's OpenCL driver is not found");
  add_rows_of(device, true, rows);
}

}  // namespace bench
