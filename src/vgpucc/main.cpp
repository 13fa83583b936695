// vgpucc: builds CUDA programs for vGPU, called as nvcc is.
//
// clang compiles a .cu file twice, for the host and for the device; the device's half goes through the kernel
// compiler and is embedded in the object, which links as any other.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "vgpucc/build.h"
#include "vgpucc/header_folders.h"
#include "vgpucc/options.h"
#include "vgpucc/toolchain.h"

namespace {

// Makefiles and CMake look for "release 12.5" in it, and CMake for the name of what we stand for.
constexpr char kVersion[] =
    "vgpucc, the CUDA compiler driver of vGPU, in place of nvcc: NVIDIA (R) Cuda compiler driver\n"
    "Cuda compilation tools, release 12.5, V12.5.82\n"
    "Build vgpu.cuda_12.5.r12.5\n";

// What nvcc of that release builds for; each is taken.
constexpr const char* kArchitectures[] = {"50", "52", "53", "60", "61", "62", "70",
                                          "72", "75", "80", "86", "87", "89", "90"};

int list_architectures(const char* kind) {
  for (const char* number : kArchitectures) std::printf("%s_%s\n", kind, number);
  return 0;
}

}  // namespace

int main(int count, char** values) {
  using namespace vgpu::vgpucc;
  const Words words(values + 1, values + count);
  for (const std::string& word : words) {
    if (word == "--version" || word == "-V") return std::fputs(kVersion, stdout), 0;
    if (word == "--list-gpu-arch" || word == "-arch-ls") return list_architectures("compute");
    if (word == "--list-gpu-code" || word == "-code-ls") return list_architectures("sm");
    if (word == "--vgpu-paths") {
      std::printf("%s %s\n", header_folder().c_str(), library_folder().c_str());
      return 0;
    }
    if (word == "--help" || word == "-h") {
      std::printf("usage: vgpucc [options] files\n\n%s", option_list().c_str());
      return 0;
    }
  }
  try {
    forget_toolkits_of_environment();
    Job job = read_options(words);
    job.called_as = values[0];
    return build(job);
  } catch (const vgpu::Error& error) {
    std::fprintf(stderr, "vgpucc: error: %s\n", error.message().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vgpucc: error: %s\n", error.what());
  }
  return 1;
}
