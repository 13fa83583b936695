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

using Vectors = SmallVector<Value*, 16>;

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

// Every second element of two vectors, of each pair of them.
Vectors every_second(IRBuilder<>& builder, ArrayRef<Value*> vectors, int first) {
  SmallVector<int, 64> mask;
  for (unsigned lane = 0; lane < lanes_of(vectors[0]); ++lane) {
    mask.push_back(static_cast<int>(2 * lane) + first);
  }
  Vectors result;
  for (std::size_t i = 0; i < vectors.size(); i += 2) {
    result.push_back(builder.CreateShuffleVector(vectors[i], vectors[i + 1], mask));
  }
  return result;
}

// The members that lie in turn in as many vectors. Where their number is a power of two they are halved again and again,
// which takes n log n steps instead of n^2.
Vectors take_apart(IRBuilder<>& builder, ArrayRef<Value*> vectors) {
  Vectors members;
  if (vectors.size() == 1) return {vectors[0]};
  if (!isPowerOf2_64(vectors.size())) {
    for (unsigned i = 0; i < vectors.size(); ++i) {
      members.push_back(every_nth(builder, vectors, i));
    }
    return members;
  }
  const Vectors even = take_apart(builder, every_second(builder, vectors, 0));
  const Vectors odd = take_apart(builder, every_second(builder, vectors, 1));
  for (std::size_t i = 0; i < even.size(); ++i) members.append({even[i], odd[i]});
  return members;
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

// The elements of two vectors in turn: those of their lower halves, then those of the upper ones.
void zip(IRBuilder<>& builder, Value* first, Value* second, bool halves_are_alike,
         Vectors& result) {
  const auto width = static_cast<int>(lanes_of(first));
  for (int half = 0; half < 2; ++half) {
    if (half == 1 && halves_are_alike) return result.push_back(result.back());
    SmallVector<int, 64> mask;
    for (int i = half * width; i < (half + 1) * width; ++i) mask.push_back(i / 2 + i % 2 * width);
    result.push_back(builder.CreateShuffleVector(first, second, mask));
  }
}

// The way back from take_apart. What all lanes have in common repeats itself in the result, and is made once: LLVM would
// find out that shuffles of shuffles are the same one use after the other, each time anew.
Vectors put_together(IRBuilder<>& builder, ArrayRef<Value*> members) {
  Vectors result;
  if (members.size() == 1) return {members[0]};
  if (!isPowerOf2_64(members.size())) {
    for (unsigned i = 0; i < members.size(); ++i) result.push_back(weave(builder, members, i));
    return result;
  }
  Vectors halves[2];
  for (std::size_t i = 0; i < members.size(); ++i) halves[i % 2].push_back(members[i]);
  const Vectors even = put_together(builder, halves[0]), odd = put_together(builder, halves[1]);
  const bool repeats = members.size() <= lanes_of(members[0]) &&
                       all_of(members, [](const Value* member) { return isSplatValue(member); });
  for (std::size_t i = 0; i < even.size(); ++i) {
    if (i != 0 && even[i] == even[i - 1] && odd[i] == odd[i - 1]) {
      result.append({result[2 * i - 2], result[2 * i - 1]});
    } else {
      zip(builder, even[i], odd[i], repeats, result);
    }
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
    Vectors vectors;
    for (unsigned i = 0; i < count; ++i) {
      Value* at = offset(from, static_cast<std::int64_t>(i * bytes));
      Value* lanes = group_mask(b_, mask, count, i);
      const Align known = commonAlignment(align, i * bytes);
      Instruction* whole =
          lanes == nullptr ? static_cast<Instruction*>(b_.CreateAlignedLoad(type, at, known))
                           : b_.CreateMaskedLoad(type, at, known, lanes, PoisonValue::get(type));
      vectors.push_back(propagateMetadata(whole, members));
    }
    const Vectors apart = take_apart(b_, vectors);
    for (unsigned i = 0; i < count; ++i) define(*group.members[i], copy, apart[i]);
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
    Vectors values;
    for (Instruction* member : group.members) values.push_back(vector(member->getOperand(0), copy));
    const Vectors together = put_together(b_, values);
    for (unsigned i = 0; i < count; ++i) {
      Value* at = offset(to, static_cast<std::int64_t>(i * bytes));
      Value* lanes = group_mask(b_, mask, count, i);
      const Align known = commonAlignment(first.getAlign(), i * bytes);
      Instruction* whole =
          lanes == nullptr
              ? static_cast<Instruction*>(b_.CreateAlignedStore(together[i], at, known))
              : b_.CreateMaskedStore(together[i], at, known, lanes);
      propagateMetadata(whole, members);
    }
  }
}

}  // namespace vgpu::compiler
