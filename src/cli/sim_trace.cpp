// vgpu sim trace: what the simulated GPU does with a program, as text, Perfetto trace or page.
//
// Without a program it shows one of its own: two streams that copy, compute and copy back, so that engines overlap.
// SPDX-License-Identifier: MIT
#include <vgpu/runtime.h>
#include <vgpu/sim.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "cli/call.h"
#include "cli/child.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kSource[] =
    "__kernel void scale_add(__global const float* x, __global float* y, float a) {\n"
    "  int i = get_global_id(0);\n"
    "  y[i] = a * x[i] + y[i];\n"
    "}\n";
constexpr unsigned kItems = 1 << 16, kBlock = 256, kChunks = 4;

// One of two streams: a chunk goes in, is computed with, comes back.
struct Lane {
  vgpuStream_t stream{};
  void *x{}, *y{};
  std::vector<float> host = std::vector<float>(kItems, 1.0f);

  void run(vgpuKernel_t kernel) {
    const std::size_t bytes = kItems * sizeof(float);
    float factor = 2;
    void* arguments[] = {&x, &y, &factor};
    call(vgpuMemcpyAsync(x, host.data(), bytes, vgpuMemcpyHostToDevice, stream));
    call(vgpuMemsetAsync(y, 0, bytes, stream));
    call(vgpuLaunchKernelAsync(kernel, kItems / kBlock, kBlock, arguments, 0, stream));
    call(vgpuMemcpyAsync(host.data(), y, bytes, vgpuMemcpyDeviceToHost, stream));
  }
};

void run_sample(const std::string& path) {
  int device = 0;
  call(vgpuGetDeviceByName(&device, "sim"));
  call(vgpuSetDevice(device));
  vgpuModule_t module{};
  vgpuKernel_t kernel{};
  call(vgpuModuleLoadSource(&module, kSource, vgpuLanguageOpenCL, nullptr));
  call(vgpuModuleGetKernel(&kernel, module, "scale_add"));
  Lane lanes[2];
  for (Lane& lane : lanes) {
    call(vgpuStreamCreateWithFlags(&lane.stream, vgpuStreamNonBlocking));
    call(vgpuMalloc(&lane.x, kItems * sizeof(float)));
    call(vgpuMalloc(&lane.y, kItems * sizeof(float)));
  }
  call(vgpuSimClearTrace(device));
  for (unsigned chunk = 0; chunk < kChunks; ++chunk) lanes[chunk % 2].run(kernel);
  call(vgpuDeviceSynchronize());
  call(vgpuSimSaveTrace(device, path.c_str()));
  for (Lane& lane : lanes) {
    call(vgpuStreamDestroy(lane.stream));
    call(vgpuFree(lane.x));
    call(vgpuFree(lane.y));
  }
  call(vgpuModuleUnload(module));
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Sim final : public Verb {
 public:
  Sim() : Verb("sim", "the simulated GPU: `vgpu sim trace` shows what it does") {}
  Report run() override { return {{{"hint", "vgpu sim trace --help"}}}; }
  void show(const Report&, Screen& screen) const override {
    screen.line(
        "`vgpu sim trace` runs a sample or a program on the simulated GPU and shows its timeline.");
  }
};

class SimTrace final : public Verb {
 public:
  SimTrace() : Verb("sim trace", "timeline of a program on the simulated GPU, or of a sample") {}

  void options(CLI::App& app) override {
    app.add_option("-o,--output", output_,
                   "file; .json for Perfetto, .html for a page that moves, else text. Without: "
                   "text on the screen");
    app.add_option("program", program_, "the program and its arguments, after --");
  }

  Report run() override {
    const TemporaryFolder folder;
    const fs::path path = output_.empty() ? folder.path() / "trace.txt" : fs::absolute(output_);
    Report report;
    if (program_.empty()) {
      run_sample(path.string());
    } else {
      use_this_installation(folder.path());
      setenv("VGPU_DEVICE", "sim", 1);
      setenv("VGPU_SIM_TRACE", path.c_str(), 1);
      report.exit_code = run_program(program_);
      report.data["exit_code"] = report.exit_code;
    }
    if (!fs::exists(path)) {
      fail(ErrorCode::FileNotFound, "{} did not use the simulated GPU: no trace was written",
           program_.front());
    }
    report.data["file"] = output_.empty() ? "" : path.string();
    if (output_.empty()) report.data["text"] = contents(path);
    return report;
  }

  void show(const Report& report, Screen& screen) const override {
    if (output_.empty()) return screen.line(report.data["text"].get<std::string>());
    screen.line("timeline: " + report.data["file"].get<std::string>());
  }

 private:
  std::string output_;
  std::vector<std::string> program_;
};

Sim sim_verb;
SimTrace sim_trace_verb;

}  // namespace
}  // namespace vgpu::cli
