// Changes spellings in preprocessed text; see nvcc_spellings.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/nvcc_spellings.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

namespace vgpu::vgpucc {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Where each of the lines begins; what a `# 12 "file"` says holds for the lines behind it.
std::vector<std::size_t> places_of(const std::string& text, const std::set<SourceLine>& lines) {
  static const std::regex marker("#\\s*(?:line\\s+)?(\\d+)\\s+\"(.*)\".*");
  std::vector<std::size_t> places;
  SourceLine here{"", 1};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::smatch parts;
    const std::string line = text[at] == '#' ? text.substr(at, end - at) : std::string();
    if (!line.empty() && std::regex_match(line, parts, marker)) {
      here = {parts[2], std::stoul(parts[1])};
    } else {
      if (lines.contains(here)) places.push_back(at);
      ++here.second;
    }
    at = end + 1;
  }
  return places;
}

// Behind the bracket that closes the one at `open`.
std::size_t behind_brackets(const std::string& text, std::size_t open, char opening = '(',
                            char closing = ')') {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == opening) ++depth;
    if (text[at] == closing && --depth == 0) return at + 1;
  }
  return std::string::npos;
}

// The begin of a declaration of which everything up to `at` are words that may stand behind alignas.
std::size_t declaration_begin(const std::string& text, std::size_t at) {
  constexpr std::string_view kWords[] = {"__attribute__((shared))", "__attribute__((device))",
                                         "__attribute__((constant))", "extern", "static"};
  for (bool found = true; found;) {
    std::size_t end = at;
    while (end > 0 && is_space(text[end - 1])) --end;
    found = false;
    for (const std::string_view word : kWords) {
      if (end < word.size() || text.compare(end - word.size(), word.size(), word) != 0) continue;
      at = end - word.size();
      found = true;
    }
  }
  return at;
}

int move_alignas(std::string& text, std::size_t line) {
  const std::size_t end = std::min(text.find('\n', line), text.size());
  const std::size_t at = text.find("alignas", line);
  if (at >= end) return 0;
  const std::size_t open = text.find('(', at);
  const std::size_t close =
      open == std::string::npos ? std::string::npos : behind_brackets(text, open);
  const std::size_t begin = declaration_begin(text, at);
  if (close == std::string::npos || begin == at) return 0;
  const std::string spelled = text.substr(at, close - at);
  text.erase(at, close - at);
  text.insert(begin, spelled + " ");
  return 1;
}

int double_percents(std::string& text, std::size_t line) {
  // A letter before a number or a bracket is a modifier of an operand: %h0.
  static const std::regex name("(^|[^%])%(?=[a-z][a-z_]|[a-z][0-9][a-z0-9_]|[a-z](?![0-9\\[]))");
  const std::size_t end = std::min(text.find('\n', line), text.size());
  const std::string before = text.substr(line, end - line);
  const std::string after = std::regex_replace(before, name, "$1%%");
  text.replace(line, end - line, after);
  return before != after ? 1 : 0;
}

// Editors write `kernel << <grid, block >> >(...)`.
int join_launch_brackets(std::string& text, std::size_t line) {
  static const std::regex open("<<\\s+<|<\\s+<<"), close(">>\\s+>|>\\s+>>");
  const std::size_t end = std::min(text.find('\n', line), text.size());
  const std::string before = text.substr(line, end - line);
  const std::string after =
      std::regex_replace(std::regex_replace(before, open, "<<<"), close, ">>>");
  text.replace(line, end - line, after);
  return before != after ? 1 : 0;
}

// nvcc reads asm("..." :: "r"(x) "l"(y)) as if a comma stood between the two.
int part_operands(std::string& text, std::size_t line) {
  static const std::regex operands(R"((\))(\s*"[=+]?[a-zA-Z]"\s*\())");
  const std::size_t end = std::min(text.find('\n', line), text.size());
  const std::string before = text.substr(line, end - line);
  const std::string after = std::regex_replace(before, operands, "$1,$2");
  text.replace(line, end - line, after);
  return before != after ? 1 : 0;
}

// g++ takes `main()` for `int main()`.
int give_main_its_type(std::string& text, std::size_t line) {
  static const std::regex bare("^\\s*main\\s*\\(");
  const std::size_t end = std::min(text.find('\n', line), text.size());
  if (!std::regex_search(text.begin() + static_cast<std::ptrdiff_t>(line),
                         text.begin() + static_cast<std::ptrdiff_t>(end), bare))
    return 0;
  text.insert(line, "int ");
  return 1;
}

// nvcc leaves `using ::name;` in a template alone until somebody needs it; where only std has the name clang wants it there.
int use_of_std(std::string& text, std::size_t line) {
  static const std::regex global("\\busing\\s*::\\s*(?=\\w+\\s*;)");
  const std::size_t end = std::min(text.find('\n', line), text.size());
  const std::string before = text.substr(line, end - line);
  const std::string after = std::regex_replace(before, global, "using std::");
  text.replace(line, end - line, after);
  return before != after ? 1 : 0;
}

// What fills `array[n]` with the list {a, b} behind it, in the initializer of a pointer that is declared next to it.
std::optional<std::string> filling(const std::string& array, const std::string& list) {
  static const std::regex zero(R"([\s{},]*(?:0(?:\.0*)?[fF]?|NULL|nullptr|false)?[\s{},]*)");
  static const std::regex flat(R"([^{}();"']*)");
  std::string text = ", *vgpu_filled_" + array +
                     " __attribute__((unused)) = (__builtin_memset((void*)" + array +
                     ", 0, sizeof(" + array + "))";
  if (!std::regex_match(list, zero)) {
    if (!std::regex_match(list, flat)) return std::nullopt;
    std::istringstream values(list);
    int index = 0;
    for (std::string value; std::getline(values, value, ',');)
      if (value.find_first_not_of(" \t\n") != std::string::npos)
        text += ", " + array + "[" + std::to_string(index++) + "] =" + value;
  }
  return text + ", nullptr)";
}

// g++ takes `int x[n] = {0};` where n is no constant.
int fill_late(std::string& text, std::size_t line) {
  static const std::regex start(R"((\w+)((?:\s*\[[^\[\]=;{}]*\])+)\s*=\s*\{)");
  int count = 0;
  for (std::size_t at = line; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::smatch parts;
    const std::string rest = text.substr(at, end - at);
    if (!std::regex_search(rest, parts, start)) break;
    const std::size_t begin = at + static_cast<std::size_t>(parts.position(0));
    const std::size_t open = begin + static_cast<std::size_t>(parts.length(0)) - 1;
    const std::size_t behind = behind_brackets(text, open, '{', '}');
    if (behind == std::string::npos) break;
    const std::optional<std::string> filled =
        filling(parts[1], text.substr(open + 1, behind - open - 2));
    at = behind;
    if (!filled) continue;
    const std::string again = parts[1].str() + parts[2].str() + *filled;
    text.replace(begin, behind - begin, again);
    at = begin + again.size();
    ++count;
  }
  return count;
}

// Lines of default arguments, each with the host's variable that clang refused in it.
std::map<SourceLine, std::set<std::string>> refused_defaults(const std::string& messages) {
  static const std::regex error(
      "(.*):(\\d+):\\d+: error: reference to __host__ variable '(.*)' in __global__ function");
  std::map<SourceLine, std::set<std::string>> found;
  std::istringstream lines(messages);
  std::smatch parts;
  std::optional<std::pair<SourceLine, std::string>> last;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, parts, error)) {
      last = {{parts[1], std::stoul(parts[2])}, parts[3]};
    } else if (last && line.find(": note: ") != std::string::npos) {  // the first tells where
      if (line.find("instantiation of default function argument") != std::string::npos)
        found[last->first].insert(last->second);
      last.reset();
    }
  }
  return found;
}

}  // namespace

int rewrite_default_arguments(std::string& text, const std::string& messages) {
  int count = 0;
  for (const auto& [line, names] : refused_defaults(messages)) {
    for (const std::size_t at : places_of(text, {line})) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::size_t begin = std::min(text.find('=', at), end);
      std::string after = text.substr(begin, end - begin);
      for (const std::string& name : names)
        after = std::regex_replace(after, std::regex("\\b" + name + "\\b"),
                                   "(*(decltype(&" + name + "))0)");
      count += text.compare(begin, end - begin, after) != 0 ? 1 : 0;
      text.replace(begin, end - begin, after);
    }
  }
  return count;
}

int rewrite_filled_arrays(std::string& text, const std::string& messages) {
  static const std::regex error(
      "(.*):(\\d+):\\d+: error: variable-sized object may not be initialized");
  std::set<SourceLine> refused;
  std::istringstream lines(messages);
  std::smatch parts;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, parts, error)) refused.insert({parts[1], std::stoul(parts[2])});
  int count = 0;
  const std::vector<std::size_t> places = places_of(text, refused);
  for (auto at = places.rbegin(); at != places.rend(); ++at) count += fill_late(text, *at);
  return count;
}

int rewrite_spellings(std::string& text, const std::set<SourceLine>& lines) {
  int count = 0;
  std::vector<std::size_t> places = places_of(text, lines);
  for (auto at = places.rbegin(); at != places.rend(); ++at)  // places before stay true
    count += move_alignas(text, *at) + double_percents(text, *at) +
             join_launch_brackets(text, *at) + part_operands(text, *at) +
             give_main_its_type(text, *at) + use_of_std(text, *at);
  return count;
}

bool can_be_rewritten(const std::string& messages) {
  for (const char* part :
       {"__global__ function", "an attribute list cannot appear here",
        "invalid % escape in inline assembly", "expected expression", "error: expected ')'",
        "a type specifier is required for all declarations", "in the global namespace",
        "variable-sized object may not be initialized"})
    if (messages.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace vgpu::vgpucc
