// The host half of a .cu file; see host_code.h. The work is libvgpu_compiler.so's.
// SPDX-License-Identifier: MIT
#include "vgpucc/host_code.h"

#include <dlfcn.h>

#include "base/error.h"
#include "compiler/kernel_abi.h"
#include "compiler/loader.h"

namespace vgpu::vgpucc {
namespace {

const compiler::ProgramPlugin& plugin() {
  static const compiler::ProgramPlugin* found = nullptr;
  if (found != nullptr) return *found;
  const std::string path = compiler::compiler_path();
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(ErrorCode::CompilerNotFound, "libvgpu_compiler.so does not load");
  using Entry = decltype(&vgpu_compiler_program_plugin);
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "vgpu_compiler_program_plugin"));
  found = entry != nullptr ? entry() : nullptr;
  if (found == nullptr || found->abi_version != compiler::kAbiVersion) {
    found = nullptr;
    fail(ErrorCode::CompilerNotFound, "{} belongs to another version of vGPU", path);
  }
  return *found;
}

void check(const compiler::HostModule& module) {
  if (!module.ok) fail(ErrorCode::CompilationFailed, "host code: {}", module.log);
}

}  // namespace

std::vector<compiler::LaunchSite> find_launches(const std::string& bitcode) {
  compiler::HostModule module = plugin().read(bitcode);
  check(module);
  return std::move(module.launches);
}

std::string embed_device_code(const std::string& bitcode, const std::string& code,
                              const std::string& link_name) {
  compiler::HostModule module = plugin().embed(bitcode, code, link_name);
  check(module);
  return std::move(module.bitcode);
}

}  // namespace vgpu::vgpucc
