// Barriers and what the items of a group or sub-group do together; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"
#include "compiler/front/spirv/group_calls.h"

namespace vgpu::compiler::spirv {

bool is_subgroup(Translation& state, Id scope) {
  const auto number = state.number(scope);
  if (number == spv::ScopeSubgroup) return true;
  if (number == spv::ScopeWorkgroup) return false;
  throw SpirvError("items meet in their group or sub-group, nowhere else");
}

std::string manner_of(std::uint32_t operation) {
  switch (operation) {
    case spv::GroupOperationReduce:
      return "reduce_";
    case spv::GroupOperationInclusiveScan:
      return "scan_inclusive_";
    case spv::GroupOperationExclusiveScan:
      return "scan_exclusive_";
    default:
      throw SpirvError("group operation " + std::to_string(operation) + " is not supported");
  }
}

llvm::Value* truth_call(Translation& state, const std::string& name, Id predicate) {
  llvm::IRBuilder<>& builder = state.builder;
  llvm::Value* number = builder.CreateZExt(state.value(predicate), builder.getInt32Ty());
  llvm::Value* result = state.call(name, builder.getInt32Ty(), {{"i"}}, {number});
  return builder.CreateICmpNE(result, builder.getInt32(0));
}

llvm::Value* each_element(Translation& state, Id type, llvm::Value* value,
                          llvm::function_ref<llvm::Value*(Id, llvm::Value*)> call) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (!vector) return call(type, value);
  llvm::Value* made = llvm::PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::Value* part =
        call(state.code.element_of(type), state.builder.CreateExtractElement(value, i));
    made = state.builder.CreateInsertElement(made, part, i);
  }
  return made;
}

namespace {

using llvm::Value;

struct Row {
  spv::Op op;
  const char* name;
  bool is_signed;
};

constexpr Row kReductions[] = {
    {spv::OpGroupIAdd, "add", true},  {spv::OpGroupFAdd, "add", true},
    {spv::OpGroupFMin, "min", true},  {spv::OpGroupUMin, "min", false},
    {spv::OpGroupSMin, "min", true},  {spv::OpGroupFMax, "max", true},
    {spv::OpGroupUMax, "max", false}, {spv::OpGroupSMax, "max", true},
};

// The library's group functions start at 32 bits; smaller numbers are widened.
Value* reduce_one(Translation& state, const std::string& name, const Row& row, Id type, Value* x) {
  llvm::IRBuilder<>& builder = state.builder;
  if (!x->getType()->isIntegerTy() || x->getType()->getIntegerBitWidth() >= 32)
    return state.call(name, x->getType(), {state.parameter(type, row.is_signed)}, {x});
  Value* wide = row.is_signed ? builder.CreateSExt(x, builder.getInt32Ty())
                              : builder.CreateZExt(x, builder.getInt32Ty());
  Value* result = state.call(name, builder.getInt32Ty(), {{row.is_signed ? "i" : "j"}}, {wide});
  return builder.CreateTrunc(result, x->getType());
}

Value* reduce(Translation& state, const Instruction& instruction, const Row& row) {
  const bool sub = is_subgroup(state, instruction.operand(0));
  const std::string name = std::string(sub ? "sub_group_" : "work_group_") +
                           manner_of(instruction.operand(1)) + row.name;
  return each_element(state, instruction.type, state.value(instruction.operand(2)),
                      [&](Id type, Value* x) -> Value* {
                        if (!sub) return reduce_one(state, name, row, type, x);
                        return state.call(name, x->getType(),
                                          {state.parameter(type, row.is_signed)}, {x});
                      });
}

Value* broadcast(Translation& state, const Instruction& instruction) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* place = state.value(instruction.operand(2));
  const bool sub = is_subgroup(state, instruction.operand(0));
  llvm::SmallVector<Value*, 3> at;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(place->getType())) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      at.push_back(builder.CreateExtractElement(place, i));
  } else {
    at.push_back(place);
  }
  if (at.size() > 3) throw SpirvError("a broadcast from a place of four dimensions");
  for (Value*& one : at)
    one = builder.CreateZExtOrTrunc(one, sub ? builder.getInt32Ty() : builder.getInt64Ty());
  return each_element(state, instruction.type, state.value(instruction.operand(1)),
                      [&](Id type, Value* x) -> Value* {
                        llvm::SmallVector<Value*, 4> arguments{x};
                        llvm::SmallVector<ParameterName, 4> names{state.parameter(type, true)};
                        for (Value* one : at) {
                          arguments.push_back(one);
                          names.push_back({sub ? "j" : "m"});
                        }
                        return state.call(sub ? "sub_group_broadcast" : "work_group_broadcast",
                                          x->getType(), names, arguments);
                      });
}

// Operands: scope, destination, source, count, stride, event.
Value* copy(Translation& state, const Instruction& instruction) {
  const Id to = instruction.operand(1), from = instruction.operand(2);
  Value* count = state.builder.CreateZExtOrTrunc(state.value(instruction.operand(3)),
                                                 state.builder.getInt64Ty());
  Value* stride = state.builder.CreateZExtOrTrunc(state.value(instruction.operand(4)),
                                                  state.builder.getInt64Ty());
  const ParameterName target = state.parameter(state.code.type_of(to), true);
  const ParameterName source = state.parameter(state.code.type_of(from), true, true);
  Value* event = state.value(instruction.operand(5));
  return state.call("async_work_group_strided_copy", event->getType(),
                    {target, source, {"m"}, {"m"}, {"9ocl_event"}},
                    {state.value(to), state.value(from), count, stride, event});
}

void barrier(Translation& state, bool sub) {
  llvm::CallInst* call =
      state.call(sub ? "sub_group_barrier" : "barrier", state.builder.getVoidTy(), {{"j"}},
                 {state.builder.getInt32(3)});
  call->addFnAttr(llvm::Attribute::Convergent);
}

Value* make_group(Translation& state, const Instruction& instruction) {
  for (const Row& row : kReductions)
    if (row.op == instruction.op) return reduce(state, instruction, row);
  const auto group = [&](const char* end) {
    return std::string(is_subgroup(state, instruction.operand(0)) ? "sub_group_" : "work_group_") +
           end;
  };
  switch (instruction.op) {
    case spv::OpGroupAll:
      return truth_call(state, group("all"), instruction.operand(1));
    case spv::OpGroupAny:
      return truth_call(state, group("any"), instruction.operand(1));
    case spv::OpGroupBroadcast:
      return broadcast(state, instruction);
    case spv::OpGroupAsyncCopy:
      return copy(state, instruction);
    default:
      return nullptr;
  }
}

}  // namespace

bool translate_group(Translation& state, const Instruction& instruction) {
  if (instruction.op == spv::OpControlBarrier) {
    barrier(state, is_subgroup(state, instruction.operand(0)));
    return true;
  }
  if (instruction.op == spv::OpGroupWaitEvents) {
    barrier(state, false);
    return true;
  }
  Value* made = make_group(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
