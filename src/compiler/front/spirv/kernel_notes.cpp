// Execution modes and arguments of kernels; see kernel_notes.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/kernel_notes.h"

#include "compiler/kernel_abi.h"
#include "llvm/ADT/StringExtras.h"

namespace vgpu::compiler::spirv {
namespace {

llvm::Metadata* number(Translation& state, std::uint32_t value) {
  return llvm::ConstantAsMetadata::get(state.builder.getInt32(value));
}

void set_size(Translation& state, llvm::Function& kernel, const char* kind,
              const std::array<std::uint32_t, 3>& size) {
  kernel.setMetadata(
      kind, llvm::MDNode::get(state.context, {number(state, size[0]), number(state, size[1]),
                                              number(state, size[2])}));
}

std::array<std::uint32_t, 3> literal_size(const Instruction& mode) {
  return {mode.operand(2), mode.operand(3), mode.operand(4)};
}

std::array<std::uint32_t, 3> constant_size(Translation& state, const Instruction& mode) {
  std::array<std::uint32_t, 3> size{};
  for (unsigned i = 0; i < 3; ++i) {
    const auto value = state.number(mode.operand(2 + i));
    if (!value) throw SpirvError("a local size is not a constant");
    size[i] = static_cast<std::uint32_t>(*value);
  }
  return size;
}

// The vector's size in the high half, the kind of number in the low one.
void set_vector_hint(Translation& state, llvm::Function& kernel, std::uint32_t hint) {
  llvm::Type* const kinds[] = {state.builder.getInt8Ty(),  state.builder.getInt16Ty(),
                               state.builder.getInt32Ty(), state.builder.getInt64Ty(),
                               state.builder.getHalfTy(),  state.builder.getFloatTy(),
                               state.builder.getDoubleTy()};
  const std::uint32_t kind = hint & 0xffff, count = hint >> 16;
  if (kind >= std::size(kinds) || count > 16) return;
  llvm::Type* type = count > 1 ? llvm::FixedVectorType::get(kinds[kind], count) : kinds[kind];
  auto* sample = llvm::ConstantAsMetadata::get(llvm::UndefValue::get(type));
  kernel.setMetadata("vec_type_hint", llvm::MDNode::get(state.context, {sample, number(state, 1)}));
}

void set_mode(Translation& state, llvm::Function& kernel, const Instruction& mode) {
  switch (mode.operand(1)) {
    case spv::ExecutionModeLocalSize:
      return set_size(state, kernel, "reqd_work_group_size", literal_size(mode));
    case spv::ExecutionModeLocalSizeId:
      return set_size(state, kernel, "reqd_work_group_size", constant_size(state, mode));
    case spv::ExecutionModeLocalSizeHint:
      return set_size(state, kernel, "work_group_size_hint", literal_size(mode));
    case spv::ExecutionModeLocalSizeHintId:
      return set_size(state, kernel, "work_group_size_hint", constant_size(state, mode));
    case spv::ExecutionModeVecTypeHint:
      return set_vector_hint(state, kernel, mode.operand(2));
    case spv::ExecutionModeSubgroupSize:
      if (mode.operand(2) != kWarpSize)
        throw SpirvError("sub-groups have " + std::to_string(kWarpSize) + " items here, not " +
                         std::to_string(mode.operand(2)));
      return;
    case spv::ExecutionModeSubgroupsPerWorkgroup:
    case spv::ExecutionModeSubgroupsPerWorkgroupId:
      throw SpirvError("a number of sub-groups cannot be asked for: give LocalSize");
    case spv::ExecutionModeInitializer:
    case spv::ExecutionModeFinalizer:
      throw SpirvError("functions that run before or behind kernels are not supported");
    default:
      return;  // wishes about denormals, rounding and contraction, which hold anyway or are read elsewhere
  }
}

// Signs are not in the types: without the producer's own words every integer is one with a sign.
std::string type_name(const Code& code, Id id) {
  const Instruction& type = code.definition(id);
  switch (type.op) {
    case spv::OpTypeBool:
      return "bool";
    case spv::OpTypeInt: {
      const std::uint32_t bits = type.operand(0);
      return bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
    }
    case spv::OpTypeFloat:
      return type.operand(0) == 16 ? "half" : type.operand(0) == 32 ? "float" : "double";
    case spv::OpTypeVector:
      return type_name(code, type.operand(0)) + std::to_string(type.operand(1));
    case spv::OpTypePointer:
      return type_name(code, type.operand(1)) + "*";
    case spv::OpTypeImage:
      return image_type_name(type);
    case spv::OpTypeSampler:
      return "sampler_t";
    case spv::OpTypeStruct: {
      const std::string name = code.name(id);
      return name.starts_with("struct.") ? name.substr(7) : name;
    }
    default:
      return "void";
  }
}

// Producers may leave the source's own types: "kernel_arg_type.NAME.float*,uint," in an OpString.
std::vector<std::string> noted_types(const Code& code, llvm::StringRef kernel) {
  const std::string start = "kernel_arg_type." + kernel.str() + ".";
  for (const Instruction& instruction : code.instructions()) {
    if (instruction.op != spv::OpString) continue;
    const std::string text = text_at(instruction, 0);
    if (!text.starts_with(start)) continue;
    llvm::SmallVector<llvm::StringRef, 8> parts;
    llvm::StringRef(text).drop_front(start.size()).split(parts, ',');
    return {parts.begin(), parts.end()};
  }
  return {};
}

std::uint32_t flags_of(const Code& code, const Instruction& parameter) {
  std::uint32_t flags = 0;
  for (const Decoration& decoration : code.decorations(parameter.result)) {
    if (decoration.kind == spv::DecorationVolatile) flags |= kArgumentVolatile;
    if (decoration.kind == spv::DecorationConstant) flags |= kArgumentConst;
    if (decoration.kind == spv::DecorationRestrict) flags |= kArgumentRestrict;
    if (decoration.kind != spv::DecorationFuncParamAttr || decoration.operands.empty()) continue;
    if (decoration.operands[0] == spv::FunctionParameterAttributeNoWrite) flags |= kArgumentConst;
    if (decoration.operands[0] == spv::FunctionParameterAttributeNoAlias)
      flags |= kArgumentRestrict;
  }
  return flags;
}

const char* access_of(const Instruction& type) {
  if (type.op != spv::OpTypeImage) return "none";
  const std::uint32_t access = type.count() > 7 ? type.operand(7) : spv::AccessQualifierReadOnly;
  return access == spv::AccessQualifierWriteOnly   ? "write_only"
         : access == spv::AccessQualifierReadWrite ? "read_write"
                                                   : "read_only";
}

std::vector<const Instruction*> parameters_of(const Code& code, Id function) {
  std::vector<const Instruction*> result;
  bool inside = false;
  for (const Instruction& instruction : code.instructions()) {
    if (instruction.op == spv::OpFunction) inside = instruction.result == function;
    if (inside && instruction.op == spv::OpFunctionParameter) result.push_back(&instruction);
  }
  return result;
}

void note_arguments(Translation& state, Id id, llvm::Function& kernel, KernelNote& note) {
  const std::vector<std::string> types = noted_types(state.code, kernel.getName());
  llvm::SmallVector<llvm::Metadata*, 8> base_types, accesses;
  for (const Instruction* parameter : parameters_of(state.code, id)) {
    const std::size_t index = note.parameters.size();
    const bool by_value = kernel.getArg(static_cast<unsigned>(index))->hasByValAttr();
    const Id type = by_value ? state.code.element_of(parameter->type) : parameter->type;
    const std::string own = type_name(state.code, type);
    const bool noted = index < types.size() && !types[index].empty();
    note.parameters.push_back({state.code.name(parameter->result), noted ? types[index] : own,
                               flags_of(state.code, *parameter)});
    base_types.push_back(llvm::MDString::get(state.context, own));
    accesses.push_back(llvm::MDString::get(state.context, access_of(state.code.definition(type))));
  }
  kernel.setMetadata("kernel_arg_base_type", llvm::MDNode::get(state.context, base_types));
  kernel.setMetadata("kernel_arg_access_qual", llvm::MDNode::get(state.context, accesses));
}

}  // namespace

std::string image_type_name(const Instruction& type) {
  const std::uint32_t dimension = type.operand(1);
  std::string name = "image";
  if (dimension == spv::Dim1D) name += "1d";
  if (dimension == spv::Dim2D) name += "2d";
  if (dimension == spv::Dim3D) name += "3d";
  if (dimension == spv::DimBuffer) name += "1d_buffer";
  if (type.operand(3) != 0) name += "_array";
  if (type.operand(2) == 1) name += "_depth";
  if (type.operand(4) != 0) name += "_msaa";
  return name + "_t";
}

void note_contraction(Translation& state) {
  for (const Instruction& instruction : state.code.instructions())
    if (instruction.op == spv::OpExecutionMode &&
        instruction.operand(1) == spv::ExecutionModeContractionOff)
      state.no_contraction.insert(instruction.operand(0));
}

void note_kernel(Translation& state, Id id, llvm::Function& kernel, SourceModule& result) {
  for (const Instruction& instruction : state.code.instructions())
    if ((instruction.op == spv::OpExecutionMode || instruction.op == spv::OpExecutionModeId) &&
        instruction.operand(0) == id)
      set_mode(state, kernel, instruction);
  KernelNote& note = result.kernels[kernel.getName().str()];
  note.name = kernel.getName().str();
  note_arguments(state, id, kernel, note);
}

}  // namespace vgpu::compiler::spirv
