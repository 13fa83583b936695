// Compiles kernel text by the plug-in and looks at the result; see front_fixture.h.
// SPDX-License-Identifier: MIT
#include "front_fixture.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace vgpu::compiler {
namespace {

const Plugin& plugin() {
  static const Plugin* loaded = [] {
    void* library = dlopen(VGPU_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(dlerror());
    return reinterpret_cast<const Plugin* (*)()>(dlsym(library, "vgpu_compiler_plugin"))();
  }();
  return *loaded;
}

}  // namespace

FrontResult compile(const FrontRequest& request) { return plugin().front(request); }

FrontResult compile_opencl(const std::string& source, const std::string& options) {
  FrontRequest request;
  request.source = source;
  request.options = options;
  return compile(request);
}

FrontResult compile_cuda(const std::string& source, const std::string& options) {
  FrontRequest request;
  request.language = Language::cuda;
  request.source = source;
  request.options = options;
  return compile(request);
}

KernelInfo kernel_of(const FrontResult& result, const std::string& name) {
  for (const KernelInfo& kernel : result.info.kernels)
    if (kernel.name == name || kernel.symbol == name) return kernel;
  ADD_FAILURE() << "no kernel " << name << "\n" << result.log;
  return {};
}

VariableInfo variable_of(const FrontResult& result, const std::string& name) {
  for (const VariableInfo& variable : result.info.variables)
    if (variable.name == name) return variable;
  ADD_FAILURE() << "no variable " << name << "\n" << result.log;
  return {};
}

}  // namespace vgpu::compiler
