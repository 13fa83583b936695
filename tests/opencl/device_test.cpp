// Platforms, devices, sub-devices, contexts: what they say of themselves and what they refuse.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstring>
#include <regex>

#include "opencl_test.h"

#include <CL/cl_ext.h>

namespace vgpu::opencl_test {
namespace {

class DeviceTest : public OpenClTest {
 protected:
  template <typename T>
  T info(cl_device_info name) {
    T value{};
    EXPECT_EQ(CL_SUCCESS, clGetDeviceInfo(device, name, sizeof value, &value, nullptr)) << name;
    return value;
  }
  std::string text(cl_device_info name) {
    std::size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, clGetDeviceInfo(device, name, 0, nullptr, &size));
    std::string value(size, '\0');
    EXPECT_EQ(CL_SUCCESS, clGetDeviceInfo(device, name, size, value.data(), nullptr));
    EXPECT_EQ('\0', value.back());
    return value.c_str();
  }
};

TEST_F(DeviceTest, ThePlatformIsVgpu) {
  char name[64];
  std::size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, &size));
  EXPECT_STREQ("vGPU", name);
  EXPECT_EQ(5u, size);
  EXPECT_EQ(CL_SUCCESS, clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof name, name, &size));
  EXPECT_EQ(0, std::strncmp(name, "OpenCL 3.0 ", 11));
  EXPECT_EQ(CL_INVALID_VALUE, clGetPlatformInfo(platform, CL_PLATFORM_NAME, 2, name, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetPlatformInfo(platform, 0x1234, sizeof name, name, nullptr));
}

// What all devices can do, the platform can: and there is one device.
TEST_F(DeviceTest, ThePlatformHasItsDevicesExtensions) {
  std::size_t size = 0;
  ASSERT_EQ(CL_SUCCESS, clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, 0, nullptr, &size));
  std::string names(size, '\0');
  clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, size, names.data(), nullptr);
  EXPECT_EQ(text(CL_DEVICE_EXTENSIONS), names.c_str());
  std::size_t bytes = 0;
  clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0, nullptr, &bytes);
  std::vector<cl_name_version> rows(bytes / sizeof(cl_name_version));
  clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, bytes, rows.data(), nullptr);
  EXPECT_EQ(std::count(names.begin(), names.end(), ' ') + 1, std::ssize(rows));
  // The second version of the loader's interface would let it call clIcdSetPlatformDispatchDataKHR.
  ASSERT_STREQ("cl_khr_icd", rows.front().name);
  EXPECT_EQ(CL_MAKE_VERSION(1, 0, 0), rows.front().version);
}

TEST_F(DeviceTest, DevicesAreFoundByType) {
  cl_uint count = 0;
  for (const cl_device_type type :
       {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_DEFAULT}) {
    EXPECT_EQ(CL_SUCCESS, clGetDeviceIDs(platform, type, 0, nullptr, &count));
    EXPECT_EQ(1u, count);
  }
  EXPECT_EQ(CL_DEVICE_NOT_FOUND,
            clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 1 << 20, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &device, &count));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr));
}

TEST_F(DeviceTest, VersionsHaveTheirForm) {
  EXPECT_TRUE(text(CL_DEVICE_VERSION).starts_with("OpenCL 3.0 "));
  EXPECT_TRUE(text(CL_DEVICE_OPENCL_C_VERSION).starts_with("OpenCL C 1.2 "));
  const std::regex date("v\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])-\\d{2}");
  EXPECT_TRUE(std::regex_match(text(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED), date));
}

// Version 2 of cl_khr_icd gives objects a second field of the loader's, and functions to set it; version 1 has neither.
TEST_F(DeviceTest, TheLoadersProtocolIsTheOneThatIsTold) {
  const bool second = clGetExtensionFunctionAddressForPlatform(
                          platform, "clIcdSetPlatformDispatchDataKHR") != nullptr;
  cl_name_version rows[64] = {};
  std::size_t bytes = 0;
  const auto check = [&] {
    for (std::size_t i = 0; i < bytes / sizeof rows[0]; ++i) {
      if (std::strcmp(rows[i].name, "cl_khr_icd") == 0) {
        EXPECT_EQ(second ? 2u : 1u, CL_VERSION_MAJOR(rows[i].version));
      }
    }
  };
  ASSERT_EQ(CL_SUCCESS, clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION,
                                          sizeof rows, rows, &bytes));
  check();
  ASSERT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof rows, rows, &bytes));
  check();
}

// The least that the full profile of OpenCL 3.0 asks for.
TEST_F(DeviceTest, TheFullProfilesLimitsAreMet) {
  EXPECT_GE(info<std::size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(info<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 65536u);
  EXPECT_GE(info<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32768u);
  EXPECT_GE(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
            info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) / 4);
  EXPECT_GE(info<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 1024u);
  EXPECT_GE(info<std::size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), std::size_t{1} << 20);
  EXPECT_GE(info<std::size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE), 65536u);
  const auto config = info<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG);
  EXPECT_EQ(CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN,
            config & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
  EXPECT_TRUE(info<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE));
  EXPECT_TRUE(info<cl_bool>(CL_DEVICE_LINKER_AVAILABLE));
  EXPECT_EQ("FULL_PROFILE", text(CL_DEVICE_PROFILE));
  EXPECT_EQ(0u, text(CL_DEVICE_OPENCL_C_VERSION).rfind("OpenCL C 1.2", 0));
}

TEST_F(DeviceTest, EveryQueryAnswersItsSizeAndRefusesLess) {
  for (cl_device_info name = 0x1000; name < 0x1080; ++name) {
    std::size_t size = 0;
    const cl_int first = clGetDeviceInfo(device, name, 0, nullptr, &size);
    if (first == CL_INVALID_VALUE) continue;
    ASSERT_EQ(CL_SUCCESS, first) << std::hex << name;
    std::vector<char> value(size + 1);
    EXPECT_EQ(CL_SUCCESS, clGetDeviceInfo(device, name, size, value.data(), nullptr));
    if (size == 0) continue;
    EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceInfo(device, name, size - 1, value.data(), nullptr));
  }
}

TEST_F(DeviceTest, DevicesAreToldApartByTheirBytes) {
  using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;
  const auto of_device = info<Uuid>(CL_DEVICE_UUID_KHR), of_driver = info<Uuid>(CL_DRIVER_UUID_KHR);
  EXPECT_NE(Uuid{}, of_device);
  EXPECT_NE(of_device, of_driver);
  EXPECT_EQ(of_device, info<Uuid>(CL_DEVICE_UUID_KHR));
  EXPECT_EQ(cl_bool{CL_FALSE}, info<cl_bool>(CL_DEVICE_LUID_VALID_KHR));
}

TEST_F(DeviceTest, FeaturesAreThoseOfTheCompiler) {
  std::size_t size = 0;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, 0, nullptr, &size));
  std::vector<cl_name_version> features(size / sizeof(cl_name_version));
  ASSERT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, size, features.data(), nullptr));
  std::string source;
  for (const auto& feature : features) {
    source += "#ifndef " + std::string(feature.name) + "\n#error " + feature.name + "\n#endif\n";
  }
  clReleaseProgram(build(source + "kernel void k() {}", "-cl-std=CL3.0"));
}

TEST_F(DeviceTest, TimersAgree) {
  cl_ulong host = 0, both_host = 0, both_device = 0;
  EXPECT_EQ(CL_SUCCESS, clGetHostTimer(device, &host));
  EXPECT_EQ(CL_SUCCESS, clGetDeviceAndHostTimer(device, &both_device, &both_host));
  EXPECT_GE(both_host, host);
  EXPECT_EQ(CL_INVALID_VALUE, clGetHostTimer(device, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceAndHostTimer(device, nullptr, &host));
}

TEST_F(DeviceTest, SubDevicesHaveTheirCounts) {
  const auto units = info<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  if (units < 2) GTEST_SKIP() << "one compute unit cannot be divided";
  const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                    CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id parts[2];
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device, by_counts, 2, parts, &count));
  EXPECT_EQ(2u, count);
  cl_uint of_part = 0;
  cl_device_id parent = nullptr;
  clGetDeviceInfo(parts[0], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof of_part, &of_part, nullptr);
  clGetDeviceInfo(parts[0], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, nullptr);
  EXPECT_EQ(1u, of_part);
  EXPECT_EQ(device, parent);
  EXPECT_EQ(CL_INVALID_VALUE, clCreateSubDevices(device, by_counts, 1, parts, &count));
  const cl_device_partition_property too_many[] = {CL_DEVICE_PARTITION_BY_COUNTS,
                                                   static_cast<cl_device_partition_property>(units),
                                                   1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  EXPECT_EQ(CL_INVALID_DEVICE_PARTITION_COUNT,
            clCreateSubDevices(device, too_many, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE, clCreateSubDevices(device, nullptr, 0, nullptr, &count));
  for (cl_device_id part : parts) EXPECT_EQ(CL_SUCCESS, clReleaseDevice(part));
}

TEST_F(DeviceTest, ContextsCheckTheirProperties) {
  const cl_context_properties good[] = {CL_CONTEXT_PLATFORM,
                                        reinterpret_cast<cl_context_properties>(platform), 0};
  cl_context made = clCreateContextFromType(good, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &code);
  ASSERT_EQ(CL_SUCCESS, code);
  cl_context_properties back[3] = {};
  EXPECT_EQ(CL_SUCCESS, clGetContextInfo(made, CL_CONTEXT_PROPERTIES, sizeof back, back, nullptr));
  EXPECT_EQ(good[1], back[1]);
  cl_uint number = 0;
  EXPECT_EQ(CL_SUCCESS, clRetainContext(made));
  clGetContextInfo(made, CL_CONTEXT_REFERENCE_COUNT, sizeof number, &number, nullptr);
  EXPECT_EQ(2u, number);
  clReleaseContext(made);
  clReleaseContext(made);
  EXPECT_EQ(nullptr, clCreateContext(nullptr, 0, &device, nullptr, nullptr, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  int data = 0;
  EXPECT_EQ(nullptr, clCreateContext(nullptr, 1, &device, nullptr, &data, &code));
  EXPECT_EQ(CL_INVALID_VALUE, code);
  const cl_context_properties odd[] = {CL_CONTEXT_PLATFORM, good[1], 0x7777, 1, 0};
  EXPECT_EQ(nullptr, clCreateContext(odd, 1, &device, nullptr, nullptr, &code));
  EXPECT_EQ(CL_INVALID_PROPERTY, code);
}

TEST_F(DeviceTest, ContextDestructorsRunLastFirst) {
  static std::string order;
  order.clear();
  cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  clSetContextDestructorCallback(made, [](cl_context, void*) { order += "1"; }, nullptr);
  clSetContextDestructorCallback(made, [](cl_context, void*) { order += "2"; }, nullptr);
  EXPECT_EQ(CL_INVALID_VALUE, clSetContextDestructorCallback(made, nullptr, nullptr));
  clReleaseContext(made);
  EXPECT_EQ("21", order);
}

}  // namespace
}  // namespace vgpu::opencl_test
