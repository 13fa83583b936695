// Non-uniform sub-group operations: votes, ballots, shuffles, reductions; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"
#include "compiler/front/spirv/group_calls.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

struct Reduction {
  spv::Op op;
  const char* name;
  bool is_signed;
};

constexpr Reduction kReductions[] = {
    {spv::OpGroupNonUniformIAdd, "add", true},
    {spv::OpGroupNonUniformFAdd, "add", true},
    {spv::OpGroupNonUniformIMul, "mul", true},
    {spv::OpGroupNonUniformFMul, "mul", true},
    {spv::OpGroupNonUniformSMin, "min", true},
    {spv::OpGroupNonUniformUMin, "min", false},
    {spv::OpGroupNonUniformFMin, "min", true},
    {spv::OpGroupNonUniformSMax, "max", true},
    {spv::OpGroupNonUniformUMax, "max", false},
    {spv::OpGroupNonUniformFMax, "max", true},
    {spv::OpGroupNonUniformBitwiseAnd, "and", true},
    {spv::OpGroupNonUniformBitwiseOr, "or", true},
    {spv::OpGroupNonUniformBitwiseXor, "xor", true},
    {spv::OpGroupNonUniformLogicalAnd, "logical_and", true},
    {spv::OpGroupNonUniformLogicalOr, "logical_or", true},
    {spv::OpGroupNonUniformLogicalXor, "logical_xor", true},
};

struct Move {
  spv::Op op;
  const char* name;
  const char* lane;  // what its second parameter is called; nullptr: there is none
};

constexpr Move kMoves[] = {
    {spv::OpGroupNonUniformBroadcast, "sub_group_non_uniform_broadcast", "j"},
    {spv::OpGroupNonUniformBroadcastFirst, "sub_group_broadcast_first", nullptr},
    {spv::OpGroupNonUniformShuffle, "sub_group_shuffle", "j"},
    {spv::OpGroupNonUniformShuffleXor, "sub_group_shuffle_xor", "j"},
    {spv::OpGroupNonUniformShuffleUp, "sub_group_shuffle_up", "j"},
    {spv::OpGroupNonUniformShuffleDown, "sub_group_shuffle_down", "j"},
    {spv::OpGroupNonUniformRotateKHR, "sub_group_rotate", "i"},
};

Value* clustered(Translation& state, const Instruction& instruction, const Reduction& row, Id type,
                 Value* x) {
  const std::string name = std::string("sub_group_clustered_reduce_") + row.name;
  return state.call(name, x->getType(), {state.parameter(type, row.is_signed), {"j"}},
                    {x, state.value(instruction.operand(3))});
}

// Truth values are numbers to the library.
Value* logical(Translation& state, const Instruction& instruction, const Reduction& row) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* x = builder.CreateZExt(state.value(instruction.operand(2)), builder.getInt32Ty());
  Value* result = nullptr;
  if (instruction.operand(1) == spv::GroupOperationClusteredReduce) {
    result = state.call(std::string("sub_group_clustered_reduce_") + row.name, x->getType(),
                        {{"i"}, {"j"}}, {x, state.value(instruction.operand(3))});
  } else {
    result = state.call("sub_group_non_uniform_" + manner_of(instruction.operand(1)) + row.name,
                        x->getType(), {{"i"}}, {x});
  }
  return builder.CreateICmpNE(result, builder.getInt32(0));
}

Value* reduce(Translation& state, const Instruction& instruction, const Reduction& row) {
  Value* value = state.value(instruction.operand(2));
  if (value->getType()->isIntegerTy(1)) return logical(state, instruction, row);
  return each_element(state, instruction.type, value, [&](Id type, Value* x) -> Value* {
    if (instruction.operand(1) == spv::GroupOperationClusteredReduce)
      return clustered(state, instruction, row, type, x);
    return state.call("sub_group_non_uniform_" + manner_of(instruction.operand(1)) + row.name,
                      x->getType(), {state.parameter(type, row.is_signed)}, {x});
  });
}

// Truth values move as numbers of 32 bits.
Value* move_one(Translation& state, const Instruction& instruction, const Move& row,
                const ParameterName& name, Value* x) {
  llvm::SmallVector<ParameterName, 3> names{name};
  llvm::SmallVector<Value*, 3> arguments{x};
  std::string function = row.name;
  if (row.lane) {
    names.push_back({row.lane});
    arguments.push_back(state.builder.CreateZExtOrTrunc(state.value(instruction.operand(2)),
                                                        state.builder.getInt32Ty()));
  }
  if (instruction.op == spv::OpGroupNonUniformRotateKHR && instruction.count() > 3) {
    function = "sub_group_clustered_rotate";
    names.push_back({"j"});
    arguments.push_back(state.value(instruction.operand(3)));
  }
  return state.call(function, x->getType(), names, arguments);
}

Value* move(Translation& state, const Instruction& instruction, const Move& row) {
  Value* value = state.value(instruction.operand(1));
  if (value->getType()->isIntegerTy(1)) {
    Value* wide = state.builder.CreateZExt(value, state.builder.getInt32Ty());
    Value* moved = move_one(state, instruction, row, {"i"}, wide);
    return state.builder.CreateTrunc(moved, value->getType());
  }
  return each_element(state, instruction.type, value, [&](Id type, Value* x) {
    return move_one(state, instruction, row, state.parameter(type, true), x);
  });
}

Value* all_equal(Translation& state, const Instruction& instruction) {
  llvm::IRBuilder<>& builder = state.builder;
  Value* result = builder.getTrue();
  const Id type = state.code.type_of(instruction.operand(1));
  each_element(state, type, state.value(instruction.operand(1)), [&](Id one, Value* x) {
    const bool truth = x->getType()->isIntegerTy(1);
    Value* number = truth ? builder.CreateZExt(x, builder.getInt32Ty()) : x;
    const ParameterName name = truth ? ParameterName{"i"} : state.parameter(one, true);
    Value* same =
        state.call("sub_group_non_uniform_all_equal", builder.getInt32Ty(), {name}, {number});
    result = builder.CreateAnd(result, builder.CreateICmpNE(same, builder.getInt32(0)));
    return x;
  });
  return result;
}

const ParameterName kBallot{"j", 4};

Value* count_bits(Translation& state, const Instruction& instruction) {
  const std::uint32_t operation = instruction.operand(1);
  const char* name = operation == spv::GroupOperationReduce ? "sub_group_ballot_bit_count"
                     : operation == spv::GroupOperationInclusiveScan
                         ? "sub_group_ballot_inclusive_scan"
                         : "sub_group_ballot_exclusive_scan";
  return state.call(name, state.builder.getInt32Ty(), {kBallot},
                    {state.value(instruction.operand(2))});
}

Value* make_ballot(Translation& state, const Instruction& instruction) {
  llvm::IRBuilder<>& builder = state.builder;
  const auto ask = [&](const char* name, llvm::ArrayRef<ParameterName> names) {
    llvm::SmallVector<Value*, 2> arguments;
    for (std::size_t i = 0; i < names.size(); ++i)
      arguments.push_back(state.value(instruction.operand(1 + i)));
    return state.call(name, builder.getInt32Ty(), names, arguments);
  };
  switch (instruction.op) {
    case spv::OpGroupNonUniformBallot: {
      Value* x = builder.CreateZExt(state.value(instruction.operand(1)), builder.getInt32Ty());
      return state.call("sub_group_ballot", state.type(instruction.type), {{"i"}}, {x});
    }
    case spv::OpGroupNonUniformInverseBallot:
      return builder.CreateICmpNE(ask("sub_group_inverse_ballot", {kBallot}), builder.getInt32(0));
    case spv::OpGroupNonUniformBallotBitExtract:
      return builder.CreateICmpNE(ask("sub_group_ballot_bit_extract", {kBallot, {"j"}}),
                                  builder.getInt32(0));
    case spv::OpGroupNonUniformBallotBitCount:
      return count_bits(state, instruction);
    case spv::OpGroupNonUniformBallotFindLSB:
      return ask("sub_group_ballot_find_lsb", {kBallot});
    case spv::OpGroupNonUniformBallotFindMSB:
      return ask("sub_group_ballot_find_msb", {kBallot});
    default:
      return nullptr;
  }
}

Value* make_subgroup(Translation& state, const Instruction& instruction) {
  for (const Reduction& row : kReductions)
    if (row.op == instruction.op) return reduce(state, instruction, row);
  for (const Move& row : kMoves)
    if (row.op == instruction.op) return move(state, instruction, row);
  switch (instruction.op) {
    case spv::OpGroupNonUniformElect: {
      llvm::IRBuilder<>& builder = state.builder;
      Value* chosen = state.call("sub_group_elect", builder.getInt32Ty(), {}, {});
      return builder.CreateICmpNE(chosen, builder.getInt32(0));
    }
    case spv::OpGroupNonUniformAll:
      return truth_call(state, "sub_group_non_uniform_all", instruction.operand(1));
    case spv::OpGroupNonUniformAny:
      return truth_call(state, "sub_group_non_uniform_any", instruction.operand(1));
    case spv::OpGroupNonUniformAllEqual:
      return all_equal(state, instruction);
    default:
      return make_ballot(state, instruction);
  }
}

}  // namespace

bool translate_subgroup(Translation& state, const Instruction& instruction) {
  if (instruction.op < spv::OpGroupNonUniformElect ||
      (instruction.op > spv::OpGroupNonUniformLogicalXor &&
       instruction.op != spv::OpGroupNonUniformRotateKHR))
    return false;
  if (!is_subgroup(state, instruction.operand(0)))
    throw SpirvError("an operation of sub-groups is asked of another scope");
  Value* made = make_subgroup(state, instruction);
  if (!made) return false;
  state.set(instruction.result, made);
  return true;
}

}  // namespace vgpu::compiler::spirv
