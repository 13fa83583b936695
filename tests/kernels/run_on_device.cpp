// A launch by the C interface: module, buffers, arguments, launch, results.
// SPDX-License-Identifier: MIT
#include "kernels/run_on_device.h"

#include <vgpu/runtime.h>

#include <algorithm>

namespace vgpu::test {
namespace {

// The first call that failed ends the run.
struct Failure {
  vgpuError_t code;
};

void check(vgpuError_t code) {
  if (code != vgpuSuccess) throw Failure{code};
}

class Launch {
 public:
  Launch(const char* device, const compiler::FrontRequest& request, const std::string& kernel) {
    int number = 0;
    check(vgpuGetDeviceByName(&number, device));
    check(vgpuSetDevice(number));
    vgpuBuildOptions options{};
    options.options = request.options.c_str();
    const bool cuda = request.language == compiler::Language::cuda;
    check(vgpuModuleLoadSource(&module_, request.source.c_str(),
                               cuda ? vgpuLanguageCUDA : vgpuLanguageOpenCL, &options));
    check(vgpuModuleGetKernel(&kernel_, module_, kernel.c_str()));
  }
  ~Launch() {
    vgpuDeviceSynchronize();
    for (void* pointer : pointers_) vgpuFree(pointer);
    if (module_ != nullptr) vgpuModuleUnload(module_);
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  Buffers run(const LaunchShape& shape, const Arguments& arguments) {
    std::vector<void*> places;
    pointers_.reserve(arguments.entries().size());
    for (const Arguments::Entry& entry : arguments.entries()) places.push_back(place(entry));
    vgpuLaunchConfig config{};
    config.workDim = shape.global[2] > 1 ? 3 : shape.global[1] > 1 ? 2 : 1;
    std::copy_n(shape.global.data(), 3, config.globalSize);
    std::copy_n(shape.offset.data(), 3, config.globalOffset);
    std::copy_n(shape.local.data(), 3, config.block);
    config.sharedBytes = shape.dynamic_local;
    check(vgpuLaunchKernelEx(&config, kernel_, places.data()));
    check(vgpuDeviceSynchronize());
    return results(arguments);
  }

 private:
  void* place(const Arguments::Entry& entry) {
    if (entry.kind == Arguments::Kind::local) return const_cast<std::uint64_t*>(&entry.local_bytes);
    if (entry.kind == Arguments::Kind::value) return const_cast<std::byte*>(entry.bytes.data());
    void*& pointer = pointers_.emplace_back(nullptr);
    check(vgpuMalloc(&pointer, std::max<std::size_t>(entry.bytes.size(), 1)));
    if (!entry.bytes.empty()) {
      check(vgpuMemcpy(pointer, entry.bytes.data(), entry.bytes.size(), vgpuMemcpyHostToDevice));
    }
    return &pointer;
  }

  Buffers results(const Arguments& arguments) {
    Buffers buffers;
    for (const Arguments::Entry& entry : arguments.entries()) {
      if (entry.kind != Arguments::Kind::buffer) continue;
      std::vector<std::byte>& bytes = buffers.emplace_back(entry.bytes.size());
      if (bytes.empty()) continue;
      check(vgpuMemcpy(bytes.data(), pointers_[buffers.size() - 1], bytes.size(),
                       vgpuMemcpyDeviceToHost));
    }
    return buffers;
  }

  vgpuModule_t module_ = nullptr;
  vgpuKernel_t kernel_ = nullptr;
  std::vector<void*> pointers_;
};

}  // namespace

DeviceRun run_on_device(const char* device, const compiler::FrontRequest& request,
                        const std::string& kernel, const LaunchShape& shape,
                        const Arguments& arguments) {
  DeviceRun result;
  try {
    result.buffers = Launch(device, request, kernel).run(shape, arguments);
  } catch (const Failure& failure) {
    const std::string text = vgpuGetLastErrorMessage();
    const bool unsupported =
        failure.code == vgpuErrorNotSupported || failure.code == vgpuErrorInvalidDevice;
    (unsupported ? result.unsupported : result.error) = text.empty() ? "failed" : text;
  }
  return result;
}

}  // namespace vgpu::test
