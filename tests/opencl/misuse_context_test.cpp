// Wrong contexts of everything that is made in one, programs that are not built for all of their devices, and memory
// that there is too little of.
// SPDX-License-Identifier: MIT
#include "misuse_table.h"

#include <CL/cl_ext.h>

namespace vgpu::opencl_test {
namespace {

constexpr cl_image_format kBytes{CL_RGBA, CL_UNORM_INT8};

cl_image_desc square(std::size_t side) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = side;
  return desc;
}

class ContextMisuseTest : public OpenClTest {};

TEST_F(ContextMisuseTest, EverythingNeedsItsContext) {
  const cl_context wrong = not_a(context);
  const cl_image_desc desc = square(8);
  const char* text = "kernel void k() {}";
  const unsigned char bytes[8] = {}, *binary = bytes;
  const std::size_t length = sizeof bytes;
  cl_program program = make_program(text);
  const auto creation = [](const char* what, auto create) {
    return WrongCall{what, CL_INVALID_CONTEXT, [create] { return code_of(create); }};
  };
  expect_codes({
      creation("queue",
               [=, this](cl_int* out) {
                 return clCreateCommandQueueWithProperties(wrong, device, nullptr, out);
               }),
      creation("queue, the old way",
               [=, this](cl_int* out) { return clCreateCommandQueue(wrong, device, 0, out); }),
      creation("buffer", [=](cl_int* out) { return clCreateBuffer(wrong, 0, 4, nullptr, out); }),
      creation("buffer with properties",
               [=](cl_int* out) {
                 return clCreateBufferWithProperties(wrong, nullptr, 0, 4, nullptr, out);
               }),
      creation("image",
               [=](cl_int* out) { return clCreateImage(wrong, 0, &kBytes, &desc, nullptr, out); }),
      creation("image with properties",
               [=](cl_int* out) {
                 return clCreateImageWithProperties(wrong, nullptr, 0, &kBytes, &desc, nullptr,
                                                    out);
               }),
      creation(
          "flat image",
          [=](cl_int* out) { return clCreateImage2D(wrong, 0, &kBytes, 8, 8, 0, nullptr, out); }),
      creation("deep image",
               [=](cl_int* out) {
                 return clCreateImage3D(wrong, 0, &kBytes, 8, 8, 8, 0, 0, nullptr, out);
               }),
      creation("pipe", [=](cl_int* out) { return clCreatePipe(wrong, 0, 4, 4, nullptr, out); }),
      creation("sampler",
               [=](cl_int* out) { return clCreateSamplerWithProperties(wrong, nullptr, out); }),
      creation("sampler, the old way",
               [=](cl_int* out) {
                 return clCreateSampler(wrong, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, out);
               }),
      creation("program of source",
               [=](cl_int* out) {
                 const char* source = text;
                 return clCreateProgramWithSource(wrong, 1, &source, nullptr, out);
               }),
      creation("program of a module",
               [=](cl_int* out) { return clCreateProgramWithIL(wrong, bytes, length, out); }),
      creation("program of a binary",
               [=, this](cl_int* out) {
                 const unsigned char* one = binary;
                 return clCreateProgramWithBinary(wrong, 1, &device, &length, &one, nullptr, out);
               }),
      creation("program of what is built in",
               [=, this](cl_int* out) {
                 return clCreateProgramWithBuiltInKernels(wrong, 1, &device, "k", out);
               }),
      creation("linked program",
               [=](cl_int* out) {
                 return clLinkProgram(wrong, 0, nullptr, "", 1, &program, nullptr, nullptr, out);
               }),
      {"formats", CL_INVALID_CONTEXT,
       [&] {
         cl_uint count = 0;
         return clGetSupportedImageFormats(wrong, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
       }},
      {"destructor", CL_INVALID_CONTEXT,
       [&] { return clSetContextDestructorCallback(wrong, [](cl_context, void*) {}, nullptr); }},
      {"default queue", CL_INVALID_CONTEXT,
       [&] { return clSetDefaultDeviceCommandQueue(wrong, device, queue); }},
      {"default queue of no device", CL_INVALID_DEVICE,
       [&] { return clSetDefaultDeviceCommandQueue(context, not_a(device), queue); }},
  });
  clReleaseProgram(program);
}

// Takes most of the device's memory, none of which is touched, so that there is no room for an image.
TEST_F(ContextMisuseTest, TooLittleMemory) {
  cl_ulong bytes = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof bytes, &bytes, nullptr);
  std::vector<cl_mem> taken;
  const auto take = [&](auto create) {
    cl_mem made = create(&code);
    if (made != nullptr) taken.push_back(made);
    return code;
  };
  const auto buffer = [&](cl_int* out) { return clCreateBuffer(context, 0, bytes, nullptr, out); };
  for (; bytes > 0; bytes /= 2) {
    while (take(buffer) == CL_SUCCESS) ASSERT_LE(taken.size(), 1000u);
    EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, code);
    if (bytes < (16u << 20)) break;
  }
  const cl_image_desc desc = square(4096);
  expect_codes({
      {"buffer", CL_MEM_OBJECT_ALLOCATION_FAILURE,
       [&] {
         return take([&](cl_int* out) {
           return clCreateBufferWithProperties(context, nullptr, 0, bytes, nullptr, out);
         });
       }},
      {"image", CL_MEM_OBJECT_ALLOCATION_FAILURE,
       [&] {
         return take(
             [&](cl_int* out) { return clCreateImage(context, 0, &kBytes, &desc, nullptr, out); });
       }},
      {"image with properties", CL_MEM_OBJECT_ALLOCATION_FAILURE,
       [&] {
         return take([&](cl_int* out) {
           return clCreateImageWithProperties(context, nullptr, 0, &kBytes, &desc, nullptr, out);
         });
       }},
      {"flat image", CL_MEM_OBJECT_ALLOCATION_FAILURE,
       [&] {
         return take([&](cl_int* out) {
           return clCreateImage2D(context, 0, &kBytes, 4096, 4096, 0, nullptr, out);
         });
       }},
      {"deep image", CL_MEM_OBJECT_ALLOCATION_FAILURE,
       [&] {
         return take([&](cl_int* out) {
           return clCreateImage3D(context, 0, &kBytes, 256, 256, 256, 0, 0, nullptr, out);
         });
       }},
  });
  for (cl_mem object : taken) clReleaseMemObject(object);
}

// A context of two halves of a device: what is built for one of them cannot be used on the other.
class HalvesTest : public OpenClTest {
 protected:
  void SetUp() override {
    OpenClTest::SetUp();
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) GTEST_SKIP() << "one compute unit cannot be divided";
    const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device, ones, 2, halves, nullptr));
    both = clCreateContext(nullptr, 2, halves, nullptr, nullptr, &code);
    ASSERT_EQ(CL_SUCCESS, code);
    other_queue = clCreateCommandQueueWithProperties(both, halves[1], nullptr, &code);
  }
  void TearDown() override {
    if (both != nullptr) {
      clReleaseCommandQueue(other_queue);
      clReleaseContext(both);
      for (cl_device_id half : halves) clReleaseDevice(half);
    }
    OpenClTest::TearDown();
  }

  cl_program source(const char* text) {
    return clCreateProgramWithSource(both, 1, &text, nullptr, &code);
  }
  cl_int build_half(cl_program program, int half, const char* options) {
    return clBuildProgram(program, 1, &halves[half], options, nullptr, nullptr);
  }

  cl_device_id halves[2] = {};
  cl_context both = nullptr;
  cl_command_queue other_queue = nullptr;
};

TEST_F(HalvesTest, KernelsRunWhereTheyAreBuilt) {
  cl_program program = source("kernel void k() {}");
  ASSERT_EQ(CL_SUCCESS, build_half(program, 0, ""));
  cl_kernel kernel = clCreateKernel(program, "k", &code);
  ASSERT_EQ(CL_SUCCESS, code);
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  const std::size_t one = 1;
  std::size_t local = 0;
  const auto launch = [&](cl_command_queue on) {
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  };
  expect_codes({
      {"launch", CL_INVALID_PROGRAM_EXECUTABLE, [&] { return launch(other_queue); }},
      {"task", CL_INVALID_PROGRAM_EXECUTABLE,
       [&] { return clEnqueueTask(other_queue, kernel, 0, nullptr, nullptr); }},
      {"suggestion", CL_INVALID_PROGRAM_EXECUTABLE,
       [&] { return suggest(other_queue, kernel, 1, nullptr, &one, &local); }},
      {"suggestion for no queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return suggest(not_a(queue), kernel, 1, nullptr, &one, &local); }},
      {"suggestion for no kernel", CL_INVALID_KERNEL,
       [&] { return suggest(other_queue, not_a(kernel), 1, nullptr, &one, &local); }},
      {"suggestion for another context", CL_INVALID_CONTEXT,
       [&] { return suggest(queue, kernel, 1, nullptr, &one, &local); }},
  });
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

// What is built for a device is built for its parts too.
TEST_F(HalvesTest, PartsRunWhatTheWholeRuns) {
  const cl_device_id all[] = {halves[0], halves[1], device};
  cl_context family = clCreateContext(nullptr, 3, all, nullptr, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  const char* text = "kernel void k(global int* p) { p[get_global_id(0)] += 1; }";
  cl_program program = clCreateProgramWithSource(family, 1, &text, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 1, &device, "", nullptr, nullptr));
  cl_kernel kernel = clCreateKernel(program, "k", &code);
  cl_mem buffer = clCreateBuffer(family, 0, 4, nullptr, &code);
  const std::size_t one = 1;
  int value = 0;
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  for (cl_device_id part : all) {
    cl_build_status status = CL_BUILD_NONE;
    clGetProgramBuildInfo(program, part, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(CL_BUILD_SUCCESS, status);
    cl_command_queue own = clCreateCommandQueueWithProperties(family, part, nullptr, &code);
    clEnqueueWriteBuffer(own, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr);
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr);
    clReleaseCommandQueue(own);
  }
  EXPECT_EQ(3, value);
  ASSERT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
  ASSERT_EQ(CL_SUCCESS,
            clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr));
  cl_program linked = clLinkProgram(family, 1, &device, "", 1, &program, nullptr, nullptr, &code);
  EXPECT_EQ(CL_SUCCESS, code);
  cl_uint devices = 0;
  clGetProgramInfo(linked, CL_PROGRAM_NUM_DEVICES, sizeof devices, &devices, nullptr);
  EXPECT_EQ(3u, devices);
  clReleaseProgram(linked);
  clReleaseMemObject(buffer);
  clReleaseProgram(program);
  clReleaseContext(family);
}

TEST_F(HalvesTest, AKernelIsTheSameOnAllDevices) {
  cl_program program = source("kernel void k(TYPE x) {}");
  ASSERT_EQ(CL_SUCCESS, build_half(program, 0, "-DTYPE=int"));
  ASSERT_EQ(CL_SUCCESS, build_half(program, 1, "-DTYPE=float"));
  EXPECT_EQ(CL_INVALID_KERNEL_DEFINITION,
            code_of([&](cl_int* out) { return clCreateKernel(program, "k", out); }));
  ASSERT_EQ(CL_SUCCESS, build_half(program, 1, "-DTYPE=int"));
  cl_kernel kernel = clCreateKernel(program, "k", &code);
  EXPECT_EQ(CL_SUCCESS, code);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

// Kernels that differ are no kernels that could be made together; the others are.
TEST_F(HalvesTest, KernelsThatDifferAreLeftOut) {
  cl_program program = source("kernel void k(TYPE x) {} kernel void l() {}");
  ASSERT_EQ(CL_SUCCESS, build_half(program, 0, "-DTYPE=int"));
  ASSERT_EQ(CL_SUCCESS, build_half(program, 1, "-DTYPE=float"));
  char names[16] = {};
  clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr);
  EXPECT_STREQ("l", names);
  cl_uint count = 0;
  cl_kernel kernel = nullptr;
  EXPECT_EQ(CL_SUCCESS, clCreateKernelsInProgram(program, 1, &kernel, &count));
  EXPECT_EQ(1u, count);
  std::size_t items = 0;
  EXPECT_EQ(CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE,
                                                        sizeof items, &items, nullptr));
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

// A device that nothing was compiled for gets nothing of what is linked, and that is no mistake.
TEST_F(HalvesTest, LinksAreForTheDevicesThatHaveObjects) {
  cl_program program = source("kernel void k() {}"), other = source("int f() { return 1; }");
  const auto compile_half = [&](cl_program what, int half) {
    return clCompileProgram(what, 1, &halves[half], "", 0, nullptr, nullptr, nullptr, nullptr);
  };
  ASSERT_EQ(CL_SUCCESS, compile_half(program, 0));
  cl_program linked = clLinkProgram(both, 0, nullptr, "", 1, &program, nullptr, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  cl_build_status status[2] = {77, 77};
  for (int i = 0; i < 2; ++i) {
    clGetProgramBuildInfo(linked, halves[i], CL_PROGRAM_BUILD_STATUS, sizeof status[i], &status[i],
                          nullptr);
  }
  EXPECT_EQ(CL_BUILD_SUCCESS, status[0]);
  EXPECT_EQ(CL_BUILD_NONE, status[1]);
  cl_kernel kernel = clCreateKernel(linked, "k", &code);
  EXPECT_EQ(CL_SUCCESS, code);
  clReleaseKernel(kernel);
  ASSERT_EQ(CL_SUCCESS, compile_half(other, 1));
  const cl_program mixed[] = {program, other};
  EXPECT_EQ(CL_INVALID_OPERATION, code_of([&](cl_int* out) {
              return clLinkProgram(both, 0, nullptr, "", 2, mixed, nullptr, nullptr, out);
            }));
  for (cl_program made : {program, other, linked}) clReleaseProgram(made);
}

// A program that was only compiled for a device is no program that could be built for it.
TEST_F(HalvesTest, ABinaryMustBeOneToRun) {
  cl_program compiled = source("kernel void k() {}");
  ASSERT_EQ(CL_SUCCESS,
            clCompileProgram(compiled, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  std::size_t sizes[2] = {};
  ASSERT_EQ(CL_SUCCESS,
            clGetProgramInfo(compiled, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr));
  std::vector<unsigned char> first(sizes[0]), second(sizes[1]);
  unsigned char* places[2] = {first.data(), second.data()};
  ASSERT_EQ(CL_SUCCESS,
            clGetProgramInfo(compiled, CL_PROGRAM_BINARIES, sizeof places, places, nullptr));
  // Every device hears of its own binary.
  const unsigned char* broken[2] = {reinterpret_cast<const unsigned char*>("nonsense"), places[1]};
  const std::size_t lengths[2] = {8, sizes[1]}, no_lengths[2] = {8, 0};
  cl_int statuses[2] = {77, 77};
  const auto load_code = [&](const std::size_t* bytes) {
    return code_of([&](cl_int* out) {
      return clCreateProgramWithBinary(both, 2, halves, bytes, broken, statuses, out);
    });
  };
  EXPECT_EQ(CL_INVALID_BINARY, load_code(lengths));
  EXPECT_EQ(CL_INVALID_BINARY, statuses[0]);
  EXPECT_EQ(CL_SUCCESS, statuses[1]);
  EXPECT_EQ(CL_INVALID_BINARY, load_code(no_lengths));
  EXPECT_EQ(CL_INVALID_VALUE, statuses[1]);
  const unsigned char* binary = first.data();
  cl_program loaded = clCreateProgramWithBinary(both, 1, halves, sizes, &binary, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(CL_INVALID_BINARY, build_half(loaded, 0, ""));
  EXPECT_EQ(CL_INVALID_DEVICE, build_half(loaded, 1, ""));  // it has none for that device
  clReleaseProgram(loaded);
  clReleaseProgram(compiled);
}

}  // namespace
}  // namespace vgpu::opencl_test
