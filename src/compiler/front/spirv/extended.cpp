// Extended instructions of OpenCL.std: calls of OpenCL C's functions; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

// Numbers of the instructions with literals, as the specification lists them.
enum Extended : std::uint32_t {
  kVloadn = 171,
  kVstoren = 172,
  kVloadHalf = 173,
  kVloadHalfn = 174,
  kVstoreHalf = 175,
  kVstoreHalfR = 176,
  kVstoreHalfn = 177,
  kVstoreHalfnR = 178,
  kVloadaHalfn = 179,
  kVstoreaHalfn = 180,
  kVstoreaHalfnR = 181,
  kPrintf = 184,
  kPrefetch = 185,
};

struct Row {
  std::uint32_t number;
  const char* name;
  llvm::StringRef signs;
};

const Row kPlain[] = {
#define VG_EXTENDED(number, name, signs) {number, #name, #signs},
#include "compiler/front/spirv/opencl_std.def"
#undef VG_EXTENDED
};

// The instruction's own operands stand behind the set and the number.
constexpr std::size_t kFirst = 2;

Value* plain_call(Translation& state, const Instruction& instruction, const Row& row) {
  llvm::SmallVector<ParameterName, 4> names;
  llvm::SmallVector<Value*, 4> arguments;
  for (std::size_t i = kFirst; i < instruction.count(); ++i) {
    const Id id = instruction.operand(i);
    const char sign = row.signs[std::min(i - kFirst, row.signs.size() - 1)];
    names.push_back(state.parameter(state.code.type_of(id), sign == 's'));
    arguments.push_back(state.value(id));
  }
  llvm::CallInst* call = state.call(row.name, state.type(instruction.type), names, arguments);
  if (llvm::isa<llvm::FPMathOperator>(call)) call->setFastMathFlags(state.options.math);
  return call;
}

Value* offset(Translation& state, Id id) {
  return state.builder.CreateZExtOrTrunc(state.value(id), state.builder.getInt64Ty());
}

// Operands: offset, pointer, and the vector's size where the name has one.
Value* vector_load(Translation& state, const Instruction& instruction, std::string name) {
  const std::uint32_t which = instruction.operand(1);
  if (which != kVloadHalf) name += std::to_string(instruction.operand(kFirst + 2));
  const Id pointer = instruction.operand(kFirst + 1);
  return state.call(name, state.type(instruction.type),
                    {{"m"}, state.parameter(state.code.type_of(pointer), true, true)},
                    {offset(state, instruction.operand(kFirst)), state.value(pointer)});
}

// Operands: data, offset, pointer, and a rounding mode where the name has one; its size is the data's own.
Value* vector_store(Translation& state, const Instruction& instruction, std::string name,
                    bool rounds) {
  const Id data = instruction.operand(kFirst), pointer = instruction.operand(kFirst + 2);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(state.type_of(data));
  if (vector) name += std::to_string(vector->getNumElements());
  static constexpr const char* kModes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  if (rounds) {
    const std::uint32_t mode = instruction.operand(kFirst + 3);
    if (mode >= std::size(kModes)) throw SpirvError("a rounding mode that is none");
    name += kModes[mode];
  }
  return state.call(
      name, state.builder.getVoidTy(),
      {state.parameter(state.code.type_of(data), true),
       {"m"},
       state.parameter(state.code.type_of(pointer), true)},
      {state.value(data), offset(state, instruction.operand(kFirst + 1)), state.value(pointer)});
}

// As clang leaves it: one variadic function (front/lower_printf.cpp).
Value* print(Translation& state, const Instruction& instruction) {
  Value* format = state.value(instruction.operand(kFirst));
  if (!format->getType()->isPointerTy()) throw SpirvError("printf has no format");
  auto* pointer =
      llvm::PointerType::get(state.context, address_space(spv::StorageClassUniformConstant));
  auto* type = llvm::FunctionType::get(state.builder.getInt32Ty(), {pointer}, true);
  auto callee = state.module->getOrInsertFunction("printf", type);
  llvm::SmallVector<Value*, 8> arguments{
      state.builder.CreatePointerBitCastOrAddrSpaceCast(format, pointer)};
  for (std::size_t i = kFirst + 1; i < instruction.count(); ++i)
    arguments.push_back(state.value(instruction.operand(i)));
  return state.builder.CreateCall(type, callee.getCallee(), arguments);
}

Value* with_literals(Translation& state, const Instruction& instruction) {
  switch (instruction.operand(1)) {
    case kVloadn:
      return vector_load(state, instruction, "vload");
    case kVloadHalf:
      return vector_load(state, instruction, "vload_half");
    case kVloadHalfn:
      return vector_load(state, instruction, "vload_half");
    case kVloadaHalfn:
      return vector_load(state, instruction, "vloada_half");
    case kVstoren:
      return vector_store(state, instruction, "vstore", false);
    case kVstoreHalf:
    case kVstoreHalfn:
      return vector_store(state, instruction, "vstore_half", false);
    case kVstoreHalfR:
    case kVstoreHalfnR:
      return vector_store(state, instruction, "vstore_half", true);
    case kVstoreaHalfn:
      return vector_store(state, instruction, "vstorea_half", false);
    case kVstoreaHalfnR:
      return vector_store(state, instruction, "vstorea_half", true);
    case kPrintf:
      return print(state, instruction);
    case kPrefetch:
      return llvm::UndefValue::get(state.builder.getInt32Ty());  // a hint, and the machine knows
    default:
      throw SpirvError("OpenCL.std has no instruction " + std::to_string(instruction.operand(1)));
  }
}

}  // namespace

bool translate_extended(Translation& state, const Instruction& instruction) {
  if (instruction.op != spv::OpExtInst) return false;
  const Instruction& set = state.code.definition(instruction.operand(0));
  if (set.op != spv::OpExtInstImport) throw SpirvError("an instruction of no set");
  const std::string name = text_at(set, 0);
  if (name.starts_with("NonSemantic.") || name.starts_with("OpenCL.DebugInfo")) return true;
  if (name != "OpenCL.std") throw SpirvError("instructions of '" + name + "' are not supported");
  for (const Row& row : kPlain) {
    if (row.number != instruction.operand(1)) continue;
    state.set(instruction.result, plain_call(state, instruction, row));
    return true;
  }
  state.set(instruction.result, with_literals(state, instruction));
  return true;
}

}  // namespace vgpu::compiler::spirv
