// Kernel text to a module in the convention that the passes expect; see front.h. The steps, in order.
// SPDX-License-Identifier: MIT
#include "compiler/front/front.h"

#include "compiler/front/check_module.h"
#include "compiler/front/cuda/ptx_module.h"
#include "compiler/front/kernel_info.h"
#include "compiler/front/link_library.h"
#include "compiler/front/linked_modules.h"
#include "compiler/front/lower_names.h"
#include "compiler/front/reach.h"
#include "compiler/front/retarget.h"
#include "compiler/front/source_module.h"
#include "compiler/front/spirv/translate.h"
#include "compiler/front/variables.h"
#include "compiler/passes/device_names.h"
#include "compiler/spirv_outline.h"
#include "compiler/units.h"
#include "llvm/Bitcode/BitcodeWriter.h"

namespace vgpu::compiler {
namespace {

constexpr std::size_t kMaxSourceBytes = std::size_t{16} << 20;

LanguageSetup setup_language(const FrontRequest& request) {
  if (request.source.size() > kMaxSourceBytes)
    return {{}, {}, {}, "error: the source is too large"};
  switch (request.language) {
    case Language::opencl:
      return setup_opencl(request);
    case Language::cuda:
      return setup_cuda(request);
    case Language::spirv:
      break;  // has a front end of its own
  }
  return {{}, {}, {}, "error: clang does not read this language"};
}

std::string lower(std::unique_ptr<llvm::Module>& plain, Language language) {
  if (std::string error = plain_images(plain); !error.empty()) return error;
  llvm::Module& module = *plain;
  retarget(module);
  if (language != Language::cuda) lower_work_items(module);
  if (language == Language::cuda) {
    module.addModuleFlag(llvm::Module::Max, kCountsOnWarps, 1);
    lower_class_arguments(module);
    lower_shifts(module);
    lower_wrapping(module);
    lower_shared_indices(module);
    lower_conversions(module);
    // What failed has left functions without their ends.
    if (std::string errors = lower_inline_ptx(module); !errors.empty()) return errors;
    lower_texture_handles(module);
    lower_math_names(module);
    lower_runtime_names(module);
    lower_child_launches(module);
    lower_cluster_sizes(module);
    widen_printed_classes(module);
  }
  lower_printf(module);
  limit_unrolling(module);
  return {};
}

std::string finish(SourceModule& source, ModuleInfo& info) {
  llvm::Module& module = *source.module;
  if (std::string error = link_library(module); !error.empty()) return error;
  if (std::string error = extract_variables(source, info); !error.empty()) return error;
  drop_unreached(module);
  lower_half_operations(module);
  mark_convention(module);
  if (std::string error = check_module(module); !error.empty()) return error;
  describe_kernels(source, info);
  return {};
}

SourceModule compile_unit(llvm::LLVMContext& context, const FrontRequest& request,
                          FrontResult& result);

// By way of C++, which is small enough even for large texts.
SourceModule compile_ptx(llvm::LLVMContext& context, const FrontRequest& request,
                         FrontResult& result) {
  FrontRequest translated = request;
  std::string error;
  translated.source = cuda_of_ptx(request.source, error);
  if (error.empty()) return compile_unit(context, translated, result);
  result.log += error + "\n";
  return {};
}

// The unit's module and notes; without a module, result's log says why.
SourceModule compile_unit(llvm::LLVMContext& context, const FrontRequest& request,
                          FrontResult& result) {
  if (!request.modules.empty()) return link_modules(context, request.modules, result.log);
  if (request.language == Language::spirv) return spirv::translate(context, request, result.log);
  if (request.language == Language::cuda && is_ptx_module(request.source))
    return compile_ptx(context, request, result);
  const LanguageSetup setup = setup_language(request);
  if (!setup.error.empty()) {
    result.log += setup.error + "\n";
    return {};
  }
  SourceModule source = compile_text(context, request, setup, result.log);
  result.files.insert(result.files.end(), source.files.begin(), source.files.end());
  return source;
}

// What vgpucc -dc has left of a file; links of programs that compile other units while they run have such among them.
bool is_bitcode(std::string_view bytes) { return bytes.starts_with("BC\xC0\xDE"); }

// All units linked into the first one's module, which is null if that fails.
SourceModule compile_units(llvm::LLVMContext& context, const FrontRequest& request,
                           FrontResult& result) {
  SourceModule all;
  for (FrontRequest& unit : unpack_units(request.source)) {
    unit.language = is_spirv(unit.source) ? Language::spirv : request.language;
    unit.debug_info = request.debug_info;
    if (is_bitcode(unit.source)) unit.modules = {std::move(unit.source)};
    SourceModule one = compile_unit(context, unit, result);
    if (!one.module) return {};
    if (!all.module) {
      all = std::move(one);
      continue;
    }
    all.kernels.merge(one.kernels);
    all.variables.merge(one.variables);
    if (link_module(*all.module, std::move(one.module), result.log)) return {};
  }
  return all;
}

bool takes_word(std::string& options, std::string_view word) {
  if (!options.starts_with(word)) return false;
  options.erase(0, word.size());
  return true;
}

}  // namespace

FrontResult compile_source(const FrontRequest& original) {
  FrontRequest request = original;
  const bool check_only = takes_word(request.options, kCheckOption);
  const bool units = takes_word(request.options, kUnitsOption);
  FrontResult result;
  result.info.language = request.language;
  llvm::LLVMContext context;
  SourceModule source =
      units ? compile_units(context, request, result) : compile_unit(context, request, result);
  if (!source.module) return result;
  if (check_only && request.modules.empty()) {
    result.ok = true;
    return result;
  }
  std::string error = lower(source.module, request.language);
  if (error.empty())
    error = check_only ? check_module(*source.module) : finish(source, result.info);
  result.log += error;
  result.ok = error.empty();
  if (!result.ok || check_only) return result;
  llvm::raw_string_ostream stream(result.bitcode);
  llvm::WriteBitcodeToFile(*source.module, stream);
  return result;
}

}  // namespace vgpu::compiler
