// Blocks, branches, calls and returns; see families.h.
//
// Merge instructions say nothing that the passes do not find out, except wishes about unrolling.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

void start_block(Translation& state, const Instruction& instruction) {
  state.label = instruction.result;
  llvm::BasicBlock* block = state.block(instruction.result);
  block->moveAfter(&block->getParent()->back());
  state.builder.SetInsertPoint(block);
}

void branch_if(Translation& state, const Instruction& instruction) {
  state.builder.CreateCondBr(state.value(instruction.operand(0)),
                             state.block(instruction.operand(1)),
                             state.block(instruction.operand(2)));
}

// Literals are as wide as the selector: one word, or two for 64 bits.
void switch_to(Translation& state, const Instruction& instruction) {
  Value* selector = state.value(instruction.operand(0));
  auto* type = llvm::dyn_cast<llvm::IntegerType>(selector->getType());
  if (!type) throw SpirvError("a switch over what is not a number");
  const std::size_t words = type->getBitWidth() > 32 ? 2 : 1;
  auto* made = state.builder.CreateSwitch(selector, state.block(instruction.operand(1)));
  std::set<std::uint64_t> seen;
  for (std::size_t i = 2; i + words < instruction.count(); i += words + 1) {
    std::uint64_t bits = instruction.operand(i);
    if (words == 2) bits |= std::uint64_t{instruction.operand(i + 1)} << 32;
    auto* number = llvm::ConstantInt::get(state.context,
                                          llvm::APInt(64, bits).zextOrTrunc(type->getBitWidth()));
    if (!seen.insert(number->getZExtValue()).second) throw SpirvError("a switch has a case twice");
    made->addCase(number, state.block(instruction.operand(i + words)));
  }
}

// Operands come when all blocks are there (finish_phis).
void phi(Translation& state, const Instruction& instruction) {
  llvm::Type* type = state.type(instruction.type);
  if (!type->isFirstClassType()) throw SpirvError("a phi of no value");
  state.set(instruction.result,
            state.builder.CreatePHI(type, static_cast<unsigned>(instruction.count() / 2),
                                    state.code.name(instruction.result)));
}

void call(Translation& state, const Instruction& instruction) {
  const auto found = state.functions.find(instruction.operand(0));
  if (found == state.functions.end()) throw SpirvError("a call of what is not a function");
  llvm::Function* callee = found->second;
  llvm::SmallVector<Value*, 8> arguments;
  for (const Id id : instruction.operands.drop_front()) arguments.push_back(state.value(id));
  if (arguments.size() != callee->arg_size()) throw SpirvError("a call has wrong arguments");
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (arguments[i]->getType() != callee->getArg(i)->getType())
      throw SpirvError("a call has wrong arguments");
  llvm::CallInst* made = state.builder.CreateCall(callee, arguments);
  made->setCallingConv(callee->getCallingConv());
  made->setAttributes(callee->getAttributes());
  state.set(instruction.result, made);
}

void terminate(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpBranch:
      state.builder.CreateBr(state.block(instruction.operand(0)));
      break;
    case spv::OpBranchConditional:
      branch_if(state, instruction);
      break;
    case spv::OpSwitch:
      switch_to(state, instruction);
      break;
    case spv::OpReturn:
      state.builder.CreateRetVoid();
      break;
    case spv::OpReturnValue:
      state.builder.CreateRet(state.value(instruction.operand(0)));
      break;
    default:
      state.builder.CreateUnreachable();
      break;
  }
  state.block_ends[state.label] = state.builder.GetInsertBlock();
}

}  // namespace

bool translate_control_flow(Translation& state, const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpLabel:
      start_block(state, instruction);
      return true;
    case spv::OpPhi:
      phi(state, instruction);
      return true;
    case spv::OpFunctionCall:
      call(state, instruction);
      return true;
    case spv::OpLoopMerge:
    case spv::OpSelectionMerge:
      return true;
    case spv::OpBranch:
    case spv::OpBranchConditional:
    case spv::OpSwitch:
    case spv::OpReturn:
    case spv::OpReturnValue:
    case spv::OpUnreachable:
      terminate(state, instruction);
      return true;
    default:
      return false;
  }
}

void finish_phi(Translation& state, const Instruction& instruction) {
  auto* made = llvm::cast<llvm::PHINode>(state.value(instruction.result));
  for (std::size_t i = 0; i + 1 < instruction.count(); i += 2) {
    const auto end = state.block_ends.find(instruction.operand(i + 1));
    if (end == state.block_ends.end()) throw SpirvError("a phi names a block that is not there");
    Value* value = state.value(instruction.operand(i));
    if (value->getType() != made->getType()) throw SpirvError("a phi of different types");
    // A branch or switch may lead here in several ways: LLVM wants the value once for each of them.
    const auto ways = llvm::count(llvm::successors(end->second), made->getParent());
    for (auto way = ways; way > 0; --way) made->addIncoming(value, end->second);
  }
}

}  // namespace vgpu::compiler::spirv
