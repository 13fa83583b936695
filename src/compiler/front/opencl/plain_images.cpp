// Images and samplers of OpenCL C become pointers; see lower_names.h.
//
// clang gives them types of their own, which no pass behind it knows. The types stand in signatures, slots and calls
// alike, so a module that has any is written as text, renamed there, and read again. SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/SourceMgr.h"

namespace vgpu::compiler {
namespace {

constexpr llvm::StringRef kTypes[] = {"target(\"spirv.Image\"", "target(\"spirv.Sampler\""};

bool is_opaque(const llvm::Type* type) {
  return type->isTargetExtTy() &&
         (type->getTargetExtName() == "spirv.Image" || type->getTargetExtName() == "spirv.Sampler");
}

bool uses_images(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (is_opaque(function.getReturnType())) return true;
    for (const llvm::Argument& argument : function.args())
      if (is_opaque(argument.getType())) return true;
  }
  return false;
}

std::string renamed(llvm::StringRef text) {
  std::string out;
  while (!text.empty()) {
    std::size_t first = llvm::StringRef::npos;
    for (const llvm::StringRef type : kTypes) first = std::min(first, text.find(type));
    out += text.substr(0, first);
    if (first == llvm::StringRef::npos) break;
    out += "ptr";
    text = text.substr(text.find(')', first) + 1);
  }
  return out;
}

// A sampler's value is its bits (lib/opencl/image/descriptor.h).
void lower_samplers(llvm::Module& module) {
  llvm::Function* function = module.getFunction("__translate_sampler_initializer");
  if (!function) return;
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::IRBuilder<> builder(call);
    llvm::Value* bits = builder.CreateZExt(call->getArgOperand(0), builder.getInt64Ty());
    call->replaceAllUsesWith(builder.CreateIntToPtr(bits, call->getType()));
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

}  // namespace

std::string plain_images(std::unique_ptr<llvm::Module>& module) {
  if (!uses_images(*module)) return {};
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, nullptr);
  llvm::SMDiagnostic problem;
  auto plain = llvm::parseAssemblyString(renamed(text), problem, module->getContext());
  if (!plain) return "internal compiler error: " + problem.getMessage().str() + "\n";
  module = std::move(plain);
  lower_samplers(*module);
  return {};
}

}  // namespace vgpu::compiler
