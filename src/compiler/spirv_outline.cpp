// Reads a SPIR-V module's outline; see spirv_outline.h.
//
// The few numbers of the specification that it needs are written down here, so that libvgpu needs no header for them.
// SPDX-License-Identifier: MIT
#include "compiler/spirv_outline.h"

#include <vector>

namespace vgpu::compiler {
namespace {

constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kOldest = 0x00010000, kNewest = 0x00010600;
constexpr std::uint32_t kOpTypeBool = 20, kOpTypeInt = 21, kOpTypeFloat = 22, kOpDecorate = 71;
constexpr std::uint32_t kOpSpecConstantTrue = 48, kOpSpecConstantFalse = 49, kOpSpecConstant = 50;
constexpr std::uint32_t kSpecId = 1;

std::uint32_t swapped(std::uint32_t word) { return __builtin_bswap32(word); }

std::vector<std::uint32_t> words_of(std::string_view bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (words.empty()) return words;
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  if (words[0] == swapped(kSpirvMagic))
    for (std::uint32_t& word : words) word = swapped(word);
  return words;
}

// Notes of one walk over the instructions.
struct Notes {
  std::map<std::uint32_t, std::uint32_t> type_bytes;   // by id
  std::map<std::uint32_t, std::uint32_t> spec_number;  // by the constant's id
  std::map<std::uint32_t, std::uint32_t> spec_type;    // by the constant's id
};

void note(const std::uint32_t* instruction, std::uint32_t length, Notes& notes) {
  switch (instruction[0] & 0xffff) {
    case kOpTypeBool:
      if (length > 1) notes.type_bytes[instruction[1]] = 1;
      break;
    case kOpTypeInt:
    case kOpTypeFloat:
      if (length > 2) notes.type_bytes[instruction[1]] = instruction[2] / 8;
      break;
    case kOpDecorate:
      if (length > 3 && instruction[2] == kSpecId)
        notes.spec_number[instruction[1]] = instruction[3];
      break;
    case kOpSpecConstantTrue:
    case kOpSpecConstantFalse:
    case kOpSpecConstant:
      if (length > 2) notes.spec_type[instruction[2]] = instruction[1];
      break;
    default:
      break;
  }
}

std::string header_problem(std::string_view bytes, const std::vector<std::uint32_t>& words) {
  if (!is_spirv(bytes)) return "this is not a SPIR-V module";
  if (bytes.size() % sizeof(std::uint32_t) != 0 || words.size() < kHeaderWords)
    return "the module is cut off";
  if (words[1] < kOldest || words[1] > kNewest)
    return "SPIR-V of version 1.0 to 1.6 is accepted, not " + std::to_string(words[1] >> 16) + "." +
           std::to_string(words[1] >> 8 & 0xff);
  return {};
}

}  // namespace

SpirvOutline outline_spirv(std::string_view bytes) {
  SpirvOutline outline;
  const std::vector<std::uint32_t> words = words_of(bytes);
  outline.problem = header_problem(bytes, words);
  if (!outline.problem.empty()) return outline;
  Notes notes;
  for (std::size_t at = kHeaderWords; at < words.size();) {
    const std::uint32_t length = words[at] >> 16;
    if (length == 0 || length > words.size() - at) {
      outline.problem = "the module is cut off or its instructions are damaged";
      return outline;
    }
    note(&words[at], length, notes);
    at += length;
  }
  for (const auto& [id, type] : notes.spec_type) {
    const auto number = notes.spec_number.find(id);
    if (number != notes.spec_number.end())
      outline.constants[number->second] = notes.type_bytes[type];
  }
  outline.whole = true;
  return outline;
}

}  // namespace vgpu::compiler
