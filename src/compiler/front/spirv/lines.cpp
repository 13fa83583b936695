// Debug information from OpLine; see lines.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/lines.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

namespace vgpu::compiler::spirv {

Lines::Lines(Translation& state) {
  const auto& all = state.code.instructions();
  const auto line = std::find_if(all.begin(), all.end(),
                                 [](const Instruction& one) { return one.op == spv::OpLine; });
  if (!state.options.lines || line == all.end()) return;
  builder_ = std::make_unique<llvm::DIBuilder>(*state.module);
  main_file_ = file(state, line->operand(0));
  builder_->createCompileUnit(llvm::dwarf::DW_LANG_OpenCL, main_file_, "vGPU SPIR-V", true, "", 0,
                              "", llvm::DICompileUnit::LineTablesOnly);
  state.module->addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                              llvm::DEBUG_METADATA_VERSION);
}

llvm::DIFile* Lines::file(const Translation& state, Id text) {
  llvm::DIFile*& place = files_[text];
  if (place) return place;
  const std::string path = state.code.text(text);
  return place = builder_->createFile(llvm::sys::path::filename(path),
                                      llvm::sys::path::parent_path(path));
}

void Lines::enter(Translation& state, llvm::Function& function) {
  state.builder.SetCurrentDebugLocation(llvm::DebugLoc());
  if (!builder_) return;
  auto* type = builder_->createSubroutineType(builder_->getOrCreateTypeArray({}));
  function_ = builder_->createFunction(main_file_, function.getName(), function.getName(),
                                       main_file_, 0, type, 0, llvm::DINode::FlagZero,
                                       llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(function_);
  state.builder.SetCurrentDebugLocation(llvm::DILocation::get(state.context, 0, 0, function_));
}

void Lines::follow(Translation& state, const Instruction& instruction) {
  if (!builder_ || !function_) return;
  if (instruction.op == spv::OpNoLine)
    state.builder.SetCurrentDebugLocation(llvm::DILocation::get(state.context, 0, 0, function_));
  if (instruction.op != spv::OpLine) return;
  llvm::DIScope* scope =
      builder_->createLexicalBlockFile(function_, file(state, instruction.operand(0)));
  state.builder.SetCurrentDebugLocation(
      llvm::DILocation::get(state.context, instruction.operand(1), instruction.operand(2), scope));
}

void Lines::finish() {
  if (builder_) builder_->finalize();
}

}  // namespace vgpu::compiler::spirv
