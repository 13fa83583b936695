// Makes the vector version of one region: the machine behind vectorize_region.
//
// Every value has up to jam_x * jam_y copies, one for each vector of the tile, but only along the
// axes that it depends on; a copy is a scalar (uniform, linear: lane 0) or a vector. Values that
// live across blocks, phis and masks go through stack slots, which mem2reg turns back into
// registers at the end. The member functions are spread over vectorizer_*.cpp by family.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/passes/access_group.h"
#include "compiler/passes/remarks.h"
#include "compiler/passes/schedule.h"
#include "compiler/passes/shapes.h"
#include "compiler/passes/store_teams.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {

class Vectorizer {
 public:
  // masked: the tile may reach beyond the group's extents, so entry masks are needed.
  Vectorizer(llvm::Function& region, const Schedule& schedule, bool masked, Remarks& remarks);
  ShapeAnalysis& shapes() { return shapes_; }
  llvm::Function* run(const llvm::Twine& name);

 private:
  using Value = llvm::Value;
  using Copies = llvm::SmallVector<Value*, 8>;
  using Slots = llvm::SmallVector<llvm::AllocaInst*, 8>;
  // An operand as a loop over lanes reads it: base + lane * stride, or an element of an array.
  struct LaneOperand {
    Value* scalar = nullptr;
    std::int64_t stride = 0;
    llvm::AllocaInst* array = nullptr;
    llvm::Type* type = nullptr;
  };

  // An address that is linear if no extension in its tree wraps (vectorizer_speculate.cpp).
  struct LikelyAddress {
    std::int64_t stride = 0;
    llvm::SmallVector<Value*, 8> leaves;
    llvm::SmallVector<llvm::CastInst*, 2> extensions;
  };

  // vectorizer.cpp: the frame around the blocks
  void make_arguments();
  void make_entry_masks();
  void make_slots();
  bool needs_slot(const llvm::Instruction& instruction) const;
  void finish_function();

  // vectorizer_control.cpp
  void emit_block(std::size_t index);
  void remark_masked_block();
  void emit_return(llvm::ReturnInst& ret);
  void emit_uniform_branch(llvm::BranchInst& branch);
  void emit_linear_branch(std::size_t index, llvm::BranchInst& branch);
  void emit_edge(llvm::BasicBlock& from, llvm::BasicBlock& to, const Copies& masks, bool masked);
  void store_phi(llvm::BasicBlock& from, llvm::PHINode& phi, unsigned copy, Value* value,
                 const Copies& masks, bool masked);
  void close_loops(std::size_t index, llvm::BasicBlock* next);
  void skip_when_idle(std::size_t index);
  llvm::BasicBlock* next_block(std::size_t index) const;
  llvm::BasicBlock* entry_of(llvm::BasicBlock* next, llvm::BasicBlock* from);
  bool worth_skipping(std::size_t index) const;

  // vectorizer_values.cpp: copies, lanes, masks
  unsigned canonical(const Shape& shape, unsigned copy) const;
  unsigned canonical(const Value* value, unsigned copy) const;
  unsigned mask_canonical(unsigned copy) const;
  bool is_first(const Value* value, unsigned copy) const;
  llvm::Type* widen(llvm::Type* type) const;
  Value* splat(Value* scalar);
  llvm::Constant* steps(llvm::Type* type, std::int64_t stride) const;
  Value* scalar(Value* value, unsigned copy);
  Value* vector(Value* value, unsigned copy);
  static unsigned members(llvm::Type* type);
  static llvm::Type* member_type(llvm::Type* type, unsigned i);
  Value* get_member(Value* scalar, unsigned i);
  Value* set_member(Value* scalar, Value* member, unsigned i);
  Value* get_lane(Value* wide, llvm::Type* type, unsigned lane);
  Value* set_lane(Value* wide, Value* scalar, unsigned lane);
  Value* lane_of(Value* value, unsigned copy, unsigned lane);
  Value* select_lanes(Value* mask, Value* yes, Value* no, llvm::Type* type);
  void define(llvm::Instruction& instruction, unsigned copy, Value* value);
  llvm::AllocaInst* new_slot(llvm::Type* type, const llvm::Twine& name);
  Value* mask(unsigned copy) const { return masks_[copy]; }
  Value* mask_of(llvm::ArrayRef<Shape> shapes, unsigned copy);
  Value* mask_bits(Value* mask);
  Value* any(Value* mask);
  llvm::Constant* all_lanes() const;
  Value* full_mask(Value* mask) { return mask != nullptr ? mask : all_lanes(); }
  Value* combine(Value* a, Value* b);  // the union of two masks; null means all lanes
  Value* load_mask(llvm::AllocaInst* slot);
  void store_mask(Value* mask, llvm::AllocaInst* slot);
  Shape shape(const Value* value) const { return shapes_.shape(value); }
  bool may_be_idle(const Shape& shape) const;

  // vectorizer_arithmetic.cpp
  void emit(llvm::Instruction& instruction);
  void emit_passed(llvm::Instruction& choice, llvm::Value& passed);
  void emit_variable(llvm::AllocaInst& variable);
  void emit_simple(llvm::Instruction& instruction);
  Value* narrow_compare(const llvm::ICmpInst& compare, unsigned copy);
  Value* simple_vector(llvm::Instruction& instruction, unsigned copy);
  Value* simple_scalar(llvm::Instruction& instruction, unsigned copy);
  Value* step_right(llvm::Instruction& instruction, unsigned first, unsigned vectors);
  Value* vector_address(llvm::GetElementPtrInst& address, unsigned copy);
  Value* interleaved_address(llvm::GetElementPtrInst& address, unsigned copy, bool wide);
  Value* divide_lanes(llvm::Instruction& instruction, unsigned copy);
  void emit_element(llvm::Instruction& instruction);
  bool names_element(const llvm::Instruction& instruction) const;
  void emit_per_lane(llvm::Instruction& instruction);
  bool has_vector_type(const llvm::Instruction& instruction) const;

  // vectorizer_memory.cpp, vectorizer_speculate.cpp
  void emit_load(llvm::LoadInst& load);
  void emit_store(llvm::StoreInst& store);
  Value* load_any(llvm::LoadInst& load, unsigned copy, Value* mask);
  Value* load_strided(llvm::LoadInst& load, Value* from, std::int64_t stride, Value* mask);
  Value* load_gather(llvm::LoadInst& load, Value* addresses, Value* mask);
  void store_any(llvm::StoreInst& store, unsigned copy, Value* mask);
  void store_strided(llvm::StoreInst& store, Value* to, std::int64_t stride, Value* what,
                     Value* mask);
  void store_scatter(llvm::StoreInst& store, Value* addresses, Value* what, Value* mask);
  bool has_strided_form(llvm::Type* type, std::int64_t stride) const;
  void store_last(llvm::StoreInst& store, unsigned copy, Value* mask);
  Value* safe_address(Value* address, Value* mask);
  Value* offset(Value* address, std::int64_t bytes);
  bool plain(llvm::Type* type) const;
  std::optional<std::int64_t> likely_stride(Value* value, LikelyAddress& tree, unsigned depth);
  std::optional<std::int64_t> likely_step(llvm::GetElementPtrInst& address, LikelyAddress& tree,
                                          unsigned depth);
  Value* rebuild(Value* value, unsigned copy, bool wide);
  Value* no_wrap(llvm::CastInst& extension, unsigned copy);
  Value* likely_condition(Value* address, LikelyAddress& tree, unsigned copy);
  Value* either(Value* condition, llvm::function_ref<Value*()> likely,
                llvm::function_ref<Value*()> unlikely);

  // vectorizer_rows.cpp: a few consecutive elements for every lane
  Copies lane_addresses(Value* address, unsigned copy, Value* mask, std::uint64_t bytes);
  void transpose(llvm::MutableArrayRef<Value*> vectors);
  Copies load_rows(llvm::Type* element, unsigned count, llvm::ArrayRef<Value*> from,
                   const llvm::LoadInst& load);
  void store_rows(llvm::ArrayRef<Value*> columns, llvm::ArrayRef<Value*> to,
                  const llvm::StoreInst& store);
  Value* load_elements(llvm::LoadInst& load, unsigned copy, Value* mask);
  void store_elements(llvm::StoreInst& store, unsigned copy, Value* mask);
  bool store_columns(llvm::StoreInst& store);
  bool has_elements(llvm::Type* type) const;
  unsigned row_part(llvm::Type* element, unsigned left) const;

  // vectorizer_groups.cpp: members of small structs together
  bool in_group(llvm::Instruction& access) const;
  bool emit_in_group(llvm::Instruction& access);
  void load_group(const AccessGroup& group, llvm::LoadInst& first);
  void store_group(const AccessGroup& group);

  // vectorizer_windows.cpp: lanes at known distances, a few elements apart
  Value* window_start(Value* address, unsigned copy, std::int64_t bytes);
  Value* load_window(llvm::LoadInst& load, unsigned copy);
  bool store_team(llvm::StoreInst& store);
  void store_team_copy(const StoreTeam& team, unsigned copy);
  bool store_spread(llvm::StoreInst& store, unsigned copy, Value* what);

  // vectorizer_serial.cpp, vectorizer_atomics.cpp, vectorizer_calls.cpp, vectorizer_warp.cpp
  LaneOperand lane_operand(Value* value, unsigned copy);
  Value* read_lane(const LaneOperand& operand, Value* lane);
  void for_each_lane(Value* mask, llvm::function_ref<void(Value* lane)> body);
  void emit_serial(llvm::Instruction& instruction);
  Value* lane_by_lane(llvm::Instruction& instruction, unsigned copy, Value* mask);
  Value* collect_lanes(llvm::AllocaInst* array, llvm::Type* type);
  void emit_atomic(llvm::Instruction& instruction);
  void emit_reduced_atomic(llvm::AtomicRMWInst& atomic);
  Value* unrolled(llvm::Instruction& instruction, unsigned copy);
  Value* lane_again(Value* value, unsigned copy, unsigned lane, unsigned depth,
                    const llvm::Instruction* until);
  Value* load_again(llvm::LoadInst& load, unsigned copy, unsigned lane,
                    const llvm::Instruction& until);
  bool reduces(const llvm::AtomicRMWInst& atomic) const;
  void emit_call(llvm::CallBase& call);
  bool emit_intrinsic(llvm::IntrinsicInst& call);
  bool emit_vector_by_vector(llvm::CallBase& call);
  void emit_prefetch(llvm::IntrinsicInst& call);
  bool emit_warp(llvm::CallBase& call);
  Value* shuffle(llvm::CallBase& call);
  std::optional<llvm::SmallVector<int, 32>> fixed_lanes(Value* lane) const;

  // vectorizer_votes.cpp: whether a condition holds in all lanes
  bool at_hand(const Value* value) const;
  Value* deciding_lane(Value* condition, bool denied, unsigned copy);
  Value* all_lanes_pass(Value* condition);

  llvm::Function& region_;
  Schedule schedule_;
  bool masked_;
  Remarks& remarks_;
  ShapeAnalysis shapes_;
  const llvm::DataLayout& layout_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> b_;
  unsigned width_, copies_;
  llvm::Function* out_ = nullptr;
  llvm::Instruction* slots_end_ = nullptr;  // slots are made before it
  llvm::AllocaInst* dummy_ = nullptr;       // memory that idle scalar accesses may touch
  std::uint64_t dummy_bytes_ = 64;
  std::vector<llvm::BasicBlock*> order_;
  llvm::DenseMap<const llvm::BasicBlock*, std::size_t> position_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, Slots> mask_slots_;
  llvm::DenseMap<const Value*, Slots> slots_;
  llvm::DenseMap<const Value*, Copies> arguments_, current_;
  BlockTeams teams_;
  std::vector<llvm::AllocaInst*> promotable_;
  Copies entry_masks_, masks_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> grouped_;
  llvm::DenseMap<const llvm::Instruction*, AccessGroup> waiting_groups_;  // by their last store
  llvm::BasicBlock* block_ = nullptr;  // of the region, now being written
};

}  // namespace vgpu::compiler
