// Pairs, points and other small structs in arrays: accesses that together cover what lies between the lanes.
//
// Before:  p[i].x = a;  p[i].y = b;        two stores, each of every second element: scatters
// After:   vectors a0 b0 a1 b1 ... , stored whole
// Vector types come here as well, because `clean` has made scalars of them. Loads are taken apart in the same way; both
// work under masks, since a lane that is active touches all of its elements. Whole vectors are also what a later load
// can get from a store that has not reached the cache yet, which gathers and overlapping loads cannot.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vectorizer.h"
#include "llvm/Analysis/VectorUtils.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

unsigned lanes_of(const Value* vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

// The lanes' mask for one of the vectors that the members of a group share.
Value* group_mask(IRBuilder<>& builder, Value* mask, unsigned members, unsigned vector) {
  if (mask == nullptr) return nullptr;
  const unsigned width = lanes_of(mask);
  SmallVector<int, 64> lanes;
  for (unsigned i = 0; i < width; ++i) {
    lanes.push_back(static_cast<int>((vector * width + i) / members));
  }
  return builder.CreateShuffleVector(mask, lanes);
}

// Elements first, first + n, first + 2n, ... of n vectors.
Value* every_nth(IRBuilder<>& builder, ArrayRef<Value*> vectors, unsigned first) {
  const unsigned width = lanes_of(vectors[0]);
  Value* result = PoisonValue::get(vectors[0]->getType());
  for (unsigned i = 0; i < vectors.size(); ++i) {
    SmallVector<int, 64> mask;
    for (unsigned lane = 0; lane < width; ++lane) {
      const auto at = static_cast<unsigned>(lane * vectors.size()) + first;
      mask.push_back(static_cast<int>(at / width == i ? width + at % width : lane));
    }
    result = builder.CreateShuffleVector(result, vectors[i], mask);
  }
  return result;
}

// Vector number `vector` of those that hold the first elements of all members, then the second ones, and so on.
Value* weave(IRBuilder<>& builder, ArrayRef<Value*> members, unsigned vector) {
  const unsigned width = lanes_of(members[0]);
  const auto count = static_cast<unsigned>(members.size());
  Value* result = PoisonValue::get(members[0]->getType());
  for (unsigned member = 0; member < count; ++member) {
    SmallVector<int, 64> mask;
    for (unsigned i = 0; i < width; ++i) {
      const unsigned at = vector * width + i;
      mask.push_back(static_cast<int>(at % count == member ? width + at / count : i));
    }
    result = builder.CreateShuffleVector(result, members[member], mask);
  }
  return result;
}

}  // namespace

// Whether the access is, or will be, written or read with others.
bool Vectorizer::in_group(Instruction& access) const {
  if (grouped_.contains(&access)) return true;
  return width_ >= 4 && plain(getLoadStoreType(&access)) &&
         !find_access_group(access, shapes_).members.empty();
}

// Whether the access is part of a group. Loads are made at the first member, stores at the last.
bool Vectorizer::emit_in_group(Instruction& access) {
  if (auto stores = waiting_groups_.find(&access); stores != waiting_groups_.end()) {
    store_group(stores->second);
    return true;
  }
  if (grouped_.contains(&access)) return true;
  if (width_ < 4 || !plain(getLoadStoreType(&access))) return false;
  const AccessGroup group = find_access_group(access, shapes_);
  if (group.members.empty()) return false;
  Instruction* last = &access;
  for (Instruction* member : group.members) {
    grouped_.insert(member);
    if (last->comesBefore(member)) last = member;
  }
  if (auto* load = dyn_cast<LoadInst>(&access)) {
    load_group(group, *load);
  } else {
    waiting_groups_[last] = group;
  }
  return true;
}

void Vectorizer::load_group(const AccessGroup& group, LoadInst& first) {
  const auto count = static_cast<unsigned>(group.members.size());
  auto* type = cast<FixedVectorType>(widen(first.getType()));
  const auto bytes = layout_.getTypeStoreSize(type).getFixedValue();
  const SmallVector<Value*, 4> members(group.members.begin(), group.members.end());
  const Align align = cast<LoadInst>(group.members[0])->getAlign();
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&first, copy)) continue;
    Value* mask = mask_of(shape(first.getPointerOperand()), copy);
    Value* from = offset(scalar(first.getPointerOperand(), copy), group.before);
    SmallVector<Value*, 4> vectors;
    for (unsigned i = 0; i < count; ++i) {
      Value* at = offset(from, static_cast<std::int64_t>(i * bytes));
      Value* lanes = group_mask(b_, mask, count, i);
      const Align known = commonAlignment(align, i * bytes);
      Instruction* whole =
          lanes == nullptr ? static_cast<Instruction*>(b_.CreateAlignedLoad(type, at, known))
                           : b_.CreateMaskedLoad(type, at, known, lanes, PoisonValue::get(type));
      vectors.push_back(propagateMetadata(whole, members));
    }
    for (unsigned i = 0; i < count; ++i) {
      define(*group.members[i], copy, every_nth(b_, vectors, i));
    }
  }
}

void Vectorizer::store_group(const AccessGroup& group) {
  const auto count = static_cast<unsigned>(group.members.size());
  auto& first = *cast<StoreInst>(group.members[0]);
  const auto bytes = layout_.getTypeStoreSize(widen(getLoadStoreType(&first))).getFixedValue();
  const SmallVector<Value*, 4> members(group.members.begin(), group.members.end());
  Shape all = shape(first.getPointerOperand());
  for (Instruction* member : group.members) all.y |= shape(member->getOperand(0)).y;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (canonical(all, copy) != copy) continue;
    Value* mask = mask_of(all, copy);
    Value* to = scalar(first.getPointerOperand(), copy);
    SmallVector<Value*, 4> values;
    for (Instruction* member : group.members) values.push_back(vector(member->getOperand(0), copy));
    for (unsigned i = 0; i < count; ++i) {
      Value* at = offset(to, static_cast<std::int64_t>(i * bytes));
      Value* lanes = group_mask(b_, mask, count, i);
      const Align known = commonAlignment(first.getAlign(), i * bytes);
      Value* what = weave(b_, values, i);
      Instruction* whole = lanes == nullptr
                               ? static_cast<Instruction*>(b_.CreateAlignedStore(what, at, known))
                               : b_.CreateMaskedStore(what, at, known, lanes);
      propagateMetadata(whole, members);
    }
  }
}

}  // namespace vgpu::compiler
