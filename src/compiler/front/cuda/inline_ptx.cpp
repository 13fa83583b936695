// Inline assembly of CUDA, PTX by a small table, becomes IR; see lower_names.h and ptx_statement.h.
//
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_statement.h"
#include "compiler/front/lower_names.h"
#include "compiler/front/source_place.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

namespace vgpu::compiler {
namespace {

std::string trim(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string without_comments(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size() - 1);
    } else if (text.compare(i, 2, "/*") == 0) {
      const auto end = text.find("*/", i + 2);
      if (end == std::string::npos) break;
      i = end + 1;
    } else {
      result += text[i];
    }
  }
  return result;
}

// Splits where `at` stands outside of brackets.
std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == at && depth <= 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = trim(part);
  return parts;
}

// ${0:h} and ${0} are $0.
std::string plain_operands(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "${") != 0) {
      result += text[i];
      continue;
    }
    result += '$';
    for (i += 2; i < text.size() && std::isdigit(text[i]) != 0; ++i) result += text[i];
    i = std::min(text.find('}', i), text.size() - 1);
  }
  return result;
}

}  // namespace

// Statements end in semicolons; the braces of a scope mean nothing, since names are not used twice in practice.
std::vector<std::string> split_ptx(const std::string& text) {
  std::vector<std::string> statements(1);
  int vector = 0;
  for (const char c : plain_operands(without_comments(text))) {
    const bool starts = trim(statements.back()).empty();
    if ((c == '{' || c == '}') && starts && vector == 0) continue;
    if (c == '{') ++vector;
    if (c == '}') --vector;
    if (c == ';')
      statements.emplace_back();
    else
      statements.back() += c;
  }
  for (std::string& statement : statements) statement = trim(statement);
  std::erase(statements, "");
  return statements;
}

PtxStatement read_ptx(const std::string& text) {
  PtxStatement statement;
  statement.text = text;
  const auto blank = text.find_first_of(" \t\n");
  statement.opcode = split(text.substr(0, blank), '.');
  if (blank != std::string::npos) statement.operands = split(text.substr(blank + 1), ',');
  return statement;
}

namespace {

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// @p instruction: registers keep their values where p is false, and what would go to memory goes to a spare place.
// Instructions with other effects cannot have it.
bool emit_guarded(const std::string& text, PtxState& state) {
  if (text[0] != '@') return emit_ptx(read_ptx(text), state);
  const auto blank = text.find_first_of(" \t");
  if (blank == std::string::npos) return false;
  const bool negated = text[1] == '!';
  const std::string guard = text.substr(negated ? 2 : 1, blank - (negated ? 2 : 1));
  const PtxStatement statement = read_ptx(trim(text.substr(blank)));
  if (is_one_of(statement.name(), {"bar", "barrier", "bra", "shfl", "vote", "redux", "match",
                                   "elect", "trap", "mma", "ldmatrix", "stmatrix", "movmatrix"}))
    return false;
  llvm::Value* taken = state.predicate(guard);
  if (negated) taken = state.builder.CreateNot(taken);
  const auto before = state.registers;
  if (is_one_of(statement.name(), {"ld", "ldu", "st", "atom", "red", "cp"})) state.guard = taken;
  const bool known = emit_ptx(statement, state);
  state.guard = nullptr;
  if (!known) return false;
  for (auto& [name, value] : state.registers) {
    const auto old = before.find(name);
    if (old == before.end() || old->second == value) continue;
    value = state.builder.CreateSelect(taken, value, state.as_type(old->second, value->getType()));
  }
  return true;
}

// Inputs as the constraints number them: outputs first, a tied input ("+r") gives the output its first value.
void read_inputs(llvm::CallInst& call, const llvm::InlineAsm& assembly, PtxState& state) {
  unsigned argument = 0, number = 0;
  for (const auto& constraint : assembly.ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    const std::string name = "$" + std::to_string(number++);
    if (constraint.Type == llvm::InlineAsm::isInput) {
      llvm::Value* value = call.getArgOperand(argument++);
      const std::string& code = constraint.Codes.empty() ? std::string() : constraint.Codes[0];
      const bool tied = !code.empty() && std::isdigit(code[0]) != 0;
      state.registers[tied ? "$" + code : name] = value;
      if (tied) state.registers[name] = value;
    }
  }
}

void write_outputs(llvm::CallInst& call, PtxState& state) {
  llvm::Type* type = call.getType();
  const auto output = [&](unsigned index, llvm::Type* wanted) -> llvm::Value* {
    const auto found = state.registers.find("$" + std::to_string(index));
    if (found != state.registers.end()) return state.as_type(found->second, wanted);
    return llvm::Constant::getNullValue(wanted);
  };
  if (auto* several = llvm::dyn_cast<llvm::StructType>(type)) {
    llvm::Value* result = llvm::PoisonValue::get(several);
    for (unsigned i = 0; i < several->getNumElements(); ++i)
      result = state.builder.CreateInsertValue(result, output(i, several->getElementType(i)), i);
    call.replaceAllUsesWith(result);
  } else if (!type->isVoidTy()) {
    call.replaceAllUsesWith(output(0, type));
  }
  call.eraseFromParent();
}

std::string lower_call(llvm::CallInst& call, const llvm::InlineAsm& assembly) {
  PtxState state(call);
  state.read_kept();
  read_inputs(call, assembly, state);
  for (const std::string& text : split_ptx(std::string(assembly.getAsmString()))) {
    if (!emit_guarded(text, state))
      return place_of(call) + "error: inline PTX '" + text + "' is not supported\n";
    if (!state.error.empty())
      return place_of(call) + "error: inline PTX '" + text + "': " + state.error + "\n";
  }
  state.keep_carry();
  state.write_kept(std::string(assembly.getAsmString()));
  write_outputs(call, state);
  return {};
}

}  // namespace

std::string lower_inline_ptx(llvm::Module& module) {
  std::string errors;
  lower_exits(module);
  inline_carry_functions(module);
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call) continue;
      const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
      if (assembly && !assembly->getAsmString().empty()) errors += lower_call(*call, *assembly);
    }
  clear_named_barriers(module);
  return errors;
}

}  // namespace vgpu::compiler
