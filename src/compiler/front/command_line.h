// Build options as users write them, turned into arguments for clang's own command line.
//
// Both languages take one string of options. What is not in the tables is refused, so that a kernel cannot make
// clang write files, load plug-ins or change the target. Called by opencl/ and cuda/.
// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::compiler {

using Arguments = std::vector<std::string>;

// Splits at blanks; 'a b', "a b" and a\ b stay together.
Arguments split_options(std::string_view text);

enum class OptionUse {
  pass,        // goes to clang as it is
  ignore,      // accepted, means nothing here
  with_value,  // -D x or -Dx: goes to clang in two parts
  ignore_value,
};

struct OptionRule {
  std::string_view name;  // ends in '*': every option that starts so
  OptionUse use;
};

// Options that are read by one language alone; returns false for those it does not know.
using OptionReader = bool (*)(const std::string& option, Arguments& out);

struct OptionError {
  std::string message;  // empty: no error
};

OptionError read_options(std::string_view text, std::initializer_list<OptionRule> rules,
                         OptionReader reader, Arguments& out);

}  // namespace vgpu::compiler
