// Atomic operations: one after another in the order of the lanes, or one for all of them.
//
// Lanes that hit one address must follow each other. If nobody wants the old values and all lanes share the address,
// their operands are combined first and memory is touched once. Else there is one operation a lane, in straight code
// where all lanes are active: the loop over a mask's bits is only for the rest. SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kWidestUnrolled = 16;
constexpr unsigned kDeepestAddress = 5;

// The operand that changes nothing.
Constant* neutral(AtomicRMWInst::BinOp operation, Type* type) {
  const unsigned bits = type->getIntegerBitWidth();
  switch (operation) {
    case AtomicRMWInst::And:
    case AtomicRMWInst::UMin:
      return ConstantInt::get(type, APInt::getAllOnes(bits));
    case AtomicRMWInst::Max:
      return ConstantInt::get(type, APInt::getSignedMinValue(bits));
    case AtomicRMWInst::Min:
      return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
    default:
      return ConstantInt::get(type, 0);
  }
}

Value* reduce(IRBuilder<>& builder, AtomicRMWInst::BinOp operation, Value* lanes) {
  switch (operation) {
    case AtomicRMWInst::And:
      return builder.CreateAndReduce(lanes);
    case AtomicRMWInst::Or:
      return builder.CreateOrReduce(lanes);
    case AtomicRMWInst::Xor:
      return builder.CreateXorReduce(lanes);
    case AtomicRMWInst::Max:
    case AtomicRMWInst::UMax:
      return builder.CreateIntMaxReduce(lanes, operation == AtomicRMWInst::Max);
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMin:
      return builder.CreateIntMinReduce(lanes, operation == AtomicRMWInst::Min);
    default:
      return builder.CreateAddReduce(lanes);
  }
}

bool can_reduce(AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
      return true;
    default:
      return false;
  }
}

// Copies that are being made still read what their originals do, but stand nowhere yet.
bool has_one_reader(const Value& value) {
  return count_if(value.users(), [](const User* user) {
           return cast<Instruction>(user)->getParent() != nullptr;
         }) == 1;
}

}  // namespace

bool Vectorizer::reduces(const AtomicRMWInst& atomic) const {
  return atomic.use_empty() && !atomic.isVolatile() && atomic.getType()->isIntegerTy() &&
         can_reduce(atomic.getOperation()) && shape(atomic.getPointerOperand()).uniform();
}

void Vectorizer::emit_reduced_atomic(AtomicRMWInst& atomic) {
  const AtomicRMWInst::BinOp operation = atomic.getOperation();
  for (unsigned copy = 0; copy < copies_; ++copy) {
    Value* lanes = vector(atomic.getValOperand(), copy);
    Value* to = scalar(atomic.getPointerOperand(), copy);
    if (mask(copy) != nullptr) {
      lanes = b_.CreateSelect(mask(copy), lanes, splat(neutral(operation, atomic.getType())));
    }
    Instruction* clone = atomic.clone();
    clone->setDebugLoc({});
    clone->setOperand(0, to);
    clone->setOperand(1, reduce(b_, operation, lanes));
    if (mask(copy) == nullptr) {
      b_.Insert(clone);
      continue;
    }
    BasicBlock* wanted = BasicBlock::Create(context_, "atomic", out_);
    BasicBlock* done = BasicBlock::Create(context_, "atomic.done", out_);
    b_.CreateCondBr(any(mask(copy)), wanted, done);
    b_.SetInsertPoint(wanted);
    b_.Insert(clone);
    b_.CreateBr(done);
    b_.SetInsertPoint(done);
  }
}

// One lane of a vector load once more, as a scalar: cheaper than to take the vector apart. It is also early, and until
// the addresses of earlier stores are known, the processor guesses whether loads may pass them. Null: the memory may have
// changed before `until`, where the value is wanted.
Value* Vectorizer::load_again(LoadInst& load, unsigned copy, unsigned lane,
                              const Instruction& until) {
  const Shape address = shape(load.getPointerOperand());
  if (!load.isSimple() || !address.linear() || load.getParent() != until.getParent() ||
      has_vector_type(load)) {
    return nullptr;
  }
  for (const Instruction* next = load.getNextNode(); next != &until; next = next->getNextNode()) {
    if (next == nullptr || next->mayWriteToMemory()) return nullptr;
  }
  Instruction* clone = load.clone();
  clone->setDebugLoc({});
  clone->setOperand(0, offset(scalar(load.getPointerOperand(), copy), lane * address.stride));
  clone->dropUnknownNonDebugMetadata();
  return b_.Insert(clone);
}

// The value of one lane, its address arithmetic done again in scalars: vectors of addresses are dear to take apart.
// Loads are done again, if `until` is not null, where nobody else has seen what they gave the first time.
Value* Vectorizer::lane_again(Value* value, unsigned copy, unsigned lane, unsigned depth,
                              const Instruction* until) {
  auto* node = dyn_cast<Instruction>(value);
  if (node == nullptr) return lane_of(value, copy, lane);
  if (!has_one_reader(*value)) until = nullptr;
  if (auto* load = dyn_cast<LoadInst>(value); load != nullptr && until != nullptr) {
    if (Value* again = load_again(*load, copy, lane, *until)) return again;
  }
  const bool cheap =
      isa<GetElementPtrInst, CastInst>(node) || (isa<BinaryOperator>(node) && !node->isIntDivRem());
  if (!cheap || !shape(value).varying() || depth == 0 || node->getParent() != block_ ||
      has_vector_type(*node) || shapes_.private_memory().interleaved(node)) {
    return lane_of(value, copy, lane);
  }
  Instruction* clone = node->clone();
  clone->setDebugLoc({});
  for (Use& operand : clone->operands()) {
    operand.set(lane_again(operand.get(), copy, lane, depth - 1, until));
  }
  clone->dropUnknownNonDebugMetadata();
  return b_.Insert(clone);
}

// One operation a lane, all of them active. The result is null if nobody uses it.
Value* Vectorizer::unrolled(Instruction& instruction, unsigned copy) {
  Type* type = instruction.getType();
  const bool used = !type->isVoidTy() && !instruction.use_empty();
  Value* result = used ? PoisonValue::get(widen(type)) : nullptr;
  for (unsigned lane = 0; lane < width_; ++lane) {
    Instruction* clone = instruction.clone();
    clone->setDebugLoc({});
    for (Use& operand : clone->operands()) {
      operand.set(lane_again(operand.get(), copy, lane, kDeepestAddress, &instruction));
    }
    b_.Insert(clone);
    if (used) result = set_lane(result, clone, lane);
  }
  return result;
}

void Vectorizer::emit_atomic(Instruction& instruction) {
  auto* update = dyn_cast<AtomicRMWInst>(&instruction);
  if (update != nullptr && reduces(*update)) return emit_reduced_atomic(*update);
  if (width_ > kWidestUnrolled) return emit_serial(instruction);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    Value* result = nullptr;
    if (mask(copy) == nullptr) {
      result = unrolled(instruction, copy);
    } else {
      // What one way has read from its slot the other has not.
      const auto known = current_;
      Value* bits = mask_bits(mask(copy));
      Value* all = b_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
      result = either(
          all, [&] { return unrolled(instruction, copy); },
          [&] {
            current_ = known;
            return lane_by_lane(instruction, copy, mask(copy));
          });
      current_ = known;
    }
    if (result != nullptr) define(instruction, copy, result);
  }
}

}  // namespace vgpu::compiler
