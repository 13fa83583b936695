// The functions of nvrtc.h: a program's text, compiled by vGPU into a module that cuModuleLoadData takes.
//
// The "lowered" name of an expression is the one that the module has for that kernel: C++'s own, template arguments
// and all. Relocatable code is the text itself, checked: whoever links it compiles it together with the others'.
// SPDX-License-Identifier: MIT
#include <nvrtc.h>
#include <vgpu/c/module.h>

#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "api/cuda/embedded_program.h"
#include "api/cuda/library_call.h"
#include "api/cuda/text_code.h"
#include "compiler/units.h"

struct _nvrtcProgram {
  std::string source, name;
  std::vector<std::string> header_texts, header_names;
  std::vector<std::string> expressions;
  std::map<std::string, std::string> lowered;  // name in the module of each, once compiled
  std::string log, image;
  bool compiled = false;
};

namespace {

namespace compiler = vgpu::compiler;
using vgpu::cuda::kProgramMagic;
using vgpu::cuda::kUnitMagic;
using vgpu::cuda::ProgramHead;

constexpr int kArchitectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
constexpr std::size_t kLogBytes = std::size_t{1} << 20;

template <typename Body>
nvrtcResult call(Body&& body) noexcept {
  return vgpu::cuda::library_call(NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_INTERNAL_ERROR, body);
}

std::string quoted(const std::string& word) {
  std::string text = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\" ";
}

// An expression without its address operator and the blanks that mean nothing.
std::string plain(const std::string& expression) {
  std::string text;
  for (const char c : expression) {
    if (std::strchr(" \t\n\r", c) != nullptr) continue;
    if (c == '&' && text.empty()) continue;
    text += c;
  }
  return text;
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> all;
  all.reserve(texts.size());
  for (const std::string& text : texts) all.push_back(text.c_str());
  return all;
}

ProgramHead head_of(const char (&magic)[8], std::size_t bytes) {
  ProgramHead head{};
  std::memcpy(head.magic, magic, sizeof head.magic);
  head.bytes = bytes;
  return head;
}

// The module's bytes behind the head by which they tell their size.
vgpuError_t save(vgpuModule_t module, std::string& image) {
  std::size_t bytes = 0;
  if (const vgpuError_t error = vgpuModuleGetBinary(module, nullptr, &bytes)) return error;
  const ProgramHead head = head_of(kProgramMagic, bytes);
  image.assign(sizeof head + bytes, '\0');
  std::memcpy(image.data(), &head, sizeof head);
  return vgpuModuleGetBinary(module, image.data() + sizeof head, &bytes);
}

vgpuError_t build(_nvrtcProgram& program, const std::string& options, vgpuModule_t* module) {
  const std::vector<const char*> texts = pointers(program.header_texts);
  const std::vector<const char*> names = pointers(program.header_names);
  std::string log(kLogBytes, '\0');
  vgpuBuildOptions build{};
  build.options = options.c_str();
  build.fileName = program.name.c_str();
  build.headerCount = static_cast<int>(texts.size());
  build.headerTexts = texts.data();
  build.headerNames = names.data();
  build.log = log.data();
  build.logSize = log.size();
  const vgpuError_t error =
      vgpuModuleLoadSource(module, program.source.c_str(), vgpuLanguageCUDA, &build);
  program.log = log.c_str();
  if (error != vgpuSuccess && program.log.empty()) program.log = vgpuGetLastErrorMessage();
  return error;
}

std::set<std::string> kernel_names(vgpuModule_t module) {
  std::set<std::string> all;
  int count = 0;
  vgpuModuleGetKernelCount(&count, module);
  for (int i = 0; i < count; ++i) {
    const char* name = nullptr;
    if (vgpuModuleGetKernelName(&name, module, i) == vgpuSuccess) all.insert(name);
  }
  return all;
}

std::string with_expressions(const _nvrtcProgram& program, std::string options, std::size_t left) {
  for (std::size_t i = 0; i < program.expressions.size(); ++i)
    if (i != left) options += quoted("--name-expression=" + program.expressions[i]);
  return options;
}

// The kernel that expression i means. Spelled otherwise than the compiler spells it (k<Real>), it is the one that is
// missing when everything but the expression is compiled. A variable keeps its name.
std::string name_of(_nvrtcProgram& program, std::size_t i, const std::set<std::string>& kernels,
                    const std::string& options) {
  const std::string wanted = plain(program.expressions[i]);
  for (const std::string& kernel : kernels)
    if (plain(kernel) == wanted) return kernel;
  vgpuModule_t module = nullptr;
  if (build(program, with_expressions(program, options, i), &module) != vgpuSuccess) return wanted;
  const std::set<std::string> others = kernel_names(module);
  vgpuModuleUnload(module);
  for (const std::string& kernel : kernels)
    if (!others.contains(kernel)) return kernel;
  return wanted;
}

// The text with its options and headers, for a link.
void save_unit(_nvrtcProgram& program, const std::string& options) {
  compiler::FrontRequest unit;
  unit.source = program.source;
  unit.options = options;
  for (std::size_t i = 0; i < program.header_texts.size(); ++i)
    unit.headers.emplace_back(program.header_names[i], program.header_texts[i]);
  const std::string packed = compiler::pack_units({unit});
  const ProgramHead head = head_of(kUnitMagic, packed.size());
  program.image.assign(reinterpret_cast<const char*>(&head), sizeof head);
  program.image += packed;
}

bool makes_relocatable(std::string_view option) {
  if (option.starts_with("--")) option.remove_prefix(1);
  return option == "-rdc=true" || option == "-relocatable-device-code=true" || option == "-dc" ||
         option == "-device-c" || option == "-dlto" || option == "-dlink-time-opt";
}

nvrtcResult failure(const _nvrtcProgram& program, vgpuError_t error) {
  if (error == vgpuErrorMemoryAllocation) return NVRTC_ERROR_OUT_OF_MEMORY;
  const bool option = program.log.starts_with("error: unknown build option") ||
                      program.log.starts_with("error: build option");
  return option ? NVRTC_ERROR_INVALID_OPTION : NVRTC_ERROR_COMPILATION;
}

// Kernels that need other files have the names that the program gave them; those that do not are found as everywhere.
void name_kernels(_nvrtcProgram& program, const std::string& options) {
  if (program.expressions.empty()) return;
  vgpuModule_t module = nullptr;
  std::set<std::string> kernels;
  if (build(program, with_expressions(program, options, program.expressions.size()), &module) ==
      vgpuSuccess) {
    kernels = kernel_names(module);
    vgpuModuleUnload(module);
  }
  for (std::size_t i = 0; i < program.expressions.size(); ++i)
    program.lowered[plain(program.expressions[i])] =
        kernels.empty() ? program.expressions[i] : name_of(program, i, kernels, options);
}

nvrtcResult compile_relocatable(_nvrtcProgram& program, const std::string& options) {
  const std::string all = with_expressions(program, options, program.expressions.size());
  vgpuModule_t module = nullptr;
  const vgpuError_t error =
      build(program, std::string(compiler::kCheckOption) + ' ' + all, &module);
  if (error != vgpuSuccess) return failure(program, error);
  vgpuModuleUnload(module);
  save_unit(program, all);
  const std::string log = program.log;
  name_kernels(program, options);
  program.log = log;
  return NVRTC_SUCCESS;
}

nvrtcResult compile(_nvrtcProgram& program, const std::string& options) {
  vgpuModule_t module = nullptr;
  vgpuError_t error =
      build(program, with_expressions(program, options, program.expressions.size()), &module);
  if (error == vgpuSuccess) {
    const std::set<std::string> kernels = kernel_names(module);
    const std::string log = program.log;
    error = save(module, program.image);
    vgpuModuleUnload(module);
    for (std::size_t i = 0; i < program.expressions.size(); ++i)
      program.lowered[plain(program.expressions[i])] = name_of(program, i, kernels, options);
    program.log = log;
  }
  return error == vgpuSuccess ? NVRTC_SUCCESS : failure(program, error);
}

// Texts are given with the 0 at their end, modules as they are.
nvrtcResult copy_out(const char* data, std::size_t bytes, char* out) {
  if (out == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(out, data, bytes);
  return NVRTC_SUCCESS;
}

}  // namespace

const char* nvrtcGetErrorString(nvrtcResult result) {
  static constexpr const char* kNames[] = {"NVRTC_SUCCESS",
                                           "NVRTC_ERROR_OUT_OF_MEMORY",
                                           "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                           "NVRTC_ERROR_INVALID_INPUT",
                                           "NVRTC_ERROR_INVALID_PROGRAM",
                                           "NVRTC_ERROR_INVALID_OPTION",
                                           "NVRTC_ERROR_COMPILATION",
                                           "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                           "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                           "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                           "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                           "NVRTC_ERROR_INTERNAL_ERROR"};
  const auto index = static_cast<std::size_t>(result);
  return index < std::size(kNames) ? kNames[index] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *major = CUDART_VERSION / 1000;
  *minor = CUDART_VERSION % 1000 / 10;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs) {
  if (numArchs == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *numArchs = static_cast<int>(std::size(kArchitectures));
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs) {
  if (supportedArchs == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(supportedArchs, kArchitectures, sizeof kArchitectures);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name,
                               int numHeaders, const char* const* headers,
                               const char* const* includeNames) {
  return call([&] {
    if (prog == nullptr || src == nullptr || numHeaders < 0) return NVRTC_ERROR_INVALID_INPUT;
    if (numHeaders > 0 && (headers == nullptr || includeNames == nullptr))
      return NVRTC_ERROR_INVALID_INPUT;
    auto program = std::make_unique<_nvrtcProgram>();
    program->source = src;
    program->name = name != nullptr && *name != 0 ? name : "default_program";
    for (int i = 0; i < numHeaders; ++i) {
      if (headers[i] == nullptr || includeNames[i] == nullptr) return NVRTC_ERROR_INVALID_INPUT;
      program->header_texts.emplace_back(headers[i]);
      program->header_names.emplace_back(includeNames[i]);
    }
    *prog = program.release();
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog) {
  if (prog == nullptr || *prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  delete *prog;
  *prog = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char* const* options) {
  return call([&] {
    if (prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    if (numOptions < 0 || (numOptions > 0 && options == nullptr)) return NVRTC_ERROR_INVALID_INPUT;
    std::string text;
    bool relocatable = false;
    for (int i = 0; i < numOptions; ++i) {
      if (options[i] == nullptr) return NVRTC_ERROR_INVALID_INPUT;
      text += quoted(options[i]);
      relocatable |= makes_relocatable(options[i]);
    }
    prog->image.clear();
    prog->lowered.clear();
    const nvrtcResult result =
        relocatable ? compile_relocatable(*prog, text) : compile(*prog, text);
    prog->compiled = result == NVRTC_SUCCESS;
    return result;
  });
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* size) {
  if (prog == nullptr || !prog->compiled) return NVRTC_ERROR_INVALID_PROGRAM;
  if (size == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *size = vgpu::cuda::to_text_code(prog->image).size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx) {
  if (prog == nullptr || !prog->compiled) return NVRTC_ERROR_INVALID_PROGRAM;
  const std::string text = vgpu::cuda::to_text_code(prog->image);
  return copy_out(text.c_str(), text.size() + 1, ptx);
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* size) {
  if (prog == nullptr || !prog->compiled) return NVRTC_ERROR_INVALID_PROGRAM;
  if (size == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *size = prog->image.size();
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin) {
  if (prog == nullptr || !prog->compiled) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(prog->image.data(), prog->image.size(), cubin);
}

// What a link takes is the same whatever it is called.
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t* size) {
  return nvrtcGetCUBINSize(prog, size);
}
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char* ltoIr) { return nvrtcGetCUBIN(prog, ltoIr); }

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* size) {
  if (prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  if (size == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *size = prog->log.size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log) {
  if (prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  return copy_out(prog->log.c_str(), prog->log.size() + 1, log);
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* nameExpression) {
  return call([&] {
    if (prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    if (nameExpression == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    if (prog->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    const std::string text = nameExpression;
    const std::size_t first = text.find_first_not_of(" \t\n\r&");
    if (first == std::string::npos) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    prog->expressions.push_back(text.substr(first));
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* nameExpression,
                                const char** loweredName) {
  return call([&] {
    if (prog == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
    if (nameExpression == nullptr || loweredName == nullptr) return NVRTC_ERROR_INVALID_INPUT;
    if (!prog->compiled) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    const auto found = prog->lowered.find(plain(nameExpression));
    if (found == prog->lowered.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    *loweredName = found->second.c_str();
    return NVRTC_SUCCESS;
  });
}
