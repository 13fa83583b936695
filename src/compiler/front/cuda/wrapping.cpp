// Random numbers and hashes in signed integers, which wrap on GPUs; see lower_names.h.
//
// C++ leaves a sum or product that overflows undefined, and LLVM takes it that none does: `seed = (seed * 1103515245 +
// 12345) & 0x7fffffff` keeps no mask, since what is made of positive numbers is positive, and `if (hash < 0) hash =
// -hash;` no comparison. The hardware wraps, and programs count on it. So what multiplies a variable by itself from
// step to step, or by a number that only such formulas have, loses the promise. Sums of indices keep it: from it one
// knows that neighbouring threads read neighbouring elements.
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace vgpu::compiler {
namespace {

// No stride of an array is as large as the factors of generators are.
constexpr unsigned kBitsOfFactors = 17;
constexpr unsigned kDepth = 12;

// The only value that a variable of the function gets.
const llvm::Value* only_value(const llvm::Value& place) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&place);
  const llvm::Value* found = nullptr;
  if (variable == nullptr) return nullptr;
  for (const llvm::User* user : variable->users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr && llvm::isa<llvm::LoadInst>(user)) continue;
    if (store == nullptr || store->getValueOperand() == &place || found != nullptr) return nullptr;
    found = store->getValueOperand();
  }
  return found;
}

// Whether two pointers are written alike: `state->x` and `state->x`.
bool same_place(const llvm::Value* a, const llvm::Value* b, unsigned depth = kDepth) {
  if (a == b) return true;
  const auto* left = llvm::dyn_cast<llvm::Instruction>(a);
  const auto* right = llvm::dyn_cast<llvm::Instruction>(b);
  if (left == nullptr || right == nullptr || depth == 0 || !left->isSameOperationAs(right) ||
      !(llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst, llvm::CastInst>(left)))
    return false;
  for (unsigned i = 0; i < left->getNumOperands(); ++i)
    if (!same_place(left->getOperand(i), right->getOperand(i), depth - 1)) return false;
  return true;
}

// The sums and products that one value is computed by.
class Formula {
 public:
  // `place` is where the value goes, or null.
  Formula(llvm::Value& value, const llvm::Value* place) : place_(place) { read(value, kDepth); }

  bool wraps() const { return large_factor_ || (products_ && reads_place_); }

  void drop_promises() {
    for (llvm::BinaryOperator* part : parts_) {
      part->setHasNoSignedWrap(false);
      part->setHasNoUnsignedWrap(false);
    }
  }

 private:
  void read(llvm::Value& value, unsigned depth) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || depth == 0 || !value.getType()->isIntegerTy()) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) return read_load(*load, depth);
    if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst>(instruction)) return;
    if (!seen_.insert(instruction).second) return;
    if (llvm::isa<llvm::OverflowingBinaryOperator>(instruction))
      parts_.push_back(llvm::cast<llvm::BinaryOperator>(instruction));
    if (instruction->getOpcode() == llvm::Instruction::Mul)
      for (llvm::Value* factor : instruction->operands()) read_factor(*factor);
    for (llvm::Value* operand : instruction->operands()) read(*operand, depth - 1);
  }

  void read_load(llvm::LoadInst& load, unsigned depth) {
    if (place_ != nullptr && same_place(load.getPointerOperand(), place_)) reads_place_ = true;
    const llvm::Value* value = only_value(*load.getPointerOperand());
    if (value != nullptr) read(const_cast<llvm::Value&>(*value), depth - 1);
  }

  // Powers of two are strides of trees, and of arrays.
  void read_factor(const llvm::Value& factor) {
    const llvm::Value* value = &factor;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value))
      if (const llvm::Value* only = only_value(*load->getPointerOperand())) value = only;
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
    if (number != nullptr && number->getValue().abs().isPowerOf2()) return;
    products_ = true;
    large_factor_ |= number != nullptr && number->getValue().getSignificantBits() > kBitsOfFactors;
  }

  const llvm::Value* place_;
  llvm::SmallVector<llvm::BinaryOperator*, 8> parts_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> seen_;
  bool products_ = false;
  bool large_factor_ = false;
  bool reads_place_ = false;
};

}  // namespace

void lower_wrapping(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      llvm::Value* value = nullptr;
      const llvm::Value* place = nullptr;
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        value = store->getValueOperand();
        place = store->getPointerOperand();
      } else if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
        value = end->getReturnValue();
      }
      if (value == nullptr) continue;
      Formula formula(*value, place);
      if (formula.wraps()) formula.drop_promises();
    }
}

}  // namespace vgpu::compiler
