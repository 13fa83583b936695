// SPIR-V's types as LLVM's; see types.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/types.h"

namespace vgpu::compiler::spirv {
namespace {

// Far above what any kernel has, far below what overflows LLVM's arithmetic of sizes.
constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 32;
constexpr std::uint64_t kMaxObjectBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxTypeBits = std::uint64_t{1} << 48;

}  // namespace

unsigned address_space(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClassFunction:
    case spv::StorageClassPrivate:
    case spv::StorageClassInput:
      return 0;
    case spv::StorageClassCrossWorkgroup:
      return 1;
    case spv::StorageClassUniformConstant:
      return 2;
    case spv::StorageClassWorkgroup:
      return 3;
    case spv::StorageClassGeneric:
      return 4;
    default:
      throw SpirvError("storage class " + std::to_string(storage) + " is not one of OpenCL's");
  }
}

llvm::Type* Types::get(Id id) {
  if (const auto found = types_.find(id); found != types_.end()) return found->second;
  llvm::Type* type = make(code_.definition(id));
  return types_[id] = type;
}

llvm::Type* Types::make_float(const Instruction& made) {
  switch (made.operand(0)) {
    case 16:
      return llvm::Type::getHalfTy(context_);
    case 32:
      return llvm::Type::getFloatTy(context_);
    case 64:
      return llvm::Type::getDoubleTy(context_);
    default:
      throw SpirvError("floats have 16, 32 or 64 bits");
  }
}

llvm::Type* Types::make_array(const Instruction& made) {
  const auto length = lengths_.find(made.operand(1));
  if (length == lengths_.end()) throw SpirvError("an array's length is not a constant");
  if (length->second == 0 || length->second > kMaxElements)
    throw SpirvError("an array of " + std::to_string(length->second) + " elements");
  llvm::Type* element = get(made.operand(0));
  if (!llvm::ArrayType::isValidElementType(element)) throw SpirvError("an array of no values");
  return llvm::ArrayType::get(element, length->second);
}

llvm::Type* Types::make_struct(const Instruction& made) {
  llvm::SmallVector<llvm::Type*, 8> members;
  for (const Id member : made.operands) {
    members.push_back(get(member));
    if (!llvm::StructType::isValidElementType(members.back()))
      throw SpirvError("a structure of no values");
  }
  const bool packed = code_.decoration(made.result, spv::DecorationCPacked) != nullptr;
  return llvm::StructType::get(context_, members, packed);
}

llvm::Type* Types::make(const Instruction& made) {
  switch (made.op) {
    case spv::OpTypeVoid:
      return llvm::Type::getVoidTy(context_);
    case spv::OpTypeBool:
      return llvm::Type::getInt1Ty(context_);
    case spv::OpTypeInt:
      return llvm::Type::getIntNTy(context_, made.operand(0));
    case spv::OpTypeFloat:
      return make_float(made);
    case spv::OpTypeVector:
      return llvm::FixedVectorType::get(get(made.operand(0)), made.operand(1));
    case spv::OpTypeArray:
      return make_array(made);
    case spv::OpTypeStruct:
      return make_struct(made);
    case spv::OpTypePointer:
      return llvm::PointerType::get(context_,
                                    address_space(static_cast<spv::StorageClass>(made.operand(0))));
    case spv::OpTypeForwardPointer:
    case spv::OpTypeImage:
    case spv::OpTypeSampler:
    case spv::OpTypeOpaque:
      return llvm::PointerType::get(context_, 0);
    case spv::OpTypeSampledImage: {
      llvm::Type* pointer = llvm::PointerType::get(context_, 0);
      return llvm::StructType::get(context_, {pointer, pointer});
    }
    case spv::OpTypeEvent:
      return llvm::TargetExtType::get(context_, "spirv.Event");
    case spv::OpTypeFunction:
      return function(made.result);
    default:
      throw SpirvError("type instruction " + std::to_string(made.op) + " is not supported");
  }
}

llvm::FunctionType* Types::function(Id id) {
  const Instruction& made = code_.definition(id);
  if (made.op != spv::OpTypeFunction) throw SpirvError("a function has no function's type");
  llvm::SmallVector<llvm::Type*, 8> parameters;
  for (const Id parameter : made.operands.drop_front()) parameters.push_back(get(parameter));
  return llvm::FunctionType::get(get(made.operand(0)), parameters, false);
}

void Types::check_size(llvm::Type* type, const llvm::DataLayout& layout) const {
  // Nested arrays multiply: look at each level before LLVM multiplies them all.
  std::uint64_t elements = 1;
  llvm::Type* inner = type;
  while (auto* array = llvm::dyn_cast<llvm::ArrayType>(inner)) {
    if (elements > kMaxTypeBits / array->getNumElements()) throw SpirvError("a type is too large");
    elements *= array->getNumElements();
    inner = array->getElementType();
  }
  if (auto* members = llvm::dyn_cast<llvm::StructType>(inner))
    for (llvm::Type* member : members->elements()) check_size(member, layout);
  if (!inner->isSized()) throw SpirvError("an object's type has no size");
  const std::uint64_t bytes = layout.getTypeAllocSize(inner);
  if (bytes != 0 && elements > kMaxObjectBytes / bytes)
    throw SpirvError("an object is larger than " + std::to_string(kMaxObjectBytes) + " bytes");
}

}  // namespace vgpu::compiler::spirv
