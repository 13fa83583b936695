// Runs benchmark cases through the OpenCL ICD loader: the peer is whatever platform is asked for.
// SPDX-License-Identifier: MIT
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdexcept>

#include "runner.h"

namespace bench {
namespace {

void check(cl_int error, const char* what) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(error));
}

class OpenclRunner final : public Runner {
 public:
  OpenclRunner(std::string folder, cl_device_id device, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)), device_(device) {
    cl_int error;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &error);
    check(error, "clCreateCommandQueue");
  }
  ~OpenclRunner() override {
    release();
    clReleaseCommandQueue(queue_);
    clReleaseContext(context_);
  }
  std::string name() const override { return name_; }

  void prepare(const Case& c) override {
    release();
    build(c);
    for (const Buffer& buffer : c.buffers) {
      cl_int error;
      auto* bytes = const_cast<std::byte*>(buffer.bytes.data());
      memory_.push_back(
          clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, buffer.bytes.size(), bytes, &error));
      check(error, "clCreateBuffer");
    }
    for (const Launch& launch : c.launches) bind(launch);
  }

  void run() override {
    for (const Bound& bound : bound_)
      check(clEnqueueNDRangeKernel(queue_, bound.kernel, 3, nullptr, bound.global.data(),
                                   bound.local.data(), 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    check(clFinish(queue_), "clFinish");
  }

  void read(Buffers& buffers) override {
    for (std::size_t i = 0; i < buffers.size(); ++i)
      check(clEnqueueReadBuffer(queue_, memory_[i], CL_TRUE, 0, buffers[i].bytes.size(),
                                buffers[i].bytes.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
  }

 private:
  struct Bound {
    cl_kernel kernel;
    std::array<std::size_t, 3> global, local;
  };

  void build(const Case& c) {
    std::string source = read_text(folder_ + "/" + c.file);
    const char* text = source.c_str();
    cl_int error;
    program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program_, 1, &device_, "", nullptr, nullptr), "clBuildProgram");
  }

  void bind(const Launch& launch) {
    cl_int error;
    Bound bound{clCreateKernel(program_, launch.kernel.c_str(), &error), launch.global,
                launch.local};
    check(error, launch.kernel.c_str());
    for (unsigned i = 0; i < launch.arguments.size(); ++i) {
      const Argument& a = launch.arguments[i];
      if (a.kind == Argument::Kind::buffer)
        check(clSetKernelArg(bound.kernel, i, sizeof(cl_mem), &memory_[a.number]),
              "clSetKernelArg");
      else
        check(clSetKernelArg(bound.kernel, i, a.number,
                             a.kind == Argument::Kind::local ? nullptr : a.value.data()),
              "clSetKernelArg");
    }
    bound_.push_back(bound);
  }

  void release() {
    for (Bound& bound : bound_) clReleaseKernel(bound.kernel);
    for (cl_mem memory : memory_) clReleaseMemObject(memory);
    if (program_) clReleaseProgram(program_);
    bound_.clear(), memory_.clear(), program_ = nullptr;
  }

  std::string folder_, name_;
  cl_device_id device_;
  cl_context context_{};
  cl_command_queue queue_{};
  cl_program program_{};
  std::vector<cl_mem> memory_;
  std::vector<Bound> bound_;
};

std::string platform_text(cl_platform_id platform, cl_platform_info what) {
  char text[256] = "";
  clGetPlatformInfo(platform, what, sizeof text, text, nullptr);
  return text;
}

}  // namespace

std::unique_ptr<Runner> make_opencl_runner(const std::string& kernel_folder,
                                           const std::string& wanted) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return nullptr;
  for (cl_uint i = 0; i < std::min(count, 16u); ++i) {
    if (platform_text(platforms[i], CL_PLATFORM_NAME).find(wanted) == std::string::npos) continue;
    cl_device_id device;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
      continue;
    std::string version = platform_text(platforms[i], CL_PLATFORM_VERSION);
    auto at = version.find("PoCL ");
    std::string name =
        at == std::string::npos ? wanted : version.substr(at, version.find(' ', at + 5) - at);
    return std::make_unique<OpenclRunner>(kernel_folder, device, name);
  }
  return nullptr;
}

}  // namespace bench
