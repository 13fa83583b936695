// Instructions without side effects: the same operation on scalars or on vectors.
//
// Scalar code that stands for several lanes may run when none of them is active, or when lane 0 is
// not: it must neither trap nor promise what held for active items only, so divisors are made safe
// and flags dropped. SPDX-License-Identifier: MIT
#include <limits>

#include "compiler/passes/clamps.h"
#include "compiler/passes/row_steps.h"
#include "compiler/passes/uniform_division.h"
#include "compiler/passes/vectorizer.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kSteadyDepth = 8;

// Whether a linear value is made of ids and uniform values alone, so that it goes on with the same stride from vector to
// vector. Addresses of private variables do not: every vector has its own.
bool follows_x(const Value& value, const ShapeAnalysis& shapes, unsigned depth) {
  if (isa<Constant, Argument>(value) || shapes.shape(&value).uniform()) return true;
  const auto* inst = dyn_cast<Instruction>(&value);
  const bool known = inst != nullptr &&
                     isa<BinaryOperator, SExtInst, ZExtInst, TruncInst, GetElementPtrInst>(inst);
  if (!known || depth == 0 || !shapes.shape(inst).linear()) return false;
  if (isa<GetElementPtrInst>(inst) && !shapes.shape(inst->getOperand(0)).uniform() &&
      !isa<GetElementPtrInst>(inst->getOperand(0))) {
    return false;
  }
  return all_of(inst->operands(),
                [&](const Use& use) { return follows_x(*use, shapes, depth - 1); });
}

}  // namespace

bool Vectorizer::has_vector_type(const Instruction& instruction) const {
  if (instruction.getType()->isVectorTy()) return true;
  for (const Value* operand : instruction.operands()) {
    if (operand->getType()->isVectorTy()) return true;
  }
  return false;
}

// Whether it reads or replaces one element of a vector type, at a place known now.
bool Vectorizer::names_element(const Instruction& instruction) const {
  if (!isa<ExtractElementInst, InsertElementInst>(instruction)) return false;
  const unsigned last = instruction.getNumOperands() - 1;
  const auto* place = dyn_cast<ConstantInt>(instruction.getOperand(last));
  return place != nullptr && place->getValue().ult(members(instruction.getOperand(0)->getType()));
}

void Vectorizer::emit(Instruction& instruction) {
  b_.SetCurrentDebugLocation(instruction.getDebugLoc());
  if (auto* load = dyn_cast<LoadInst>(&instruction)) return emit_load(*load);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) return emit_store(*store);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return emit_atomic(instruction);
  if (!shape(&instruction).varying() && shapes_.assumed(&instruction, ShapeAnalysis::kPasses)) {
    if (const auto clamp = find_clamp(instruction, shapes_)) {
      return emit_passed(instruction, *clamp->passed);
    }
  }
  if (auto* call = dyn_cast<CallBase>(&instruction)) return emit_call(*call);
  if (auto* variable = dyn_cast<AllocaInst>(&instruction)) return emit_variable(*variable);
  if (isa<FenceInst>(instruction)) {
    b_.Insert(instruction.clone());
    return;
  }
  const bool wide = shape(&instruction).varying();
  if (wide && names_element(instruction)) return emit_element(instruction);
  if (wide && (has_vector_type(instruction) || isa<FreezeInst>(instruction)) &&
      !plain(instruction.getType())) {
    return emit_per_lane(instruction);
  }
  if (wide && has_vector_type(instruction)) return emit_per_lane(instruction);
  emit_simple(instruction);
}

// The version for tiles in which the choice is the same for all lanes.
void Vectorizer::emit_passed(Instruction& choice, Value& passed) {
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (is_first(&choice, copy)) define(choice, copy, scalar(&passed, copy));
  }
}

void Vectorizer::emit_variable(AllocaInst& variable) {
  const auto* count = cast<ConstantInt>(variable.getArraySize());
  const std::uint64_t bytes = layout_.getTypeAllocSize(variable.getAllocatedType()) *
                              std::max<std::uint64_t>(1, count->getZExtValue());
  const std::uint64_t stride = shapes_.private_memory().lane_stride(variable);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&variable, copy)) continue;
    IRBuilder<> at(slots_end_);
    Type* memory = ArrayType::get(b_.getInt8Ty(), std::max(bytes, stride) * width_);
    AllocaInst* own = at.CreateAlloca(memory, nullptr, variable.getName());
    own->setAlignment(std::max(Align(64), variable.getAlign()));
    Value* address = own;
    if (variable.getType() != own->getType()) {
      address = b_.CreateAddrSpaceCast(own, variable.getType());
    }
    define(variable, copy, address);
  }
}

void Vectorizer::emit_simple(Instruction& instruction) {
  const bool wide = shape(&instruction).varying();
  const bool steady = shape(&instruction).linear() && follows_x(instruction, shapes_, kSteadyDepth);
  // A row further down is the row above and its pitch: written like this, rows that several copies read are seen to be
  // the same and are read once.
  Value* pitch = wide || schedule_.jam_y == 1
                     ? nullptr
                     : RowSteps(shapes_, schedule_, region_).pitch(instruction);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&instruction, copy)) continue;
    if (const unsigned right = copy % schedule_.jam_x; right != 0 && steady) {
      define(instruction, copy, step_right(instruction, copy - right, right));
      continue;
    }
    if (pitch != nullptr && copy >= schedule_.jam_x) {
      Value* above = scalar(&instruction, copy - schedule_.jam_x);
      define(instruction, copy, b_.CreateAdd(above, scalar(pitch, copy)));
      continue;
    }
    Value* value = wide ? simple_vector(instruction, copy) : simple_scalar(instruction, copy);
    define(instruction, copy, value);
  }
}

// A copy further right is the first of its row and a constant: an offset that addressing gets for nothing.
Value* Vectorizer::step_right(Instruction& instruction, unsigned first, unsigned vectors) {
  const std::int64_t step = shape(&instruction).stride * width_ * vectors;
  Value* base = scalar(&instruction, first);
  if (base->getType()->isPointerTy()) return offset(base, step);
  const APInt bits(64, static_cast<std::uint64_t>(step));
  return b_.CreateAdd(
      base, ConstantInt::get(base->getType(), bits.trunc(base->getType()->getIntegerBitWidth())));
}

Value* Vectorizer::simple_scalar(Instruction& instruction, unsigned copy) {
  const Shape shape = this->shape(&instruction);
  auto* address = dyn_cast<GetElementPtrInst>(&instruction);
  if (address != nullptr && shapes_.private_memory().interleaved(address)) {
    return interleaved_address(*address, copy, false);
  }
  if (shape.linear() && instruction.getOpcode() == Instruction::Or) {
    // Disjoint for active lanes; lane 0 may be none of them, and only a sum stays linear there.
    return b_.CreateAdd(scalar(instruction.getOperand(0), copy),
                        scalar(instruction.getOperand(1), copy));
  }
  if (shapes_.assumed(&instruction, ShapeAnalysis::kOneQuotient)) {
    return divide_positive(b_, scalar(instruction.getOperand(0), copy),
                           scalar(instruction.getOperand(1), copy), is_quotient(instruction));
  }
  Instruction* clone = instruction.clone();
  clone->setDebugLoc({});
  for (unsigned i = 0; i < clone->getNumOperands(); ++i) {
    clone->setOperand(i, scalar(instruction.getOperand(i), copy));
  }
  if (shapes_.divergent(block_) || (masked_ && !shape.uniform())) {
    clone->dropPoisonGeneratingFlags();
  }
  clone->dropUnknownNonDebugMetadata();
  return b_.Insert(clone);
}

Value* Vectorizer::simple_vector(Instruction& instruction, unsigned copy) {
  if (auto* address = dyn_cast<GetElementPtrInst>(&instruction)) {
    if (shapes_.private_memory().interleaved(address)) {
      return interleaved_address(*address, copy, true);
    }
    return vector_address(*address, copy);
  }
  if (auto* choice = dyn_cast<SelectInst>(&instruction)) {
    Value* yes = vector(choice->getTrueValue(), copy);
    Value* no = vector(choice->getFalseValue(), copy);
    if (shape(choice->getCondition()).uniform()) {
      return b_.CreateSelect(scalar(choice->getCondition(), copy), yes, no);
    }
    return select_lanes(vector(choice->getCondition(), copy), yes, no, choice->getType());
  }
  if (auto* compare = dyn_cast<ICmpInst>(&instruction)) {
    if (Value* narrow = narrow_compare(*compare, copy)) return narrow;
  }
  if (instruction.isIntDivRem() && instruction.getType()->isIntegerTy(32) &&
      !isa<Constant>(instruction.getOperand(1))) {
    return divide_lanes(instruction, copy);
  }
  Instruction* clone = instruction.clone();
  clone->setDebugLoc({});
  for (unsigned i = 0; i < clone->getNumOperands(); ++i) {
    clone->setOperand(i, vector(instruction.getOperand(i), copy));
  }
  clone->mutateType(widen(instruction.getType()));
  clone->dropUnknownNonDebugMetadata();
  return b_.Insert(clone);
}

// Ids are 64 bits wide but small: comparing them with a bound needs half of the bits and of the registers. The bound is
// cut to what no id reaches.
Value* Vectorizer::narrow_compare(const ICmpInst& compare, unsigned copy) {
  Value *item = compare.getOperand(0), *bound = compare.getOperand(1);
  CmpInst::Predicate predicate = compare.getPredicate();
  if (!shape(item).linear()) {
    std::swap(item, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const Shape grows = shape(item);
  if (!item->getType()->isIntegerTy(64) || !grows.linear() || !shape(bound).uniform()) {
    return nullptr;
  }
  constexpr unsigned kSpare = 34;  // of 64 bits, so that the largest id is below the largest int
  const bool small = grows.stride > -(1 << 20) && grows.stride < (1 << 20);
  if (!small || computeKnownBits(item, layout_).countMinLeadingZeros() < kSpare) return nullptr;
  Value* most = b_.getInt64(std::numeric_limits<std::int32_t>::max());
  Value* limit = scalar(bound, copy);
  if (CmpInst::isSigned(predicate)) {
    limit = b_.CreateBinaryIntrinsic(Intrinsic::smin, limit, most);
    limit = b_.CreateBinaryIntrinsic(Intrinsic::smax, limit, b_.getInt64(~std::uint64_t{0}));
  } else {
    limit = b_.CreateBinaryIntrinsic(Intrinsic::umin, limit, most);
  }
  Type* narrow = b_.getInt32Ty();
  Value* lanes =
      b_.CreateAdd(splat(b_.CreateTrunc(scalar(item, copy), narrow)), steps(narrow, grows.stride));
  if (!CmpInst::isEquality(predicate)) predicate = ICmpInst::getSignedPredicate(predicate);
  return b_.CreateICmp(predicate, lanes, splat(b_.CreateTrunc(limit, narrow)));
}

// Divisors may be anything where no lane is active.
Value* Vectorizer::divide_lanes(Instruction& instruction, unsigned copy) {
  const auto opcode = instruction.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  Value* number = vector(instruction.getOperand(0), copy);
  if (!shape(instruction.getOperand(1)).uniform()) {
    Value* own = vector(instruction.getOperand(1), copy);
    Value* result = divide_in_doubles(b_, number, own, is_signed);
    return is_quotient(instruction) ? result : b_.CreateSub(number, b_.CreateMul(result, own));
  }
  Value* divisor = scalar(instruction.getOperand(1), copy);
  Value* quotient = nullptr;
  if (is_signed) {
    Value* size = b_.CreateBinaryIntrinsic(Intrinsic::abs, number, b_.getFalse());
    Value* by = b_.CreateBinaryIntrinsic(Intrinsic::abs, divisor, b_.getFalse());
    Value* sign = b_.CreateAShr(b_.CreateXor(number, splat(divisor)), 31);
    quotient = b_.CreateSub(b_.CreateXor(divide_by_uniform(b_, size, by), sign), sign);
  } else {
    quotient = divide_by_uniform(b_, number, divisor);
  }
  if (is_quotient(instruction)) return quotient;
  return b_.CreateSub(number, b_.CreateMul(quotient, splat(divisor)));
}

// Uniform parts stay scalar: gathers then see one base and a vector of indices.
Value* Vectorizer::vector_address(GetElementPtrInst& address, unsigned copy) {
  SmallVector<Value*, 4> indices;
  bool wide = false;
  auto part = [&](Value* value) {
    const Shape one = shape(value);
    wide |= !one.uniform();
    return one.uniform() ? scalar(value, copy) : vector(value, copy);
  };
  Value* base = part(address.getPointerOperand());
  for (Value* index : address.indices()) indices.push_back(part(index));
  if (!wide) base = splat(base);
  const bool keep = !shapes_.divergent(block_) && !masked_;
  return b_.CreateGEP(address.getSourceElementType(), base, indices, "",
                      keep ? address.getNoWrapFlags() : GEPNoWrapFlags::none());
}

// In memory with the lanes innermost, an offset counts once for every lane.
Value* Vectorizer::interleaved_address(GetElementPtrInst& address, unsigned copy, bool wide) {
  auto part = [&](Value* value) { return wide ? vector(value, copy) : scalar(value, copy); };
  Value* base = part(address.getPointerOperand());
  Type* index_type = wide ? widen(b_.getInt64Ty()) : b_.getInt64Ty();
  Value* bytes = Constant::getNullValue(index_type);
  for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
    std::uint64_t size = 0;
    Value* index = step.getOperand();
    if (StructType* record = step.getStructTypeOrNull()) {
      const auto member = cast<ConstantInt>(index)->getZExtValue();
      size = layout_.getStructLayout(record)->getElementOffset(member);
      index = b_.getInt64(1);
    } else {
      size = step.getSequentialElementStride(layout_);
    }
    if (auto* constant = dyn_cast<ConstantInt>(index)) {
      index = b_.getInt64(static_cast<std::uint64_t>(constant->getSExtValue()));
    }
    Value* scaled = b_.CreateMul(part(index), ConstantInt::get(index_type, size * width_));
    bytes = b_.CreateAdd(bytes, scaled);
  }
  return b_.CreateGEP(b_.getInt8Ty(), base, bytes);
}

// For what has no vector form, such as operations on vector types that are left over.
void Vectorizer::emit_per_lane(Instruction& instruction) {
  remarks_.add("vectorize", "one operation a lane: " + std::string(instruction.getOpcodeName()),
               &instruction);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&instruction, copy)) continue;
    Value* result = PoisonValue::get(widen(instruction.getType()));
    for (unsigned lane = 0; lane < width_; ++lane) {
      Instruction* clone = instruction.clone();
      clone->setDebugLoc({});
      for (unsigned i = 0; i < clone->getNumOperands(); ++i) {
        clone->setOperand(i, lane_of(instruction.getOperand(i), copy, lane));
      }
      clone->dropUnknownNonDebugMetadata();
      result = set_lane(result, b_.Insert(clone), lane);
    }
    define(instruction, copy, result);
  }
}

}  // namespace vgpu::compiler
