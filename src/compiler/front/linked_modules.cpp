// Device code that clang has compiled already, as one module; see linked_modules.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/linked_modules.h"

#include "compiler/front/link_library.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

namespace vgpu::compiler {
namespace {

constexpr char kManagedMark[] = "vgpu.managed";

// The name of a kernel as a user would write it: without return type and parameters.
std::string readable_name(llvm::StringRef symbol) {
  llvm::ItaniumPartialDemangler demangler;
  const std::string text = symbol.str();
  if (demangler.partialDemangle(text.c_str()) || !demangler.isFunction()) return text;
  char* name = demangler.getFunctionName(nullptr, nullptr);
  const std::string result = name ? name : text;
  std::free(name);
  return result;
}

// {function, "maxntidx", N}: what __launch_bounds__ says.
void note_kernels(const llvm::Module& module, SourceModule& result) {
  const llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations) return;
  for (const llvm::MDNode* node : annotations->operands()) {
    if (node->getNumOperands() < 3) continue;
    auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    const auto* kind = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(1).get());
    const auto* value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(2));
    if (!function || !kind || !value) continue;
    KernelNote& note = result.kernels[function->getName().str()];
    if (note.name.empty()) note.name = readable_name(function->getName());
    if (kind->getString() == "maxntidx")
      note.max_local_items = static_cast<std::uint32_t>(value->getLimitedValue(1024));
  }
}

// llvm.global.annotations: {variable, text, file, line, arguments} each.
void note_managed(const llvm::Module& module, SourceModule& result) {
  const llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations");
  if (!list || !list->hasInitializer()) return;
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (!entry) continue;
    const llvm::Value* marked = entry->getOperand(0)->stripPointerCasts();
    const auto* mark =
        llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(1)->stripPointerCasts());
    if (!mark || !mark->hasInitializer()) continue;
    const auto* text = llvm::dyn_cast<llvm::ConstantDataArray>(mark->getInitializer());
    if (!text || !text->isCString() || text->getAsCString() != kManagedMark) continue;
    result.variables[marked->getName().str()] = {llvm::demangle(marked->getName()), true};
  }
}

void note_variables(const llvm::Module& module, SourceModule& result) {
  for (const llvm::GlobalVariable& variable : module.globals())
    if (variable.hasInitializer() && !variable.hasPrivateLinkage())
      result.variables.try_emplace(variable.getName().str(),
                                   VariableNote{llvm::demangle(variable.getName()), false});
}

// A static variable that host code names gets a suffix, to be unique in the program. clang decides so at the host's
// first use and leaves the old name in device code that stands before it.
void join_static_names(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    const auto suffix = variable.getName().find("__static__");
    if (suffix == llvm::StringRef::npos || !variable.hasInitializer()) continue;
    llvm::GlobalVariable* old = module.getNamedGlobal(variable.getName().take_front(suffix));
    if (!old || !old->isDeclaration()) continue;
    old->replaceAllUsesWith(&variable);
    old->eraseFromParent();
  }
}

}  // namespace

SourceModule link_modules(llvm::LLVMContext& context, const std::vector<std::string>& modules,
                          std::string& log) {
  SourceModule result;
  context.setDiagnosticHandler(make_log_handler(log));
  auto whole = std::make_unique<llvm::Module>("program", context);
  llvm::Linker linker(*whole);
  for (const std::string& bytes : modules) {
    auto read = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "device code"), context);
    if (!read) {
      log += "error: " + llvm::toString(read.takeError()) + "\n";
      return result;
    }
    join_static_names(**read);
    if (whole->getTargetTriple().empty()) {
      whole->setTargetTriple((*read)->getTargetTriple());
      whole->setDataLayout((*read)->getDataLayout());
    }
    if (linker.linkInModule(std::move(*read))) return result;
  }
  note_kernels(*whole, result);
  note_managed(*whole, result);
  note_variables(*whole, result);
  result.module = std::move(whole);
  return result;
}

}  // namespace vgpu::compiler
