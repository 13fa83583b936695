// Reads declarations of PTX text and writes them as C++; see ptx_declarations.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/cuda/ptx_declarations.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace vgpu::compiler::ptx {
namespace {

bool is_word_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

bool is_space_name(std::string_view word) {
  for (const char* one : {".global", ".shared", ".const", ".local", ".param", ".reg"})
    if (word == one) return true;
  return false;
}

bool is_type_name(std::string_view word) {
  return word == ".pred" || word == ".texref" ||
         (word.size() >= 3 && std::string_view("busf").find(word[1]) != std::string_view::npos &&
          std::isdigit(static_cast<unsigned char>(word[2])) != 0);
}

const char* integer_type(unsigned bytes) {
  return bytes == 1   ? "unsigned char"
         : bytes == 2 ? "unsigned short"
         : bytes == 4 ? "unsigned int"
                      : "unsigned long long";
}

// An element of a list: a number's bits, or the address of another variable.
std::string element(const std::vector<std::string>& words, std::size_t& at, unsigned bytes) {
  std::string word = words[at++];
  if (word == "generic") {  // generic(name)
    word = at + 1 < words.size() ? words[at + 1] : "";
    at = std::min(at + 3, words.size());
  }
  if (word == "-" && at < words.size()) word += words[at++];
  const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0 || word[0] == '-';
  if (!number) {
    std::string address = "(const char*)&" + plain_name(word);
    if (at + 1 < words.size() && words[at] == "+") {
      address += " + " + words[at + 1];
      at += 2;
    }
    return address;
  }
  if (word.starts_with("0f") || word.starts_with("0F") || word.starts_with("0d") ||
      word.starts_with("0D"))
    return "0x" + word.substr(2);
  if (word.ends_with('U')) word.pop_back();
  return "(" + std::string(integer_type(bytes)) + ")" + word;
}

std::string list_of(const Variable& variable, bool& addresses) {
  const std::vector<std::string> words = words_of(variable.initial);
  std::string list;
  for (std::size_t at = 0; at < words.size();) {
    if (words[at] == "{" || words[at] == "}" || words[at] == ",") {
      ++at;
      continue;
    }
    const std::string one = element(words, at, variable.element_bytes());
    addresses |= one.find('&') != std::string::npos;
    list += (list.empty() ? "" : ", ") + one;
  }
  return list;
}

}  // namespace

unsigned Variable::element_bytes() const {
  if (type == "pred" || type == "texref") return type == "pred" ? 1 : 8;
  const unsigned bits = static_cast<unsigned>(std::strtoul(type.c_str() + 1, nullptr, 10));
  return std::max(bits / 8, 1u) * (type.ends_with("x2") ? 2 : 1);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
    } else if (!is_word_letter(text[i])) {
      words.emplace_back(1, text[i++]);
    } else {
      const std::size_t first = i++;
      while (i < text.size() && is_word_letter(text[i]) && !(text[i] == '.' && text[first] == '.'))
        ++i;
      words.emplace_back(text.substr(first, i - first));
    }
  }
  return words;
}

Variable read_variable(std::string_view text) {
  Variable found;
  const auto equals = text.find('=');
  if (equals != std::string_view::npos) found.initial = text.substr(equals + 1);
  const std::vector<std::string> words = words_of(text.substr(0, equals));
  unsigned lanes = 1;
  bool pointed = false;  // behind .ptr: what the pointer points to
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == ".align" && i + 1 < words.size()) {
      const unsigned align = static_cast<unsigned>(std::strtoul(words[++i].c_str(), nullptr, 10));
      if (!pointed) found.align = align;
    } else if (word == "[") {
      const bool sized = i + 1 < words.size() && words[i + 1] != "]";
      const std::size_t size = sized ? std::strtoull(words[i + 1].c_str(), nullptr, 0) : 0;
      found.count = found.is_array ? found.count * size : size;
      found.is_array = true;
      i += sized ? 2 : 1;
    } else if (word == ".ptr") {
      pointed = true;
    } else if (is_space_name(word)) {
      if (!pointed) found.space = word.substr(1);
    } else if (is_type_name(word)) {
      found.type = word.substr(1);
    } else if (word == ".v2" || word == ".v4") {
      lanes = word == ".v2" ? 2 : 4;
    } else if (word == ".extern" || word == ".visible" || word == ".weak" || word == ".common") {
      found.is_extern |= word == ".extern";
      found.is_visible = true;
    } else if (word[0] != '.') {
      found.name = word;
    }
  }
  if (lanes > 1) {
    found.count = lanes * (found.is_array ? found.count : 1);
    found.align = std::max(found.align, lanes * found.element_bytes());
    found.is_array = true;
  }
  if (found.space.empty() || found.type.empty()) found.name.clear();
  return found;
}

std::string plain_name(std::string_view name) {
  std::string plain(name);
  std::replace(plain.begin(), plain.end(), '%', '_');
  return plain;
}

std::string value_type(const Variable& variable) {
  if (!variable.is_array) return integer_type(variable.element_bytes());
  const unsigned align = std::max(variable.align, variable.element_bytes());
  return "vgpu_bytes<" + std::to_string(variable.count * variable.element_bytes()) + ", " +
         std::to_string(align) + ">";
}

std::string outer_declaration(const Variable& variable, bool share) {
  const unsigned bytes = variable.element_bytes();
  bool addresses = false;
  const std::string list = list_of(variable, addresses);
  std::string text;
  const bool is_shared = variable.space == "shared";
  const bool is_open =
      variable.is_extern || (is_shared && variable.is_array && variable.count == 0);
  // In braces, since a variable behind extern "C" alone would only be declared.
  const bool braces = share && !is_shared;
  if (braces) text += "extern \"C\" { ";
  text += is_open ? "extern " : share ? "" : "static ";
  text += is_shared ? "__shared__ " : variable.space == "const" ? "__constant__ " : "__device__ ";
  text += "__align__(" + std::to_string(std::max(variable.align, bytes)) + ") ";
  text += addresses ? "const char*" : integer_type(bytes);
  text += " " + plain_name(variable.name);
  if (variable.is_array)
    text += "[" + (variable.count != 0 ? std::to_string(variable.count) : std::string()) + "]";
  if (!list.empty()) text += variable.is_array ? " = {" + list + "}" : " = " + list;
  return text + (braces ? "; }\n" : ";\n");
}

}  // namespace vgpu::compiler::ptx
