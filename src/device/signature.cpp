// Native kernels' signatures: splits at commas, then looks at each parameter's words.
// SPDX-License-Identifier: MIT
#include "device/signature.h"

#include <array>
#include <cctype>
#include <vector>

#include "base/error.h"

namespace vgpu {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;

struct Scalar {
  std::string_view name;
  std::uint32_t size;
};

constexpr std::array kScalars = std::to_array<Scalar>({
    {"bool", 1},     {"char", 1},     {"short", 2},     {"int", 4},      {"long", 8},
    {"float", 4},    {"double", 8},   {"half", 2},      {"size_t", 8},   {"int8_t", 1},
    {"int16_t", 2},  {"int32_t", 4},  {"int64_t", 8},   {"uint8_t", 1},  {"uint16_t", 2},
    {"uint32_t", 4}, {"uint64_t", 8}, {"ptrdiff_t", 8}, {"intptr_t", 8}, {"uintptr_t", 8},
    {"unsigned", 4}, {"signed", 4},   {"uchar", 1},     {"ushort", 2},   {"uint", 4},
    {"ulong", 8},
});

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > i) words.push_back(text.substr(i, end - i));
    i = end > i ? end : i + 1;
  }
  return words;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

const Scalar* find_scalar(std::string_view word) {
  for (const Scalar& scalar : kScalars) {
    if (scalar.name == word) return &scalar;
  }
  return nullptr;
}

bool is_qualifier(std::string_view word) {
  return word == "const" || word == "volatile" || word == "restrict" || word == "__restrict" ||
         word == "__restrict__" || word == "struct";
}

std::uint32_t flags_of(const std::vector<std::string_view>& words) {
  std::uint32_t flags = 0;
  for (std::string_view word : words) {
    if (word == "const") flags |= compiler::kArgumentConst;
    if (word == "volatile") flags |= compiler::kArgumentVolatile;
    if (word.find("restrict") != word.npos) flags |= compiler::kArgumentRestrict;
  }
  return flags;
}

// "unsigned long long n": the size is that of the last word that names one, "unsigned" alone being an int.
void read_value(KernelArgument& argument, std::string_view text,
                const std::vector<std::string_view>& words) {
  for (std::string_view word : words) {
    if (is_qualifier(word)) continue;
    if (const Scalar* scalar = find_scalar(word)) {
      const bool widens = argument.size == 8 && scalar->name == "int";  // "long int"
      const bool shortens = argument.size == 2 && scalar->name == "int";
      if (!widens && !shortens) argument.size = scalar->size;
      continue;
    }
    if (argument.size == 0 || !argument.name.empty()) {
      fail(ErrorCode::InvalidValue, "signature: \"{}\" is not a type that native kernels can have",
           text);
    }
    argument.name = word;
  }
  if (argument.size == 0) fail(ErrorCode::InvalidValue, "signature: \"{}\" has no type", text);
  argument.kind = ArgumentKind::value;
}

KernelArgument read_parameter(std::string_view text) {
  KernelArgument argument;
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty()) fail(ErrorCode::InvalidValue, "signature: a parameter is empty");
  const std::size_t star = text.rfind('*');
  argument.flags = flags_of(words);
  if (star == text.npos) {
    read_value(argument, text, words);
    argument.type_name = trim(text.substr(0, text.size() - argument.name.size()));
  } else {
    argument.kind = ArgumentKind::global;
    argument.size = sizeof(void*);
    argument.type_name = trim(text.substr(0, star + 1));
    for (std::string_view word : words_of(text.substr(star + 1))) {
      if (!is_qualifier(word)) argument.name = word;
    }
  }
  argument.align = argument.size;
  return argument;
}

}  // namespace

compiler::KernelInfo parse_signature(const std::string& name, std::string_view signature) {
  compiler::KernelInfo info;
  info.name = info.symbol = name;
  signature = trim(signature);
  if (signature.empty() || signature == "void") return info;
  for (std::size_t begin = 0; begin <= signature.size();) {
    const std::size_t end = std::min(signature.find(',', begin), signature.size());
    KernelArgument argument = read_parameter(trim(signature.substr(begin, end - begin)));
    argument.offset = (info.argument_bytes + argument.align - 1) / argument.align * argument.align;
    info.argument_bytes = argument.offset + argument.size;
    info.arguments.push_back(std::move(argument));
    begin = end + 1;
  }
  return info;
}

}  // namespace vgpu
