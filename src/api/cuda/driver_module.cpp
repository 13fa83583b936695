// The functions of vgpu_driver/module.h that load, link and ask.
//
// A function keeps its limit of dynamic shared memory here, since kernels of modules have no stub in the program.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "api/cuda/belongings.h"
#include "api/cuda/driver.h"
#include "api/cuda/linkage.h"
#include "api/cuda/text_code.h"

using namespace vgpu::cuda;

namespace {

void unload(void* module) { vgpuModuleUnload(static_cast<vgpuModule_t>(module)); }

CUresult load(CUmodule* module, const char* bytes, std::size_t size, std::string* log = nullptr) {
  ProgramHead head;
  if (module == nullptr || bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult known = read_head(bytes, size, &head);
  if (known == CUDA_ERROR_INVALID_PTX ||
      (known == CUDA_SUCCESS && !has_magic(head, kProgramMagic))) {
    Linkage alone;
    if (const CUresult error = alone.add(bytes, size); error != CUDA_SUCCESS) return error;
    if (const CUresult error = alone.complete(log); error != CUDA_SUCCESS) return error;
    return load(module, alone.image().data(), alone.image().size());
  }
  if (known != CUDA_SUCCESS) return known;
  auto* made = reinterpret_cast<vgpuModule_t*>(module);
  const vgpuError_t error = vgpuModuleLoadBinary(made, bytes + sizeof head, head.bytes);
  if (error == vgpuSuccess) own(*made, unload);
  return result(error);
}

CUresult read_file(const char* path, std::string* bytes) {
  if (path == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::ifstream file(path, std::ios::binary);
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  bytes->assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  if (starts_as_text(bytes->c_str())) *bytes = from_text_code(bytes->c_str());
  return CUDA_SUCCESS;
}

// The logs that options ask for are empty, since most images are compiled already; but for the errors of PTX.
void write_logs(unsigned count, const CUjit_option* options, void** values,
                const std::string& errors) {
  if (options == nullptr || values == nullptr) return;
  std::size_t room = 1;
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      room = std::max<std::size_t>(reinterpret_cast<std::uintptr_t>(values[i]) & 0xFFFFFFFF, 1);
  for (unsigned i = 0; i < count; ++i) {
    const bool log = options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER;
    if (!log || values[i] == nullptr) continue;
    const std::size_t bytes =
        options[i] == CU_JIT_ERROR_LOG_BUFFER ? std::min(errors.size(), room - 1) : 0;
    auto* out = static_cast<char*>(values[i]);
    std::memcpy(out, errors.data(), bytes);
    out[bytes] = '\0';
  }
}

// The image says its own size; PTX ends with its zero.
CUresult load_data(CUmodule* module, const void* image, std::string* log) {
  ProgramHead head;
  if (image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto* bytes = static_cast<const char*>(image);
  if (starts_as_text(bytes)) {
    const std::string code = from_text_code(bytes);
    return load(module, code.data(), code.size());
  }
  if (is_ptx(bytes, strnlen(bytes, 256))) return load(module, bytes, std::strlen(bytes), log);
  std::memcpy(&head, image, sizeof head);
  return load(module, bytes, sizeof head + head.bytes);
}

}  // namespace

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return load_data(module, image, nullptr);
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count,
                            CUjit_option* options, void** values) {
  std::string log;
  const CUresult error = load_data(module, image, &log);
  write_logs(count, options, values, log);
  return error;
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return cuModuleLoadData(module, image);
}

CUresult cuModuleLoad(CUmodule* module, const char* path) {
  std::string bytes;
  if (const CUresult error = read_file(path, &bytes); error != CUDA_SUCCESS) return error;
  return load(module, bytes.data(), bytes.size());
}

CUresult cuModuleUnload(CUmodule module) {
  disown(module);
  forget_references(module);
  return result(vgpuModuleUnload(to_vgpu(module)));
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return result(
      vgpuModuleGetKernel(reinterpret_cast<vgpuKernel_t*>(function), to_vgpu(module), name));
}

CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule module) {
  int found = 0;
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const vgpuError_t error = vgpuModuleGetKernelCount(&found, to_vgpu(module));
  *count = static_cast<unsigned>(found);
  return result(error);
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int count, CUmodule module) {
  if (functions == nullptr) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    const char* name = nullptr;
    const vgpuError_t error = vgpuModuleGetKernelName(&name, to_vgpu(module), static_cast<int>(i));
    if (error != vgpuSuccess) return result(error);
    const CUresult found = cuModuleGetFunction(&functions[i], module, name);
    if (found != CUDA_SUCCESS) return found;
  }
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUmodule module, const char* name) {
  return result(vgpuModuleGetGlobal(to_pointer(pointer), bytes, to_vgpu(module), name));
}

struct CUlinkState_st {
  Linkage linkage;
};

CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values,
                      CUlinkState* state) {
  if (state == nullptr) return CUDA_ERROR_INVALID_VALUE;
  write_logs(count, options, values, {});
  *state = new CUlinkState_st;
  return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType, void* data, size_t size, const char*,
                       unsigned int, CUjit_option*, void**) {
  if (state == nullptr || data == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return state->linkage.add(static_cast<const char*>(data), size);
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int count,
                       CUjit_option* options, void** values) {
  std::string bytes;
  if (const CUresult error = read_file(path, &bytes); error != CUDA_SUCCESS) return error;
  return cuLinkAddData(state, type, bytes.data(), bytes.size(), path, count, options, values);
}

CUresult cuLinkComplete(CUlinkState state, void** image, size_t* size) {
  if (state == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = state->linkage.complete(nullptr);
  if (error != CUDA_SUCCESS) return error;
  *image = const_cast<char*>(state->linkage.image().data());
  if (size != nullptr) *size = state->linkage.image().size();
  return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state) {
  delete state;
  return CUDA_SUCCESS;
}
