// Variables and parameters that a module of PTX text declares, and their spelling in C++; see ptx_module.h.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vgpu::compiler::ptx {

// ".visible .global .align 4 .b8 table[16] = {1, 2}": one of these.
struct Variable {
  std::string space;  // "global", "shared", "const", "local", "param", "reg"
  std::string type;   // "b8", "f32", "u64", "pred"
  std::string name;
  unsigned align = 0;
  std::size_t count = 0;  // elements of an array; 0: it is none, or its size is open
  bool is_array = false, is_extern = false, is_visible = false;
  std::string initial;  // behind the '='

  unsigned element_bytes() const;
};

// The words of a text; brackets, commas, braces and such are words of their own.
std::vector<std::string> words_of(std::string_view text);

// A declaration without its semicolon. A name that is empty: it is none.
Variable read_variable(std::string_view text);

// A name that C++ takes.
std::string plain_name(std::string_view name);

// unsigned int, or a struct of bytes for an array: as parameters, results and variables of functions have them.
std::string value_type(const Variable& variable);
// The whole declaration of a variable outside of functions. `share`: other files may name it.
std::string outer_declaration(const Variable& variable, bool share);

}  // namespace vgpu::compiler::ptx
