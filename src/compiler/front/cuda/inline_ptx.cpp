// Inline assembly of CUDA, PTX by a small table, becomes IR; see lower_names.h and ptx_statement.h.
//
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_families.h"
#include "compiler/front/lower_names.h"
#include "compiler/front/source_place.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

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

// What may be a label, without the dots of instructions.
bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
  });
}

}  // namespace

// Statements end in semicolons; the braces of a scope mean nothing, since names are not used twice in practice.
std::vector<std::string> split_ptx(const std::string& text) {
  std::vector<std::string> statements(1);
  const std::string plain = plain_operands(without_comments(text));
  int vector = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    const bool starts = trim(statements.back()).empty();
    if (c == ':' && is_name(trim(statements.back())) && plain.compare(i, 2, "::") != 0) {
      statements.back() = trim(statements.back()) + c;
      statements.emplace_back();
      continue;
    }
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

bool uses_memory(const std::string& name) {
  return name == "ld" || name == "ldu" || name == "st" || name == "atom" || name == "red" ||
         name == "cp";
}

}  // namespace

// @p instruction: registers keep their values where p is false, and what would go to memory goes to a spare place.
// Instructions with other effects are in blocks of their own.
bool emit_ptx_line(const std::string& text, PtxState& state) {
  if (text[0] != '@') return emit_ptx(read_ptx(text), state);
  const auto blank = text.find_first_of(" \t");
  if (blank == std::string::npos) return false;
  const bool negated = text[1] == '!';
  const std::string guard = text.substr(negated ? 2 : 1, blank - (negated ? 2 : 1));
  const PtxStatement statement = read_ptx(trim(text.substr(blank)));
  llvm::Value* taken = state.predicate(guard);
  if (negated) taken = state.builder.CreateNot(taken);
  const auto before = state.registers;
  if (uses_memory(statement.name())) state.guard = taken;
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

namespace {

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

std::string emit_in_order(const std::vector<std::string>& texts, PtxState& state) {
  for (const std::string& text : texts) {
    if (!emit_ptx_line(text, state)) return "inline PTX '" + text + "' is not supported";
    if (!state.error.empty()) return "inline PTX '" + text + "': " + state.error;
  }
  return {};
}

// Blocks may be split while a call is lowered.
std::vector<llvm::CallInst*> assemblies_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const auto* assembly =
        call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
    if (assembly && !assembly->getAsmString().empty()) found.push_back(call);
  }
  return found;
}

std::string lower_call(llvm::CallInst& call, const llvm::InlineAsm& assembly) {
  PtxState state(call);
  state.read_kept();
  read_inputs(call, assembly, state);
  const std::vector<std::string> texts = split_ptx(std::string(assembly.getAsmString()));
  const std::string error =
      ptx_needs_blocks(texts) ? emit_ptx_blocks(call, texts, state) : emit_in_order(texts, state);
  if (!error.empty()) return place_of(call) + "error: " + error + "\n";
  state.keep_carry();
  state.write_kept(std::string(assembly.getAsmString()));
  write_outputs(call, state);
  return {};
}

}  // namespace

std::string lower_inline_ptx(llvm::Module& module) {
  std::string errors;
  inline_exits(module);
  inline_carry_functions(module);
  for (llvm::Function& function : module) {
    const std::vector<llvm::CallInst*> calls = assemblies_of(function);
    for (llvm::CallInst* call : calls)
      errors += lower_call(*call, *llvm::cast<llvm::InlineAsm>(call->getCalledOperand()));
    if (!calls.empty() && errors.empty()) llvm::EliminateUnreachableBlocks(function);
  }
  if (errors.empty()) clear_named_barriers(module);
  return errors;
}

}  // namespace vgpu::compiler
