// call of PTX, as ptx_body.cpp writes it: "call {[result]}, function, {[argument], register}"; see ptx_statement.h.
//
// What stands in brackets is the address of a variable that holds the value. SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;

std::vector<std::string> list_of(const std::string& operand) {
  std::vector<std::string> parts = ptx_parts(operand);
  std::erase(parts, "");
  return parts;
}

Value* argument(const std::string& text, llvm::Type* type, bool by_address, PtxState& state) {
  if (text[0] != '[') return state.as_type(state.integer(text, 64), type);
  Value* place = state.address(text);
  return by_address ? place : state.builder.CreateLoad(type, place);
}

}  // namespace

void emit_call(const PtxStatement& s, PtxState& state) {
  const auto target = state.registers.find(s.operands[1]);
  auto* function = target == state.registers.end()
                       ? nullptr
                       : llvm::dyn_cast<llvm::Function>(target->second->stripPointerCasts());
  const std::vector<std::string> results = list_of(s.operands[0]);
  const std::vector<std::string> texts = list_of(s.operands[2]);
  if (function == nullptr || function->arg_size() != texts.size()) {
    state.error = "only functions that are known can be called";
    return;
  }
  std::vector<Value*> arguments;
  for (unsigned i = 0; i < texts.size(); ++i)
    arguments.push_back(argument(texts[i], function->getFunctionType()->getParamType(i),
                                 function->hasParamAttribute(i, llvm::Attribute::ByVal), state));
  llvm::CallInst* call = state.builder.CreateCall(function, arguments);
  call->setAttributes(function->getAttributes());
  if (results.empty() || call->getType()->isVoidTy()) return;
  if (results[0][0] == '[')
    state.builder.CreateStore(call, state.address(results[0]));
  else
    state.set(results[0], call);
}

}  // namespace vgpu::compiler
