// Runs benchmark cases through libvgpu's C API.
// SPDX-License-Identifier: MIT
#include <vgpu/runtime.h>

#include <stdexcept>

#include "runner.h"

namespace bench {
namespace {

void check(vgpuError_t error, const char* what) {
  if (error != vgpuSuccess)
    throw std::runtime_error(std::string(what) + ": " + vgpuGetErrorString(error));
}

class VgpuRunner final : public Runner {
 public:
  explicit VgpuRunner(std::string folder) : folder_(std::move(folder)) {
    check(vgpuInit(), "vgpuInit");
  }
  ~VgpuRunner() override { release(); }
  std::string name() const override { return "vGPU"; }

  void prepare(const Case& c) override {
    release();
    load(c);
    for (const Buffer& buffer : c.buffers) {
      void* memory = nullptr;
      check(vgpuMalloc(&memory, buffer.bytes.size()), "vgpuMalloc");
      memory_.push_back(memory);
      check(vgpuMemcpy(memory, buffer.bytes.data(), buffer.bytes.size(), vgpuMemcpyHostToDevice),
            "vgpuMemcpy");
    }
    for (const Launch& launch : c.launches) bind(launch);
  }

  void run() override {
    for (Bound& bound : bound_)
      check(vgpuLaunchKernel(bound.kernel, bound.grid, bound.block, bound.pointers.data()),
            "vgpuLaunchKernel");
    check(vgpuDeviceSynchronize(), "vgpuDeviceSynchronize");
  }

  void read(Buffers& buffers) override {
    for (std::size_t i = 0; i < buffers.size(); ++i)
      check(vgpuMemcpy(buffers[i].bytes.data(), memory_[i], buffers[i].bytes.size(),
                       vgpuMemcpyDeviceToHost),
            "vgpuMemcpy");
  }

 private:
  // A launch with its arguments in the form that the C API takes: pointers to values that stay in
  // place.
  struct Bound {
    vgpuKernel_t kernel;
    dim3 grid, block;
    std::vector<std::array<std::byte, 8>> values;
    std::vector<void*> pointers;
  };

  void load(const Case& c) {
    std::string log(16384, '\0'), source = read_text(folder_ + "/" + c.file);
    vgpuBuildOptions options = {};
    options.log = log.data(), options.logSize = log.size();
    auto language = c.cuda ? vgpuLanguageCUDA : vgpuLanguageOpenCL;
    if (vgpuModuleLoadSource(&module_, source.c_str(), language, &options) != vgpuSuccess)
      throw std::runtime_error(c.file + " does not compile:\n" + log.c_str());
  }

  void bind(const Launch& launch) {
    Bound bound;
    check(vgpuModuleGetKernel(&bound.kernel, module_, launch.kernel.c_str()),
          launch.kernel.c_str());
    bound.block = dim3(launch.local[0], launch.local[1], launch.local[2]);
    bound.grid = dim3(launch.global[0] / launch.local[0], launch.global[1] / launch.local[1],
                      launch.global[2] / launch.local[2]);
    for (const Argument& argument : launch.arguments) {
      auto value = argument.value;
      if (argument.kind == Argument::Kind::buffer)
        std::memcpy(value.data(), &memory_[argument.number], 8);
      if (argument.kind == Argument::Kind::local) std::memcpy(value.data(), &argument.number, 8);
      bound.values.push_back(value);
    }
    for (auto& value : bound.values) bound.pointers.push_back(value.data());
    bound_.push_back(std::move(bound));
  }

  void release() {
    for (void* memory : memory_) vgpuFree(memory);
    memory_.clear(), bound_.clear();
    if (module_) vgpuModuleUnload(module_);
    module_ = {};
  }

  std::string folder_;
  vgpuModule_t module_{};
  std::vector<void*> memory_;
  std::vector<Bound> bound_;
};

}  // namespace

std::unique_ptr<Runner> make_vgpu_runner(const std::string& kernel_folder) {
  return std::make_unique<VgpuRunner>(kernel_folder);
}

}  // namespace bench
