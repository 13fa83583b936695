// Walks a SPIR-V module and has every instruction translated by its family; see translate.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/translate.h"

#include "compiler/front/guard.h"
#include "compiler/front/spirv/block_order.h"
#include "compiler/front/spirv/build_options.h"
#include "compiler/front/spirv/families.h"
#include "compiler/front/spirv/kernel_notes.h"
#include "compiler/front/spirv/lines.h"
#include "compiler/front/spirv/validate.h"

namespace vgpu::compiler::spirv {
namespace {

using Family = bool (*)(Translation&, const Instruction&);

constexpr Family kFamilies[] = {
    translate_memory,     translate_pointer,  translate_arithmetic,  translate_control_flow,
    translate_comparison, translate_bits,     translate_composite,   translate_conversion,
    translate_extended,   translate_variable, translate_constant,    translate_atomic,
    translate_group,      translate_subgroup, translate_dot_product, translate_clock,
    translate_image,
};

// What only says something about the module, and has been read already or means nothing here.
bool is_silent(spv::Op op) {
  switch (op) {
    case spv::OpNop:
    case spv::OpNoLine:
    case spv::OpLine:
    case spv::OpFunctionParameter:
    case spv::OpFunctionEnd:
    case spv::OpModuleProcessed:
    case spv::OpAssumeTrueKHR:
      return true;
    default:
      return false;
  }
}

void translate_instruction(Translation& state, const Instruction& instruction) {
  if (is_silent(instruction.op)) return;
  for (const Family family : kFamilies)
    if (family(state, instruction)) return;
  throw SpirvError("instruction " + std::to_string(instruction.op) + " is not supported");
}

// Types, constants and variables stand before the first function.
std::size_t translate_globals(Translation& state) {
  const auto& instructions = state.code.instructions();
  std::size_t at = 0;
  for (; at < instructions.size() && instructions[at].op != spv::OpFunction; ++at)
    if (!translate_constant(state, instructions[at])) translate_variable(state, instructions[at]);
  return at;
}

void translate_body(Translation& state, llvm::ArrayRef<Instruction> body, Lines& lines) {
  for (const Instruction& instruction : body) {
    lines.follow(state, instruction);
    translate_instruction(state, instruction);
  }
  for (const Instruction& instruction : body)
    if (instruction.op == spv::OpPhi) finish_phi(state, instruction);
}

bool has_body(llvm::ArrayRef<Instruction> function) {
  return llvm::any_of(
      function, [](const Instruction& instruction) { return instruction.op == spv::OpLabel; });
}

void translate_functions(Translation& state, std::size_t first) {
  const llvm::ArrayRef<Instruction> all = state.code.instructions();
  Lines lines(state);
  for (std::size_t at = first; at < all.size(); ++at) {
    check_deadline();
    if (all[at].op != spv::OpFunction) continue;
    std::size_t end = at + 1;
    while (end < all.size() && all[end].op != spv::OpFunctionEnd) ++end;
    const llvm::ArrayRef<Instruction> function = all.slice(at + 1, end - at - 1);
    llvm::Function& made = *state.functions.at(all[at].result);
    if (has_body(function)) {
      state.enter(made, all[at].result);
      lines.enter(state, made);
      translate_body(state, function, lines);
    }
    at = end;
  }
  lines.finish();
}

SourceModule translate_code(llvm::LLVMContext& context, const Code& code, const Options& options) {
  Translation state(code, options, context);
  note_contraction(state);
  const std::size_t functions = translate_globals(state);
  declare_functions(state);
  translate_functions(state, functions);
  SourceModule result;
  describe_entry_points(state, result);
  result.module = std::move(state.module);
  return result;
}

}  // namespace

SourceModule translate(llvm::LLVMContext& context, const FrontRequest& request, std::string& log) {
  try {
    const Options options = read_build_options(request);
    const Code given(read_words(request.source));
    check_support(given);
    const Code code(in_block_order(given));
    validate(code);
    return translate_code(context, code, options);
  } catch (const SpirvError& error) {
    log += "error: " + readable(error.what()) + "\n";
  }
  return {};
}

}  // namespace vgpu::compiler::spirv
