// The functions of nvJitLink.h (vgpu_nvjitlink.h), over the same linkage as the driver's linker.
// SPDX-License-Identifier: MIT
#include "vgpu_nvjitlink.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "api/cuda/library_call.h"
#include "api/cuda/linkage.h"
#include "api/cuda/text_code.h"

struct nvJitLink {
  vgpu::cuda::Linkage linkage;
  std::string log;
  bool is_linked = false;
};

namespace {

template <typename Body>
nvJitLinkResult call(Body&& body) noexcept {
  return vgpu::cuda::library_call(NVJITLINK_ERROR_INTERNAL, NVJITLINK_ERROR_INTERNAL, body);
}

// How to compile matters to code for GPUs only; a name that ends in = has a value.
constexpr std::string_view kOptions[] = {"-lto",
                                         "-ptx",
                                         "-g",
                                         "-lineinfo",
                                         "-time",
                                         "-verbose",
                                         "-no-cache",
                                         "-optimize-unused-variables",
                                         "-arch=",
                                         "-maxrregcount=",
                                         "-ftz=",
                                         "-prec-div=",
                                         "-prec-sqrt=",
                                         "-fma=",
                                         "-kernels-used=",
                                         "-variables-used=",
                                         "-O",
                                         "-Xptxas=",
                                         "-Xnvvm=",
                                         "-split-compile=",
                                         "-split-compile-extended=",
                                         "-jump-table-density="};

bool is_known(std::string_view option) {
  for (const std::string_view name : kOptions) {
    const bool open = name.back() == '=' || name == "-O";
    if (open ? option.starts_with(name) : option == name) return true;
  }
  return false;
}

// 0: there is none; else with the 0 at its end.
std::size_t log_size(const std::string& log) { return log.empty() ? 0 : log.size() + 1; }

nvJitLinkResult failure(nvJitLink& link, CUresult error, const char* name) {
  if (link.log.empty()) {
    const char* text = nullptr;
    cuGetErrorString(error, &text);
    link.log = std::string("error: ") + (name != nullptr ? name : "link") + ": " +
               (text != nullptr ? text : "unknown error");
  }
  return error == CUDA_ERROR_INVALID_PTX     ? NVJITLINK_ERROR_PTX_COMPILE
         : error == CUDA_ERROR_INVALID_IMAGE ? NVJITLINK_ERROR_UNRECOGNIZED_INPUT
                                             : NVJITLINK_ERROR_INVALID_INPUT;
}

}  // namespace

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle* handle, uint32_t numOptions,
                                const char** options) {
  return call([&] {
    if (handle == nullptr || (numOptions > 0 && options == nullptr))
      return NVJITLINK_ERROR_INVALID_INPUT;
    bool has_architecture = false;
    for (uint32_t i = 0; i < numOptions; ++i) {
      if (options[i] == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
      std::string_view option = options[i];
      if (option.starts_with("--")) option.remove_prefix(1);
      if (!is_known(option)) return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
      has_architecture |= option.starts_with("-arch=");
    }
    if (!has_architecture) return NVJITLINK_ERROR_MISSING_ARCH;
    *handle = new nvJitLink;
    return NVJITLINK_SUCCESS;
  });
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle* handle) {
  if (handle == nullptr || *handle == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
  delete *handle;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType, const void* data,
                                 size_t size, const char* name) {
  return call([&] {
    if (handle == nullptr || data == nullptr || size == 0) return NVJITLINK_ERROR_INVALID_INPUT;
    const CUresult error = handle->linkage.add(static_cast<const char*>(data), size);
    return error == CUDA_SUCCESS ? NVJITLINK_SUCCESS : failure(*handle, error, name);
  });
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType inputType,
                                 const char* fileName) {
  return call([&] {
    if (handle == nullptr || fileName == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
    std::ifstream file(fileName, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return nvJitLinkAddData(handle, inputType, bytes.data(), bytes.size(), fileName);
  });
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  return call([&] {
    if (handle == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
    handle->log.clear();
    std::string words;
    const CUresult error = handle->linkage.complete(&words);
    handle->is_linked = error == CUDA_SUCCESS;
    if (handle->is_linked) return NVJITLINK_SUCCESS;
    handle->log = words;
    failure(*handle, error, nullptr);
    return NVJITLINK_ERROR_FINALIZE;
  });
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t* size) {
  if (handle == nullptr || size == nullptr || !handle->is_linked)
    return NVJITLINK_ERROR_INVALID_INPUT;
  *size = handle->linkage.image().size();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void* cubin) {
  if (handle == nullptr || cubin == nullptr || !handle->is_linked)
    return NVJITLINK_ERROR_INVALID_INPUT;
  std::memcpy(cubin, handle->linkage.image().data(), handle->linkage.image().size());
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t* size) {
  return call([&] {
    if (handle == nullptr || size == nullptr || !handle->is_linked)
      return NVJITLINK_ERROR_INVALID_INPUT;
    *size = vgpu::cuda::to_text_code(handle->linkage.image()).size() + 1;
    return NVJITLINK_SUCCESS;
  });
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char* ptx) {
  return call([&] {
    if (handle == nullptr || ptx == nullptr || !handle->is_linked)
      return NVJITLINK_ERROR_INVALID_INPUT;
    const std::string text = vgpu::cuda::to_text_code(handle->linkage.image());
    std::memcpy(ptx, text.c_str(), text.size() + 1);
    return NVJITLINK_SUCCESS;
  });
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t* size) {
  if (handle == nullptr || size == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
  *size = log_size(handle->log);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char* log) {
  if (handle == nullptr || log == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
  std::memcpy(log, handle->log.c_str(), log_size(handle->log));
  return NVJITLINK_SUCCESS;
}

// Nothing is told of links that succeed.
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t* size) {
  if (handle == nullptr || size == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
  *size = 0;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char* log) {
  return handle == nullptr || log == nullptr ? NVJITLINK_ERROR_INVALID_INPUT : NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkVersion(unsigned int* major, unsigned int* minor) {
  if (major == nullptr || minor == nullptr) return NVJITLINK_ERROR_INVALID_INPUT;
  *major = CUDART_VERSION / 1000;
  *minor = CUDART_VERSION % 1000 / 10;
  return NVJITLINK_SUCCESS;
}
