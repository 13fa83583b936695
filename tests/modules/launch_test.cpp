// Launches of compiled kernels: ragged grids, offsets, local memory, waits for the grid, mistakes.
// SPDX-License-Identifier: MIT
#include <thread>

#include "program.h"

namespace {

// Every work-item of the grid writes its number plus one.
constexpr char kNumbers[] =
    "kernel void number(global int* out, int width, int height) {\n"
    "  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
    "  size_t i = (z * height + y) * width + x;\n"
    "  out[i] = (int)i + 1;\n"
    "}\n"
    "kernel void sizes(global int* out) {\n"
    "  size_t i = get_global_id(0) - get_global_offset(0);\n"
    "  out[i * 3] = (int)get_local_size(0);\n"
    "  out[i * 3 + 1] = (int)get_enqueued_local_size(0);\n"
    "  out[i * 3 + 2] = (int)get_global_id(0);\n"
    "}\n";

TEST(Launch, RaggedGridsRunEveryItemOnce) {
  const Program program(vgpuLanguageOpenCL, kNumbers, "-cl-std=CL3.0");
  struct Case {
    std::size_t global[3];
    unsigned block[3];
  };
  for (const Case& c : {Case{{1, 1, 1}, {1, 1, 1}}, Case{{100, 1, 1}, {64, 1, 1}},
                        Case{{37, 11, 3}, {16, 4, 2}}, Case{{5, 5, 5}, {8, 8, 1}}}) {
    vgpuLaunchConfig config = {};
    config.workDim = 3;
    std::size_t items = 1;
    for (int d = 0; d < 3; ++d) {
      config.globalSize[d] = c.global[d];
      config.block[d] = c.block[d];
      items *= c.global[d];
    }
    Array<int> out(items);
    int* pointer = out.device();
    int width = static_cast<int>(c.global[0]), height = static_cast<int>(c.global[1]);
    void* arguments[] = {&pointer, &width, &height};
    EXPECT_OK(vgpuLaunchKernelEx(&config, program.kernel("number"), arguments));
    EXPECT_OK(vgpuDeviceSynchronize());
    out.download();
    for (std::size_t i = 0; i < items; ++i) ASSERT_EQ(out.host[i], static_cast<int>(i) + 1) << i;
  }
}

TEST(Launch, KernelsSeeTheirSizesAndOffset) {
  const Program program(vgpuLanguageOpenCL, kNumbers, "-cl-std=CL3.0");
  vgpuLaunchConfig config = {};
  config.workDim = 1;
  config.globalSize[0] = 10;
  config.globalOffset[0] = 100;
  config.block[0] = 8;
  Array<int> out(30);
  int* pointer = out.device();
  void* arguments[] = {&pointer};
  EXPECT_OK(vgpuLaunchKernelEx(&config, program.kernel("sizes"), arguments));
  EXPECT_OK(vgpuDeviceSynchronize());
  out.download();
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(out.host[3 * i], i < 8 ? 8 : 2);
    EXPECT_EQ(out.host[3 * i + 1], 8);
    EXPECT_EQ(out.host[3 * i + 2], 100 + i);
  }
}

TEST(Launch, LocalMemoryComesFromArgumentsAndFromTheLaunch) {
  const Program opencl(vgpuLanguageOpenCL,
                       "kernel void turn(global int* p, local int* a, local int* b) {\n"
                       "  int i = get_local_id(0), n = get_local_size(0);\n"
                       "  a[i] = p[get_global_id(0)]; b[i] = -a[i];\n"
                       "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  p[get_global_id(0)] = a[n - 1 - i] * 1000 - b[n - 1 - i];\n"
                       "}");
  const Program cuda(vgpuLanguageCUDA,
                     "extern \"C\" __global__ void turn(int* p) {\n"
                     "  extern __shared__ int a[];\n"
                     "  int i = threadIdx.x, at = blockIdx.x * blockDim.x + i;\n"
                     "  a[i] = p[at]; __syncthreads(); p[at] = a[blockDim.x - 1 - i];\n"
                     "}");
  Array<int> data(128);
  for (int i = 0; i < 128; ++i) data.host[i] = i;
  data.upload();
  EXPECT_OK(opencl.run("turn", 4, 32, data.device(), std::size_t{128}, std::size_t{128}));
  data.download();
  for (int i = 0; i < 128; ++i) {
    const int other = i / 32 * 32 + 31 - i % 32;
    ASSERT_EQ(data.host[i], other * 1001);
    data.host[i] = i;
  }
  data.upload();
  int* pointer = data.device();
  void* arguments[] = {&pointer};
  EXPECT_OK(vgpuLaunchKernelAsync(cuda.kernel("turn"), 2, 64, arguments, 256, nullptr));
  EXPECT_OK(vgpuDeviceSynchronize());
  data.download();
  for (int i = 0; i < 128; ++i) ASSERT_EQ(data.host[i], i / 64 * 64 + 63 - i % 64);
  EXPECT_EQ(vgpuLaunchKernelAsync(cuda.kernel("turn"), 2, 64, arguments, 1 << 30, nullptr),
            vgpuErrorLaunchOutOfResources);
}

TEST(Launch, GroupsWaitForTheWholeGrid) {
  const Program program(
      vgpuLanguageCUDA,
      "#include <cooperative_groups.h>\n"
      "extern \"C\" __global__ void all(int* counter, int* seen) {\n"
      "  auto grid = cooperative_groups::this_grid();\n"
      "  for (int round = 1; round <= 3; ++round) {\n"
      "    if (threadIdx.x == 0) atomicAdd(counter, 1);\n"
      "    grid.sync();\n"
      "    if (threadIdx.x == 0 && *(volatile int*)counter != round * (int)gridDim.x)\n"
      "      atomicAdd(seen, 1);\n"
      "    grid.sync();\n"
      "  }\n"
      "}");
  Array<int> numbers(2);
  int *counter = numbers.device(), *seen = counter + 1;
  void* arguments[] = {&counter, &seen};
  EXPECT_OK(vgpuLaunchCooperativeKernel(program.kernel("all"), 37, 64, arguments, 0, nullptr));
  EXPECT_OK(vgpuDeviceSynchronize());
  EXPECT_EQ(numbers.download(), (std::vector<int>{3 * 37, 0}));
}

TEST(Launch, RequiredSizesAreChecked) {
  const Program program(vgpuLanguageOpenCL,
                        "__attribute__((reqd_work_group_size(8, 2, 1)))\n"
                        "kernel void f(global int* p) { p[get_global_id(0)] = 1; }");
  Array<int> out(64);
  EXPECT_EQ(program.run("f", 1, 8, out.device()), vgpuErrorInvalidConfiguration);
  EXPECT_EQ(program.run("f", 1, dim3(8, 2), out.device()), vgpuSuccess);
  EXPECT_EQ(program.run("f", 1, 4096, out.device()), vgpuErrorInvalidConfiguration);
}

TEST(Launch, ThreadsLaunchTheSameKernel) {
  const Program program(vgpuLanguageCUDA,
                        "extern \"C\" __global__ void add(int* p) { atomicAdd(p, 1); }");
  Array<int> sum(1);
  const vgpuKernel_t kernel = program.kernel("add");
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      int* pointer = sum.device();
      void* arguments[] = {&pointer};
      vgpuStream_t stream = nullptr;
      EXPECT_EQ(vgpuStreamCreate(&stream), vgpuSuccess);
      for (unsigned i = 0; i < 20; ++i) {
        EXPECT_EQ(vgpuLaunchKernelAsync(kernel, 2, 1 + (t + i) % 4, arguments, 0, stream),
                  vgpuSuccess);
      }
      EXPECT_EQ(vgpuStreamSynchronize(stream), vgpuSuccess);
      EXPECT_EQ(vgpuStreamDestroy(stream), vgpuSuccess);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sum.download()[0], 4 * 2 * (5 * (1 + 2 + 3 + 4)));
}

}  // namespace
