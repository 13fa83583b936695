// Loads and stores: one scalar, one vector, or an element a lane.
//
// The address decides: uniform is one scalar access, a stride of one element is one (masked) vector,
// everything else a gather or scatter, unless every lane wants several elements in a row
// (vectorizer_rows.cpp) or lanes read a few elements apart. A scalar access that may find no lane active goes to
// harmless memory instead. SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/MDBuilder.h"

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
  const bool several = has_elements(load.getType());
  if (!address.uniform() && (load.isAtomic() || !(several || plain(load.getType())))) {
    return emit_serial(load);
  }
  if (emit_in_group(load)) return;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&load, copy)) continue;
    Value* mask = mask_of(address, copy);
    if (!address.uniform()) {
      define(load, copy, several ? load_elements(load, copy, mask) : load_any(load, copy, mask));
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

bool Vectorizer::has_strided_form(Type* type, std::int64_t stride) const {
  const auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type));
  return stride == size || stride == -size;
}

// Runs one of two versions of an access; both give the same value.
Value* Vectorizer::either(Value* condition, function_ref<Value*()> likely,
                          function_ref<Value*()> unlikely) {
  BasicBlock* blocks[2];
  Value* values[2];
  for (BasicBlock*& block : blocks) block = BasicBlock::Create(context_, "access", out_);
  BasicBlock* done = BasicBlock::Create(context_, "accessed", out_);
  MDNode* weights = MDBuilder(context_).createBranchWeights(1U << 20, 1);
  b_.CreateCondBr(condition, blocks[0], blocks[1], weights);
  for (unsigned i = 0; i < 2; ++i) {
    b_.SetInsertPoint(blocks[i]);
    values[i] = i == 0 ? likely() : unlikely();
    blocks[i] = b_.GetInsertBlock();
    b_.CreateBr(done);
  }
  b_.SetInsertPoint(done);
  if (values[0] == nullptr) return nullptr;
  PHINode* phi = b_.CreatePHI(values[0]->getType(), 2);
  for (unsigned i = 0; i < 2; ++i) phi->addIncoming(values[i], blocks[i]);
  return phi;
}

Value* Vectorizer::load_any(LoadInst& load, unsigned copy, Value* mask) {
  Value* from = load.getPointerOperand();
  const Shape address = shape(from);
  if (address.linear() && has_strided_form(load.getType(), address.stride)) {
    return load_strided(load, scalar(from, copy), address.stride, mask);
  }
  if (mask == nullptr) {
    if (Value* value = load_window(load, copy)) return value;
  }
  LikelyAddress tree;
  Value* condition = address.varying() ? likely_condition(from, tree, copy) : nullptr;
  if (condition == nullptr || !has_strided_form(load.getType(), tree.stride)) {
    remarks_.add("vectorize", "gather: the items' addresses are not consecutive", &load);
    return load_gather(load, vector(from, copy), mask);
  }
  return either(
      condition, [&] { return load_strided(load, rebuild(from, copy, false), tree.stride, mask); },
      [&] { return load_gather(load, rebuild(from, copy, true), mask); });
}

Value* Vectorizer::load_strided(LoadInst& load, Value* from, std::int64_t stride, Value* mask) {
  const auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(load.getType()));
  Type* type = widen(load.getType());
  const bool backward = stride < 0;
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

Value* Vectorizer::load_gather(LoadInst& load, Value* addresses, Value* mask) {
  Type* type = widen(load.getType());
  Instruction* gather = b_.CreateMaskedGather(type, addresses, load.getAlign(), full_mask(mask),
                                              PoisonValue::get(type));
  propagateMetadata(gather, {&load});
  return gather;
}

void Vectorizer::emit_store(StoreInst& store) {
  const Shape address = shape(store.getPointerOperand());
  const Shape value = shape(store.getValueOperand());
  Type* type = store.getValueOperand()->getType();
  const bool several = has_elements(type);
  if (!address.uniform() && (store.isAtomic() || !(several || plain(type)))) {
    return emit_serial(store);
  }
  if (emit_in_group(store) || store_columns(store) || store_team(store)) return;
  Shape both = address.uniform() ? value : address;
  if (!both.uniform()) both.kind = Shape::Kind::varying;
  both.y = address.y || value.y;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (canonical(both, copy) != copy) continue;
    Value* mask = mask_of(both, copy);
    if (!address.uniform()) {
      several ? store_elements(store, copy, mask) : store_any(store, copy, mask);
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

void Vectorizer::store_any(StoreInst& store, unsigned copy, Value* mask) {
  Value* to = store.getPointerOperand();
  const Shape address = shape(to);
  Type* type = store.getValueOperand()->getType();
  Value* what = vector(store.getValueOperand(), copy);
  if (address.linear() && has_strided_form(type, address.stride)) {
    return store_strided(store, scalar(to, copy), address.stride, what, mask);
  }
  if (mask == nullptr && store_spread(store, copy, what)) return;
  LikelyAddress tree;
  Value* condition = address.varying() ? likely_condition(to, tree, copy) : nullptr;
  if (condition == nullptr || !has_strided_form(type, tree.stride)) {
    remarks_.add("vectorize", "scatter: the items' addresses are not consecutive", &store);
    return store_scatter(store, vector(to, copy), what, mask);
  }
  auto likely = [&]() -> Value* {
    store_strided(store, rebuild(to, copy, false), tree.stride, what, mask);
    return nullptr;
  };
  auto unlikely = [&]() -> Value* {
    store_scatter(store, rebuild(to, copy, true), what, mask);
    return nullptr;
  };
  either(condition, likely, unlikely);
}

void Vectorizer::store_strided(StoreInst& store, Value* to, std::int64_t stride, Value* what,
                               Value* mask) {
  if (stride < 0) {
    to = offset(to, stride * (width_ - 1));
    what = b_.CreateVectorReverse(what);
    if (mask != nullptr) mask = b_.CreateVectorReverse(mask);
  }
  Instruction* wide = nullptr;
  if (mask == nullptr) {
    wide = b_.CreateAlignedStore(what, to, store.getAlign(), store.isVolatile());
  } else {
    wide = b_.CreateMaskedStore(what, to, store.getAlign(), mask);
  }
  propagateMetadata(wide, {&store});
}

void Vectorizer::store_scatter(StoreInst& store, Value* addresses, Value* what, Value* mask) {
  Instruction* wide = b_.CreateMaskedScatter(what, addresses, store.getAlign(), full_mask(mask));
  propagateMetadata(wide, {&store});
}

}  // namespace vgpu::compiler
