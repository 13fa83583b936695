// The functions of vgpu/c/module.h.
// SPDX-License-Identifier: MIT
#include "runtime/module.h"

#include <vgpu/c/module.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "api/c/entry.h"
#include "runtime/scheduler.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

std::shared_ptr<LoadedModule> find(vgpuModule_t module) {
  return Context::shared().modules.get(to_number(module));
}

std::string text_or_empty(const char* text) { return text != nullptr ? text : ""; }

compiler::Language language_of(vgpuLanguage language) {
  switch (language) {
    case vgpuLanguageOpenCL:
      return compiler::Language::opencl;
    case vgpuLanguageCUDA:
      return compiler::Language::cuda;
    case vgpuLanguageSPIRV:
      return compiler::Language::spirv;
  }
  fail(ErrorCode::InvalidValue, "language: {} is none", static_cast<int>(language));
}

void set_options(compiler::FrontRequest& request, const vgpuBuildOptions& options) {
  request.options = text_or_empty(options.options);
  if (options.fileName != nullptr) request.file_name = options.fileName;
  request.debug_info = options.debugInfo != 0;
  if (options.headerCount < 0) fail(ErrorCode::InvalidValue, "options.headerCount: is negative");
  if (options.headerCount > 0) {
    require(options.headerNames, "options.headerNames");
    require(options.headerTexts, "options.headerTexts");
  }
  for (int i = 0; i < options.headerCount; ++i) {
    require(options.headerNames[i], "options.headerNames[i]");
    require(options.headerTexts[i], "options.headerTexts[i]");
    request.headers.emplace_back(options.headerNames[i], options.headerTexts[i]);
  }
}

void write_log(const vgpuBuildOptions* options, const std::string& log) {
  if (options == nullptr || options->log == nullptr || options->logSize == 0) return;
  const std::size_t size = std::min(log.size(), options->logSize - 1);
  std::memcpy(options->log, log.data(), size);
  options->log[size] = '\0';
}

vgpuModule_t insert(std::shared_ptr<compiler::Module> code) {
  Context& context = Context::shared();
  auto module = std::make_shared<LoadedModule>(std::move(code), context.current());
  return to_handle<vgpuModule_t>(context.modules.insert(std::move(module)));
}

// Whatever happens, the caller gets the compiler's words.
vgpuModule_t compile(const compiler::FrontRequest& request, const vgpuBuildOptions* options) {
  std::string log;
  write_log(options, log);
  try {
    auto code = compile_module(request, &log, Context::shared().current());
    write_log(options, log);
    return insert(std::move(code));
  } catch (const Error& error) {
    write_log(options, log.empty() ? error.message() : log);
    throw;
  }
}

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(ErrorCode::FileNotFound, "path: cannot open {}", path);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) fail(ErrorCode::FileSystem, "path: cannot read {}", path);
  return text;
}

}  // namespace

vgpuError_t vgpuModuleLoadSource(vgpuModule_t* module, const char* source, vgpuLanguage language,
                                 const vgpuBuildOptions* options) {
  return entry(__func__, [&] {
    require(module, "module");
    require(source, "source");
    compiler::FrontRequest request;
    request.language = language_of(language);
    if (options != nullptr) set_options(request, *options);
    const bool counted = options != nullptr && options->sourceSize != 0;
    request.source = counted ? std::string(source, options->sourceSize) : std::string(source);
    *module = compile(request, options);
  });
}

vgpuError_t vgpuModuleLoadBinary(vgpuModule_t* module, const void* data, size_t size) {
  return entry(__func__, [&] {
    require(module, "module");
    require(data, "data");
    *module = insert(compiler::Module::load({static_cast<const char*>(data), size}));
  });
}

vgpuError_t vgpuModuleLinkParts(vgpuModule_t* module, int count, const void* const* data,
                                const size_t* sizes) {
  return entry(__func__, [&] {
    require(module, "module");
    require(data, "data");
    require(sizes, "sizes");
    if (count <= 0) fail(ErrorCode::InvalidValue, "count: {} is not positive", count);
    compiler::FrontRequest request;
    request.language = compiler::Language::cuda;
    for (int i = 0; i < count; ++i) {
      require(data[i], "data[i]");
      request.modules.emplace_back(static_cast<const char*>(data[i]), sizes[i]);
    }
    *module = compile(request, nullptr);
  });
}

vgpuError_t vgpuModuleLoadFile(vgpuModule_t* module, const char* path,
                               const vgpuBuildOptions* options) {
  return entry(__func__, [&] {
    require(module, "module");
    require(path, "path");
    const std::string_view name = path;
    compiler::FrontRequest request;
    request.source = read_file(path);
    request.file_name = path;
    if (name.ends_with(".cl")) {
      request.language = compiler::Language::opencl;
    } else if (name.ends_with(".cu")) {
      request.language = compiler::Language::cuda;
    } else if (name.ends_with(".spv")) {
      request.language = compiler::Language::spirv;
    } else {
      *module = insert(compiler::Module::load(request.source));
      return;
    }
    if (options != nullptr) set_options(request, *options);
    *module = compile(request, options);
  });
}

vgpuError_t vgpuModuleGetBinary(vgpuModule_t module, void* data, size_t* size) {
  return entry(__func__, [&] {
    require(size, "size");
    const std::string binary = find(module)->code().save();
    const std::size_t room = std::exchange(*size, binary.size());
    if (data == nullptr) return;
    if (room < binary.size()) {
      fail(ErrorCode::InvalidValue, "size: {} bytes are needed, there is room for {}",
           binary.size(), room);
    }
    std::memcpy(data, binary.data(), binary.size());
  });
}

vgpuError_t vgpuModuleGetKernel(vgpuKernel_t* kernel, vgpuModule_t module, const char* name) {
  return entry(__func__, [&] {
    require(kernel, "kernel");
    require(name, "name");
    *kernel = to_handle<vgpuKernel_t>(find(module)->kernel(name));
  });
}

vgpuError_t vgpuModuleGetKernelCount(int* count, vgpuModule_t module) {
  return entry(__func__, [&] {
    require(count, "count");
    *count = static_cast<int>(find(module)->info().kernels.size());
  });
}

vgpuError_t vgpuModuleGetKernelName(const char** name, vgpuModule_t module, int index) {
  return entry(__func__, [&] {
    require(name, "name");
    const auto& kernels = find(module)->info().kernels;
    if (index < 0 || static_cast<std::size_t>(index) >= kernels.size()) {
      fail(ErrorCode::InvalidValue, "index: {} of {} kernels", index, kernels.size());
    }
    *name = kernels[static_cast<std::size_t>(index)].name.c_str();
  });
}

vgpuError_t vgpuModuleGetGlobal(void** pointer, size_t* size, vgpuModule_t module,
                                const char* name) {
  return entry(__func__, [&] {
    require(name, "name");
    std::size_t bytes = 0;
    void* address = find(module)->code().variable(name, &bytes);
    if (address == nullptr) fail(ErrorCode::SymbolNotFound, "name: no variable \"{}\"", name);
    if (pointer != nullptr) *pointer = address;
    if (size != nullptr) *size = bytes;
  });
}

vgpuError_t vgpuModuleMoveManaged(vgpuModule_t module, const char* name, void* address) {
  return entry(__func__, [&] {
    require(name, "name");
    require(address, "address");
    if (!find(module)->code().move_managed(name, address))
      fail(ErrorCode::SymbolNotFound, "name: no managed variable \"{}\"", name);
  });
}

vgpuError_t vgpuModuleUnload(vgpuModule_t module) {
  return entry(__func__, [&] {
    Scheduler::shared().wait_device(find(module)->device());
    Context::shared().modules.remove(to_number(module))->remove_kernels();
  });
}
