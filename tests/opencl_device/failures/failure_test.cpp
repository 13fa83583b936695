// An OpenCL device that is lost, runs out of resources, refuses binaries, or was never there.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "compiler/disk_cache.h"
#include "device/opencl/discovery.h"
#include "device/opencl/opencl_device.h"
#include "device/opencl/sealed_record.h"
#include "memory/device_memory.h"

namespace vgpu::opencl_device {
namespace {

std::vector<DeviceRecord> records() {
  const ClApi* api = load_cl();
  return api == nullptr ? std::vector<DeviceRecord>{} : ask_platforms(*api);
}

class FailingDevice : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<DeviceRecord> found = records();
    if (found.empty()) GTEST_SKIP() << "this machine has no OpenCL platform but vGPU's own";
    record_ = found.front();
    api_ = *load_cl();
  }

  // x[i] = i * factor in memory of the device, by a kernel of it.
  std::vector<int> run(Device& device, int factor) {
    compiler::FrontRequest request;
    request.source =
        "kernel void fill(global int* x, int factor) { x[get_global_id(0)] = get_global_id(0) * "
        "factor; }";
    const auto module = compiler::Module::compile(request, nullptr);
    const auto kernel = std::make_shared<Kernel>(module, module->info().kernels.at(0));
    auto* data = static_cast<int*>(device.memory().allocate(64 * sizeof(int)));
    std::vector<std::byte> arguments(kernel->info().argument_bytes);
    std::memcpy(arguments.data(), &data, sizeof data);
    std::memcpy(arguments.data() + kernel->info().arguments[1].offset, &factor, sizeof factor);
    GridShape shape;
    shape.global_size[0] = 64;
    shape.local_size[0] = 16;
    device.prepare(kernel, shape, arguments.data())->run();
    std::vector<int> result(64);
    Copy copy;
    copy.dst = result.data();
    copy.src = data;
    copy.width = 64 * sizeof(int);
    device.copy(copy);
    device.memory().free(data);
    return result;
  }

  static std::vector<int> expected(int factor) {
    std::vector<int> values(64);
    for (int i = 0; i < 64; ++i) values[static_cast<std::size_t>(i)] = i * factor;
    return values;
  }

  DeviceRecord record_;
  ClApi api_;
};

cl_int launches = 0;
cl_int launch_result = CL_SUCCESS;

cl_int CL_API_CALL refuse_launch(cl_command_queue, cl_kernel, cl_uint, const size_t*, const size_t*,
                                 const size_t*, cl_uint, const cl_event*, cl_event*) {
  ++launches;
  return launch_result;
}

TEST_F(FailingDevice, OutOfResourcesIsTriedAgain) {
  api_.clEnqueueNDRangeKernel = refuse_launch;
  launch_result = CL_OUT_OF_RESOURCES;
  launches = 0;
  const auto device = make_device(record_, &api_);
  EXPECT_EQ(run(*device, 3), expected(3));
  EXPECT_EQ(run(*device, 4), expected(4));
  EXPECT_EQ(launches, 2);  // the next launch may have better luck
}

TEST_F(FailingDevice, ALostDeviceIsAskedNoMore) {
  api_.clEnqueueNDRangeKernel = refuse_launch;
  launch_result = CL_DEVICE_NOT_AVAILABLE;
  launches = 0;
  const auto device = make_device(record_, &api_);
  EXPECT_EQ(run(*device, 3), expected(3));
  EXPECT_EQ(run(*device, 4), expected(4));
  EXPECT_EQ(launches, 1);
}

TEST_F(FailingDevice, NoContextNoMemory) {
  api_.clCreateContext = [](const cl_context_properties*, cl_uint, const cl_device_id*,
                            void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*,
                            cl_int* status) -> cl_context {
    *status = CL_OUT_OF_HOST_MEMORY;
    return nullptr;
  };
  EXPECT_EQ(run(*make_device(record_, &api_), 5), expected(5));
  api_ = *load_cl();
  api_.clSVMAlloc = [](cl_context, cl_svm_mem_flags, size_t, cl_uint) -> void* { return nullptr; };
  EXPECT_EQ(run(*make_device(record_, &api_), 6), expected(6));
}

TEST_F(FailingDevice, ADeviceThatIsGone) {
  record_.name = "another one";
  EXPECT_THROW(find_again(api_, record_), Error);
  EXPECT_EQ(run(*make_device(record_, &api_), 7), expected(7));
}

int builds = 0;

// Binaries in the cache: used, and made again when they are damaged or refused.
TEST_F(FailingDevice, BinariesAreKeptAndMadeAgain) {
  api_.clCreateProgramWithSource = [](cl_context context, cl_uint count, const char** texts,
                                      const size_t* sizes, cl_int* status) {
    ++builds;
    return load_cl()->clCreateProgramWithSource(context, count, texts, sizes, status);
  };
  compiler::DiskCache::shared().clear();
  if (!compiler::DiskCache::shared().enabled()) GTEST_SKIP() << "no kernel cache";
  builds = 0;
  EXPECT_EQ(run(*make_device(record_, &api_), 8), expected(8));
  EXPECT_EQ(builds, 1);
  EXPECT_EQ(run(*make_device(record_, &api_), 9), expected(9));
  EXPECT_EQ(builds, 1);
  api_.clCreateProgramWithBinary = [](cl_context, cl_uint, const cl_device_id*, const size_t*,
                                      const unsigned char**, cl_int*,
                                      cl_int* status) -> cl_program {
    *status = CL_INVALID_BINARY;
    return nullptr;
  };
  EXPECT_EQ(run(*make_device(record_, &api_), 10), expected(10));
  EXPECT_EQ(builds, 2);
}

TEST_F(FailingDevice, AChildOfForkUsesTheCpuDevice) {
  const auto device = make_device(record_, nullptr);
  EXPECT_EQ(run(*device, 2), expected(2));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(run(*device, 3) == expected(3) ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(run(*device, 4), expected(4));
}

TEST(SealedRecord, DamageIsNoticed) {
  compiler::DiskCache& cache = compiler::DiskCache::shared();
  if (!cache.enabled()) GTEST_SKIP() << "no kernel cache";
  const Hash128 key = hash128("a record of the tests");
  store_record(key, "some bytes");
  EXPECT_EQ(find_record(key), "some bytes");
  std::string raw = cache.find(key).value();
  for (const std::string& damaged :
       {raw.substr(0, raw.size() - 1), raw + "x", std::string("abc"), std::string(),
        std::string(1, static_cast<char>(raw[0] ^ 1)) + raw.substr(1)}) {
    cache.store(key, damaged);
    EXPECT_EQ(find_record(key), std::nullopt) << damaged.size();
    EXPECT_EQ(cache.find(key), std::nullopt);
  }
}

TEST(DeviceRecord, SurvivesTheDisk) {
  DeviceRecord record;
  record.name = "a device";
  record.memory_bytes = std::uint64_t{1} << 40;
  record.max_items[2] = 64;
  record.fp16 = record.uneven_groups = true;
  record.il = "SPIR-V_1.2";
  const DeviceRecord back = from_json(nlohmann::json::parse(to_json(record).dump()));
  EXPECT_EQ(to_json(back), to_json(record));
  EXPECT_TRUE(back.same_device(record));
  EXPECT_THROW(from_json(nlohmann::json::parse("{\"name\": 3}")), nlohmann::json::exception);
}

// A loader with our own platform and one that fails.
cl_int CL_API_CALL two_platforms(cl_uint room, cl_platform_id* list, cl_uint* count) {
  if (count != nullptr) *count = 2;
  for (cl_uint i = 0; i < room && i < 2; ++i) {
    list[i] = reinterpret_cast<cl_platform_id>(std::uintptr_t{i + 1});
  }
  return CL_SUCCESS;
}

TEST(Discovery, OwnAndBrokenPlatformsAreLeftOut) {
  ClApi api;
  api.clGetPlatformIDs = two_platforms;
  api.clGetPlatformInfo = [](cl_platform_id platform, cl_platform_info, size_t size, void* value,
                             size_t*) -> cl_int {
    const bool own = platform == reinterpret_cast<cl_platform_id>(std::uintptr_t{1});
    std::strncpy(static_cast<char*>(value), own ? "vGPU project" : "Broken", size);
    return CL_SUCCESS;
  };
  api.clGetDeviceIDs = [](cl_platform_id platform, cl_device_type, cl_uint, cl_device_id* list,
                          cl_uint* count) -> cl_int {
    EXPECT_NE(platform, reinterpret_cast<cl_platform_id>(std::uintptr_t{1}));
    if (count != nullptr) *count = 1;
    return list == nullptr ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
  };
  EXPECT_TRUE(ask_platforms(api).empty());
}

}  // namespace
}  // namespace vgpu::opencl_device
