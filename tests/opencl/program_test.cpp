// Programs: source, logs, options, binaries, compiling and linking.
// SPDX-License-Identifier: MIT
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "opencl_test.h"

namespace vgpu::opencl_test {
namespace {

constexpr char kTwice[] = "kernel void twice(global int* p) { p[get_global_id(0)] *= 2; }";

class ProgramTest : public OpenClTest {
 protected:
  cl_program_binary_type type_of(cl_program program) {
    cl_program_binary_type type = 77;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
    return type;
  }
  std::vector<unsigned char> binary_of(cl_program program) {
    std::size_t size = 0;
    EXPECT_EQ(CL_SUCCESS,
              clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr));
    std::vector<unsigned char> bytes(size);
    unsigned char* place = bytes.data();
    EXPECT_EQ(CL_SUCCESS,
              clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
    return bytes;
  }
  cl_program load(const std::vector<unsigned char>& bytes, cl_int* status) {
    const unsigned char* data = bytes.data();
    const std::size_t size = bytes.size();
    return clCreateProgramWithBinary(context, 1, &device, &size, &data, status, &code);
  }
  int run_once(cl_program program, const char* name, int value) {
    std::vector<int> data{value};
    cl_mem buffer = make_buffer(data);
    cl_kernel kernel = clCreateKernel(program, name, &code);
    EXPECT_EQ(CL_SUCCESS, code);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const std::size_t one = 1;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0,
                                                 nullptr, nullptr));
    const int result = read<int>(buffer, 1)[0];
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    return result;
  }
  cl_int compile(cl_program program, const char* options = "") {
    return clCompileProgram(program, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr);
  }
  cl_program link(std::vector<cl_program> programs, const char* options = "") {
    return clLinkProgram(context, 1, &device, options, static_cast<cl_uint>(programs.size()),
                         programs.data(), nullptr, nullptr, &code);
  }
};

TEST_F(ProgramTest, SourceIsJoinedAndKept) {
  const char* parts[] = {"kernel \0void k(AAA", "global int* p) {}"};
  const std::size_t lengths[] = {15, 0};
  cl_program program = clCreateProgramWithSource(context, 2, parts, lengths, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  char source[64];
  EXPECT_EQ(CL_SUCCESS,
            clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof source, source, nullptr));
  EXPECT_STREQ("kernel void k(global int* p) {}", source);
  clReleaseProgram(program);
  EXPECT_EQ(nullptr, clCreateProgramWithSource(context, 0, parts, nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  parts[1] = nullptr;
  EXPECT_EQ(nullptr, clCreateProgramWithSource(context, 2, parts, nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
}

TEST_F(ProgramTest, BuildsSayHowTheyWent) {
  cl_program program = make_program("kernel void k(global int* p) { p[0] = nope; }");
  cl_build_status status = 77;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
  EXPECT_EQ(CL_BUILD_NONE, status);
  std::size_t count = 0;
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr));
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
  EXPECT_EQ(CL_BUILD_ERROR, status);
  EXPECT_NE(std::string::npos, log_of(program).find("nope"));
  EXPECT_EQ(nullptr, clCreateKernel(program, "k", &code));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, code);
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "-D nope=3", nullptr, nullptr));
  char options[32];
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options,
                        nullptr);
  EXPECT_STREQ("-D nope=3", options);
  char names[16];
  EXPECT_EQ(CL_SUCCESS,
            clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr));
  EXPECT_STREQ("k", names);
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS,
            clBuildProgram(program, 0, nullptr, "--no-such-option", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clBuildProgram(program, 1, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clBuildProgram(program, 0, nullptr, "", nullptr, &status));
  clReleaseProgram(program);
}

TEST_F(ProgramTest, ProgramsWithKernelsAreNotRebuilt) {
  cl_program program = build(kTwice);
  cl_kernel kernel = clCreateKernel(program, "twice", &code);
  EXPECT_EQ(CL_INVALID_OPERATION, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  clReleaseKernel(kernel);
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  clReleaseProgram(program);
}

TEST_F(ProgramTest, NotificationsComeWithTheBuild) {
  cl_program program = make_program(kTwice);
  int calls = 0;
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(
                            program, 0, nullptr, "",
                            [](cl_program, void* data) { ++*static_cast<int*>(data); }, &calls));
  EXPECT_EQ(1, calls);
  clReleaseProgram(program);
}

// While one thread builds a program, others may ask how far it is, and nothing else.
TEST_F(ProgramTest, OneThreadBuildsAtATime) {
  // Code that no cache holds.
  const auto stamp = std::chrono::steady_clock::now().time_since_epoch().count();
  cl_program program =
      make_program("kernel void k(global long* p) { p[0] = " + std::to_string(stamp) + "; }");
  std::atomic<cl_int> first = 77;
  std::thread builder([&] { first = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr); });
  const auto status_now = [&] {
    cl_build_status status = 77;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                          nullptr);
    return status;
  };
  while (status_now() == CL_BUILD_NONE) std::this_thread::yield();
  const cl_int second = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  const cl_int third = compile(program);
  cl_program linked = link({program});
  const bool was_building =
      first == 77;  // all the time, then; a machine may be slow here and fast there
  builder.join();
  EXPECT_EQ(CL_SUCCESS, first);
  if (was_building) {
    EXPECT_EQ(CL_INVALID_OPERATION, second);
    EXPECT_EQ(CL_INVALID_OPERATION, third);
    EXPECT_EQ(nullptr, linked);
    EXPECT_EQ(CL_INVALID_OPERATION, code);
    EXPECT_EQ(CL_BUILD_SUCCESS, status_now());
  }
  if (linked != nullptr) clReleaseProgram(linked);
  clReleaseProgram(program);
}

// A program that was linked has nothing to be built of.
TEST_F(ProgramTest, LinkedProgramsAreNotBuilt) {
  cl_program object = make_program(kTwice);
  ASSERT_EQ(CL_SUCCESS, compile(object));
  cl_program linked = link({object});
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(CL_INVALID_OPERATION, clBuildProgram(linked, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, compile(linked));
  EXPECT_EQ(14, run_once(linked, "twice", 7));
  clReleaseProgram(linked);
  clReleaseProgram(object);
}

// Attributes are the source's; what a program gets back from a binary has none.
TEST_F(ProgramTest, OnlySourceHasAttributes) {
  cl_program program = build("kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k() {}");
  cl_program loaded = load(binary_of(program), nullptr);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(loaded, 0, nullptr, "", nullptr, nullptr));
  const auto attributes = [&](cl_program of) {
    cl_kernel kernel = clCreateKernel(of, "k", &code);
    char text[64] = "none";
    clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, nullptr);
    clReleaseKernel(kernel);
    return std::string(text);
  };
  EXPECT_EQ("reqd_work_group_size(4,1,1)", attributes(program));
  EXPECT_EQ("", attributes(loaded));
  clReleaseProgram(loaded);
  clReleaseProgram(program);
}

TEST_F(ProgramTest, BinariesComeBack) {
  cl_program program = build(kTwice);
  EXPECT_EQ(14, run_once(program, "twice", 7));
  const std::vector<unsigned char> bytes = binary_of(program);
  clReleaseProgram(program);
  cl_int status = 77;
  cl_program loaded = load(bytes, &status);
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(CL_SUCCESS, status);
  EXPECT_EQ(static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
            type_of(loaded));
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(loaded, 1, &device, "", nullptr, nullptr));
  EXPECT_EQ(static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
            type_of(loaded));
  EXPECT_EQ(18, run_once(loaded, "twice", 9));
  clReleaseProgram(loaded);
  EXPECT_EQ(nullptr, load({1, 2, 3, 4, 5}, &status));
  EXPECT_EQ(CL_INVALID_BINARY, code);
  EXPECT_EQ(CL_INVALID_BINARY, status);
  EXPECT_EQ(nullptr, load({}, &status));
  EXPECT_EQ(CL_INVALID_VALUE, code);
}

TEST_F(ProgramTest, ObjectsAreLinked) {
  cl_program one = make_program("int f(int); kernel void k(global int* p) { p[0] = f(p[0]); }");
  cl_program two = make_program("#include \"g.h\"\nint f(int x) { return g(x) + STEP; }");
  cl_program header = make_program("static int g(int x) { return x * 10; }");
  cl_program shadow = make_program("static int g(int x) { return 0; }");
  EXPECT_EQ(CL_SUCCESS, compile(one)) << log_of(one);
  const char* names[] = {"g.h", "g.h"};  // the first one counts
  const cl_program headers[] = {header, shadow};
  EXPECT_EQ(CL_SUCCESS,
            clCompileProgram(two, 1, &device, "-DSTEP=5", 2, headers, names, nullptr, nullptr))
      << log_of(two);
  EXPECT_EQ(static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT),
            type_of(one));
  cl_program linked = link({one, two});
  ASSERT_EQ(CL_SUCCESS, code) << log_of(linked);
  EXPECT_EQ(75, run_once(linked, "k", 7));
  cl_program library = link({two}, "-create-library");
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_LIBRARY), type_of(library));
  cl_program loaded = load(binary_of(library), nullptr);
  ASSERT_EQ(CL_SUCCESS, code);
  cl_program again = link({one, loaded});
  ASSERT_EQ(CL_SUCCESS, code);
  EXPECT_EQ(25, run_once(again, "k", 2));
  for (cl_program program : {one, two, header, shadow, linked, library, loaded, again}) {
    clReleaseProgram(program);
  }
}

TEST_F(ProgramTest, LinkingIsChecked) {
  cl_program open = make_program("int f(int); kernel void k(global int* p) { p[0] = f(1); }");
  EXPECT_EQ(nullptr, link({open}));
  EXPECT_EQ(CL_INVALID_OPERATION, code);
  EXPECT_EQ(CL_SUCCESS, compile(open));
  cl_program failed = link({open});
  EXPECT_EQ(CL_LINK_PROGRAM_FAILURE, code);
  ASSERT_NE(nullptr, failed);
  EXPECT_NE(std::string::npos, log_of(failed).find("undefined"));
  clReleaseProgram(failed);
  EXPECT_EQ(nullptr, link({open}, "-no-such-option"));
  EXPECT_EQ(CL_INVALID_LINKER_OPTIONS, code);
  EXPECT_EQ(nullptr, clLinkProgram(context, 1, &device, "", 0, nullptr, nullptr, nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  EXPECT_EQ(CL_INVALID_COMPILER_OPTIONS, compile(open, "--no-such-option"));
  cl_program broken = make_program("this is no program");
  EXPECT_EQ(CL_COMPILE_PROGRAM_FAILURE, compile(broken));
  const char* name = "x.h";
  EXPECT_EQ(CL_INVALID_VALUE,
            clCompileProgram(open, 0, nullptr, "", 0, nullptr, &name, nullptr, nullptr));
  clReleaseProgram(broken);
  clReleaseProgram(open);
}

TEST_F(ProgramTest, WhatTheDeviceLacksIsRefused) {
  EXPECT_EQ(nullptr, clCreateProgramWithBuiltInKernels(context, 1, &device, "any", &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  EXPECT_EQ(CL_SUCCESS, clUnloadPlatformCompiler(platform));
}

TEST_F(ProgramTest, VariablesKeepTheirValues) {
  cl_program program =
      build("global int count = 40; kernel void next(global int* p) { p[0] = ++count; }",
            "-cl-std=CL3.0");
  EXPECT_EQ(41, run_once(program, "next", 0));
  EXPECT_EQ(42, run_once(program, "next", 0));
  std::size_t bytes = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof bytes,
                        &bytes, nullptr);
  EXPECT_GE(bytes, sizeof(int));
  clReleaseProgram(program);
}

}  // namespace
}  // namespace vgpu::opencl_test
