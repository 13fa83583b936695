// The short tests, each on the current device with a known result.
// SPDX-License-Identifier: MIT
#include "cli/basic_tests.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

#include "cli/call.h"
#include "cli/screen.h"

namespace vgpu::cli {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::size_t kCount = 1 << 20;
constexpr std::uint32_t kFactor = 2654435761u;

// Handles that go when their owner goes, also when a test fails half-way.
using Memory = std::unique_ptr<void, decltype(&vgpuFree)>;
using Stream = std::unique_ptr<vgpuStreamHandle, decltype(&vgpuStreamDestroy)>;
using Event = std::unique_ptr<vgpuEventHandle, decltype(&vgpuEventDestroy)>;
using Module = std::unique_ptr<vgpuModuleHandle, decltype(&vgpuModuleUnload)>;
using Native = std::unique_ptr<vgpuKernelHandle, decltype(&vgpuUnregisterNativeKernel)>;
using Graph = std::unique_ptr<vgpuGraphHandle, decltype(&vgpuGraphDestroy)>;
using GraphExec = std::unique_ptr<vgpuGraphExecHandle, decltype(&vgpuGraphExecDestroy)>;

Memory allocate(std::size_t bytes) {
  void* pointer = nullptr;
  call(vgpuMalloc(&pointer, bytes));
  return {pointer, vgpuFree};
}

Stream make_stream() {
  vgpuStream_t stream = nullptr;
  call(vgpuStreamCreate(&stream));
  return {stream, vgpuStreamDestroy};
}

Event make_event() {
  vgpuEvent_t event = nullptr;
  call(vgpuEventCreate(&event));
  return {event, vgpuEventDestroy};
}

Words numbers(std::size_t count) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<std::uint32_t>(i);
  return words;
}

Words read_back(const Memory& memory, std::size_t count) {
  Words words(count);
  call(vgpuMemcpy(words.data(), memory.get(), count * 4, vgpuMemcpyDeviceToHost));
  return words;
}

void expect(bool right, std::string_view what) {
  if (!right) fail(ErrorCode::Unknown, "wrong result: {}", what);
}

void expect_scaled(const Words& words, std::uint32_t factor) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != static_cast<std::uint32_t>(i) * factor) {
      fail(ErrorCode::Unknown, "wrong result at {}: {}, should be {}", i, words[i],
           static_cast<std::uint32_t>(i) * factor);
    }
  }
}

// The native kernel: x[i] *= factor.
vgpuError_t scale(const vgpuNativeGroup* group, void* const* args, void*) {
  auto* x = *static_cast<std::uint32_t* const*>(args[0]);
  const auto factor = *static_cast<const std::uint32_t*>(args[1]);
  const std::size_t begin = std::size_t(group->blockIdx.x) * group->blockDim.x;
  for (std::size_t i = begin; i < begin + group->blockDim.x; ++i) x[i] *= factor;
  return vgpuSuccess;
}

Native native_scale() {
  vgpuKernel_t kernel = nullptr;
  call(vgpuRegisterNativeKernel(&kernel, "vgpu_cli_scale", "uint32_t* x, uint32_t factor", scale,
                                nullptr));
  return {kernel, vgpuUnregisterNativeKernel};
}

// Scales 0, 1, 2, ... on the device and checks every element.
void check_scale_kernel(vgpuKernel_t kernel) {
  const Words words = numbers(kCount);
  const Memory memory = allocate(kCount * 4);
  call(vgpuMemcpy(memory.get(), words.data(), kCount * 4, vgpuMemcpyHostToDevice));
  void* pointer = memory.get();
  std::uint32_t factor = kFactor;
  void* args[] = {&pointer, &factor};
  call(vgpuLaunchKernel(kernel, dim3(kCount / 256), dim3(256), args));
  call(vgpuDeviceSynchronize());
  expect_scaled(read_back(memory, kCount), kFactor);
}

std::string test_memory() {
  const Words words = numbers(kCount);
  const Memory memory = allocate(kCount * 4);
  call(vgpuMemcpy(memory.get(), words.data(), kCount * 4, vgpuMemcpyHostToDevice));
  expect(read_back(memory, kCount) == words, "copy to the device and back");
  call(vgpuMemset(memory.get(), 0x5a, kCount * 4));
  expect(read_back(memory, kCount) == Words(kCount, 0x5a5a5a5a), "fill");
  return bytes_text(kCount * 4) + " copied, read back and filled";
}

std::string test_native_kernel() {
  check_scale_kernel(native_scale().get());
  return fmt::format("a C++ function over {} items in {} groups", kCount, kCount / 256);
}

std::string test_streams() {
  const Words words = numbers(kCount);
  const Native kernel = native_scale();
  const Memory memory = allocate(kCount * 4);
  const Stream first = make_stream(), second = make_stream();
  const Event copied = make_event(), done = make_event();
  void* pointer = memory.get();
  std::uint32_t factor = kFactor;
  void* args[] = {&pointer, &factor};
  call(vgpuMemcpyAsync(pointer, words.data(), kCount * 4, vgpuMemcpyHostToDevice, first.get()));
  call(vgpuEventRecord(copied.get(), first.get()));
  call(vgpuStreamWaitEvent(second.get(), copied.get(), 0));
  call(vgpuLaunchKernelAsync(kernel.get(), dim3(kCount / 256), dim3(256), args, 0, second.get()));
  call(vgpuEventRecord(done.get(), second.get()));
  call(vgpuEventSynchronize(done.get()));
  float milliseconds = -1;
  call(vgpuEventElapsedTime(&milliseconds, copied.get(), done.get()));
  expect(milliseconds >= 0, "time between two events");
  expect_scaled(read_back(memory, kCount), kFactor);
  return "a kernel in one stream waits for a copy in another";
}

std::string test_graph() {
  const Words words = numbers(kCount);
  const Native kernel = native_scale();
  const Memory memory = allocate(kCount * 4);
  const Stream stream = make_stream();
  void* pointer = memory.get();
  std::uint32_t factor = 3;
  void* args[] = {&pointer, &factor};
  call(vgpuMemcpy(pointer, words.data(), kCount * 4, vgpuMemcpyHostToDevice));
  vgpuGraph_t captured = nullptr;
  call(vgpuStreamBeginCapture(stream.get(), vgpuStreamCaptureModeGlobal));
  call(vgpuLaunchKernelAsync(kernel.get(), dim3(kCount / 256), dim3(256), args, 0, stream.get()));
  call(vgpuStreamEndCapture(stream.get(), &captured));
  const Graph graph(captured, vgpuGraphDestroy);
  vgpuGraphExec_t instance = nullptr;
  call(vgpuGraphInstantiate(&instance, graph.get(), 0));
  const GraphExec exec(instance, vgpuGraphExecDestroy);
  for (int i = 0; i < 2; ++i) call(vgpuGraphLaunch(exec.get(), stream.get()));
  call(vgpuStreamSynchronize(stream.get()));
  expect_scaled(read_back(memory, kCount), 9);
  return "a captured launch, run twice";
}

std::string test_errors() {
  int on_the_stack = 0;
  expect(vgpuFree(&on_the_stack) != vgpuSuccess, "a foreign pointer was freed");
  expect(vgpuGetLastError() != vgpuSuccess, "the error was not remembered");
  expect(vgpuGetLastError() == vgpuSuccess, "the error was not cleared");
  return "a wrong pointer is an error code, not a crash";
}

std::string compile_and_check(const char* source, vgpuLanguage language) {
  char log[2048] = "";
  vgpuBuildOptions options = {};
  options.log = log;
  options.logSize = sizeof log;
  vgpuModule_t loaded = nullptr;
  call(vgpuModuleLoadSource(&loaded, source, language, &options));
  const Module module(loaded, vgpuModuleUnload);
  vgpuKernel_t kernel = nullptr;
  call(vgpuModuleGetKernel(&kernel, module.get(), "scale"));
  check_scale_kernel(kernel);
  return fmt::format("compiled and run over {} items", kCount);
}

std::string test_opencl() {
  return compile_and_check(
      "__kernel void scale(__global uint* x, uint factor) { x[get_global_id(0)] *= factor; }",
      vgpuLanguageOpenCL);
}

std::string test_cuda() {
  return compile_and_check(
      "extern \"C\" __global__ void scale(unsigned* x, unsigned factor) {\n"
      "  x[blockIdx.x * blockDim.x + threadIdx.x] *= factor;\n}",
      vgpuLanguageCUDA);
}

}  // namespace

const std::vector<BasicTest>& basic_tests() {
  static const std::vector<BasicTest> kTests = {
      {"memory", false, test_memory},   {"native kernel", false, test_native_kernel},
      {"streams", false, test_streams}, {"graph", false, test_graph},
      {"errors", false, test_errors},   {"OpenCL C", true, test_opencl},
      {"CUDA C++", true, test_cuda},
  };
  return kTests;
}

BasicResult run_basic_test(const BasicTest& test) {
  BasicResult result;
  result.name = test.name;
  const auto start = std::chrono::steady_clock::now();
  try {
    result.text = test.run();
    result.passed = true;
  } catch (const std::exception& error) {
    result.text = error.what();
    while (!result.text.empty() && result.text.back() == '\n') result.text.pop_back();
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace vgpu::cli
