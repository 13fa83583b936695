// Orders the blocks of a module; see block_order.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/block_order.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace vgpu::compiler::spirv {
namespace {

struct Block {
  Id label = 0;
  llvm::ArrayRef<Instruction> instructions;
};

bool ends_block(spv::Op op) {
  switch (op) {
    case spv::OpBranch:
    case spv::OpBranchConditional:
    case spv::OpSwitch:
    case spv::OpReturn:
    case spv::OpReturnValue:
    case spv::OpUnreachable:
    case spv::OpKill:
      return true;
    default:
      return false;
  }
}

bool is_line(spv::Op op) { return op == spv::OpLine || op == spv::OpNoLine || op == spv::OpNop; }

// Labels that the block's last instruction names. Case literals of a switch may look like labels: one that is no block
// of the function is no harm, one that is only changes the order.
std::vector<Id> successors(const Block& block) {
  const Instruction& last = block.instructions.back();
  if (last.op == spv::OpBranch) return {last.operand(0)};
  if (last.op != spv::OpBranchConditional && last.op != spv::OpSwitch) return {};
  const llvm::ArrayRef<std::uint32_t> rest = last.operands.drop_front(last.count() ? 1 : 0);
  return {rest.begin(), rest.end()};
}

class Function {
 public:
  explicit Function(llvm::ArrayRef<Instruction> body) {
    while (!body.empty()) {
      if (body[0].op != spv::OpLabel) {
        if (!is_line(body[0].op)) throw SpirvError("an instruction stands outside of all blocks");
        body = body.drop_front();
        continue;
      }
      std::size_t last = 1;
      while (last < body.size() && !ends_block(body[last].op) && body[last].op != spv::OpLabel)
        ++last;
      if (last == body.size() || body[last].op == spv::OpLabel)
        throw SpirvError("a block has no end");
      index_[body[0].result] = blocks_.size();
      blocks_.push_back({body[0].result, body.take_front(last + 1)});
      body = body.drop_front(last + 1);
    }
  }

  // Without recursion: a chain of blocks may be long.
  std::vector<const Block*> ordered() const {
    std::vector<const Block*> order;
    std::vector<bool> seen(blocks_.size());
    struct Step {
      std::size_t block;
      std::vector<Id> left;
    };
    std::vector<Step> path;
    if (!blocks_.empty()) {
      seen[0] = true;
      path.push_back({0, successors(blocks_[0])});
    }
    while (!path.empty()) {
      if (path.back().left.empty()) {
        order.push_back(&blocks_[path.back().block]);
        path.pop_back();
        continue;
      }
      const auto next = index_.find(path.back().left.back());
      path.back().left.pop_back();
      if (next == index_.end() || seen[next->second]) continue;
      seen[next->second] = true;
      path.push_back({next->second, successors(blocks_[next->second])});
    }
    std::reverse(order.begin(), order.end());
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (!seen[i]) order.push_back(&blocks_[i]);
    return order;
  }

 private:
  std::vector<Block> blocks_;
  std::unordered_map<Id, std::size_t> index_;
};

bool is_merge(spv::Op op) { return op == spv::OpLoopMerge || op == spv::OpSelectionMerge; }

// Instructions that only describe the source; producers write some that the validator does not take.
std::set<Id> debug_sets(const Code& code) {
  std::set<Id> sets;
  for (const Instruction& instruction : code.instructions()) {
    if (instruction.op != spv::OpExtInstImport) continue;
    const std::string name = text_at(instruction, 0);
    if (name.starts_with("OpenCL.DebugInfo") || name.starts_with("NonSemantic."))
      sets.insert(instruction.result);
  }
  return sets;
}

void write(const Instruction& instruction, std::vector<std::uint32_t>& words) {
  const std::size_t length =
      1 + (instruction.type ? 1 : 0) + (instruction.result ? 1 : 0) + instruction.count();
  words.push_back(static_cast<std::uint32_t>(length << spv::WordCountShift) | instruction.op);
  if (instruction.type) words.push_back(instruction.type);
  if (instruction.result) words.push_back(instruction.result);
  words.insert(words.end(), instruction.operands.begin(), instruction.operands.end());
}

void write_text(spv::Op op, const char* text, std::vector<std::uint32_t>& words) {
  const std::size_t length = 1 + std::strlen(text) / 4 + 1;
  words.push_back(static_cast<std::uint32_t>(length << spv::WordCountShift) | op);
  words.resize(words.size() + length - 1);
  std::memcpy(words.data() + words.size() - (length - 1), text, std::strlen(text));
}

// Shader is declared for instructions on bits, but would ask for structured control flow: the extension that has them for
// kernels stands in for it.
void write_head(const Instruction& instruction, bool& replaced, std::vector<std::uint32_t>& words) {
  if (instruction.op != spv::OpCapability) {
    if (replaced) write_text(spv::OpExtension, "SPV_KHR_bit_instructions", words);
    replaced = false;
    return write(instruction, words);
  }
  if (instruction.operand(0) != spv::CapabilityShader) return write(instruction, words);
  static constexpr std::uint32_t kBits[] = {spv::CapabilityBitInstructions};
  Instruction bits = instruction;
  bits.operands = kBits;
  write(bits, words);
  replaced = true;
}

}  // namespace

std::vector<std::uint32_t> in_block_order(const Code& code) {
  const llvm::ArrayRef<Instruction> all = code.instructions();
  std::vector<std::uint32_t> words(code.words().begin(), code.words().begin() + 5);
  const std::set<Id> debug = debug_sets(code);
  const auto is_dropped = [&](const Instruction& instruction) {
    return is_merge(instruction.op) ||
           (instruction.op == spv::OpExtInst && debug.contains(instruction.operand(0)));
  };
  std::size_t at = 0;
  bool replaced = false;
  while (at < all.size()) {
    if (is_dropped(all[at])) {
      ++at;
      continue;
    }
    if (all[at].op != spv::OpLabel) {
      write_head(all[at++], replaced, words);
      continue;
    }
    std::size_t end = at;
    while (end < all.size() && all[end].op != spv::OpFunctionEnd) ++end;
    const Function function(all.slice(at, end - at));
    for (const Block* block : function.ordered())
      for (const Instruction& instruction : block->instructions)
        if (!is_dropped(instruction)) write(instruction, words);
    at = end;
  }
  return words;
}

}  // namespace vgpu::compiler::spirv
