// Links device code while a program runs; see linkage.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/linkage.h"

#include <vgpu/c/module.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "api/cuda/text_code.h"
#include "compiler/units.h"

namespace vgpu::cuda {
namespace {

constexpr std::size_t kLogBytes = std::size_t{1} << 16;

}  // namespace

// No other image begins with blanks, a comment or a directive.
bool is_ptx(const char* bytes, std::size_t size) {
  const std::string_view text(bytes, std::min<std::size_t>(size, 256));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  const std::string_view rest = text.substr(first);
  return rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with(".version");
}

bool has_magic(const ProgramHead& head, const char (&magic)[8]) {
  return std::memcmp(head.magic, magic, sizeof magic) == 0;
}

bool starts_as_text(const char* bytes) {
  return std::strncmp(bytes, kTextHead.data(), kTextHead.size()) == 0;
}

CUresult read_head(const char* bytes, std::size_t size, ProgramHead* head) {
  if (is_ptx(bytes, size)) return CUDA_ERROR_INVALID_PTX;  // has no head
  if (size < sizeof *head) return CUDA_ERROR_INVALID_IMAGE;
  std::memcpy(head, bytes, sizeof *head);
  if (!has_magic(*head, kProgramMagic) && !has_magic(*head, kPartMagic) &&
      !has_magic(*head, kUnitMagic))
    return CUDA_ERROR_INVALID_IMAGE;
  return head->bytes > size - sizeof *head ? CUDA_ERROR_INVALID_IMAGE : CUDA_SUCCESS;
}

CUresult Linkage::add(const char* bytes, std::size_t size) {
  std::string decoded;
  if (size > kTextHead.size() && starts_as_text(bytes)) {
    decoded = from_text_code(std::string(bytes, size).c_str());
    bytes = decoded.data();
    size = decoded.size();
  }
  if (is_ptx(bytes, size) && !is_complete_) {
    compiler::FrontRequest unit;
    unit.source.assign(bytes, strnlen(bytes, size));
    for (const char* needed : {".version", ".target"})
      if (unit.source.find(needed) == std::string::npos) return CUDA_ERROR_INVALID_PTX;
    units_ += compiler::pack_units({unit});
    has_ptx_ = true;
    return CUDA_SUCCESS;
  }
  ProgramHead head;
  if (const CUresult error = read_head(bytes, size, &head); error != CUDA_SUCCESS) return error;
  if (is_complete_) return CUDA_ERROR_INVALID_IMAGE;  // it has no room for more
  const std::string content(bytes + sizeof head, head.bytes);
  if (has_magic(head, kProgramMagic)) {
    if (!parts_.empty() || !units_.empty()) return CUDA_ERROR_INVALID_IMAGE;
    image_.assign(bytes, sizeof head + head.bytes);
    is_complete_ = true;
  } else if (has_magic(head, kUnitMagic)) {
    units_ += content;
  } else {
    parts_.push_back(content);
  }
  return CUDA_SUCCESS;
}

vgpuError_t Linkage::link(vgpuModule_t* module, std::string* log) const {
  if (units_.empty()) {
    std::vector<const void*> data;
    std::vector<std::size_t> sizes;
    for (const std::string& part : parts_) {
      data.push_back(part.data());
      sizes.push_back(part.size());
    }
    return vgpuModuleLinkParts(module, static_cast<int>(data.size()), data.data(), sizes.data());
  }
  std::vector<compiler::FrontRequest> parts(parts_.size());
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].source = parts_[i];
  const std::string all = compiler::pack_units(parts) + units_;
  std::string words(kLogBytes, '\0');
  vgpuBuildOptions build{};
  build.options = compiler::kUnitsOption.data();
  build.sourceSize = all.size();
  build.log = words.data();
  build.logSize = words.size();
  const vgpuError_t error = vgpuModuleLoadSource(module, all.data(), vgpuLanguageCUDA, &build);
  if (log != nullptr) *log = words.c_str();
  return error;
}

CUresult Linkage::complete(std::string* log) {
  if (is_complete_) return CUDA_SUCCESS;
  if (parts_.empty() && units_.empty()) return CUDA_ERROR_INVALID_VALUE;
  vgpuModule_t module = nullptr;
  vgpuError_t error = link(&module, log);
  if (error != vgpuSuccess && log != nullptr && log->empty()) *log = vgpuGetLastErrorMessage();
  if (error == vgpuErrorCompilationFailed && has_ptx_) return CUDA_ERROR_INVALID_PTX;
  if (error != vgpuSuccess) return result(error);
  std::size_t bytes = 0;
  error = vgpuModuleGetBinary(module, nullptr, &bytes);
  ProgramHead head{};
  std::memcpy(head.magic, kProgramMagic, sizeof head.magic);
  head.bytes = bytes;
  image_.assign(reinterpret_cast<const char*>(&head), sizeof head);
  image_.resize(sizeof head + bytes);
  if (error == vgpuSuccess)
    error = vgpuModuleGetBinary(module, image_.data() + sizeof head, &bytes);
  vgpuModuleUnload(module);
  is_complete_ = error == vgpuSuccess;
  return result(error);
}

}  // namespace vgpu::cuda
