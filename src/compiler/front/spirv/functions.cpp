// Functions: signatures, linkage, kernels and what is said about them; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"
#include "compiler/front/spirv/kernel_notes.h"

namespace vgpu::compiler::spirv {
namespace {

struct EntryPoint {
  Id function = 0;
  std::string name;
};

std::vector<EntryPoint> entry_points(const Code& code) {
  std::vector<EntryPoint> result;
  for (const Instruction& instruction : code.instructions()) {
    if (instruction.op != spv::OpEntryPoint) continue;
    result.push_back({instruction.operand(1), safe_name(text_at(instruction, 2))});
  }
  return result;
}

void set_parameter_attributes(Translation& state, const Instruction& parameter,
                              llvm::Argument& argument) {
  argument.setName(state.code.name(parameter.result));
  const bool is_pointer =
      argument.getType()->isPointerTy() && state.code.is_type(parameter.type, spv::OpTypePointer);
  for (const Decoration& decoration : state.code.decorations(parameter.result)) {
    if (!is_pointer || decoration.operands.empty()) continue;
    if (decoration.kind == spv::DecorationAlignment && llvm::isPowerOf2_32(decoration.operands[0]))
      argument.addAttr(
          llvm::Attribute::getWithAlignment(state.context, llvm::Align(decoration.operands[0])));
    if (decoration.kind != spv::DecorationFuncParamAttr) continue;
    llvm::Type* pointee = state.type(state.code.element_of(parameter.type));
    const std::uint32_t which = decoration.operands[0];
    if (which == spv::FunctionParameterAttributeByVal && pointee->isSized())
      argument.addAttr(llvm::Attribute::getWithByValType(state.context, pointee));
    if (which == spv::FunctionParameterAttributeSret && pointee->isSized())
      argument.addAttr(llvm::Attribute::getWithStructRetType(state.context, pointee));
    if (which == spv::FunctionParameterAttributeNoAlias) argument.addAttr(llvm::Attribute::NoAlias);
    if (which == spv::FunctionParameterAttributeNoWrite)
      argument.addAttr(llvm::Attribute::ReadOnly);
  }
}

// Producers export a kernel's body under the name of its entry point, which calls it: there the kernel has the name.
// False: a kernel has it already.
bool take_name(Translation& state, const std::string& name, bool is_kernel) {
  llvm::GlobalValue* other = state.module->getNamedValue(name);
  if (!other) return true;
  const auto* function = llvm::dyn_cast<llvm::Function>(other);
  const bool other_is_kernel =
      function && function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
  if (!other->hasLocalLinkage() && is_kernel == other_is_kernel)
    throw SpirvError("'" + name + "' is defined twice");
  if (other_is_kernel) return false;
  other->setLinkage(llvm::GlobalValue::InternalLinkage);
  other->setName("");
  return true;
}

llvm::Function* declare(Translation& state, const Instruction& made, const std::string& name,
                        llvm::GlobalValue::LinkageTypes linkage, bool is_kernel) {
  llvm::FunctionType* type = state.types.function(made.operand(1));
  if (linkage != llvm::GlobalValue::InternalLinkage && !take_name(state, name, is_kernel))
    linkage = llvm::GlobalValue::InternalLinkage;
  auto* function = llvm::Function::Create(type, linkage, name, *state.module);
  function->setCallingConv(is_kernel ? llvm::CallingConv::SPIR_KERNEL
                                     : llvm::CallingConv::SPIR_FUNC);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  const std::uint32_t control = made.operand(0);
  if (control & spv::FunctionControlConstMask) {
    function->setDoesNotAccessMemory();
  } else {
    function->addFnAttr(llvm::Attribute::Convergent);
  }
  if (control & spv::FunctionControlInlineMask) function->addFnAttr(llvm::Attribute::InlineHint);
  return function;
}

// One function may be several kernels: those behind the first one call it.
void add_kernel_names(Translation& state, const std::vector<EntryPoint>& entries) {
  std::set<Id> seen;
  for (const EntryPoint& entry : entries) {
    if (seen.insert(entry.function).second) continue;
    llvm::Function* first = state.functions.at(entry.function);
    auto* other = llvm::Function::Create(first->getFunctionType(), first->getLinkage(), entry.name,
                                         *state.module);
    other->copyAttributesFrom(first);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(state.context, "", other));
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (llvm::Argument& argument : other->args()) arguments.push_back(&argument);
    auto* call = builder.CreateCall(first, arguments);
    call->setCallingConv(first->getCallingConv());
    call->setAttributes(first->getAttributes());
    builder.CreateRetVoid();
  }
}

}  // namespace

void declare_functions(Translation& state) {
  const std::vector<EntryPoint> entries = entry_points(state.code);
  const auto entry_of = [&](Id id) {
    return std::find_if(entries.begin(), entries.end(),
                        [&](const EntryPoint& entry) { return entry.function == id; });
  };
  llvm::Function* current = nullptr;
  unsigned parameter = 0;
  for (const Instruction& instruction : state.code.instructions()) {
    if (instruction.op == spv::OpFunction) {
      const auto entry = entry_of(instruction.result);
      const std::optional<Linkage> linkage = state.code.linkage(instruction.result);
      const bool is_kernel = entry != entries.end();
      const std::string name = is_kernel ? entry->name
                               : linkage ? safe_name(linkage->name)
                                         : safe_name(state.code.name(instruction.result));
      current = declare(state, instruction, name,
                        is_kernel ? llvm::GlobalValue::ExternalLinkage : linkage_kind(linkage),
                        is_kernel);
      state.functions[instruction.result] = current;
      parameter = 0;
    } else if (instruction.op == spv::OpFunctionParameter) {
      if (!current || parameter >= current->arg_size()) throw SpirvError("a parameter too many");
      llvm::Argument* argument = current->getArg(parameter++);
      set_parameter_attributes(state, instruction, *argument);
      state.set(instruction.result, argument);
    }
  }
}

void describe_entry_points(Translation& state, SourceModule& result) {
  const std::vector<EntryPoint> entries = entry_points(state.code);
  for (const EntryPoint& entry : entries)
    if (!state.functions.contains(entry.function)) throw SpirvError("an entry point has no body");
  add_kernel_names(state, entries);
  for (const EntryPoint& entry : entries)
    note_kernel(state, entry.function, *state.module->getFunction(entry.name), result);
}

}  // namespace vgpu::compiler::spirv
