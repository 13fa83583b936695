// Wrong calls of the functions about programs and kernels, and wrong launches.
// SPDX-License-Identifier: MIT
#include "misuse_table.h"

namespace vgpu::opencl_test {
namespace {

class ProgramMisuseTest : public OpenClTest {
 protected:
  cl_int source_code(cl_uint count, const char** strings) {
    return code_of([&](cl_int* out) {
      return clCreateProgramWithSource(context, count, strings, nullptr, out);
    });
  }
  cl_int binary_code(cl_uint count, const cl_device_id* devices, const std::size_t* lengths,
                     const unsigned char** binaries) {
    return code_of([&](cl_int* out) {
      return clCreateProgramWithBinary(context, count, devices, lengths, binaries, nullptr, out);
    });
  }
  cl_int build_code(cl_program program, cl_uint count, const cl_device_id* devices,
                    const char* options = "", void* data = nullptr) {
    return clBuildProgram(program, count, devices, options, nullptr, data);
  }
  cl_int compile_code(cl_program program, cl_uint headers, const cl_program* list,
                      const char** names, const char* options = "") {
    return clCompileProgram(program, 0, nullptr, options, headers, list, names, nullptr, nullptr);
  }
  cl_int link_code(const std::vector<cl_program>& programs, const char* options = "",
                   void* data = nullptr) {
    return code_of([&](cl_int* out) {
      return clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(programs.size()),
                           programs.empty() ? nullptr : programs.data(), nullptr, data, out);
    });
  }
  cl_int kernel_code(cl_program program, const char* name) {
    return code_of([&](cl_int* out) { return clCreateKernel(program, name, out); });
  }

  char data[64] = {};
};

TEST_F(ProgramMisuseTest, Programs) {
  cl_program built = build("kernel void k(global int* p) { p[0] = 1; }");
  cl_program fresh = make_program("kernel void k(global int* p) { p[0] = 1; }");
  cl_program busy = build("kernel void k() {}");
  cl_kernel kernel = clCreateKernel(busy, "k", &code);
  const cl_program wrong = not_a(built);
  const cl_device_id no_device = not_a(device);
  const char* none = nullptr;
  const char* name = "x.h";
  const auto ignore = [](cl_program, void*) {};
  const std::size_t length = 8, zero = 0;
  const unsigned char bytes[8] = {1, 2, 3}, *binary = bytes, *missing = nullptr;
  expect_codes({
      {"no sources", CL_INVALID_VALUE, [&] { return source_code(0, &name); }},
      {"a list of sources that is not there", CL_INVALID_VALUE,
       [&] { return source_code(1, nullptr); }},
      {"a source that is not there", CL_INVALID_VALUE, [&] { return source_code(1, &none); }},
      {"binaries for no device", CL_INVALID_VALUE,
       [&] { return binary_code(0, &device, &length, &binary); }},
      {"binaries for what is no device", CL_INVALID_DEVICE,
       [&] { return binary_code(1, &no_device, &length, &binary); }},
      {"a binary without a length", CL_INVALID_VALUE,
       [&] { return binary_code(1, &device, &zero, &binary); }},
      {"a binary that is not there", CL_INVALID_VALUE,
       [&] { return binary_code(1, &device, &length, &missing); }},
      {"a binary of something else", CL_INVALID_BINARY,
       [&] { return binary_code(1, &device, &length, &binary); }},
      {"built-in kernels, of which there are none", CL_INVALID_VALUE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateProgramWithBuiltInKernels(context, 1, &device, "no_such", out);
         });
       }},
      {"built-in kernels of what is no device", CL_INVALID_DEVICE,
       [&] {
         return code_of([&](cl_int* out) {
           return clCreateProgramWithBuiltInKernels(context, 1, &no_device, "no_such", out);
         });
       }},
      {"building what is no program", CL_INVALID_PROGRAM,
       [&] { return build_code(wrong, 0, nullptr); }},
      {"building for devices that are not there", CL_INVALID_VALUE,
       [&] { return build_code(fresh, 1, nullptr); }},
      {"building for no devices", CL_INVALID_VALUE, [&] { return build_code(fresh, 0, &device); }},
      {"building for what is no device", CL_INVALID_DEVICE,
       [&] { return build_code(fresh, 1, &no_device); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return build_code(fresh, 0, nullptr, "", data); }},
      {"options that do not exist", CL_INVALID_BUILD_OPTIONS,
       [&] { return build_code(fresh, 0, nullptr, "-no-such-option"); }},
      {"building a program that has kernels", CL_INVALID_OPERATION,
       [&] { return build_code(busy, 0, nullptr); }},
      {"compiling a program that has kernels", CL_INVALID_OPERATION,
       [&] { return compile_code(busy, 0, nullptr, nullptr); }},
      {"headers without names", CL_INVALID_VALUE,
       [&] { return compile_code(fresh, 1, &built, nullptr); }},
      {"names without headers", CL_INVALID_VALUE,
       [&] { return compile_code(fresh, 0, nullptr, &name); }},
      {"options that do not exist", CL_INVALID_COMPILER_OPTIONS,
       [&] { return compile_code(fresh, 0, nullptr, nullptr, "-no-such-option"); }},
      {"compiling what is no program", CL_INVALID_PROGRAM,
       [&] { return compile_code(wrong, 0, nullptr, nullptr); }},
      {"compiling for what is no device", CL_INVALID_DEVICE,
       [&] {
         return clCompileProgram(fresh, 1, &no_device, "", 0, nullptr, nullptr, nullptr, nullptr);
       }},
      {"linking for what is no device", CL_INVALID_DEVICE,
       [&] {
         return code_of([&](cl_int* out) {
           return clLinkProgram(context, 1, &no_device, "", 1, &fresh, nullptr, nullptr, out);
         });
       }},
      {"linking nothing", CL_INVALID_VALUE, [&] { return link_code({}); }},
      {"linking what is no program", CL_INVALID_PROGRAM, [&] { return link_code({wrong}); }},
      {"linking what was not compiled", CL_INVALID_OPERATION, [&] { return link_code({fresh}); }},
      {"user data without a function", CL_INVALID_VALUE,
       [&] { return link_code({fresh}, "", data); }},
      {"query of what is no program", CL_INVALID_PROGRAM,
       [&] { return clGetProgramInfo(wrong, CL_PROGRAM_CONTEXT, 0, nullptr, nullptr); }},
      {"query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetProgramInfo(built, 0, 0, nullptr, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetProgramInfo(built, CL_PROGRAM_CONTEXT, 4, data, nullptr); }},
      {"too little room for binaries", CL_INVALID_VALUE,
       [&] { return clGetProgramInfo(built, CL_PROGRAM_BINARIES, 4, data, nullptr); }},
      {"names of kernels that are not built", CL_INVALID_PROGRAM_EXECUTABLE,
       [&] { return clGetProgramInfo(fresh, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, nullptr); }},
      {"a build for what is no device", CL_INVALID_DEVICE,
       [&] {
         return clGetProgramBuildInfo(built, no_device, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr);
       }},
      {"build query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetProgramBuildInfo(built, device, 0, 0, nullptr, nullptr); }},
      {"a build of what is no program", CL_INVALID_PROGRAM,
       [&] {
         return clGetProgramBuildInfo(wrong, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr);
       }},
      {"a release callback of what is no program", CL_INVALID_PROGRAM,
       [&] { return clSetProgramReleaseCallback(wrong, ignore, nullptr); }},
      {"a release callback, which OpenCL C programs do not have", CL_INVALID_OPERATION,
       [&] { return clSetProgramReleaseCallback(built, ignore, nullptr); }},
      {"no release callback", CL_INVALID_VALUE,
       [&] { return clSetProgramReleaseCallback(built, nullptr, nullptr); }},
      {"retaining", CL_INVALID_PROGRAM, [&] { return clRetainProgram(wrong); }},
      {"releasing", CL_INVALID_PROGRAM, [&] { return clReleaseProgram(wrong); }},
      {"a kernel of what is no program", CL_INVALID_PROGRAM,
       [&] { return kernel_code(wrong, "k"); }},
      {"a kernel of what is not built", CL_INVALID_PROGRAM_EXECUTABLE,
       [&] { return kernel_code(fresh, "k"); }},
      {"a kernel that is not there", CL_INVALID_KERNEL_NAME,
       [&] { return kernel_code(built, "l"); }},
      {"a kernel without a name", CL_INVALID_VALUE, [&] { return kernel_code(built, nullptr); }},
      {"kernels of what is not built", CL_INVALID_PROGRAM_EXECUTABLE,
       [&] { return clCreateKernelsInProgram(fresh, 0, nullptr, nullptr); }},
      {"kernels of what is no program", CL_INVALID_PROGRAM,
       [&] { return clCreateKernelsInProgram(wrong, 0, nullptr, nullptr); }},
      {"more kernels than room", CL_INVALID_VALUE,
       [&] {
         cl_kernel made = nullptr;
         return clCreateKernelsInProgram(built, 0, &made, nullptr);
       }},
  });
  clReleaseKernel(kernel);
  for (cl_program program : {built, fresh, busy}) clReleaseProgram(program);
}

TEST_F(ProgramMisuseTest, Kernels) {
  cl_kernel kernel = make_kernel(
      "kernel void k(global int* p, int n, local int* l, read_only image2d_t i, sampler_t s) {}",
      "k");
  const cl_kernel wrong = not_a(kernel);
  const cl_device_id no_device = not_a(device);
  cl_mem buffer = clCreateBuffer(context, 0, 64, nullptr, &code);
  const cl_mem no_buffer = not_a(buffer);
  const cl_sampler no_sampler = reinterpret_cast<cl_sampler>(no_buffer);
  const auto group = [&](cl_device_id on, cl_kernel_work_group_info name, std::size_t room) {
    return clGetKernelWorkGroupInfo(kernel, on, name, room, room ? data : nullptr, nullptr);
  };
  const auto sub_group = [&](std::size_t size, const void* in) {
    return clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, size,
                                   in, sizeof data, data, nullptr);
  };
  expect_codes({
      {"an argument that is not there", CL_INVALID_ARG_INDEX,
       [&] { return clSetKernelArg(kernel, 5, 4, data); }},
      {"an argument of what is no kernel", CL_INVALID_KERNEL,
       [&] { return clSetKernelArg(wrong, 0, 4, data); }},
      {"a value of the wrong size", CL_INVALID_ARG_SIZE,
       [&] { return clSetKernelArg(kernel, 1, 8, data); }},
      {"no value", CL_INVALID_ARG_VALUE, [&] { return clSetKernelArg(kernel, 1, 4, nullptr); }},
      {"a buffer's handle of the wrong size", CL_INVALID_ARG_SIZE,
       [&] { return clSetKernelArg(kernel, 0, 4, &buffer); }},
      {"what is no buffer", CL_INVALID_MEM_OBJECT,
       [&] { return clSetKernelArg(kernel, 0, sizeof no_buffer, &no_buffer); }},
      {"local memory with a value", CL_INVALID_ARG_VALUE,
       [&] { return clSetKernelArg(kernel, 2, 4, data); }},
      {"local memory of no size", CL_INVALID_ARG_SIZE,
       [&] { return clSetKernelArg(kernel, 2, 0, nullptr); }},
      {"what is no sampler", CL_INVALID_SAMPLER,
       [&] { return clSetKernelArg(kernel, 4, sizeof no_sampler, &no_sampler); }},
      {"a shared pointer for a value", CL_INVALID_ARG_VALUE,
       [&] { return clSetKernelArgSVMPointer(kernel, 1, data); }},
      {"a shared pointer for no argument", CL_INVALID_ARG_INDEX,
       [&] { return clSetKernelArgSVMPointer(kernel, 5, data); }},
      {"a shared pointer for what is no kernel", CL_INVALID_KERNEL,
       [&] { return clSetKernelArgSVMPointer(wrong, 0, data); }},
      {"information for what is no kernel", CL_INVALID_KERNEL,
       [&] { return clSetKernelExecInfo(wrong, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, data); }},
      {"information for a launch that does not exist", CL_INVALID_VALUE,
       [&] { return clSetKernelExecInfo(kernel, 0, 4, data); }},
      {"information for a launch that is not there", CL_INVALID_VALUE,
       [&] { return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, nullptr); }},
      {"pointers for a launch, of which there are none", CL_SUCCESS,
       [&] { return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr); }},
      {"a choice for a launch that is not there", CL_INVALID_VALUE,
       [&] {
         return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 0, nullptr);
       }},
      {"information for a launch of the wrong size", CL_INVALID_VALUE,
       [&] { return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, data); }},
      {"query of what is no kernel", CL_INVALID_KERNEL,
       [&] { return clGetKernelInfo(wrong, CL_KERNEL_CONTEXT, 0, nullptr, nullptr); }},
      {"query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetKernelInfo(kernel, 0, 0, nullptr, nullptr); }},
      {"too little room for an answer", CL_INVALID_VALUE,
       [&] { return clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, 4, data, nullptr); }},
      {"argument of what is no kernel", CL_INVALID_KERNEL,
       [&] { return clGetKernelArgInfo(wrong, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr); }},
      {"query of no argument", CL_INVALID_ARG_INDEX,
       [&] { return clGetKernelArgInfo(kernel, 5, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr); }},
      {"argument query that does not exist", CL_INVALID_VALUE,
       [&] { return clGetKernelArgInfo(kernel, 0, 0, 0, nullptr, nullptr); }},
      {"groups of what is no kernel", CL_INVALID_KERNEL,
       [&] {
         return clGetKernelWorkGroupInfo(wrong, device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr,
                                         nullptr);
       }},
      {"sub-groups of what is no kernel", CL_INVALID_KERNEL,
       [&] {
         return clGetKernelSubGroupInfo(wrong, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 8,
                                        data, nullptr);
       }},
      {"sub-groups on what is no device", CL_INVALID_DEVICE,
       [&] {
         return clGetKernelSubGroupInfo(kernel, no_device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr,
                                        8, data, nullptr);
       }},
      {"groups on what is no device", CL_INVALID_DEVICE,
       [&] { return group(no_device, CL_KERNEL_WORK_GROUP_SIZE, 8); }},
      {"group query that does not exist", CL_INVALID_VALUE, [&] { return group(device, 0, 0); }},
      {"global size of a kernel that is not built in", CL_INVALID_VALUE,
       [&] { return group(device, CL_KERNEL_GLOBAL_WORK_SIZE, 24); }},
      {"too little room for a group's size", CL_INVALID_VALUE,
       [&] { return group(device, CL_KERNEL_WORK_GROUP_SIZE, 4); }},
      {"sub-groups of no local size", CL_INVALID_VALUE, [&] { return sub_group(0, nullptr); }},
      {"sub-groups of an odd local size", CL_INVALID_VALUE, [&] { return sub_group(3, data); }},
      {"a clone of what is no kernel", CL_INVALID_KERNEL,
       [&] { return code_of([&](cl_int* out) { return clCloneKernel(wrong, out); }); }},
      {"retaining", CL_INVALID_KERNEL, [&] { return clRetainKernel(wrong); }},
      {"releasing", CL_INVALID_KERNEL, [&] { return clReleaseKernel(wrong); }},
  });
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

TEST_F(ProgramMisuseTest, Launches) {
  cl_kernel kernel = make_kernel("kernel void k(local int* l) { l[get_local_id(0)] = 1; }", "k");
  cl_kernel fixed =
      make_kernel("kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k() {}", "k");
  cl_context other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  cl_command_queue elsewhere =
      clCreateCommandQueueWithProperties(other_context, device, nullptr, &code);
  const auto launch = [&](cl_command_queue on, cl_kernel what, cl_uint dimensions,
                          const std::size_t* global, const std::size_t* local,
                          const std::size_t* offset = nullptr) {
    return clEnqueueNDRangeKernel(on, what, dimensions, offset, global, local, 0, nullptr, nullptr);
  };
  const std::size_t sixteen = 16, five = 5, none = 0, most = SIZE_MAX;
  const std::size_t square[2] = {64, 64}, cubes[2] = {2048, 2048};
  const cl_event event = nullptr;
  expect_codes({
      {"arguments that are not set", CL_INVALID_KERNEL_ARGS,
       [&] { return launch(queue, kernel, 1, &sixteen, nullptr); }},
      {"what is no kernel", CL_INVALID_KERNEL,
       [&] { return launch(queue, not_a(kernel), 1, &sixteen, nullptr); }},
      {"a queue of another context", CL_INVALID_CONTEXT,
       [&] { return launch(elsewhere, fixed, 1, &sixteen, nullptr); }},
      {"no dimensions", CL_INVALID_WORK_DIMENSION,
       [&] { return launch(queue, fixed, 0, &sixteen, nullptr); }},
      {"four dimensions", CL_INVALID_WORK_DIMENSION,
       [&] { return launch(queue, fixed, 4, &sixteen, nullptr); }},
      {"another local size than the kernel's own", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return launch(queue, fixed, 1, &sixteen, &sixteen); }},
      {"a range that the kernel's local size does not divide", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return launch(queue, fixed, 1, &five, nullptr); }},
      {"local memory", CL_SUCCESS, [&] { return clSetKernelArg(kernel, 0, 4096, nullptr); }},
      {"a range that the local size does not divide", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return launch(queue, kernel, 1, &sixteen, &five); }},
      {"a local size of nothing", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return launch(queue, kernel, 1, &sixteen, &none); }},
      {"too many items in a group", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return launch(queue, kernel, 2, square, square); }},
      {"too many items in a dimension", CL_INVALID_WORK_ITEM_SIZE,
       [&] { return launch(queue, kernel, 2, cubes, cubes); }},
      {"an offset beyond all", CL_INVALID_GLOBAL_OFFSET,
       [&] { return launch(queue, kernel, 1, &sixteen, nullptr, &most); }},
      {"an event that is none", CL_INVALID_EVENT_WAIT_LIST,
       [&] {
         return clEnqueueNDRangeKernel(queue, fixed, 1, nullptr, &sixteen, nullptr, 1, &event,
                                       nullptr);
       }},
      {"more local memory than there is", CL_SUCCESS,
       [&] { return clSetKernelArg(kernel, 0, std::size_t{1} << 30, nullptr); }},
      {"a launch with it", CL_OUT_OF_RESOURCES,
       [&] { return launch(queue, kernel, 1, &sixteen, nullptr); }},
      {"a task with it", CL_OUT_OF_RESOURCES,
       [&] { return clEnqueueTask(queue, kernel, 0, nullptr, nullptr); }},
      {"a task", CL_INVALID_WORK_GROUP_SIZE,
       [&] { return clEnqueueTask(queue, fixed, 0, nullptr, nullptr); }},
      {"no native function", CL_INVALID_VALUE,
       [&] {
         return clEnqueueNativeKernel(queue, nullptr, data, 8, 0, nullptr, nullptr, 0, nullptr,
                                      nullptr);
       }},
      {"native arguments of no size", CL_INVALID_VALUE,
       [&] {
         return clEnqueueNativeKernel(
             queue, [](void*) {}, data, 0, 0, nullptr, nullptr, 0, nullptr, nullptr);
       }},
      {"native objects that are not there", CL_INVALID_VALUE,
       [&] {
         return clEnqueueNativeKernel(
             queue, [](void*) {}, data, 8, 1, nullptr, nullptr, 0, nullptr, nullptr);
       }},
  });
  clReleaseCommandQueue(elsewhere);
  clReleaseContext(other_context);
  clReleaseKernel(fixed);
  clReleaseKernel(kernel);
}

}  // namespace
}  // namespace vgpu::opencl_test
