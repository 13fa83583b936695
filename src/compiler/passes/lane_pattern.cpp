// The arithmetic on low bits that differ from lane to lane in a known way.
// SPDX-License-Identifier: MIT
#include "compiler/passes/lane_pattern.h"

#include <algorithm>

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 16, kMostBits = 40;

// Lane i is high + low[i]; `high`, the same in all lanes, is a multiple of 2^bits, which no low[i] reaches.
struct Pattern {
  unsigned bits = 0;
  SmallVector<std::int64_t, 16> low;
};

using MaybePattern = std::optional<Pattern>;

// What reaches beyond `bits` goes to the high part, if it is the same in all lanes.
MaybePattern carry(Pattern pattern, unsigned bits) {
  const std::int64_t over = pattern.low[0] >> bits;
  for (std::int64_t& low : pattern.low) {
    if (low >> bits != over) return {};
    low -= over * (std::int64_t{1} << bits);
  }
  pattern.bits = bits;
  return pattern;
}

Pattern keep_low(Pattern pattern, unsigned bits) {
  for (std::int64_t& low : pattern.low) low &= (std::int64_t{1} << bits) - 1;
  return pattern;
}

// What is left of it below 2^bits, in a type of that size. Where all of that is known, nothing is high any more.
Pattern remainder(const Pattern& pattern, unsigned bits, unsigned size) {
  Pattern result = keep_low(pattern, bits);
  if (pattern.bits >= bits) result.bits = std::min(size, kMostBits);
  return result;
}

// To a type of that many bits, fewer than are known.
Pattern truncate(const Pattern& pattern, unsigned size) {
  Pattern result = keep_low(pattern, size);
  result.bits = size;
  return result;
}

class Patterns {
 public:
  Patterns(const ShapeAnalysis& shapes, unsigned width) : shapes_(shapes), width_(width) {}

  MaybePattern of(const Value& value, unsigned depth) const {
    const unsigned size = std::min(value.getType()->getIntegerBitWidth(), kMostBits);
    const APInt* constant = nullptr;
    if (match(&value, m_APInt(constant))) {
      return filled(size, static_cast<std::int64_t>(constant->extractBitsAsZExtValue(size, 0)), 0);
    }
    const Shape shape = shapes_.shape(&value);
    if (!shape.varying()) return of_regular(shape, size);
    const auto* node = dyn_cast<Instruction>(&value);
    if (node == nullptr || depth == 0) return {};
    if (isa<FreezeInst>(node)) return of(*node->getOperand(0), depth - 1);
    if (isa<TruncInst, ZExtInst, SExtInst>(node)) return of_cast(cast<CastInst>(*node), depth);
    return isa<BinaryOperator>(node) ? of_operation(*node, depth) : MaybePattern{};
  }

 private:
  Pattern filled(unsigned bits, std::int64_t first, std::int64_t step) const {
    Pattern pattern{bits, {}};
    for (unsigned lane = 0; lane < width_; ++lane) pattern.low.push_back(first + lane * step);
    return pattern;
  }

  // The copies of a tile start a vector apart, so no more zeros are certain than that has.
  MaybePattern of_regular(const Shape& shape, unsigned size) const {
    const auto limit = std::int64_t{1} << kMostBits;
    if (shape.stride < 0 || shape.stride >= limit / width_) return {};
    const auto reach = static_cast<std::uint64_t>(shape.stride) * width_;
    const unsigned zeros = shape.linear() ? static_cast<unsigned>(countr_zero(reach)) : kMostBits;
    return carry(filled(kMostBits, 0, shape.stride),
                 std::min<unsigned>({size, shape.zeros, zeros}));
  }

  // The sign goes to the high part where it is extended; a narrower type forgets all of that.
  MaybePattern of_cast(const CastInst& node, unsigned depth) const {
    MaybePattern from = of(*node.getOperand(0), depth - 1);
    if (!from) return {};
    if (isa<ZExtInst>(node)) return from;
    if (isa<SExtInst>(node)) {
      const unsigned size = node.getOperand(0)->getType()->getIntegerBitWidth();
      return carry(*from, std::min(from->bits, size - 1));
    }
    const unsigned size = node.getType()->getIntegerBitWidth();
    return from->bits > size ? truncate(*from, size) : from;
  }

  MaybePattern of_operation(const Instruction& node, unsigned depth) const {
    const unsigned opcode = node.getOpcode();
    if (node.isShift() || opcode == Instruction::Mul || opcode == Instruction::UDiv ||
        opcode == Instruction::URem) {
      return with_constant(node, depth);
    }
    const APInt* mask = nullptr;
    if (match(&node, m_And(m_Value(), m_LowBitMask(mask)))) {
      const MaybePattern from = of(*node.getOperand(0), depth - 1);
      const unsigned size = node.getType()->getIntegerBitWidth();
      return from && mask->countr_one() < kMostBits
                 ? MaybePattern(remainder(*from, mask->countr_one(), size))
                 : from;
    }
    const MaybePattern a = of(*node.getOperand(0), depth - 1);
    const MaybePattern b = a ? of(*node.getOperand(1), depth - 1) : MaybePattern{};
    if (!b) return {};
    const unsigned bits = std::min(a->bits, b->bits);
    const MaybePattern left = carry(*a, bits), right = carry(*b, bits);
    if (!left || !right) return {};
    Pattern result = *left;
    for (unsigned lane = 0; lane < width_; ++lane) {
      const auto low = combine(opcode, left->low[lane], right->low[lane]);
      if (!low) return {};
      result.low[lane] = *low;
    }
    return carry(result, bits);
  }

  static std::optional<std::int64_t> combine(unsigned operation, std::int64_t a, std::int64_t b) {
    switch (operation) {
      case Instruction::Add:
        return a + b;
      case Instruction::Sub:
        return a - b;
      case Instruction::And:
        return a & b;
      case Instruction::Or:
        return a | b;
      case Instruction::Xor:
        return a ^ b;
      default:
        return {};
    }
  }

  // Shifts by constants, and products and quotients that are such shifts.
  MaybePattern with_constant(const Instruction& node, unsigned depth) const {
    const APInt* constant = nullptr;
    const bool swapped = node.isCommutative() && isa<ConstantInt>(node.getOperand(0));
    const Value& value = *node.getOperand(swapped ? 1 : 0);
    if (!match(node.getOperand(swapped ? 0 : 1), m_APInt(constant))) return {};
    const bool shift = node.isShift();
    if (shift ? constant->uge(kMostBits) : !constant->isPowerOf2()) return {};
    const auto by = shift ? static_cast<unsigned>(constant->getZExtValue()) : constant->logBase2();
    const unsigned size = node.getType()->getIntegerBitWidth();
    MaybePattern from = of(value, depth - 1);
    if (from && node.getOpcode() == Instruction::AShr) {
      from = carry(*from, std::min(from->bits, size - 1));
    }
    if (!from || by >= kMostBits) return {};
    if (node.getOpcode() == Instruction::URem) return remainder(*from, by, size);
    if (node.getOpcode() == Instruction::Shl || node.getOpcode() == Instruction::Mul) {
      if (from->bits + by > kMostBits) return {};
      for (std::int64_t& low : from->low) low <<= by;
      from->bits += by;
      return from->bits > size ? truncate(*from, size) : from;
    }
    for (std::int64_t& low : from->low) low >>= by;
    from->bits -= std::min(from->bits, by);
    return from;
  }

  const ShapeAnalysis& shapes_;
  unsigned width_;
};

// Bytes from lane 0's address to that of each lane.
std::optional<SmallVector<std::int64_t, 16>> distances(const Value* address,
                                                       const ShapeAnalysis& shapes, unsigned width,
                                                       unsigned depth) {
  const Shape shape = shapes.shape(address);
  SmallVector<std::int64_t, 16> result;
  for (unsigned lane = 0; lane < width; ++lane) result.push_back(lane * shape.stride);
  if (!shape.varying()) return result;
  const auto* node = dyn_cast<GetElementPtrInst>(address);
  if (node == nullptr || depth == 0 || node->getType()->isVectorTy() ||
      shapes.private_memory().interleaved(node)) {
    return {};
  }
  const auto base = distances(node->getPointerOperand(), shapes, width, depth - 1);
  if (!base) return {};
  result = *base;
  const DataLayout& layout = node->getModule()->getDataLayout();
  for (auto step = gep_type_begin(node), end = gep_type_end(node); step != end; ++step) {
    if (step.isStruct()) continue;
    const auto element = static_cast<std::int64_t>(step.getSequentialElementStride(layout));
    const Value* index = step.getOperand();
    const Shape moves = shapes.shape(index);
    const bool narrow = index->getType()->getIntegerBitWidth() < 64;
    if (narrow && !moves.uniform()) return {};
    const MaybePattern pattern =
        moves.varying() ? Patterns(shapes, width).of(*index, kDeepest) : MaybePattern{};
    if (moves.varying() && !pattern) return {};
    for (unsigned lane = 0; lane < width; ++lane) {
      const std::int64_t moved =
          pattern ? pattern->low[lane] - pattern->low[0] : lane * moves.stride;
      result[lane] += moved * element;
    }
  }
  return result;
}

}  // namespace

std::optional<LaneWindow> lane_window(const Value* address, Type* type, const ShapeAnalysis& shapes,
                                      unsigned width) {
  const DataLayout& layout = shapes.layout();
  const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(type).getFixedValue());
  const auto bytes = distances(address, shapes, width, kDeepest);
  if (!bytes) return {};
  LaneWindow window;
  const std::int64_t first = *std::min_element(bytes->begin(), bytes->end());
  const std::int64_t last = *std::max_element(bytes->begin(), bytes->end());
  const std::int64_t span = (last - first) / size + 1;
  if (first % size != 0 || span > std::int64_t{kWidestSpread} * width) return {};
  for (const std::int64_t at : *bytes) {
    if ((at - first) % size != 0) return {};
    window.at.push_back(static_cast<unsigned>((at - first) / size));
  }
  window.start = first / size;
  window.span = static_cast<unsigned>(span);
  return window;
}

}  // namespace vgpu::compiler
