// Reads the words of a SPIR-V module; see code.h.
// SPDX-License-Identifier: MIT
#define SPV_ENABLE_UTILITY_CODE
#include "compiler/front/spirv/code.h"

#include <cstring>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MathExtras.h"

namespace vgpu::compiler::spirv {

constexpr std::size_t kHeaderWords = 5;

std::uint32_t Instruction::operand(std::size_t index) const {
  if (index >= operands.size()) throw SpirvError("an instruction has too few operands");
  return operands[index];
}

std::string readable(std::string text) {
  const auto* first = reinterpret_cast<const llvm::UTF8*>(text.data());
  const bool legal = llvm::isLegalUTF8String(&first, first + text.size());
  for (char& letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < ' ' ? byte != '\n' && byte != '\t' : byte > '~' && !legal) letter = '?';
  }
  return text;
}

std::string text_at(const Instruction& instruction, std::size_t first, std::size_t* next) {
  std::string text;
  for (std::size_t i = first; i < instruction.count(); ++i) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const char letter = static_cast<char>(instruction.operands[i] >> shift);
      if (letter == '\0') {
        if (next) *next = i + 1;
        return readable(text);
      }
      text += letter;
    }
  }
  throw SpirvError("a text has no end");
}

std::vector<std::uint32_t> read_words(llvm::StringRef bytes) {
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (words.size() < kHeaderWords || bytes.size() % sizeof(std::uint32_t) != 0)
    throw SpirvError("a SPIR-V module has a header of five words and whole words behind it");
  std::memcpy(words.data(), bytes.data(), bytes.size());
  if (words[0] == llvm::byteswap<std::uint32_t>(spv::MagicNumber))
    for (std::uint32_t& word : words) word = llvm::byteswap(word);
  if (words[0] != spv::MagicNumber) throw SpirvError("this is not a SPIR-V module");
  return words;
}

Code::Code(std::vector<std::uint32_t> words) : words_(std::move(words)) {
  if (words_.size() < kHeaderWords) throw SpirvError("a module has no header");
  read_instructions();
}

void Code::read_instructions() {
  const Words words = words_;
  for (std::size_t at = kHeaderWords; at < words.size();) {
    const std::size_t length = words[at] >> spv::WordCountShift;
    if (length == 0 || length > words.size() - at)
      throw SpirvError("the module is cut off or its instructions are damaged");
    Instruction instruction;
    instruction.op = static_cast<spv::Op>(words[at] & spv::OpCodeMask);
    bool has_result = false, has_type = false;
    spv::HasResultAndType(instruction.op, &has_result, &has_type);
    const std::size_t first = 1 + (has_type ? 1 : 0) + (has_result ? 1 : 0);
    if (first > length) throw SpirvError("an instruction has too few operands");
    if (has_type) instruction.type = words[at + 1];
    if (has_result) instruction.result = words[at + first - 1];
    instruction.operands = words.slice(at + first, length - first);
    instructions_.push_back(instruction);
    if (has_result) definitions_[instruction.result] = instructions_.size() - 1;
    at += length;
  }
  for (const Instruction& instruction : instructions_) note(instruction);
}

void Code::note(const Instruction& instruction) {
  switch (instruction.op) {
    case spv::OpName:
      names_[instruction.operand(0)] = text_at(instruction, 1);
      break;
    case spv::OpDecorate:
    case spv::OpDecorateId:
    case spv::OpDecorateString:
      decorations_[instruction.operand(0)].push_back(
          {instruction.operand(1), instruction.operands.drop_front(2)});
      break;
    case spv::OpGroupDecorate:
      decorate_group(instruction);
      break;
    default:
      break;
  }
}

// The group's own decorations stand before it.
void Code::decorate_group(const Instruction& instruction) {
  const std::vector<Decoration> shared = decorations(instruction.operand(0));
  for (const Id target : instruction.operands.drop_front()) {
    std::vector<Decoration>& own = decorations_[target];
    own.insert(own.end(), shared.begin(), shared.end());
  }
}

const Instruction& Code::definition(Id id) const {
  const auto found = definitions_.find(id);
  if (found == definitions_.end())
    throw SpirvError("%" + std::to_string(id) + " is used and not defined");
  return instructions_[found->second];
}

Id Code::type_of(Id value) const { return definition(value).type; }

Id Code::element_of(Id type) const {
  const Instruction& made = definition(type);
  switch (made.op) {
    case spv::OpTypePointer:
      return made.operand(1);
    case spv::OpTypeVector:
    case spv::OpTypeArray:
      return made.operand(0);
    default:
      throw SpirvError("a type has no elements");
  }
}

spv::StorageClass Code::storage_of(Id pointer_type) const {
  const Instruction& made = definition(pointer_type);
  if (made.op != spv::OpTypePointer) throw SpirvError("a pointer is asked for, not a value");
  return static_cast<spv::StorageClass>(made.operand(0));
}

std::string Code::name(Id id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? std::string() : found->second;
}

std::string Code::text(Id id) const {
  const auto found = definitions_.find(id);
  if (found == definitions_.end() || instructions_[found->second].op != spv::OpString) return {};
  return text_at(instructions_[found->second], 0);
}

const std::vector<Decoration>& Code::decorations(Id id) const {
  static const std::vector<Decoration> kNone;
  const auto found = decorations_.find(id);
  return found == decorations_.end() ? kNone : found->second;
}

std::optional<Linkage> Code::linkage(Id id) const {
  const Decoration* decoration = this->decoration(id, spv::DecorationLinkageAttributes);
  if (!decoration) return std::nullopt;
  Instruction words;
  words.operands = decoration->operands;
  std::size_t next = 0;
  Linkage linkage;
  linkage.name = text_at(words, 0, &next);
  linkage.is_import = words.operand(next) == spv::LinkageTypeImport;
  linkage.is_shared = words.operand(next) == spv::LinkageTypeLinkOnceODR;
  return linkage;
}

const Decoration* Code::decoration(Id id, spv::Decoration kind) const {
  for (const Decoration& decoration : decorations(id))
    if (decoration.kind == kind) return &decoration;
  return nullptr;
}

}  // namespace vgpu::compiler::spirv
