// Loads and stores: one scalar, one vector, or an element a lane.
//
// The address decides: uniform is one scalar access, a stride of one element is one (masked) vector,
// everything else a gather or scatter. A scalar access that may find no lane active goes to
// harmless memory instead. SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"
#include "llvm/Analysis/VectorUtils.h"

namespace vgpu::compiler {

using namespace llvm;

// Types whose vectors lie in memory as their elements do.
bool Vectorizer::plain(Type* type) const {
  if (type->isAggregateType() || type->isVectorTy()) return false;
  return layout_.getTypeStoreSizeInBits(type) == layout_.getTypeSizeInBits(type) &&
         layout_.getTypeStoreSize(type) == layout_.getTypeAllocSize(type);
}

Value* Vectorizer::offset(Value* address, std::int64_t bytes) {
  return b_.CreateGEP(b_.getInt8Ty(), address, b_.getInt64(static_cast<std::uint64_t>(bytes)));
}

Value* Vectorizer::safe_address(Value* address, Value* mask) {
  if (mask == nullptr) return address;
  Value* harmless = dummy_;
  if (address->getType() != dummy_->getType()) {
    harmless = b_.CreateAddrSpaceCast(dummy_, address->getType());
  }
  return b_.CreateSelect(any(mask), address, harmless);
}

void Vectorizer::emit_load(LoadInst& load) {
  const Shape address = shape(load.getPointerOperand());
  if (!address.uniform() && (load.isAtomic() || !plain(load.getType()))) return emit_serial(load);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&load, copy)) continue;
    Value* mask = mask_of(address, copy);
    if (!address.uniform()) {
      define(load, copy, load_wide(load, copy, mask));
      continue;
    }
    Value* from = scalar(load.getPointerOperand(), copy);
    auto* clone = cast<LoadInst>(load.clone());
    clone->setDebugLoc({});
    if (may_be_idle(address)) {
      from = safe_address(from, mask);
      clone->dropUnknownNonDebugMetadata();
      dummy_bytes_ =
          std::max(dummy_bytes_, layout_.getTypeStoreSize(load.getType()).getFixedValue());
    }
    clone->setOperand(0, from);
    define(load, copy, b_.Insert(clone));
  }
}

Value* Vectorizer::load_wide(LoadInst& load, unsigned copy, Value* mask) {
  const Shape address = shape(load.getPointerOperand());
  const auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(load.getType()));
  Type* type = widen(load.getType());
  if (!address.linear() || (address.stride != size && address.stride != -size)) {
    return load_gather(load, copy, mask);
  }
  Value* from = scalar(load.getPointerOperand(), copy);
  const bool backward = address.stride < 0;
  if (backward) {
    from = offset(from, -size * (width_ - 1));
    if (mask != nullptr) mask = b_.CreateVectorReverse(mask);
  }
  Instruction* wide = nullptr;
  if (mask == nullptr) {
    wide = b_.CreateAlignedLoad(type, from, load.getAlign(), load.isVolatile());
  } else {
    wide = b_.CreateMaskedLoad(type, from, load.getAlign(), mask, PoisonValue::get(type));
  }
  propagateMetadata(wide, {&load});
  return backward ? b_.CreateVectorReverse(wide) : wide;
}

Value* Vectorizer::load_gather(LoadInst& load, unsigned copy, Value* mask) {
  remarks_.add("vectorize", "gather: the items' addresses are not consecutive", &load);
  Type* type = widen(load.getType());
  Value* addresses = vector(load.getPointerOperand(), copy);
  Instruction* gather = b_.CreateMaskedGather(type, addresses, load.getAlign(), full_mask(mask),
                                              PoisonValue::get(type));
  propagateMetadata(gather, {&load});
  return gather;
}

void Vectorizer::emit_store(StoreInst& store) {
  const Shape address = shape(store.getPointerOperand());
  const Shape value = shape(store.getValueOperand());
  if (!address.uniform() && (store.isAtomic() || !plain(store.getValueOperand()->getType()))) {
    return emit_serial(store);
  }
  Shape both = address.uniform() ? value : address;
  if (!both.uniform()) both.kind = Shape::Kind::varying;
  both.y = address.y || value.y;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (canonical(both, copy) != copy) continue;
    Value* mask = mask_of(both, copy);
    if (!address.uniform()) {
      store_wide(store, copy, mask);
    } else {
      store_last(store, copy, mask);
    }
  }
}

// All lanes write to one place: the last active one wins.
void Vectorizer::store_last(StoreInst& store, unsigned copy, Value* mask) {
  const Shape value = shape(store.getValueOperand());
  Value* to = scalar(store.getPointerOperand(), copy);
  Value* what = nullptr;
  if (value.uniform()) {
    what = scalar(store.getValueOperand(), copy);
  } else if (mask == nullptr) {
    what = lane_of(store.getValueOperand(), copy, width_ - 1);
  } else {
    Value* bits = mask_bits(mask);
    Value* zeros = b_.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, b_.getFalse());
    Value* last = b_.CreateSub(ConstantInt::get(bits->getType(), width_ - 1), zeros);
    last = b_.CreateAnd(last, ConstantInt::get(bits->getType(), width_ - 1));
    what = read_lane(lane_operand(store.getValueOperand(), copy),
                     b_.CreateZExtOrTrunc(last, b_.getInt64Ty()));
  }
  auto* clone = cast<StoreInst>(store.clone());
  clone->setDebugLoc({});
  if (mask != nullptr && (may_be_idle(value) || may_be_idle(shape(store.getPointerOperand())))) {
    to = safe_address(to, mask);
    clone->dropUnknownNonDebugMetadata();
    dummy_bytes_ =
        std::max(dummy_bytes_, layout_.getTypeStoreSize(what->getType()).getFixedValue());
  }
  clone->setOperand(0, what);
  clone->setOperand(1, to);
  b_.Insert(clone);
}

void Vectorizer::store_wide(StoreInst& store, unsigned copy, Value* mask) {
  const Shape address = shape(store.getPointerOperand());
  Value* what = vector(store.getValueOperand(), copy);
  const auto size =
      static_cast<std::int64_t>(layout_.getTypeStoreSize(store.getValueOperand()->getType()));
  Instruction* wide = nullptr;
  if (address.linear() && (address.stride == size || address.stride == -size)) {
    Value* to = scalar(store.getPointerOperand(), copy);
    if (address.stride < 0) {
      to = offset(to, -size * (width_ - 1));
      what = b_.CreateVectorReverse(what);
      if (mask != nullptr) mask = b_.CreateVectorReverse(mask);
    }
    wide = mask == nullptr ? static_cast<Instruction*>(b_.CreateAlignedStore(
                                 what, to, store.getAlign(), store.isVolatile()))
                           : b_.CreateMaskedStore(what, to, store.getAlign(), mask);
  } else {
    remarks_.add("vectorize", "scatter: the items' addresses are not consecutive", &store);
    Value* addresses = vector(store.getPointerOperand(), copy);
    wide = b_.CreateMaskedScatter(what, addresses, store.getAlign(), full_mask(mask));
  }
  propagateMetadata(wide, {&store});
}

}  // namespace vgpu::compiler
