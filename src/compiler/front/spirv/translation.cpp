// What is known while a module is translated; see translation.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/translation.h"

#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

constexpr char kSpirTriple[] = "spir64-unknown-unknown";
constexpr char kSpirLayout[] =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:"
    "64-G1";

}  // namespace

std::string safe_name(const std::string& name) {
  return name.starts_with("llvm.") ? "spirv." + name : name;
}

llvm::GlobalValue::LinkageTypes linkage_kind(const std::optional<Linkage>& linkage) {
  if (!linkage) return llvm::GlobalValue::InternalLinkage;
  return linkage->is_shared ? llvm::GlobalValue::LinkOnceODRLinkage
                            : llvm::GlobalValue::ExternalLinkage;
}

Translation::Translation(const Code& of_code, const Options& with, llvm::LLVMContext& in)
    : code(of_code),
      options(with),
      context(in),
      module(std::make_unique<llvm::Module>("spirv", in)),
      types(of_code, in),
      builder(in) {
  module->setTargetTriple(kSpirTriple);
  module->setDataLayout(kSpirLayout);
}

llvm::Value* Translation::value(Id id) {
  if (const auto found = values_.find(id); found != values_.end()) return found->second;
  if (code.decoration(id, spv::DecorationBuiltIn)) return builtin_variable(id);
  if (const auto found = functions.find(id); found != functions.end()) return found->second;
  throw SpirvError("%" + std::to_string(id) + " has no value where it is used");
}

llvm::Constant* Translation::constant(Id id) {
  auto* made = llvm::dyn_cast<llvm::Constant>(value(id));
  if (!made) throw SpirvError("%" + std::to_string(id) + " is not a constant");
  return made;
}

std::optional<std::uint64_t> Translation::number(Id id) {
  const auto found = values_.find(id);
  if (found == values_.end()) return std::nullopt;
  const auto* made = llvm::dyn_cast<llvm::ConstantInt>(found->second);
  if (!made) return std::nullopt;
  return made->getZExtValue();
}

llvm::BasicBlock* Translation::block(Id label_id) {
  llvm::BasicBlock*& place = blocks_[label_id];
  if (!place) place = llvm::BasicBlock::Create(context, code.name(label_id), function_);
  return place;
}

void Translation::enter(llvm::Function& function, Id id) {
  function_ = &function;
  function_id = id;
  blocks_.clear();
  block_ends.clear();
  builtins_.clear();
}

llvm::AllocaInst* Translation::stack_object(llvm::Type* type_of_object, const llvm::Twine& name) {
  types.check_size(type_of_object, module->getDataLayout());
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  return at_entry.CreateAlloca(type_of_object, nullptr, name);
}

// Variables of this kind are read only: each function that names one keeps a copy on its stack, which becomes registers.
llvm::Value* Translation::builtin_variable(Id id) {
  llvm::Value*& place = builtins_[id];
  if (place) return place;
  if (!function_) throw SpirvError("a built-in variable stands outside of all functions");
  const Decoration& decoration = *code.decoration(id, spv::DecorationBuiltIn);
  if (decoration.operands.empty()) throw SpirvError("a built-in variable has no meaning");
  llvm::Type* held = type(code.element_of(code.type_of(id)));
  llvm::AllocaInst* object = stack_object(held, code.name(id));
  llvm::IRBuilderBase::InsertPointGuard guard(builder);
  builder.SetInsertPoint(object->getParent(), std::next(object->getIterator()));
  const auto which = static_cast<spv::BuiltIn>(decoration.operands[0]);
  builder.CreateStore(builtin_value(*this, which, held), object);
  return place = object;
}

ParameterName Translation::parameter(Id id, bool is_signed, bool is_const) const {
  const Instruction& made = code.definition(id);
  ParameterName name;
  switch (made.op) {
    case spv::OpTypePointer:
      name = parameter(made.operand(1), is_signed);
      if (name.space >= 0) throw SpirvError("a builtin function takes no pointer to a pointer");
      name.space = static_cast<int>(address_space(static_cast<spv::StorageClass>(made.operand(0))));
      name.is_const = is_const;
      return name;
    case spv::OpTypeVector:
      name = parameter(made.operand(0), is_signed);
      name.count = made.operand(1);
      return name;
    case spv::OpTypeInt:
      name.element = integer_letter(made.operand(0), is_signed);
      return name;
    case spv::OpTypeFloat:
      name.element = made.operand(0) == 16 ? "Dh" : made.operand(0) == 32 ? "f" : "d";
      return name;
    case spv::OpTypeEvent:
      name.element = "9ocl_event";
      return name;
    default:
      throw SpirvError("a builtin function takes numbers, vectors and pointers to them");
  }
}

llvm::CallInst* Translation::call(llvm::StringRef name, llvm::Type* result,
                                  llvm::ArrayRef<ParameterName> parameters,
                                  llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 6> argument_types;
  for (const llvm::Value* argument : arguments) argument_types.push_back(argument->getType());
  auto* wanted = llvm::FunctionType::get(result, argument_types, false);
  auto callee = module->getOrInsertFunction(mangle(name, parameters), wanted);
  auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee());
  if (!function || function->getFunctionType() != wanted)
    throw SpirvError("'" + name.str() + "' is called in two ways that do not agree");
  function->addFnAttr(llvm::Attribute::NoUnwind);
  return builder.CreateCall(callee, arguments);
}

llvm::FastMathFlags Translation::math_flags(Id id) const {
  llvm::FastMathFlags flags = options.math;
  const Decoration* no_fusion = code.decoration(id, spv::DecorationNoContraction);
  if (!no_fusion && !no_contraction.contains(function_id)) flags.setAllowContract();
  const Decoration* decoration = code.decoration(id, spv::DecorationFPFastMathMode);
  if (!decoration || decoration->operands.empty()) return flags;
  const std::uint32_t mask = decoration->operands[0];
  if (mask & spv::FPFastMathModeFastMask) flags.setFast();
  if (mask & spv::FPFastMathModeNotNaNMask) flags.setNoNaNs();
  if (mask & spv::FPFastMathModeNotInfMask) flags.setNoInfs();
  if (mask & spv::FPFastMathModeNSZMask) flags.setNoSignedZeros();
  if (mask & spv::FPFastMathModeAllowRecipMask) flags.setAllowReciprocal();
  return flags;
}

}  // namespace vgpu::compiler::spirv
