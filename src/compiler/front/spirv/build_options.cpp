// Build options of a SPIR-V program; see build_options.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/build_options.h"

#include "compiler/front/command_line.h"
#include "compiler/spirv_outline.h"
#include "llvm/ADT/StringExtras.h"

namespace vgpu::compiler::spirv {
namespace {

bool read_constant(const std::string& option, Arguments& out) {
  if (!option.starts_with(kSpecializeOption)) return false;
  out.push_back(option);
  return true;
}

// "-vgpu-specialize=NUMBER:HEX": the value's bytes as they lie in memory.
void set_constant(llvm::StringRef text, Options& options) {
  const auto [number, bytes] = text.drop_front(kSpecializeOption.size()).split(':');
  std::uint32_t id = 0;
  std::string value;
  if (number.getAsInteger(10, id) || !llvm::tryGetFromHex(bytes, value))
    throw SpirvError("'" + text.str() + "' is not a specialisation constant");
  options.constants[id] = value;
}

void set_math(const std::string& option, llvm::FastMathFlags& math) {
  if (option == "-cl-fast-relaxed-math") math.setFast();
  if (option == "-cl-finite-math-only") {
    math.setNoNaNs();
    math.setNoInfs();
  }
  if (option == "-cl-no-signed-zeros" || option == "-cl-unsafe-math-optimizations")
    math.setNoSignedZeros();
  if (option == "-cl-unsafe-math-optimizations") {
    math.setAllowReassoc();
    math.setAllowReciprocal();
    math.setApproxFunc();
  }
}

OptionError read(const FrontRequest& request, Arguments& out) {
  using enum OptionUse;
  return read_options(request.options,
                      {{"-D", ignore_value},
                       {"-U", ignore_value},
                       {"-I", ignore_value},
                       {"-include", ignore_value},
                       {"-w", ignore},
                       {"-Werror", ignore},
                       {"-cl-std=*", ignore},
                       {"-cl-single-precision-constant", ignore},
                       {"-cl-denorms-are-zero", ignore},
                       {"-cl-fp32-correctly-rounded-divide-sqrt", ignore},
                       {"-cl-mad-enable", ignore},
                       {"-cl-no-signed-zeros", pass},
                       {"-cl-unsafe-math-optimizations", pass},
                       {"-cl-finite-math-only", pass},
                       {"-cl-fast-relaxed-math", pass},
                       {"-cl-uniform-work-group-size", ignore},
                       {"-cl-opt-disable", ignore},
                       {"-cl-strict-aliasing", ignore},
                       {"-cl-no-subgroup-ifp", ignore},
                       {"-cl-kernel-arg-info", ignore},
                       {"-cl-intel-*", ignore},
                       {"-cl-nv-*", ignore},
                       {"-x", ignore_value},
                       {"-g", pass},
                       {"-O*", ignore}},
                      read_constant, out);
}

}  // namespace

Options read_build_options(const FrontRequest& request) {
  Arguments words;
  OptionError error = read(request, words);
  if (!error.message.empty()) {
    llvm::StringRef text = error.message;
    text.consume_front("error: ");
    throw SpirvError(text.str());
  }
  Options options;
  options.lines = request.debug_info;
  for (const std::string& word : words) {
    if (word == "-g") options.lines = true;
    if (word.starts_with(kSpecializeOption)) set_constant(word, options);
    set_math(word, options.math);
  }
  return options;
}

}  // namespace vgpu::compiler::spirv
