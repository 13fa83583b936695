// What kernels ask of the host: printf, assert, trap, malloc, clocks; and crashes that are caught.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <sstream>

#include "program.h"

namespace {

// Lines in order: groups and items may print in any.
std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(HostServices, PrintfReachesStandardOutputAtSynchronise) {
  const Program cuda(
      vgpuLanguageCUDA,
      "extern \"C\" __global__ void say(int n) {\n"
      "  if (threadIdx.x < n) printf(\"%s %d %.2f %lld\\n\", \"item\", threadIdx.x,\n"
      "                              threadIdx.x * 0.5f, 1ll << 40);\n"
      "}");
  const Program opencl(
      vgpuLanguageOpenCL,
      "kernel void say(global const float4* p) { printf(\"%.1v4hlf|%d\\n\", *p, 7); }");
  testing::internal::CaptureStdout();
  EXPECT_OK(cuda.run("say", 1, 8, 2));
  EXPECT_EQ(sorted_lines(testing::internal::GetCapturedStdout()),
            (std::vector<std::string>{"item 0 0.00 1099511627776", "item 1 0.50 1099511627776"}));
  Array<float> vector(4, 2.5f);
  testing::internal::CaptureStdout();
  EXPECT_OK(opencl.run("say", 1, 1, vector.device()));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "2.5,2.5,2.5,2.5|7\n");
}

TEST(HostServices, AFailedAssertionIsTheLaunchsError) {
  const Program program(vgpuLanguageCUDA,
                        "#include <cassert>\n"
                        "extern \"C\" __global__ void check(int n) { assert(threadIdx.x < n); }\n"
                        "extern \"C\" __global__ void trap() { __trap(); }\n");
  EXPECT_EQ(program.run("check", 2, 8, 8), vgpuSuccess);
  EXPECT_EQ(program.run("check", 2, 8, 5), vgpuErrorAssert);
  EXPECT_NE(std::string(vgpuGetLastErrorMessage()).find("threadIdx.x < n"), std::string::npos)
      << vgpuGetLastErrorMessage();
  EXPECT_EQ(program.run("trap", 1, 1), vgpuErrorTrap);
  EXPECT_EQ(program.run("check", 2, 8, 8), vgpuSuccess);
}

TEST(HostServices, DeviceMemoryOutlivesTheKernel) {
  const Program program(vgpuLanguageCUDA,
                        "__device__ int* kept[64];\n"
                        "extern \"C\" __global__ void make() {\n"
                        "  int* p = (int*)malloc(16); p[0] = threadIdx.x; kept[threadIdx.x] = p;\n"
                        "}\n"
                        "extern \"C\" __global__ void use(int* out) {\n"
                        "  out[threadIdx.x] = *kept[threadIdx.x]; free(kept[threadIdx.x]);\n"
                        "}\n");
  Array<int> out(64);
  EXPECT_OK(program.run("make", 1, 64));
  EXPECT_OK(program.run("use", 1, 64, out.device()));
  out.download();
  for (int i = 0; i < 64; ++i) ASSERT_EQ(out.host[i], i);
}

TEST(HostServices, ClocksGoForward) {
  const Program program(vgpuLanguageCUDA,
                        "extern \"C\" __global__ void time(long long* out) {\n"
                        "  long long start = clock64(); out[0] = clock64() - start;\n"
                        "}\n");
  Array<long long> out(1, -1);
  EXPECT_OK(program.run("time", 1, 1, out.device()));
  EXPECT_GE(out.download()[0], 0);
}

TEST(HostServices, ACrashIsAnErrorAndTheProgramGoesOn) {
  const Program program(vgpuLanguageCUDA,
                        "extern \"C\" __global__ void store(int* p) { p[threadIdx.x] = 1; }");
  Array<int> out(8);
  EXPECT_EQ(program.run("store", 4, 8, reinterpret_cast<int*>(std::size_t{16})),
            vgpuErrorIllegalAddress);
  EXPECT_OK(program.run("store", 4, 8, out.device()));
  EXPECT_EQ(out.download(), std::vector<int>(8, 1));
}

}  // namespace
