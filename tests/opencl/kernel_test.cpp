// Kernels: arguments, queries, index spaces, native kernels, printf.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "opencl_test.h"

namespace vgpu::opencl_test {
namespace {

constexpr char kIds[] = R"(
kernel void ids(global uint* out, uint width) {
  uint i = get_global_id(1) * width + get_global_id(0);
  out[i] = get_local_size(0) * 10000 + get_group_id(0) * 100 + get_local_id(0);
})";

class KernelTest : public OpenClTest {
 protected:
  cl_int launch(cl_kernel kernel, std::vector<std::size_t> global,
                std::vector<std::size_t> local = {}, std::vector<std::size_t> offset = {}) {
    return clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()),
                                  offset.empty() ? nullptr : offset.data(), global.data(),
                                  local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }
  template <typename T>
  void set(cl_kernel kernel, cl_uint index, const T& value) {
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof value, &value));
  }
};

TEST_F(KernelTest, ArgumentsAreChecked) {
  cl_kernel kernel = make_kernel(
      "kernel void k(global int* p, local float* l, int n, float4 v, constant int* c) {}", "k");
  cl_mem buffer = clCreateBuffer(context, 0, 64, nullptr, &code);
  const int n = 3;
  const float v[4] = {};
  EXPECT_EQ(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 5, sizeof n, &n));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 4, &buffer));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, 16, v));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 0, nullptr));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 8, v));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 2, 4, nullptr));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 3, 12, v));
  const cl_mem wrong = not_a(buffer);
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 0, sizeof wrong, &wrong));
  EXPECT_EQ(CL_INVALID_KERNEL, clSetKernelArg(nullptr, 0, sizeof buffer, &buffer));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(kernel, {1}));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof buffer, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 16, nullptr));
  set(kernel, 2, n);
  set(kernel, 3, v);
  set(kernel, 4, buffer);
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {1}));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 2, &n));
  EXPECT_EQ(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(kernel, 9, &n));
  cl_uint maps = 0;
  EXPECT_EQ(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, 0x99, 4, &maps));
  clFinish(queue);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

TEST_F(KernelTest, ArgumentsAreDescribed) {
  cl_kernel kernel = make_kernel(
      "kernel void k(global const float* restrict p, local unsigned char* l, uint4 v,"
      " unsigned n, global signed char* s, char signed t) {}",
      "k", "-cl-kernel-arg-info");
  const auto text = [&](cl_uint index, cl_kernel_arg_info name) {
    char value[64] = {};
    EXPECT_EQ(CL_SUCCESS, clGetKernelArgInfo(kernel, index, name, sizeof value, value, nullptr));
    return std::string(value);
  };
  EXPECT_EQ("p", text(0, CL_KERNEL_ARG_NAME));
  EXPECT_EQ("float*", text(0, CL_KERNEL_ARG_TYPE_NAME));
  EXPECT_EQ("uint4", text(2, CL_KERNEL_ARG_TYPE_NAME));
  EXPECT_EQ("uchar*", text(1, CL_KERNEL_ARG_TYPE_NAME));
  EXPECT_EQ("uint", text(3, CL_KERNEL_ARG_TYPE_NAME));
  EXPECT_EQ("char*", text(4, CL_KERNEL_ARG_TYPE_NAME));
  EXPECT_EQ("char", text(5, CL_KERNEL_ARG_TYPE_NAME));
  cl_kernel_arg_address_qualifier address = 0;
  clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr);
  EXPECT_EQ(static_cast<cl_kernel_arg_address_qualifier>(CL_KERNEL_ARG_ADDRESS_LOCAL), address);
  cl_kernel_arg_type_qualifier type = 0;
  clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, nullptr);
  EXPECT_EQ(static_cast<cl_kernel_arg_type_qualifier>(CL_KERNEL_ARG_TYPE_CONST |
                                                      CL_KERNEL_ARG_TYPE_RESTRICT),
            type);
  EXPECT_EQ(CL_INVALID_ARG_INDEX,
            clGetKernelArgInfo(kernel, 6, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr));
  clReleaseKernel(kernel);
}

TEST_F(KernelTest, IndexSpacesAreChecked) {
  cl_kernel kernel = make_kernel(kIds, "ids");
  cl_mem buffer = clCreateBuffer(context, 0, 1 << 16, nullptr, &code);
  set(kernel, 0, buffer);
  set(kernel, 1, cl_uint{64});
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {64, 4}, {16, 2}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, {64}, {48}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, {64}, {0}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, {2048, 2}, {1024, 2}));
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, launch(kernel, {1 << 20}, {1 << 20}));
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, launch(kernel, {64}, {}, {SIZE_MAX}));
  const std::size_t sizes[4] = {1, 1, 1, 1};
  for (const cl_uint dimensions : {0u, 4u}) {
    EXPECT_EQ(CL_INVALID_WORK_DIMENSION,
              clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, sizes, nullptr, 0, nullptr,
                                     nullptr));
  }
  cl_event event = nullptr;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, nullptr, nullptr, 0, nullptr,
                                   &event));  // an empty range does nothing
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
  clReleaseEvent(event);
  cl_kernel fixed =
      make_kernel("kernel __attribute__((reqd_work_group_size(8, 1, 1))) void f() {}", "f");
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(fixed, {64}, {16}));
  EXPECT_EQ(CL_SUCCESS, launch(fixed, {64}, {8}));
  EXPECT_EQ(CL_SUCCESS, launch(fixed, {64}));
  std::size_t required[3] = {};
  clGetKernelWorkGroupInfo(fixed, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required,
                           required, nullptr);
  EXPECT_EQ(8u, required[0]);
  clFinish(queue);
  clReleaseKernel(fixed);
  clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
}

TEST_F(KernelTest, GroupsMayBeRaggedInNewVersions) {
  cl_kernel kernel = make_kernel(kIds, "ids", "-cl-std=CL3.0");
  std::vector<cl_uint> zeros(20);
  cl_mem buffer = make_buffer(zeros);
  set(kernel, 0, buffer);
  set(kernel, 1, cl_uint{20});
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {20}, {8}));
  const auto result = read<cl_uint>(buffer, 20);
  EXPECT_EQ(80107u, result[15]);
  EXPECT_EQ(40203u, result[19]);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

TEST_F(KernelTest, OffsetsShiftIds) {
  cl_kernel kernel = make_kernel(
      "kernel void k(global uint* p) { p[get_global_id(0) - get_global_offset(0)] = "
      "get_global_id(0); }",
      "k");
  std::vector<cl_uint> zeros(8);
  cl_mem buffer = make_buffer(zeros);
  set(kernel, 0, buffer);
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {8}, {4}, {100}));
  EXPECT_EQ(107u, read<cl_uint>(buffer, 8)[7]);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

TEST_F(KernelTest, ClonesHaveTheirOwnArguments) {
  cl_kernel kernel = make_kernel("kernel void k(global int* p, int n) { p[0] += n; }", "k");
  std::vector<int> zero(1);
  cl_mem buffer = make_buffer(zero);
  set(kernel, 0, buffer);
  set(kernel, 1, 5);
  cl_kernel clone = clCloneKernel(kernel, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  set(kernel, 1, 100);
  EXPECT_EQ(CL_SUCCESS, launch(clone, {1}));
  EXPECT_EQ(5, read<int>(buffer, 1)[0]);
  clReleaseMemObject(buffer);
  clReleaseKernel(clone);
  clReleaseKernel(kernel);
}

TEST_F(KernelTest, KernelsAreFoundInTheirProgram) {
  cl_program program = build("kernel void a() {} kernel void b(int x) {}");
  EXPECT_EQ(nullptr, clCreateKernel(program, "c", &code));
  EXPECT_EQ(CL_INVALID_KERNEL_NAME, code);
  EXPECT_EQ(nullptr, clCreateKernel(program, nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  cl_kernel both[2];
  cl_uint count = 0;
  EXPECT_EQ(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, both, &count));
  ASSERT_EQ(CL_SUCCESS, clCreateKernelsInProgram(program, 2, both, &count));
  EXPECT_EQ(2u, count);
  char name[8];
  clGetKernelInfo(both[1], CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
  EXPECT_STREQ("b", name);
  cl_uint arguments = 0;
  clGetKernelInfo(both[1], CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr);
  EXPECT_EQ(1u, arguments);
  for (cl_kernel kernel : both) clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_F(KernelTest, GroupsAndSubGroupsAreDescribed) {
  cl_kernel kernel = make_kernel(
      "kernel void k(local int* l) { local int own[16]; own[get_local_id(0)] = l[0]; }", "k");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, 64, nullptr));
  std::size_t value = 0;
  cl_ulong bytes = 0;
  clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof value, &value,
                           nullptr);
  EXPECT_GE(value, 256u);
  clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
  EXPECT_GE(bytes, 64u);
  std::size_t global[3];
  EXPECT_EQ(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE,
                                                       sizeof global, global, nullptr));
  const std::size_t local[] = {40, 2};
  EXPECT_EQ(CL_SUCCESS,
            clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                    sizeof local, local, sizeof value, &value, nullptr));
  EXPECT_EQ(3u, value);
  const std::size_t small = 5;  // get_max_sub_group_size() says the same
  EXPECT_EQ(CL_SUCCESS,
            clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    sizeof small, &small, sizeof value, &value, nullptr));
  EXPECT_EQ(32u, value);
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 0,
                                    nullptr, sizeof value, &value, nullptr));
  clReleaseKernel(kernel);
}

TEST_F(KernelTest, NativeKernelsGetPointers) {
  std::vector<int> values{1, 2, 3};
  cl_mem buffer = make_buffer(values);
  struct Arguments {
    int* data;
    int factor;
  } arguments{nullptr, 10};
  const void* place = &arguments.data;
  const auto function = [](void* block) {
    const auto* got = static_cast<const Arguments*>(block);
    for (int i = 0; i < 3; ++i) got->data[i] *= got->factor;
  };
  EXPECT_EQ(CL_SUCCESS, clEnqueueNativeKernel(queue, function, &arguments, sizeof arguments, 1,
                                              &buffer, &place, 0, nullptr, nullptr));
  EXPECT_EQ((std::vector<int>{10, 20, 30}), read<int>(buffer, 3));
  int untouched = 5;  // an object that is none becomes a pointer to nothing
  arguments.data = &untouched;
  const auto check_none = [](void* block) {
    EXPECT_EQ(nullptr, static_cast<const Arguments*>(block)->data);
  };
  const cl_mem none = nullptr;
  EXPECT_EQ(CL_SUCCESS, clEnqueueNativeKernel(queue, check_none, &arguments, sizeof arguments, 1,
                                              &none, &place, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueNativeKernel(queue, nullptr, nullptr, 0, 0, nullptr, nullptr,
                                                    0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueNativeKernel(queue, function, &arguments, 0, 0, nullptr,
                                                    nullptr, 0, nullptr, nullptr));
  clReleaseMemObject(buffer);
}

TEST_F(KernelTest, PrintedTextIsThereAfterFinish) {
  cl_kernel kernel = make_kernel(
      "kernel void k() { printf(\"%d %s %.2f %v2d\\n\", 7, \"text\", 1.5f, (int2)(3, 4)); }", "k");
  testing::internal::CaptureStdout();
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {1}));
  clFinish(queue);
  EXPECT_EQ("7 text 1.50 3,4\n", testing::internal::GetCapturedStdout());
  clReleaseKernel(kernel);
}

TEST_F(KernelTest, CrashesBecomeStatuses) {
  cl_kernel kernel = make_kernel("kernel void k(global int* p) { p[get_global_id(0)] = 1; }", "k");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr));
  cl_event event = nullptr;
  const std::size_t one = 1;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, &event));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
  EXPECT_LT(status_of(event), 0);
  clReleaseEvent(event);
  clReleaseKernel(kernel);
}

// ThreadSanitizer delays signals, so a crash cannot be caught where it happens.
#if !(defined(__has_feature) && __has_feature(thread_sanitizer))
// Programs that look at no event learn of it from the next call that waits, once.
TEST_F(KernelTest, CrashesAreToldToThoseWhoFinish) {
  cl_kernel kernel = make_kernel("kernel void k(global int* p) { p[get_global_id(0)] = 1; }", "k");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr));
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {1}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(queue));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  std::vector<int> values{7};
  cl_mem buffer = make_buffer(values);
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {1}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES,
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, values.data(), 0, nullptr, nullptr));
  EXPECT_EQ(values, read<int>(buffer, 1));
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

// The function that a program gives with its context hears of what no call returns.
TEST_F(KernelTest, CrashesAreToldToTheContext) {
  std::string told;
  const auto tell = [](const char* text, const void*, std::size_t, void* data) {
    *static_cast<std::string*>(data) += text;
  };
  cl_context own = clCreateContext(nullptr, 1, &device, tell, &told, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  cl_command_queue loud = clCreateCommandQueueWithProperties(own, device, nullptr, &code);
  const char* text = "kernel void breaks(global int* p) { p[get_global_id(0)] = 1; }";
  cl_program program = clCreateProgramWithSource(own, 1, &text, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  cl_kernel kernel = clCreateKernel(program, "breaks", &code);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr));
  const std::size_t one = 1;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueNDRangeKernel(loud, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(loud));
  EXPECT_NE(std::string::npos, told.find("breaks failed")) << told;
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(loud);
  clReleaseContext(own);
}
#endif

}  // namespace
}  // namespace vgpu::opencl_test
