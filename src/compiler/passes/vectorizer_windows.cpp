// Accesses whose lanes lie at known distances, a few elements apart: whole vectors instead of gathers and scatters.
//
// A load takes its elements from the vectors that cover the window. Stores that fill the gaps of each other
// (store_teams.h) are put together in registers and written as whole vectors. Where one stands alone, its elements are
// spread over vectors, and what lies between stays: AVX-512 has stores with a mask, and local memory, which one thread
// owns, can be read and written back. SPDX-License-Identifier: MIT
#include "compiler/passes/device_names.h"
#include "compiler/passes/store_teams.h"
#include "compiler/passes/vectorizer.h"
#include "llvm/Analysis/VectorUtils.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr unsigned kDeepestAddress = 8;

// Where the vectors start that cover `span` elements. The last one ends with the last element: what lies behind it may
// be nobody's.
SmallVector<unsigned, kWidestSpread> cover(unsigned span, unsigned width) {
  SmallVector<unsigned, kWidestSpread> starts;
  for (unsigned first = 0; first + width < span; first += width) starts.push_back(first);
  starts.push_back(span > width ? span - width : 0);
  return starts;
}

// The vectors as they lie in memory. Each takes from two columns at a time.
SmallVector<Value*, kWidestSpread> join_columns(IRBuilder<>& builder, ArrayRef<Value*> columns,
                                                const LaneWindow& window,
                                                ArrayRef<unsigned> starts) {
  const auto width = static_cast<unsigned>(window.at.size());
  SmallVector<Value*, kWidestSpread> rows;
  for (unsigned row = 0; row < columns.size(); ++row) {
    Value* result = PoisonValue::get(columns[0]->getType());
    for (unsigned column = 0; column < columns.size(); ++column) {
      SmallVector<int, 64> mask;
      for (unsigned i = 0; i < width; ++i) mask.push_back(static_cast<int>(i));
      for (unsigned lane = 0; lane < width; ++lane) {
        const unsigned at = starts[column] + window.at[lane];
        if (at / width == row) mask[at % width] = static_cast<int>(width + lane);
      }
      result = builder.CreateShuffleVector(result, columns[column], mask);
    }
    rows.push_back(result);
  }
  return rows;
}

}  // namespace

// The address of the window's lowest element, for one vector of the tile.
Value* Vectorizer::window_start(Value* address, unsigned copy, std::int64_t bytes) {
  Value* first = shape(address).varying() ? lane_again(address, copy, 0, kDeepestAddress, nullptr)
                                          : scalar(address, copy);
  return bytes != 0 ? offset(first, bytes) : first;
}

// What lies between two elements that are read can be read too. Null: a gather is as good.
Value* Vectorizer::load_window(LoadInst& load, unsigned copy) {
  Type* type = load.getType();
  Value* address = load.getPointerOperand();
  if (!load.isSimple() || width_ < kWidestSpread) return nullptr;
  const auto window = lane_window(address, type, shapes_, width_);
  if (!window) return nullptr;
  const auto size = layout_.getTypeStoreSize(type).getFixedValue();
  Value* from = window_start(address, copy, window->start * static_cast<std::int64_t>(size));
  const unsigned lanes = std::min(width_, window->span);
  SmallVector<Value*, kWidestSpread> vectors;
  const auto starts = cover(window->span, width_);
  for (const unsigned start : starts) {
    auto* vector = b_.CreateAlignedLoad(FixedVectorType::get(type, lanes),
                                        offset(from, static_cast<std::int64_t>(start * size)),
                                        commonAlignment(load.getAlign(), start * size));
    propagateMetadata(vector, {&load});
    vectors.push_back(vector);
  }
  if (lanes < width_) {
    SmallVector<int, 64> mask(window->at.begin(), window->at.end());
    return b_.CreateShuffleVector(vectors[0], mask);
  }
  Value* result = PoisonValue::get(widen(type));
  unsigned done = 0;  // elements below this have been taken
  for (unsigned i = 0; i < vectors.size(); ++i) {
    SmallVector<int, 64> mask;
    for (unsigned lane = 0; lane < width_; ++lane) {
      const unsigned at = window->at[lane];
      const bool here = at >= done && at < starts[i] + width_;
      mask.push_back(static_cast<int>(here ? width_ + at - starts[i] : lane));
    }
    done = starts[i] + width_;
    result = b_.CreateShuffleVector(result, vectors[i], mask);
  }
  return result;
}

// False: the store goes its own way. The stores of a team are written in the place of the last.
bool Vectorizer::store_team(StoreInst& store) {
  if (masked_ || shapes_.divergent(block_)) return false;
  const StoreTeam* found = teams_.of(store, shapes_, width_);
  if (found == nullptr) return false;
  const StoreTeam& team = *found;
  // Members of a struct are written by their group; a team that has one of them would wait for it in vain.
  if (any_of(team.stores, [&](StoreInst* one) { return in_group(*one); })) return false;
  if (&store != team.stores.back()) return true;
  Shape all;
  all.kind = Shape::Kind::varying;
  for (StoreInst* one : team.stores) {
    all.y |= shape(one->getPointerOperand()).y || shape(one->getValueOperand()).y;
  }
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (canonical(all, copy) == copy) store_team_copy(team, copy);
  }
  return true;
}

void Vectorizer::store_team_copy(const StoreTeam& team, unsigned copy) {
  Type* type = team.stores[0]->getValueOperand()->getType();
  const auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type));
  const auto starts = fill(team.window);
  Copies columns, places;
  Value* consecutive = b_.getTrue();
  for (unsigned i = 0; i < starts.size(); ++i) {
    Value* pointer = team.stores[i]->getPointerOperand();
    columns.push_back(vector(team.stores[i]->getValueOperand(), copy));
    Value* place = window_start(pointer, copy, team.window.start * size);
    // The same memory may be written as global memory here and by a generic pointer there.
    if (i != 0) place = b_.CreateAddrSpaceCast(place, places[0]->getType());
    places.push_back(place);
    Value* expected = offset(places[0], starts[i] * size);
    if (i != 0) consecutive = b_.CreateAnd(consecutive, b_.CreateICmpEQ(places[i], expected));
  }
  const auto known = current_;  // what one way has read from its slot the other has not
  auto together = [&]() -> Value* {
    const auto rows = join_columns(b_, columns, team.window, starts);
    SmallVector<Value*, kWidestSpread> stores(team.stores.begin(), team.stores.end());
    for (unsigned i = 0; i < rows.size(); ++i) {
      const std::int64_t bytes = static_cast<std::int64_t>(i) * width_ * size;
      const Align align = commonAlignment(team.stores[0]->getAlign(), std::uint64_t(bytes));
      auto* wide = b_.CreateAlignedStore(rows[i], offset(places[0], bytes), align);
      propagateMetadata(wide, stores);
    }
    return nullptr;
  };
  auto one_by_one = [&]() -> Value* {
    current_ = known;
    for (unsigned i = 0; i < starts.size(); ++i) {
      StoreInst& store = *team.stores[i];
      store_scatter(store, vector(store.getPointerOperand(), copy), columns[i], nullptr);
    }
    return nullptr;
  };
  either(consecutive, together, one_by_one);
  current_ = known;
}

// All lanes are active. False: this machine has no better way than a scatter. Old contents are read before anything is
// written: reading what part of a store has just written is slow.
bool Vectorizer::store_spread(StoreInst& store, unsigned copy, Value* what) {
  Value* pointer = store.getPointerOperand();
  const bool local = pointer->getType()->getPointerAddressSpace() == kLocalSpace;
  const bool masks = schedule_.vector_bits >= 512;
  if (!local && !masks) return false;
  const auto window = store_window(store, shapes_, width_);
  if (!window) return false;
  const auto size = layout_.getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue();
  Value* to = window_start(pointer, copy, window->start * static_cast<std::int64_t>(size));
  struct Part {
    Value *what, *to;
    Constant* mask;
    Align align;
  };
  SmallVector<Part, kWidestSpread> parts;
  for (const unsigned start : cover(window->span, width_)) {
    SmallVector<int, 64> lanes(width_, PoisonMaskElem);
    SmallVector<Constant*, 64> written(width_, b_.getFalse());
    for (unsigned lane = 0; lane < width_; ++lane) {
      const unsigned at = window->at[lane];
      if (at < start || at >= start + width_) continue;
      lanes[at - start] = static_cast<int>(lane);
      written[at - start] = b_.getTrue();
    }
    Value* place = offset(to, static_cast<std::int64_t>(start * size));
    const Align align = commonAlignment(store.getAlign(), start * size);
    Value* spread = b_.CreateShuffleVector(what, lanes);
    Constant* mask = ConstantVector::get(written);
    if (!masks) {
      Value* old = b_.CreateAlignedLoad(spread->getType(), place, align);
      spread = b_.CreateSelect(mask, spread, old);
    }
    parts.push_back({spread, place, mask, align});
  }
  for (const Part& part : parts) {
    Instruction* wide = masks ? static_cast<Instruction*>(
                                    b_.CreateMaskedStore(part.what, part.to, part.align, part.mask))
                              : b_.CreateAlignedStore(part.what, part.to, part.align);
    if (masks) propagateMetadata(wide, {&store});
  }
  return true;
}

}  // namespace vgpu::compiler
