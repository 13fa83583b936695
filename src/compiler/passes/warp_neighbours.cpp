// Compares the addresses of a store and of the loads behind it; see warp_neighbours.h.
//
// An address is a variable and a sum of terms. What is left when the store's is taken from the load's must be known to
// be smaller than a warp: a number, or a step of a loop that halves or doubles it. Threads that keep arrays of their own
// in local memory (s[t * n + i], s[i * size + t]) leave something else, and are left alone.
// SPDX-License-Identifier: MIT
#include "compiler/passes/warp_neighbours.h"

#include <optional>

#include "compiler/kernel_abi.h"
#include "compiler/passes/own_row.h"
#include "compiler/passes/waiting_calls.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

constexpr int kDeepest = 6;

// The address in bytes: variable + constant + factor * value + ...
struct Address {
  const Value* variable = nullptr;
  std::int64_t constant = 0;
  MapVector<const Value*, std::int64_t> terms;

  // Widths are looked through: an index that wraps would be outside of its array.
  static const Value* narrower(const Value* value) {
    const Value* inner;
    std::uint64_t mask;
    if (match(value, m_ZExtOrSExt(m_Value(inner))) || match(value, m_Trunc(m_Value(inner))) ||
        match(value, m_AShr(m_Shl(m_Value(inner), m_SpecificInt(32)), m_SpecificInt(32)))) {
      return inner;
    }
    // LLVM puts masks where it knows that they change nothing, as behind "t < 32".
    const bool low = match(value, m_And(m_Value(inner), m_ConstantInt(mask))) && isMask_64(mask) &&
                     mask >= kWarpSize - 1;
    return low ? inner : nullptr;
  }

  void add(const Value* value, std::int64_t factor, int depth = 0) {
    const Value *left, *right;
    if (const auto* number = dyn_cast<ConstantInt>(value)) {
      // "t - 1" of an unsigned t is also written as t + 0xffffffff in 64 bits.
      const bool wraps = isUInt<32>(number->getSExtValue()) && number->getSExtValue() > INT32_MAX;
      constant += factor * (number->getSExtValue() - (wraps ? std::int64_t{1} << 32 : 0));
    } else if (const APInt * more;  // an int is widened after the addition
               match(value, m_AShr(m_Add(m_Shl(m_Value(left), m_SpecificInt(32)), m_APInt(more)),
                                   m_SpecificInt(32)))) {
      constant += factor * more->ashr(32).getSExtValue();
      add(left, factor, depth + 1);
    } else if (depth < kDeepest && narrower(value) != nullptr) {
      add(narrower(value), factor, depth + 1);
    } else if (depth < kDeepest && match(value, m_AddLike(m_Value(left), m_Value(right)))) {
      add(left, factor, depth + 1);
      add(right, factor, depth + 1);
    } else if (depth < kDeepest && match(value, m_Sub(m_Value(left), m_Value(right)))) {
      add(left, factor, depth + 1);
      add(right, -factor, depth + 1);
    } else {
      terms[value] += factor;
    }
  }
};

Address address_of(const Value* pointer, const DataLayout& layout) {
  Address address;
  if (const auto* cast = dyn_cast<AddrSpaceCastInst>(pointer);
      cast != nullptr && cast->getSrcAddressSpace() == kLocalSpace) {
    pointer = cast->getPointerOperand();  // what others have made generic
  }
  while (const auto* step = dyn_cast<GEPOperator>(pointer)) {
    const unsigned width = layout.getIndexTypeSizeInBits(step->getType());
    MapVector<Value*, APInt> variables;
    APInt constant(width, 0);
    if (!step->collectOffset(layout, width, variables, constant)) return {};
    address.constant += constant.getSExtValue();
    for (const auto& [value, factor] : variables) address.add(value, factor.getSExtValue());
    pointer = step->getPointerOperand();
  }
  const bool local = pointer->getType()->getPointerAddressSpace() == kLocalSpace;
  if (const auto* call = dyn_cast<CallInst>(pointer)) pointer = call->getCalledOperand();
  address.variable = local ? pointer : nullptr;
  return address;
}

bool is_compared_with_a_warp(const Value& step) {
  return any_of(step.users(), [](const User* user) {
    ICmpInst::Predicate predicate;
    const APInt* limit;
    return match(user, m_ICmp(predicate, m_Value(), m_APInt(limit))) && limit->sge(0) &&
           limit->sle(kWarpSize);
  });
}

// The largest value of 16, 8, 4, ... or of 1, 2, 3, ... and 1, 2, 4, ... as far as the loop goes.
std::optional<std::uint64_t> largest(const Value* value) {
  const auto* step = dyn_cast<PHINode>(value);
  if (step == nullptr || step->getNumIncomingValues() != 2) return std::nullopt;
  for (unsigned i : {0U, 1U}) {
    const auto* first = dyn_cast<ConstantInt>(step->getIncomingValue(i));
    const Value* next = step->getIncomingValue(1 - i);
    if (first == nullptr || first->isNegative()) continue;
    const APInt* by;
    const bool shrinks = match(next, m_IDiv(m_Specific(step), m_APInt(by))) ||
                         match(next, m_Shr(m_Specific(step), m_APInt(by)));
    const bool grows = match(next, m_Shl(m_Specific(step), m_APInt(by))) ||
                       match(next, m_Mul(m_Specific(step), m_APInt(by))) ||
                       match(next, m_Add(m_Specific(step), m_APInt(by)));
    if (shrinks) return first->getZExtValue();
    if (grows && (is_compared_with_a_warp(*step) || is_compared_with_a_warp(*next)))
      return kWarpSize - 1;
  }
  return std::nullopt;
}

bool is_step_in_warp(const std::pair<const Value*, std::int64_t>& term, std::int64_t size) {
  const std::optional<std::uint64_t> most = largest(term.first);
  return std::abs(term.second) == size && most && *most < kWarpSize;
}

// s[t] of all, of which one thread reads s[5] or s[k]. Its own, s[0], it may read without the others.
bool is_read_by_leader(const Address& written, const Address& read, std::int64_t size) {
  if (written.terms.size() != 1 || written.terms.front().second != size || written.constant != 0)
    return false;
  if (read.terms.empty()) return read.constant > 0 && read.constant < kWarpSize * size;
  return read.terms.size() == 1 && read.constant == 0 && is_step_in_warp(read.terms.front(), size);
}

// From one thread's element to the next one's.
std::int64_t smallest_factor(const Address& address) {
  std::int64_t smallest = INT64_MAX;
  for (const auto& [value, factor] : address.terms)
    if (factor != 0) smallest = std::min(smallest, std::abs(factor));
  return smallest;
}

// Which of the neighbours count.
enum class Which { all, at_a_number };

bool is_neighbour(const Address& written, Address read, std::int64_t size, Which which) {
  if (written.variable == nullptr || written.variable != read.variable) return false;
  if (which == Which::all && is_read_by_leader(written, read, size)) return true;
  for (const auto& [value, factor] : written.terms) read.terms[value] -= factor;
  read.terms.remove_if([](const auto& term) { return term.second == 0; });
  const std::int64_t distance = std::abs(read.constant - written.constant);
  if (read.terms.empty()) {  // else other members of a thread's own record are read
    const std::int64_t stride = smallest_factor(written);
    return distance > 0 && distance % stride == 0 && distance < kWarpSize * stride;
  }
  return which == Which::all && read.terms.size() == 1 && distance == 0 &&
         is_step_in_warp(read.terms.front(), size);
}

bool is_of(const LoadInst& load, const StoreInst& store, Which which) {
  const DataLayout& layout = store.getModule()->getDataLayout();
  const Address written = address_of(store.getPointerOperand(), layout);
  if (written.terms.empty()) return false;
  const auto size =
      static_cast<std::int64_t>(layout.getTypeStoreSize(store.getValueOperand()->getType()));
  const auto reads = [&](const Value* pointer) {
    return is_neighbour(written, address_of(pointer, layout), size, which) &&
           !are_in_own_row(pointer, store.getPointerOperand());
  };
  // LLVM makes one load of two that stand on both sides of a branch.
  if (const auto* choice = dyn_cast<PHINode>(load.getPointerOperand()))
    return any_of(choice->incoming_values(), reads);
  return reads(load.getPointerOperand());
}

}  // namespace

bool is_of_neighbour(const LoadInst& load, const StoreInst& store) {
  return is_of(load, store, Which::all);
}

bool is_at_a_number(const LoadInst& load, const StoreInst& store) {
  return is_of(load, store, Which::at_a_number);
}

std::optional<Shift> shift_between(const LoadInst& load, const StoreInst& store) {
  const DataLayout& layout = store.getModule()->getDataLayout();
  const Address written = address_of(store.getPointerOperand(), layout);
  Address read = address_of(load.getPointerOperand(), layout);
  if (written.variable == nullptr || written.variable != read.variable) return std::nullopt;
  // Threads whose elements do not lie side by side write other places than they read, as in a tree.
  const auto size =
      static_cast<std::int64_t>(layout.getTypeStoreSize(store.getValueOperand()->getType()));
  if (written.terms.size() != 1 || written.terms.front().second != size) return std::nullopt;
  for (const auto& [value, factor] : written.terms) read.terms[value] -= factor;
  read.terms.remove_if([](const auto& term) { return term.second == 0; });
  if (read.terms.size() != 1 || read.constant != written.constant) return std::nullopt;
  const auto [by, factor] = read.terms.front();
  if (std::abs(factor) != size) return std::nullopt;
  return Shift{by, factor < 0};
}

bool is_read_by_neighbours(StoreInst& store) {
  SmallVector<BasicBlock::iterator, 8> work = {std::next(store.getIterator())};
  DenseSet<const BasicBlock*> seen;
  while (!work.empty()) {
    BasicBlock::iterator inst = work.pop_back_val();
    BasicBlock* block = inst->getParent();
    for (; inst != block->end() && !is_barrier_of_warp(*inst); ++inst) {
      const auto* load = dyn_cast<LoadInst>(&*inst);
      if (load != nullptr && is_of_neighbour(*load, store)) return true;
    }
    if (inst != block->end()) continue;
    for (BasicBlock* next : successors(block))
      if (seen.insert(next).second) work.push_back(next->begin());
  }
  return false;
}

}  // namespace vgpu::compiler
