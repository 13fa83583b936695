// The statements between the braces of a function of PTX text, as one inline assembly; see ptx_module.h.
//
// What inline assembly cannot say is rewritten: variables and parameters become operands of the assembly, names of inner
// scopes that were used before get others, ret goes to the end, tables of branches become comparisons.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/front/cuda/ptx_declarations.h"

namespace vgpu::compiler::ptx {

struct Function {
  bool is_kernel = false, is_visible = false;
  std::string name;
  std::vector<Variable> parameters;
  std::vector<Variable> results;  // one at most
  std::string bounds;             // __launch_bounds__, if it has any
  std::string body;               // with its braces; empty: only declared
};

// What a body may name outside of itself.
struct Surroundings {
  std::map<std::string, Variable> variables;
  std::map<std::string, Function> functions;
};

// malloc and its like, which PTX declares and everybody has.
bool is_run_time_function(const std::string& name);

// void name(...): the function's head in C++.
std::string head_of(const Function& function);

// The whole function in C++; what the text needs outside of it is appended to `outside`. Sets error where it cannot be
// done.
std::string write_function(const Function& function, const Surroundings& around,
                           std::string& outside, std::string& error);

}  // namespace vgpu::compiler::ptx
