// Build options as users write them, turned into arguments for clang; see command_line.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/command_line.h"

namespace vgpu::compiler {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool matches(const OptionRule& rule, const std::string& option) {
  if (rule.name.ends_with('*'))
    return option.starts_with(rule.name.substr(0, rule.name.size() - 1));
  if (rule.use == OptionUse::with_value) return option.starts_with(rule.name);
  return option == rule.name;
}

// Warnings that both languages accept; plug-ins and such begin with other letters.
bool is_warning_option(const std::string& option) {
  return option.starts_with("-W") && !option.starts_with("-Wl,") && !option.starts_with("-Wa,") &&
         !option.starts_with("-Wp,");
}

}  // namespace

Arguments split_options(std::string_view text) {
  Arguments words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      open = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (is_blank(c) || c == '\0') {
      if (open) words.push_back(word);
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) words.push_back(word);
  return words;
}

OptionError read_options(std::string_view text, std::initializer_list<OptionRule> rules,
                         OptionReader reader, Arguments& out) {
  const Arguments words = split_options(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (reader(word, out)) continue;
    const OptionRule* found = nullptr;
    for (const OptionRule& rule : rules)
      if (matches(rule, word) && (!found || rule.name.size() > found->name.size())) found = &rule;
    if (!found && is_warning_option(word)) {
      out.push_back(word);
      continue;
    }
    if (!found) return {"error: unknown build option '" + word + "'"};
    const bool takes_value =
        found->use == OptionUse::with_value || found->use == OptionUse::ignore_value;
    std::string value = takes_value ? word.substr(found->name.size()) : "";
    if (takes_value && value.empty() && word == found->name) {
      if (i + 1 == words.size()) return {"error: build option '" + word + "' needs a value"};
      value = words[++i];
    }
    if (found->use == OptionUse::pass) out.push_back(word);
    if (found->use == OptionUse::with_value)
      out.insert(out.end(), {std::string(found->name), value});
  }
  return {};
}

}  // namespace vgpu::compiler
