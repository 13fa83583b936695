// OpenCL C as kernels see it: address spaces, halves, contractions, what the preprocessor says of the device.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>

#include "opencl_test.h"

namespace vgpu::opencl_test {
namespace {

class LanguageTest : public OpenClTest {
 protected:
  // What kernel k(out, in) leaves in `out` for one item an element.
  template <typename Out, typename In>
  std::vector<Out> run(const std::string& source, std::size_t outputs, std::vector<In> in,
                       std::size_t items, const char* options = "-cl-std=CL3.0",
                       std::size_t group = 0) {
    cl_kernel kernel = make_kernel(source, "k", options);
    std::vector<Out> out(outputs);
    cl_mem result = make_buffer(out), input = make_buffer(in);
    clSetKernelArg(kernel, 0, sizeof result, &result);
    clSetKernelArg(kernel, 1, sizeof input, &input);
    cl_event done = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items,
                                                 group ? &group : nullptr, 0, nullptr, &done));
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &done));
    out = read<Out>(result, outputs);
    clReleaseEvent(done);
    clReleaseMemObject(result);
    clReleaseMemObject(input);
    clReleaseKernel(kernel);
    return out;
  }
};

TEST_F(LanguageTest, GenericPointersKnowTheirMemory) {
  constexpr char kSource[] = R"(
    global int variable = 3;
    int kind(int* p) {
      int flags = (to_global(p) != 0) | (to_local(p) != 0) << 1 | (to_private(p) != 0) << 2;
      return flags | (get_fence(p) == CLK_LOCAL_MEM_FENCE) << 3;
    }
    kernel void k(global int* out, global int* in) {
      local int shared[8];
      int own[4] = {1, 2, 3, (int)get_global_id(0)};
      shared[get_local_id(0)] = get_local_id(0);
      barrier(CLK_LOCAL_MEM_FENCE);
      int i = get_global_id(0), which = i & 3;
      int* p = which == 0 ? (int*)&in[i] : which == 1 ? (int*)&shared[i & 7]
             : which == 2 ? (int*)&own[i & 3] : (int*)&variable;
      out[i] = kind(p) + (*p << 8);
    })";
  const auto got = run<int>(kSource, 16, std::vector<int>(16, 9), 16, "-cl-std=CL3.0", 8);
  for (int i = 0; i < 16; i += 4) {
    EXPECT_EQ(1 + (9 << 8), got[static_cast<std::size_t>(i)]);
    EXPECT_EQ(10 + (((i + 1) & 7) << 8), got[static_cast<std::size_t>(i + 1)]);
    EXPECT_EQ(4 + (3 << 8), got[static_cast<std::size_t>(i + 2)]);
    EXPECT_EQ(1 + (3 << 8), got[static_cast<std::size_t>(i + 3)]);
  }
}

// Half of what lies between two halves goes to the even one; what is a little more goes up, though a float would not
// see the difference.
TEST_F(LanguageTest, DoublesBecomeHalvesInOneStep) {
  const std::vector<double> in = {1 + 0x1p-11,
                                  1 + 0x1p-11 + 0x1p-40,
                                  1 + 3 * 0x1p-11,
                                  1 + 3 * 0x1p-11 - 0x1p-40,
                                  65519.999,
                                  65520.0,
                                  -0x1p-25,
                                  -0x1p-25 - 0x1p-60,
                                  1e300,
                                  -INFINITY,
                                  -0.0,
                                  0x1p-24};
  const std::vector<std::uint16_t> want = {0x3c00, 0x3c01, 0x3c02, 0x3c01, 0x7bff, 0x7c00,
                                           0x8000, 0x8001, 0x7c00, 0xfc00, 0x8000, 0x0001};
  const auto got = run<std::uint16_t>(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "kernel void k(global half* o, global double* a) { size_t i = get_global_id(0); o[i] = a[i]; "
      "}",
      in.size(), in, in.size());
  EXPECT_EQ(want, got);
}

TEST_F(LanguageTest, HalvesHaveTheLeastTheLargestAndAFusedSum) {
  constexpr char kSource[] = R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    kernel void k(global half* o, global half* a) {
      size_t i = get_global_id(0);
      half x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];
      o[3 * i] = fmax(x, y);
      o[3 * i + 1] = fmin(x, y);
      o[3 * i + 2] = fma((half2)x, (half2)y, (half2)z).y;
    })";
  // 3.5 * -5870 - 0.000706 is a hair beyond a tie between two halves; NaN gives way to a number.
  const std::vector<std::uint16_t> in = {0x4300, 0xedbc, 0x91c9, 0x7e00, 0x3c00, 0x0000};
  const auto got = run<std::uint16_t>(kSource, 6, in, 2);
  EXPECT_EQ(0x4300, got[0]);
  EXPECT_EQ(0xedbc, got[1]);
  EXPECT_EQ(0xf505, got[2]);
  EXPECT_EQ(0x3c00, got[3]);
  EXPECT_EQ(0x3c00, got[4]);
  EXPECT_EQ(0x7c00, got[5] & 0x7c00);
}

TEST_F(LanguageTest, GroupsReduceHalves) {
  const auto got = run<std::uint16_t>(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
      "kernel void k(global half* o, global half* a) { half x = a[get_global_id(0)];\n"
      "  o[get_global_id(0)] = work_group_reduce_max(x) + work_group_reduce_min(x); }",
      4, std::vector<std::uint16_t>{0x3c00, 0x4000, 0x4200, 0xbc00}, 4, "-cl-std=CL3.0", 4);
  EXPECT_EQ(std::vector<std::uint16_t>(4, 0x4000), got);  // 3 - 1
}

// a * b - c where c is the rounded product: 0 in two roundings, the rounding error in one.
TEST_F(LanguageTest, ContractionsCanBeSwitchedOff) {
  const std::string body =
      "kernel void k(global float* o, global float* a) { o[0] = a[0] * a[1] - a[2]; }";
  const float a = 1 + 0x1p-12f, product = a * a;
  const std::vector<float> in = {a, a, product};
  const std::string off = "#pragma OPENCL FP_CONTRACT OFF\n";
  EXPECT_EQ(0.0f, run<float>(off + body, 1, in, 1)[0]);
  EXPECT_EQ(0.0f, run<float>(off + body, 1, in, 1, "-cl-mad-enable")[0]);
  const char* isa = std::getenv("VGPU_ISA");
  const bool fuses =
      __builtin_cpu_supports("fma") && (isa == nullptr || std::string(isa) != "baseline");
  EXPECT_EQ(fuses ? 0x1p-24f : 0.0f, run<float>(body, 1, in, 1)[0]);
}

TEST_F(LanguageTest, DenormalsAreKept) {
  const std::vector<float> in = {1e-40f, -3e-42f, 1.4e-45f, 1e-38f};
  const auto got = run<float>(
      "kernel void k(global float* o, global float* a) { size_t i = get_global_id(0);\n"
      "  o[i] = fmax(a[i] * 0.5f, a[i] - 1e-39f) + fabs(a[i]) + vload_half(0, (global half*)a) * "
      "0; }",
      4, in, 4);
  for (std::size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(std::fmax(in[i] * 0.5f, in[i] - 1e-39f) + std::fabs(in[i]), got[i]);
  }
}

// Where the language lets them be read like other variables, in straight code and by some of the items only.
TEST_F(LanguageTest, AtomicsAreReadAsPlainValues) {
  constexpr char kSource[] = R"(
    kernel void k(global int* out, global atomic_int* a) {
      local atomic_int shared;
      int i = get_global_id(0), all = a[i], some = 0;
      if (i == 0) atomic_init(&shared, 70);
      barrier(CLK_LOCAL_MEM_FENCE);
      int same = shared;
      if (all & 1) { int other = a[i ^ 1]; some = other; }
      out[i] = all + 100 * some + (a[0] ? 10000 : 0) + same * 100000;
    })";
  const auto got = run<int>(kSource, 5, std::vector<int>{1, 2, 3, 4, 6, 9}, 5);
  EXPECT_EQ((std::vector<int>{7010201, 7010002, 7010403, 7010004, 7010006}), got);
  const auto wide = run<std::int64_t>(
      "kernel void k(global long* out, global atomic_long* a) { long x = *a; out[0] = x; }", 1,
      std::vector<std::int64_t>{std::int64_t{5} << 40}, 1);
  EXPECT_EQ(std::int64_t{5} << 40, wide[0]);
}

TEST_F(LanguageTest, FloatsHaveAtomics) {
  const auto got = run<float>(
      "kernel void k(global float* out, global float* a) {\n"
      "  global atomic_float* o = (global atomic_float*)out; local atomic_float l;\n"
      "  size_t i = get_global_id(0);\n"
      "  if (get_local_id(0) == 0) atomic_init(&l, 0.0f);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  atomic_fetch_add(&l, a[i]);\n"
      "  atomic_fetch_add_explicit(&o[0], a[i], memory_order_relaxed, memory_scope_device);\n"
      "  atomic_fetch_max(&o[1], a[i]); atomic_fetch_min(&o[2], -a[i]);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (get_local_id(0) == 0) atomic_fetch_add(&o[3], atomic_load(&l)); }",
      4, std::vector<float>(96, 1.5f), 96, "-cl-std=CL3.0", 24);
  EXPECT_EQ((std::vector<float>{144, 1.5f, -1.5f, 144}), got);
}

TEST_F(LanguageTest, SubGroupsRotateAndClocksGoOn) {
  const auto got = run<int>(
      "kernel void k(global int* o, global int* a) { size_t i = get_global_id(0);\n"
      "  ulong before = clock_read_device();\n"
      "  o[i] = sub_group_rotate(a[i], 3) * 100 + sub_group_clustered_rotate(a[i], 1, 4);\n"
      "  o[i] = clock_read_device() >= before ? o[i] : -1; }",
      32,
      [] {
        std::vector<int> numbers(32);
        for (int i = 0; i < 32; ++i) numbers[static_cast<std::size_t>(i)] = i;
        return numbers;
      }(),
      32, "-cl-std=CL3.0", 32);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ((i + 3) % 32 * 100 + i / 4 * 4 + (i + 1) % 4, got[static_cast<std::size_t>(i)]);
  }
}

// cl_khr_subgroups asks for it: sub-groups of one group go on while others wait for them. Here the first waits for the last.
TEST_F(LanguageTest, SubGroupsWaitForEachOther) {
  cl_bool goes_on = CL_FALSE;
  EXPECT_EQ(CL_SUCCESS, clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
                                        sizeof goes_on, &goes_on, nullptr));
  EXPECT_EQ(cl_bool{CL_TRUE}, goes_on);
  const auto got = run<int>(
      "kernel void k(global int* o, global int* rounds) {\n"
      "  local atomic_int turn;\n"
      "  if (get_local_id(0) == 0) atomic_init(&turn, 0);\n"
      "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  int count = get_num_sub_groups(), mine = count - 1 - get_sub_group_id();\n"
      "  for (int r = 0; r < rounds[0]; ++r, mine += count) {\n"
      "    if (get_sub_group_local_id() == 0) {\n"
      "      while (atomic_load(&turn) != mine);\n"
      "      o[get_group_id(0) * rounds[0] * count + mine] = get_sub_group_id();\n"
      "      atomic_store(&turn, mine + 1);\n"
      "    }\n"
      "    sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  } }",
      24, std::vector<int>{3}, 200, "-cl-std=CL3.0", 100);
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(3 - static_cast<int>(i % 4), got[i]) << i;
}

// Every macro that clang can define for an extension or a feature: those of the device and no others.
TEST_F(LanguageTest, MacrosAreThoseOfTheDevice) {
  static constexpr const char* kNames[] = {"cl_khr_fp16",
                                           "cl_khr_fp64",
                                           "cl_khr_byte_addressable_store",
                                           "cl_khr_3d_image_writes",
                                           "cl_khr_int64_base_atomics",
                                           "cl_khr_int64_extended_atomics",
                                           "cl_khr_subgroups",
                                           "cl_khr_subgroup_extended_types",
                                           "cl_khr_subgroup_non_uniform_vote",
                                           "cl_khr_subgroup_ballot",
                                           "cl_khr_subgroup_non_uniform_arithmetic",
                                           "cl_khr_subgroup_shuffle",
                                           "cl_khr_subgroup_shuffle_relative",
                                           "cl_khr_subgroup_clustered_reduce",
                                           "cl_khr_subgroup_rotate",
                                           "cl_khr_extended_bit_ops",
                                           "cl_khr_integer_dot_product",
                                           "cl_khr_depth_images",
                                           "cl_khr_mipmap_image",
                                           "cl_khr_srgb_image_writes",
                                           "cl_khr_kernel_clock",
                                           "cl_ext_float_atomics",
                                           "cl_khr_gl_msaa_sharing",
                                           "cl_khr_select_fprounding_mode",
                                           "cl_khr_global_int32_base_atomics",
                                           "cl_khr_local_int32_extended_atomics",
                                           "cl_intel_subgroups",
                                           "cl_amd_media_ops",
                                           "__opencl_c_int64",
                                           "__opencl_c_fp64",
                                           "__opencl_c_images",
                                           "__opencl_c_3d_image_writes",
                                           "__opencl_c_read_write_images",
                                           "__opencl_c_generic_address_space",
                                           "__opencl_c_program_scope_global_variables",
                                           "__opencl_c_subgroups",
                                           "__opencl_c_work_group_collective_functions",
                                           "__opencl_c_atomic_order_acq_rel",
                                           "__opencl_c_atomic_order_seq_cst",
                                           "__opencl_c_atomic_scope_device",
                                           "__opencl_c_atomic_scope_all_devices",
                                           "__opencl_c_device_enqueue",
                                           "__opencl_c_pipes",
                                           "__opencl_c_integer_dot_product_input_4x8bit",
                                           "__opencl_c_integer_dot_product_input_4x8bit_packed",
                                           "__opencl_c_ext_fp32_global_atomic_add",
                                           "__opencl_c_kernel_clock_scope_device",
                                           "__opencl_c_ext_image_raw10_raw12"};
  std::string source = "kernel void k(global int* o, global int* in) {\n";
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    source += "#ifdef " + std::string(kNames[i]) + "\no[" + std::to_string(i) + "] = 1;\n#endif\n";
  }
  const auto got = run<int>(source + "}", std::size(kNames), std::vector<int>(1), 1);
  std::set<std::string> own;
  for (const cl_device_info list :
       {CL_DEVICE_EXTENSIONS_WITH_VERSION, CL_DEVICE_OPENCL_C_FEATURES}) {
    cl_name_version names[128];
    std::size_t size = 0;
    ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device, list, sizeof names, names, &size));
    for (std::size_t i = 0; i < size / sizeof names[0]; ++i) own.insert(names[i].name);
  }
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    EXPECT_EQ(own.contains(kNames[i]), got[i] == 1) << kNames[i];
  }
}

// What the device claims is there for programs that ask for no version, which get OpenCL C 1.2, and for older ones.
TEST_F(LanguageTest, OldProgramsHaveTheExtensionsToo) {
  constexpr char kSource[] = R"(
      #pragma OPENCL EXTENSION cl_khr_subgroups : enable
      kernel void k(global uint* o, global uint* in) {
        uint place = get_sub_group_local_id();
        uint sum = sub_group_reduce_add(in[0]);
        uint4 odd = sub_group_ballot(place & 1);
        uint next = sub_group_rotate(place, 1) + sub_group_shuffle_xor(place, 1u);
        uint largest = sub_group_clustered_reduce_max(place, 8u);
        if (get_global_id(0) != 5) return;
        o[0] = sum;
        o[1] = sub_group_ballot_bit_count(odd);
        o[2] = next;
        o[3] = largest;
        o[4] = bit_reverse(in[0]);
        o[5] = dot((uchar4)(1, 2, 3, 4), (uchar4)(2)) + dot_4x8packed_uu_uint(0x0101u, 0x0202u);
        o[6] = clock_read_work_group() <= clock_read_device();
      })";
  for (const char* options : {"", "-cl-std=CL1.1"}) {
    EXPECT_EQ((std::vector<cl_uint>{96, 16, 10, 7, 0xc0000000, 24, 1}),
              run<cl_uint>(kSource, 7, std::vector<cl_uint>{3}, 64, options, 64));
  }
}

// Groups count those that run beside them; a group takes long enough that others would start.
TEST_F(LanguageTest, SubDevicesKeepToTheirUnits) {
  cl_uint units = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  if (units < 2) GTEST_SKIP() << "one compute unit cannot be divided";
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr, whole = std::exchange(device, nullptr);
  cl_context whole_context = context;
  cl_command_queue whole_queue = queue;
  ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(whole, one, 1, &part, nullptr));
  device = part;
  context = clCreateContext(nullptr, 1, &part, nullptr, nullptr, &code);
  queue = clCreateCommandQueueWithProperties(context, part, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  const auto got = run<int>(
      "kernel void k(global atomic_int* o, global int* in) {\n"
      "  int beside = atomic_fetch_add(&o[0], 1); int x = in[0];\n"
      "  for (int i = 0; i < 20000; i++) x = x * 1664525 + 1013904223;\n"
      "  atomic_fetch_max(&o[1], beside + (x == 12345)); atomic_fetch_sub(&o[0], 1); }",
      2, std::vector<int>{1}, 64, "-cl-std=CL3.0", 1);
  EXPECT_EQ(0, got[1]);
  clReleaseCommandQueue(std::exchange(queue, whole_queue));
  clReleaseContext(std::exchange(context, whole_context));
  device = whole;
  clReleaseDevice(part);
}

}  // namespace
}  // namespace vgpu::opencl_test
