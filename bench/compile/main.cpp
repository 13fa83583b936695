// bench_compile: what it takes to get from kernel text to a first result, cold and from the disk cache.
//
// usage: bench_compile [--json]. The cache is a folder of its own that is gone at the end. A figure is the best of
// several rounds; each cold round compiles a text that nobody has seen before. The program starts itself again to time
// a process that finds everything in the cache.
// SPDX-License-Identifier: MIT
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vgpu/runtime.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "cuda_program.h"
#include "measure.h"

namespace bench {
namespace {

void check(vgpuError_t error, const char* call) {
  if (error == vgpuSuccess) return;
  throw std::runtime_error(std::string(call) + ": " + vgpuGetLastErrorMessage());
}
#define CHECK(call) check(call, #call)

std::string kernel_text(int number) {
  const std::string name = std::to_string(number);
  return "kernel void k" + name +
         "(global const float* a, global const float* b, global float* c, int n) {\n"
         "  int i = get_global_id(0);\n  if (i < n) c[i] = a[i] * " +
         name + ".0f + b[i];\n}\n";
}

// Two inputs and an output, for as many launches as wanted.
class Bed {
 public:
  Bed() {
    for (void*& buffer : buffers_) {
      CHECK(vgpuMalloc(&buffer, kItems * sizeof(float)));
      CHECK(vgpuMemset(buffer, 0, kItems * sizeof(float)));
    }
  }
  ~Bed() {
    for (void* buffer : buffers_) vgpuFree(buffer);
  }
  Bed(const Bed&) = delete;
  Bed& operator=(const Bed&) = delete;

  void launch(vgpuModule_t module, int number) {
    vgpuKernel_t kernel = nullptr;
    CHECK(vgpuModuleGetKernel(&kernel, module, ("k" + std::to_string(number)).c_str()));
    int n = kItems;
    void* arguments[] = {&buffers_[0], &buffers_[1], &buffers_[2], &n};
    CHECK(vgpuLaunchKernel(kernel, dim3(kItems / 64), dim3(64), arguments));
  }

  // From text to a finished launch of each of `count` kernels.
  void run(int first, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += kernel_text(first + i);
    vgpuModule_t module = nullptr;
    CHECK(vgpuModuleLoadSource(&module, text.c_str(), vgpuLanguageOpenCL, nullptr));
    for (int i = 0; i < count; ++i) launch(module, first + i);
    CHECK(vgpuDeviceSynchronize());
    CHECK(vgpuModuleUnload(module));
  }

 private:
  static constexpr int kItems = 1024;
  void* buffers_[3] = {};
};

void start_again(const char* program) {
  const char* arguments[] = {program, "--first-result", nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, const_cast<char**>(arguments),
                  environ) != 0) {
    throw std::runtime_error("cannot start this program again");
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error("the program that was started again failed");
}

Rows measure(const char* program) {
  constexpr int kFile = 200;
  Rows rows;
  auto add = [&](const char* name, double seconds, const char* unit, double bound) {
    const double scale = std::string_view(unit) == "s" ? 1 : 1e3;
    rows.push_back({name, seconds * scale, unit, Goal::at_most, bound});
  };
  Bed bed;
  int next = 0;
  rows.push_back({"first compile, with loading LLVM",
                  seconds(1, 1, [&] { bed.run(next++, 1); }) * 1e3, "ms", Goal::none, 0});
  add("a small kernel, not in the cache", seconds(20, 1, [&] { bed.run(next++, 1); }), "ms", 40);
  add("a small kernel, from the disk cache", seconds(50, 1, [&] { bed.run(0, 1); }), "ms", 1);
  next = 1000;
  add("a file of 200 kernels, all launched",
      seconds(2, 1, [&] { bed.run(next, kFile), next += kFile; }), "s", 4);
  add("process start to first result, cached", seconds(10, 1, [&] { start_again(program); }), "ms",
      15);
  measure_cuda_program(rows);
  return rows;
}

void print_table(const Rows& rows) {
  for (const Row& row : rows) {
    std::printf("%-44s%10.2f %-3s", row.name.c_str(), row.value, row.unit.c_str());
    if (row.goal != Goal::none) {
      std::printf("  goal <= %g%s", row.bound, row.holds() ? "" : "  MISSED");
    }
    std::printf("\n");
  }
}

void print_json(const Rows& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const Row& row : rows) {
    list.push_back({{"name", row.name}, {"value", row.value}, {"unit", row.unit}});
    if (row.goal != Goal::none) list.back().update({{"goal", row.bound}, {"holds", row.holds()}});
  }
  std::printf("%s\n", nlohmann::json{{"version", 1}, {"compile", list}}.dump(2).c_str());
}

int run(const char* program, bool json) {
  std::string folder = std::filesystem::temp_directory_path() / "vgpu-bench-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make " + folder);
  setenv("VGPU_CACHE_DIR", folder.c_str(), 1);
  setenv("VGPU_CACHE", "1", 1);
  const Rows rows = measure(program);
  std::filesystem::remove_all(folder);
  json ? print_json(rows) : print_table(rows);
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) try {
  bool first_result = false, json = false;
  CLI::App app("From kernel text to a first result, against goals");
  app.add_flag("--json", json, "print results as JSON");
  app.add_flag("--first-result", first_result, "run one kernel and end; what the benchmark starts");
  CLI11_PARSE(app, argc, argv);
  if (!first_result) return bench::run(argv[0], json);
  bench::Bed().run(0, 1);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_compile: %s\n", error.what());
  return 1;
}
