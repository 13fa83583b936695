// Accesses to a few consecutive elements for every lane: one load or store a lane, transposed in registers.
//
// A lane's row is read in pieces of 16 bytes, which is what x86 shuffles within cheaply; the pieces of several lanes are
// joined to full vectors, and interleaving them log2(piece) times turns rows into columns. That replaces gathers, which
// read the same memory element by element. Vector types of the kernel and strips of loops over rows come this way, and
// so do stores that are consecutive from row to row of a jam.
// SPDX-License-Identifier: MIT
#include "compiler/passes/row_steps.h"
#include "compiler/passes/vectorizer.h"
#include "llvm/Analysis/VectorUtils.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {
constexpr unsigned kPieceBits = 128, kLineBits = 512;
}

bool Vectorizer::has_elements(Type* type) const {
  return isa<FixedVectorType>(type) && plain(type->getScalarType());
}

// How many elements of a row go into one piece; the left ones may not fill it. A whole line is one piece.
unsigned Vectorizer::row_part(Type* element, unsigned left) const {
  const auto bits = static_cast<unsigned>(layout_.getTypeSizeInBits(element));
  const bool line =
      schedule_.vector_bits >= kLineBits && std::min(left, width_) * bits >= kLineBits;
  return bit_floor(std::min({std::max(1U, (line ? kLineBits : kPieceBits) / bits), width_, left}));
}

// Where each lane's row starts. Idle lanes get memory of their own that holds `bytes`.
Vectorizer::Copies Vectorizer::lane_addresses(Value* address, unsigned copy, Value* mask,
                                              std::uint64_t bytes) {
  Copies result;
  // Taken apart, the varying part of an address is often invariant in a loop around it.
  auto* step = dyn_cast<GetElementPtrInst>(address);
  bool apart = step != nullptr && step->getParent() == block_ && shape(step).varying() &&
               !shapes_.private_memory().interleaved(step);
  SmallVector<Value*, 4> indices;
  if (apart) {
    for (Value* index : step->indices()) apart &= shape(index).uniform();
  }
  if (apart) {
    for (Value* index : step->indices()) indices.push_back(scalar(index, copy));
  }
  if (mask != nullptr) dummy_bytes_ = std::max(dummy_bytes_, bytes);
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value* from = lane_of(apart ? step->getPointerOperand() : address, copy, lane);
    if (apart) from = b_.CreateGEP(step->getSourceElementType(), from, indices);
    if (mask != nullptr) {
      Value* harmless = b_.CreatePointerBitCastOrAddrSpaceCast(dummy_, from->getType());
      Value* active = b_.CreateExtractElement(mask, std::uint64_t{lane});
      from = b_.CreateSelect(active, from, harmless);
    }
    result.push_back(from);
  }
  return result;
}

// Transposes the square blocks that n vectors of a multiple of n elements hold side by side.
void Vectorizer::transpose(MutableArrayRef<Value*> vectors) {
  const auto n = static_cast<unsigned>(vectors.size());
  if (n == 1) return;
  const unsigned lanes = cast<FixedVectorType>(vectors[0]->getType())->getNumElements();
  SmallVector<int, 64> masks[2];
  for (unsigned i = 0; i < lanes; ++i) {
    const unsigned block = i / n * n, at = i % n;
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned from = block + half * (n / 2) + at / 2;
      masks[half].push_back(static_cast<int>(at % 2 == 0 ? from : lanes + from));
    }
  }
  for (unsigned stage = 1; stage < n; stage *= 2) {
    SmallVector<Value*, 16> next(n);
    for (unsigned i = 0; i < n; ++i) {
      next[i] = b_.CreateShuffleVector(vectors[i / 2], vectors[i / 2 + n / 2], masks[i % 2]);
    }
    copy(next, vectors.begin());
  }
}

Vectorizer::Copies Vectorizer::load_rows(Type* element, unsigned count, ArrayRef<Value*> from,
                                         const LoadInst& load) {
  Copies columns;
  const auto size = layout_.getTypeStoreSize(element).getFixedValue();
  for (unsigned done = 0; done < count;) {
    const unsigned part = row_part(element, count - done);
    const Align align = commonAlignment(load.getAlign(), done * size);
    SmallVector<Value*, 16> vectors;
    for (unsigned row = 0; row < part; ++row) {
      SmallVector<Value*, 16> pieces;
      for (unsigned lane = row; lane < width_; lane += part) {
        Value* at = offset(from[lane], static_cast<std::int64_t>(done * size));
        auto* piece =
            b_.CreateAlignedLoad(FixedVectorType::get(element, part), at, align, load.isVolatile());
        propagateMetadata(piece, {const_cast<LoadInst*>(&load)});
        pieces.push_back(piece);
      }
      vectors.push_back(concatenateVectors(b_, pieces));
    }
    transpose(vectors);
    columns.append(vectors.begin(), vectors.end());
    done += part;
  }
  return columns;
}

void Vectorizer::store_rows(ArrayRef<Value*> columns, ArrayRef<Value*> to, const StoreInst& store) {
  Type* element = columns[0]->getType()->getScalarType();
  const auto size = layout_.getTypeStoreSize(element).getFixedValue();
  for (unsigned done = 0; done < columns.size();) {
    const unsigned part = row_part(element, static_cast<unsigned>(columns.size()) - done);
    const Align align = commonAlignment(store.getAlign(), done * size);
    SmallVector<Value*, 16> vectors(columns.slice(done, part));
    transpose(vectors);
    for (unsigned lane = 0; lane < width_; ++lane) {
      SmallVector<int, 16> mask;
      for (unsigned i = 0; i < part; ++i) mask.push_back(static_cast<int>(lane / part * part + i));
      Value* piece = b_.CreateShuffleVector(vectors[lane % part], mask);
      Value* at = offset(to[lane], static_cast<std::int64_t>(done * size));
      auto* one = b_.CreateAlignedStore(piece, at, align, store.isVolatile());
      propagateMetadata(one, {const_cast<StoreInst*>(&store)});
    }
    done += part;
  }
}

// A vector type from a different address for every lane.
Value* Vectorizer::load_elements(LoadInst& load, unsigned copy, Value* mask) {
  auto* type = cast<FixedVectorType>(load.getType());
  const Copies from = lane_addresses(load.getPointerOperand(), copy, mask,
                                     layout_.getTypeStoreSize(type).getFixedValue());
  const Copies columns = load_rows(type->getElementType(), type->getNumElements(), from, load);
  Value* result = PoisonValue::get(widen(type));
  for (unsigned i = 0; i < columns.size(); ++i) {
    result = b_.CreateInsertValue(result, columns[i], i);
  }
  return result;
}

void Vectorizer::store_elements(StoreInst& store, unsigned copy, Value* mask) {
  Type* type = store.getValueOperand()->getType();
  const Copies to = lane_addresses(store.getPointerOperand(), copy, mask,
                                   layout_.getTypeStoreSize(type).getFixedValue());
  Value* wide = vector(store.getValueOperand(), copy);
  Copies columns;
  for (unsigned i = 0; i < members(type); ++i) columns.push_back(b_.CreateExtractValue(wide, i));
  store_rows(columns, to, store);
}

// One element of a vector type, read or replaced.
void Vectorizer::emit_element(Instruction& instruction) {
  const bool inserts = isa<InsertElementInst>(instruction);
  const auto* place = cast<ConstantInt>(instruction.getOperand(inserts ? 2 : 1));
  const auto at = static_cast<unsigned>(place->getZExtValue());
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&instruction, copy)) continue;
    Value* whole = vector(instruction.getOperand(0), copy);
    Value* result = inserts
                        ? b_.CreateInsertValue(whole, vector(instruction.getOperand(1), copy), at)
                        : b_.CreateExtractValue(whole, at);
    define(instruction, copy, result);
  }
}

// Stores whose addresses are consecutive along y: the rows of the jam make up a row of every lane.
bool Vectorizer::store_columns(StoreInst& store) {
  Value* to = store.getPointerOperand();
  Type* type = store.getValueOperand()->getType();
  if (schedule_.jam_y == 1 || masked_ || shapes_.divergent(block_) || !store.isSimple() ||
      !plain(type) || !shape(to).varying()) {
    return false;
  }
  const auto size = static_cast<std::int64_t>(layout_.getTypeStoreSize(type));
  if (RowSteps(shapes_, schedule_, region_).step(*to) != size) return false;
  for (unsigned x = 0; x < schedule_.jam_x; ++x) {
    const auto bytes = static_cast<std::uint64_t>(size) * schedule_.jam_y;
    const Copies rows = lane_addresses(to, x, nullptr, bytes);
    Copies columns;
    for (unsigned y = 0; y < schedule_.jam_y; ++y) {
      columns.push_back(vector(store.getValueOperand(), y * schedule_.jam_x + x));
    }
    store_rows(columns, rows, store);
  }
  return true;
}

}  // namespace vgpu::compiler
