// Kernel text to a module in the convention that the passes expect; see front.h. The steps, in order.
// SPDX-License-Identifier: MIT
#include "compiler/front/front.h"

#include "compiler/front/check_module.h"
#include "compiler/front/kernel_info.h"
#include "compiler/front/link_library.h"
#include "compiler/front/linked_modules.h"
#include "compiler/front/lower_names.h"
#include "compiler/front/reach.h"
#include "compiler/front/retarget.h"
#include "compiler/front/source_module.h"
#include "compiler/front/variables.h"
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
      break;
  }
  return {{}, {}, {}, "error: this build has no front end for that language"};
}

std::string lower(llvm::Module& module, Language language) {
  std::string errors;
  retarget(module);
  if (language == Language::opencl) lower_work_items(module);
  if (language == Language::cuda) {
    errors = lower_inline_ptx(module);
    lower_texture_handles(module);
    lower_math_names(module);
    lower_runtime_names(module);
  }
  lower_printf(module);
  return errors;
}

std::string finish(SourceModule& source, ModuleInfo& info) {
  llvm::Module& module = *source.module;
  if (std::string error = link_library(module); !error.empty()) return error;
  if (std::string error = extract_variables(source, info); !error.empty()) return error;
  drop_unreached(module);
  mark_convention(module);
  if (std::string error = check_module(module); !error.empty()) return error;
  describe_kernels(source, info);
  return {};
}

SourceModule make_module(llvm::LLVMContext& context, const FrontRequest& request,
                         std::string& log) {
  if (!request.modules.empty()) return link_modules(context, request.modules, log);
  const LanguageSetup setup = setup_language(request);
  if (setup.error.empty()) return compile_text(context, request, setup, log);
  log = setup.error + "\n";
  return {};
}

}  // namespace

FrontResult compile_source(const FrontRequest& request) {
  FrontResult result;
  result.info.language = request.language;
  llvm::LLVMContext context;
  SourceModule source = make_module(context, request, result.log);
  result.files = source.files;
  if (!source.module) return result;
  std::string error = lower(*source.module, request.language);
  if (error.empty()) error = finish(source, result.info);
  result.log += error;
  if (!error.empty()) return result;
  llvm::raw_string_ostream stream(result.bitcode);
  llvm::WriteBitcodeToFile(*source.module, stream);
  result.ok = true;
  return result;
}

}  // namespace vgpu::compiler
