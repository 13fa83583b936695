// vgpu nvcc-shim DIR: a folder that looks like a CUDA toolkit to builds which insist on one.
//
// bin/nvcc is a link to vgpucc, bin/nvidia-smi calls `vgpu smi`, include is a link to the headers; lib64/libcudart.so and its kin lead what is linked with them, by
// g++ too, to the run time, and libcudart.so.12, libcuda.so.1 and so on are that, for programs that load it themselves.
// stubs and targets/x86_64-linux are where Makefiles and CMake look for the driver's library and for both.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "cli/installation.h"
#include "cli/link_library.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibraries[] = {
    "cudart",          "cudart_static",  "cudadevrt",     "cuda",         "nvToolsExt",
    "nvrtc",           "cublas",         "cublasLt",      "cufft",        "cufftw",
    "curand",          "cusparse",       "cusolver",      "culibos",      "cublas_static",
    "cublasLt_static", "cufft_static",   "curand_static", "nvrtc_static", "nvidia-ml",
    "cudnn",           "nccl",           "cutil",         "cutil_x86_64", "nvJitLink",
    "cusparse_static", "cusolver_static"};

// By the names that programs give to dlopen.
constexpr const char* kLoaded[] = {"libcuda.so.1",      "libcudart.so.12",   "libcublas.so.12",
                                   "libcufft.so.11",    "libcurand.so.10",   "libnvrtc.so.12",
                                   "libcusolver.so.11", "libcusparse.so.12", "libnvidia-ml.so.1",
                                   "libcudnn.so.8",     "libnccl.so.2",      "libnvJitLink.so.12"};

class NvccShim final : public Verb {
 public:
  NvccShim() : Verb("nvcc-shim", "a folder with an nvcc that is vgpucc") {}

  void options(CLI::App& app) override {
    app.add_option("folder", folder_, "is made, and filled anew if it exists")->required();
  }

  Report run() override {
    const fs::path prefix = installation();
    const fs::path driver = prefix / "bin" / "vgpucc";
    if (!fs::exists(driver)) fail(ErrorCode::FileNotFound, "{} is not there", driver.string());
    const fs::path root = folder_;
    fs::create_directories(root / "bin");
    fs::create_directories(root / "lib64");
    link(driver, root / "bin" / "nvcc");
    write_smi(prefix / "bin" / "vgpu", root / "bin" / "nvidia-smi");
    link(prefix / "include" / "vgpu_cuda", root / "include");
    link("lib64", root / "lib");
    add_libraries(installed_library("libvgpu_cudart.so"), root / "lib64");
    link(".", root / "lib64" / "stubs");
    fs::create_directories(root / "samples" / "common");
    link(prefix / "include" / "vgpu_cuda" / "vgpu_samples", root / "samples" / "common" / "inc");
    fs::create_directories(root / "targets" / "x86_64-linux");
    fs::create_directories(root / "nvvm" / "libdevice");  // by which CMake knows a toolkit
    for (const char* name : {"include", "lib"})
      link(fs::path("../..") / name, root / "targets" / "x86_64-linux" / name);
    Report report;
    report.data["folder"] = fs::absolute(root).string();
    report.data["nvcc"] = driver.string();
    return report;
  }

  void show(const Report& report, Screen& screen) const override {
    screen.line("PATH=" + report.data["folder"].get<std::string>() + "/bin:$PATH");
  }

 private:
  static void add_libraries(const fs::path& run_time, const fs::path& folder) {
    const fs::path first = folder / "libcudart.so";
    write_link_library(run_time, first);
    for (const char* name : kLibraries) {
      const fs::path library = folder / ("lib" + std::string(name) + ".so");
      if (library != first) link(first.filename(), library);
    }
    for (const char* name : {"libcudart_static.a", "libcudadevrt.a"})  // linkers look inside
      link(first.filename(), folder / name);
    for (const char* name : kLoaded) link(run_time, folder / name);
  }

  static void write_smi(const fs::path& vgpu, const fs::path& name) {
    fs::remove(name);
    std::ofstream(name) << "#!/bin/sh\nexec '" << vgpu.string() << "' smi \"$@\"\n";
    fs::permissions(name, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                              fs::perms::others_read | fs::perms::others_exec);
  }

  static void link(const fs::path& target, const fs::path& name) {
    fs::remove(name);
    fs::create_symlink(target, name);
  }

  std::string folder_;
};

NvccShim nvcc_shim_verb;

}  // namespace
}  // namespace vgpu::cli
