// Copies, lanes and masks: how the vectoriser gets at a value in the form that it needs.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"

namespace vgpu::compiler {

using namespace llvm;

// The first of the copies that are the same value because it does not depend on an axis.
unsigned Vectorizer::canonical(const Shape& shape, unsigned copy) const {
  const unsigned x = shape.linear() || shape.varying() ? copy % schedule_.jam_x : 0;
  const unsigned y = shape.y ? copy / schedule_.jam_x : 0;
  return y * schedule_.jam_x + x;
}

unsigned Vectorizer::canonical(const Value* value, unsigned copy) const {
  return canonical(shape(value), copy);
}

bool Vectorizer::is_first(const Value* value, unsigned copy) const {
  return canonical(value, copy) == copy;
}

unsigned Vectorizer::mask_canonical(unsigned copy) const {
  return shapes_.masks_depend_on_y() ? copy : copy % schedule_.jam_x;
}

// Aggregates widen member by member, so extractvalue and insertvalue keep their indices; vector
// types become an array of their elements in the same way.
Type* Vectorizer::widen(Type* type) const {
  if (auto* record = dyn_cast<StructType>(type)) {
    SmallVector<Type*, 4> members;
    for (Type* member : record->elements()) members.push_back(widen(member));
    return StructType::get(context_, members);
  }
  if (auto* array = dyn_cast<ArrayType>(type)) {
    return ArrayType::get(widen(array->getElementType()), array->getNumElements());
  }
  if (auto* few = dyn_cast<FixedVectorType>(type)) {
    return ArrayType::get(widen(few->getElementType()), few->getNumElements());
  }
  return FixedVectorType::get(type, width_);
}

Constant* Vectorizer::steps(Type* type, std::int64_t stride) const {
  SmallVector<Constant*, 32> values;
  for (unsigned lane = 0; lane < width_; ++lane) {
    const auto step = static_cast<std::uint64_t>(stride) * lane;
    values.push_back(ConstantInt::get(type, APInt(64, step).trunc(type->getIntegerBitWidth())));
  }
  return ConstantVector::get(values);
}

Value* Vectorizer::splat(Value* scalar) {
  Type* type = scalar->getType();
  if (!type->isAggregateType() && !type->isVectorTy()) return b_.CreateVectorSplat(width_, scalar);
  Value* wide = PoisonValue::get(widen(type));
  for (unsigned i = 0; i < members(type); ++i) {
    wide = b_.CreateInsertValue(wide, splat(get_member(scalar, i)), i);
  }
  return wide;
}

// How many parts a value consists of that widen one by one.
unsigned Vectorizer::members(Type* type) {
  if (auto* few = dyn_cast<FixedVectorType>(type)) return few->getNumElements();
  if (type->isStructTy()) return type->getStructNumElements();
  return static_cast<unsigned>(type->getArrayNumElements());
}

Type* Vectorizer::member_type(Type* type, unsigned i) {
  if (type->isVectorTy()) return type->getScalarType();
  return type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType();
}

Value* Vectorizer::get_member(Value* scalar, unsigned i) {
  if (!scalar->getType()->isVectorTy()) return b_.CreateExtractValue(scalar, i);
  return b_.CreateExtractElement(scalar, std::uint64_t{i});
}

Value* Vectorizer::set_member(Value* scalar, Value* member, unsigned i) {
  if (!scalar->getType()->isVectorTy()) return b_.CreateInsertValue(scalar, member, i);
  return b_.CreateInsertElement(scalar, member, std::uint64_t{i});
}

// The copy as it stands: lane 0 of a uniform or linear value, the vector of a varying one.
Value* Vectorizer::scalar(Value* value, unsigned copy) {
  if (isa<Constant>(value) || isa<MetadataAsValue>(value) || isa<InlineAsm>(value)) return value;
  copy = canonical(value, copy);
  Copies& copies = current_[value];
  copies.resize(copies_);
  if (copies[copy] == nullptr) {
    AllocaInst* slot = slots_.find(value)->second[copy];
    copies[copy] = b_.CreateLoad(slot->getAllocatedType(), slot);
  }
  return copies[copy];
}

Value* Vectorizer::vector(Value* value, unsigned copy) {
  Value* base = scalar(value, copy);
  const Shape shape = this->shape(value);
  if (shape.varying()) return base;
  if (!shape.linear()) return splat(base);
  if (base->getType()->isPointerTy()) {
    return b_.CreateGEP(b_.getInt8Ty(), base, steps(b_.getInt64Ty(), shape.stride));
  }
  return b_.CreateAdd(splat(base), steps(base->getType(), shape.stride));
}

Value* Vectorizer::get_lane(Value* wide, Type* type, unsigned lane) {
  if (!type->isAggregateType() && !type->isVectorTy()) {
    return b_.CreateExtractElement(wide, std::uint64_t{lane});
  }
  Value* result = PoisonValue::get(type);
  for (unsigned i = 0; i < members(type); ++i) {
    Value* member = get_lane(b_.CreateExtractValue(wide, i), member_type(type, i), lane);
    result = set_member(result, member, i);
  }
  return result;
}

Value* Vectorizer::set_lane(Value* wide, Value* scalar, unsigned lane) {
  Type* type = scalar->getType();
  if (!type->isAggregateType() && !type->isVectorTy()) {
    return b_.CreateInsertElement(wide, scalar, std::uint64_t{lane});
  }
  for (unsigned i = 0; i < members(type); ++i) {
    Value* member = set_lane(b_.CreateExtractValue(wide, i), get_member(scalar, i), lane);
    wide = b_.CreateInsertValue(wide, member, i);
  }
  return wide;
}

Value* Vectorizer::lane_of(Value* value, unsigned copy, unsigned lane) {
  Value* base = scalar(value, copy);
  const Shape shape = this->shape(value);
  if (shape.varying()) return get_lane(base, value->getType(), lane);
  if (!shape.linear() || lane == 0) return base;
  const std::int64_t step = shape.stride * lane;
  if (base->getType()->isPointerTy()) return offset(base, step);
  return b_.CreateAdd(base, steps(base->getType(), shape.stride)->getAggregateElement(lane));
}

// `type` is that of one lane.
Value* Vectorizer::select_lanes(Value* mask, Value* yes, Value* no, Type* type) {
  if (!type->isAggregateType() && !type->isVectorTy()) return b_.CreateSelect(mask, yes, no);
  Value* result = PoisonValue::get(yes->getType());
  for (unsigned i = 0; i < members(type); ++i) {
    Value* member = select_lanes(mask, b_.CreateExtractValue(yes, i), b_.CreateExtractValue(no, i),
                                 member_type(type, i));
    result = b_.CreateInsertValue(result, member, i);
  }
  return result;
}

void Vectorizer::define(Instruction& instruction, unsigned copy, Value* value) {
  Copies& copies = current_[&instruction];
  copies.resize(copies_);
  copies[copy] = value;
  auto slots = slots_.find(&instruction);
  if (slots != slots_.end()) b_.CreateStore(value, slots->second[copy]);
}

AllocaInst* Vectorizer::new_slot(Type* type, const Twine& name) {
  // AVX2 keeps vectors of i1 that live across blocks in an awkward form; full-width integers
  // stay as the comparisons made them.
  if (type == nullptr) {
    const unsigned bits = schedule_.vector_bits >= 512 ? 1 : std::max(8U, 256 / width_);
    type = FixedVectorType::get(b_.getIntNTy(std::min(bits, 32U)), width_);
  }
  IRBuilder<> at(slots_end_);
  AllocaInst* slot = at.CreateAlloca(type, nullptr, name);
  promotable_.push_back(slot);
  return slot;
}

Value* Vectorizer::load_mask(AllocaInst* slot) {
  Value* raw = b_.CreateLoad(slot->getAllocatedType(), slot);
  if (slot->getAllocatedType()->getScalarType()->isIntegerTy(1)) return raw;
  return b_.CreateICmpSLT(raw, Constant::getNullValue(raw->getType()));
}

void Vectorizer::store_mask(Value* mask, AllocaInst* slot) {
  b_.CreateStore(b_.CreateSExt(mask, slot->getAllocatedType()), slot);
}

Constant* Vectorizer::all_lanes() const {
  return Constant::getAllOnesValue(FixedVectorType::get(Type::getInt1Ty(context_), width_));
}

Value* Vectorizer::combine(Value* a, Value* b) {
  if (a == nullptr || b == nullptr) return nullptr;
  return a == b ? a : b_.CreateOr(a, b);
}

// Lanes that need an operation on these operands: one copy may serve several vectors of the tile.
Value* Vectorizer::mask_of(ArrayRef<Shape> shapes, unsigned copy) {
  Shape all;
  all.kind = Shape::Kind::uniform;
  for (const Shape& one : shapes) {
    if (!one.uniform()) all.kind = Shape::Kind::varying;
    all.y |= one.y;
  }
  Value* result = masks_[copy];
  for (unsigned other = 0; other < copies_; ++other) {
    if (canonical(all, other) == canonical(all, copy)) result = combine(result, masks_[other]);
  }
  return result;
}

Value* Vectorizer::mask_bits(Value* mask) {
  return b_.CreateBitCast(full_mask(mask), b_.getIntNTy(width_));
}

Value* Vectorizer::any(Value* mask) {
  return b_.CreateICmpNE(mask_bits(mask), ConstantInt::get(b_.getIntNTy(width_), 0));
}

// Whether no lane at all may be active for a copy of that shape.
bool Vectorizer::may_be_idle(const Shape& shape) const {
  if (shapes_.divergent(block_)) return true;
  return masked_ && (shape.y || (schedule_.jam_x > 1 && !shape.uniform()));
}

}  // namespace vgpu::compiler
