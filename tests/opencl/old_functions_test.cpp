// Functions that newer ones replaced, and those that every object has: they stay as they were.
// SPDX-License-Identifier: MIT
#include "misuse_table.h"

#include <CL/cl_ext.h>

namespace vgpu::opencl_test {
namespace {

class OldFunctionsTest : public OpenClTest {
 protected:
  std::size_t image_info(cl_mem image, cl_image_info name) {
    std::size_t value = 0;
    EXPECT_EQ(CL_SUCCESS, clGetImageInfo(image, name, sizeof value, &value, nullptr));
    return value;
  }
  // Both old functions that make images say the same.
  cl_int old_code(cl_mem_flags flags, const cl_image_format* format, std::size_t width,
                  std::size_t pitch, void* host) {
    const cl_int code = code_of([&](cl_int* out) {
      return clCreateImage2D(context, flags, format, width, 3, pitch, host, out);
    });
    EXPECT_EQ(code, code_of([&](cl_int* out) {
                return clCreateImage3D(context, flags, format, width, 3, 2, pitch, 0, host, out);
              }));
    return code;
  }

  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
};

TEST_F(OldFunctionsTest, ImagesOfTwoAndThreeDimensions) {
  std::vector<cl_uchar> pixels(4 * 5 * 3 * 2);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<cl_uchar>(i);
  cl_mem flat =
      clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &format, 5, 3, 20, pixels.data(), &code);
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(5u, image_info(flat, CL_IMAGE_WIDTH));
  EXPECT_EQ(3u, image_info(flat, CL_IMAGE_HEIGHT));
  EXPECT_EQ(0u, image_info(flat, CL_IMAGE_DEPTH));
  cl_mem deep =
      clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &format, 5, 3, 2, 0, 0, pixels.data(), &code);
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(2u, image_info(deep, CL_IMAGE_DEPTH));
  std::vector<cl_uchar> got(pixels.size());
  const std::size_t origin[3] = {}, region[3] = {5, 3, 2};
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, deep, CL_TRUE, origin, region, 0, 0, got.data(),
                                           0, nullptr, nullptr));
  EXPECT_EQ(pixels, got);
  clReleaseMemObject(flat);
  clReleaseMemObject(deep);
}

TEST_F(OldFunctionsTest, ImagesAreChecked) {
  const cl_image_format nonsense{CL_RGBA, 0x4321}, impossible{CL_RGB, CL_FLOAT};
  const cl_image_format rare{CL_RGB, CL_UNORM_SHORT_565};
  cl_uchar pixels[64] = {};
  expect_codes({
      {"no format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return old_code(0, nullptr, 5, 0, nullptr); }},
      {"a format of nonsense", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return old_code(0, &nonsense, 5, 0, nullptr); }},
      {"a format that cannot be", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [&] { return old_code(0, &impossible, 5, 0, nullptr); }},
      {"a format that the device lacks", CL_IMAGE_FORMAT_NOT_SUPPORTED,
       [&] { return old_code(0, &rare, 5, 0, nullptr); }},
      {"flags that exclude each other", CL_INVALID_VALUE,
       [&] { return old_code(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &format, 5, 0, nullptr); }},
      {"no width", CL_INVALID_IMAGE_SIZE, [&] { return old_code(0, &format, 0, 0, nullptr); }},
      {"a pitch without memory", CL_INVALID_IMAGE_SIZE,
       [&] { return old_code(0, &format, 5, 20, nullptr); }},
      {"a pitch that is less than a row", CL_INVALID_IMAGE_SIZE,
       [&] { return old_code(CL_MEM_COPY_HOST_PTR, &format, 5, 16, pixels); }},
      {"memory that no flag speaks of", CL_INVALID_HOST_PTR,
       [&] { return old_code(0, &format, 5, 0, pixels); }},
      {"no memory", CL_INVALID_HOST_PTR,
       [&] { return old_code(CL_MEM_USE_HOST_PTR, &format, 5, 0, nullptr); }},
      {"no depth", CL_INVALID_IMAGE_SIZE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateImage3D(context, 0, &format, 5, 3, 0, 0, 0, nullptr, out);
         });
       }},
      {"a depth of one, which is flat", CL_INVALID_IMAGE_SIZE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateImage3D(context, 0, &format, 5, 3, 1, 0, 0, nullptr, out);
         });
       }},
      {"a context that is none", CL_INVALID_CONTEXT,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateImage3D(not_a(context), 0, &format, 5, 3, 2, 0, 0, nullptr, out);
         });
       }},
  });
}

// A barrier holds back what comes after it, until what came before it is done.
TEST_F(OldFunctionsTest, BarriersAndMarkersOrderAQueue) {
  cl_command_queue loose = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<int> values{1};
  cl_mem buffer = make_buffer(values);
  cl_event gate = clCreateUserEvent(context, &code), marker = nullptr;
  const int seven = 7;
  int got = 0;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueWriteBuffer(loose, buffer, CL_FALSE, 0, 4, &seven, 1, &gate, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarker(loose, &marker));
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrier(loose));
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueReadBuffer(loose, buffer, CL_FALSE, 0, 4, &got, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFlush(loose));
  EXPECT_NE(CL_COMPLETE, status_of(marker));
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, clFinish(loose));
  EXPECT_EQ(CL_COMPLETE, status_of(marker));
  EXPECT_EQ(7, got);
  expect_codes({
      {"a barrier of no queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueBarrier(not_a(queue)); }},
      {"a marker of no queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueMarker(not_a(queue), &marker); }},
      {"a marker without an event", CL_INVALID_VALUE,
       [&] { return clEnqueueMarker(queue, nullptr); }},
      {"no events to wait for", CL_INVALID_VALUE,
       [&] { return clEnqueueWaitForEvents(queue, 0, nullptr); }},
      {"flushing no queue", CL_INVALID_COMMAND_QUEUE, [&] { return clFlush(not_a(queue)); }},
  });
  clReleaseEvent(gate);
  clReleaseEvent(marker);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(loose);
}

TEST_F(OldFunctionsTest, ATaskIsOneItem) {
  cl_kernel kernel = make_kernel(
      "kernel void k(global int* o) { o[0] += get_global_size(0) * 10 + get_local_size(0); }", "k");
  std::vector<int> values{100};
  cl_mem buffer = make_buffer(values);
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue, kernel, 0, nullptr, nullptr));
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  cl_event done = nullptr;
  EXPECT_EQ(CL_SUCCESS, clEnqueueTask(queue, kernel, 0, nullptr, &done));
  EXPECT_EQ(111, read<int>(buffer, 1)[0]);
  EXPECT_EQ(CL_INVALID_KERNEL, clEnqueueTask(queue, not_a(kernel), 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueTask(queue, kernel, 1, nullptr, nullptr));
  clReleaseEvent(done);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

// Retaining counts up, releasing down, and what is no such object is refused.
template <typename Handle, typename Info>
void expect_counted(Handle object, cl_int (*retain)(Handle), cl_int (*release)(Handle), Info info,
                    cl_uint name, cl_int invalid) {
  const auto count = [&] {
    cl_uint value = 0;
    EXPECT_EQ(CL_SUCCESS, info(object, name, sizeof value, &value, nullptr));
    return value;
  };
  const cl_uint before = count();
  EXPECT_EQ(CL_SUCCESS, retain(object));
  EXPECT_EQ(before + 1, count());
  EXPECT_EQ(CL_SUCCESS, release(object));
  EXPECT_EQ(before, count());
  EXPECT_EQ(invalid, retain(not_a(object)));
  EXPECT_EQ(invalid, release(not_a(object)));
}

TEST_F(OldFunctionsTest, ObjectsAreCounted) {
  std::vector<int> values{1};
  cl_mem buffer = make_buffer(values);
  cl_program program = build("kernel void k() {}");
  cl_kernel kernel = clCreateKernel(program, "k", &code);
  cl_sampler sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code);
  cl_event event = clCreateUserEvent(context, &code);
  expect_counted(context, clRetainContext, clReleaseContext, clGetContextInfo,
                 CL_CONTEXT_REFERENCE_COUNT, CL_INVALID_CONTEXT);
  expect_counted(queue, clRetainCommandQueue, clReleaseCommandQueue, clGetCommandQueueInfo,
                 CL_QUEUE_REFERENCE_COUNT, CL_INVALID_COMMAND_QUEUE);
  expect_counted(buffer, clRetainMemObject, clReleaseMemObject, clGetMemObjectInfo,
                 CL_MEM_REFERENCE_COUNT, CL_INVALID_MEM_OBJECT);
  expect_counted(program, clRetainProgram, clReleaseProgram, clGetProgramInfo,
                 CL_PROGRAM_REFERENCE_COUNT, CL_INVALID_PROGRAM);
  expect_counted(kernel, clRetainKernel, clReleaseKernel, clGetKernelInfo,
                 CL_KERNEL_REFERENCE_COUNT, CL_INVALID_KERNEL);
  expect_counted(sampler, clRetainSampler, clReleaseSampler, clGetSamplerInfo,
                 CL_SAMPLER_REFERENCE_COUNT, CL_INVALID_SAMPLER);
  expect_counted(event, clRetainEvent, clReleaseEvent, clGetEventInfo, CL_EVENT_REFERENCE_COUNT,
                 CL_INVALID_EVENT);
  EXPECT_EQ(CL_SUCCESS, clRetainDevice(device));  // a root device is not counted
  EXPECT_EQ(CL_SUCCESS, clReleaseDevice(device));
  EXPECT_EQ(CL_INVALID_DEVICE, clRetainDevice(not_a(device)));
  clReleaseEvent(event);
  clReleaseSampler(sampler);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
}

TEST_F(OldFunctionsTest, CompilersComeBack) {
  EXPECT_EQ(CL_SUCCESS, clUnloadCompiler());
  EXPECT_EQ(CL_SUCCESS, clUnloadPlatformCompiler(platform));
  clReleaseProgram(build("kernel void back() {}"));
}

TEST_F(OldFunctionsTest, ExtensionsAreFoundByName) {
  EXPECT_EQ(nullptr, clGetExtensionFunctionAddress("clNothing"));
  EXPECT_EQ(nullptr, clGetExtensionFunctionAddressForPlatform(platform, "clNothing"));
  const auto describe = reinterpret_cast<clGetKernelSubGroupInfoKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR"));
  const auto make = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR"));
  ASSERT_TRUE(describe != nullptr && make != nullptr);
  cl_kernel kernel = make_kernel("kernel void k() {}", "k");
  std::size_t local = 100, groups = 0;
  EXPECT_EQ(CL_SUCCESS, describe(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR,
                                 sizeof local, &local, sizeof groups, &groups, nullptr));
  EXPECT_EQ(4u, groups);
  EXPECT_EQ(CL_INVALID_VALUE,
            describe(kernel, device, 0, sizeof local, &local, sizeof groups, &groups, nullptr));
  cl_command_queue made = make(context, device, nullptr, &code);
  EXPECT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(nullptr, make(not_a(context), device, nullptr, &code));
  EXPECT_EQ(CL_INVALID_CONTEXT, code);
  clReleaseCommandQueue(made);
  clReleaseKernel(kernel);
}

}  // namespace
}  // namespace vgpu::opencl_test
