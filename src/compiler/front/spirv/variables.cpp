// Variables of the module and of functions; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

llvm::MaybeAlign alignment_of(const Translation& state, Id id) {
  const Decoration* decoration = state.code.decoration(id, spv::DecorationAlignment);
  if (!decoration || decoration->operands.empty()) return {};
  const std::uint32_t bytes = decoration->operands[0];
  if (!llvm::isPowerOf2_32(bytes) || bytes > 4096) throw SpirvError("an alignment of no use");
  return llvm::Align(bytes);
}

llvm::Constant* initial_value(Translation& state, const Instruction& variable, llvm::Type* type) {
  const bool is_local = variable.operand(0) == spv::StorageClassWorkgroup;
  if (variable.count() > 1 && !is_local) {
    llvm::Constant* value = state.constant(variable.operand(1));
    if (value->getType() != type) throw SpirvError("a variable and its initialiser do not agree");
    return value;
  }
  return is_local ? llvm::UndefValue::get(type) : llvm::Constant::getNullValue(type);
}

void make_global(Translation& state, const Instruction& variable, llvm::Type* type) {
  const std::optional<Linkage> linkage = state.code.linkage(variable.result);
  const bool is_import = linkage && linkage->is_import;
  const auto storage = static_cast<spv::StorageClass>(variable.operand(0));
  const bool is_constant = storage == spv::StorageClassUniformConstant;
  auto* global = new llvm::GlobalVariable(
      *state.module, type, is_constant, linkage_kind(linkage),
      is_import ? nullptr : initial_value(state, variable, type),
      safe_name(linkage ? linkage->name : state.code.name(variable.result)), nullptr,
      llvm::GlobalValue::NotThreadLocal, address_space(storage));
  global->setAlignment(alignment_of(state, variable.result));
  state.set(variable.result, global);
}

void make_local(Translation& state, const Instruction& variable, llvm::Type* type) {
  llvm::AllocaInst* object = state.stack_object(type, state.code.name(variable.result));
  if (const llvm::MaybeAlign alignment = alignment_of(state, variable.result))
    object->setAlignment(*alignment);
  state.set(variable.result, object);
  if (variable.count() > 1) state.builder.CreateStore(state.constant(variable.operand(1)), object);
}

}  // namespace

bool translate_variable(Translation& state, const Instruction& instruction) {
  if (instruction.op != spv::OpVariable) return false;
  if (state.code.decoration(instruction.result, spv::DecorationBuiltIn)) return true;
  llvm::Type* type = state.type(state.code.element_of(instruction.type));
  state.types.check_size(type, state.module->getDataLayout());
  const auto storage = static_cast<spv::StorageClass>(instruction.operand(0));
  if (storage == spv::StorageClassFunction) {
    make_local(state, instruction, type);
  } else if (storage == spv::StorageClassUniformConstant ||
             storage == spv::StorageClassCrossWorkgroup || storage == spv::StorageClassWorkgroup) {
    make_global(state, instruction, type);
  } else {
    throw SpirvError("a variable's storage class " + std::to_string(storage) + " is not OpenCL's");
  }
  return true;
}

}  // namespace vgpu::compiler::spirv
