// A loop in which every item walks along a row of its own, and what can be made of it: strips of a few elements an item
// (vectorizer_strips.cpp), or vectors along the row, item by item (vectorizer_along.cpp).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "compiler/passes/schedule.h"
#include "compiler/passes/shapes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace vgpu::compiler {

// One load or store of the loop: where it starts and how it moves.
struct RowAccess {
  llvm::Instruction* instruction = nullptr;
  const llvm::SCEVAddRecExpr* address = nullptr;  // null: unknown, or not moving by a constant
  std::int64_t size = 0;
  bool row = false;  // becomes part of a vector
  llvm::Value* base = nullptr;
  llvm::Value* vector = nullptr;  // what was loaded, or is to be stored

  bool store() const { return llvm::isa<llvm::StoreInst>(instruction); }
  llvm::Type* type() const { return llvm::getLoadStoreType(instruction); }
};

class RowLoop {
 public:
  RowLoop(llvm::Loop& loop, llvm::ScalarEvolution& scev, const ShapeAnalysis& shapes,
          const Schedule& schedule)
      : loop_(loop),
        scev_(scev),
        shapes_(shapes),
        schedule_(schedule),
        layout_(loop.getHeader()->getModule()->getDataLayout()),
        header_(loop.getHeader()),
        latch_(loop.getLoopLatch()) {}

  // may_go_along: it may become a loop over vectors of a row.
  bool worthwhile(bool may_go_along) {
    if (!has_simple_form() || !find_accesses()) return false;
    along_ = may_go_along && can_go_along();
    return along_ || (find_strip() && find_tests());
  }
  bool along() const { return along_; }
  // Whether its sums can have a loop of their own behind it, and making that (vectorizer_sums.cpp).
  bool can_split();
  void split();
  llvm::BasicBlock* transform();  // the block of the new loop, or of the call that runs it

 private:
  bool has_simple_form();
  bool is_chain();
  unsigned size() const;
  bool find_accesses();
  bool find_access(llvm::Instruction& instruction);
  bool is_row(const RowAccess& access) const;
  bool find_strip();
  bool find_tests();
  bool find_test(const RowAccess& before, const RowAccess& after);
  llvm::Value* tests_hold(llvm::IRBuilder<>& builder, llvm::SCEVExpander& expander);
  void make_strips(llvm::BasicBlock& before, llvm::Value* limit);
  void load_rows(llvm::IRBuilder<>& builder, llvm::Value* done);
  void store_rows(llvm::IRBuilder<>& builder, llvm::Value* done);
  void copy_block(llvm::IRBuilder<>& builder, llvm::BasicBlock& block, std::uint64_t at);
  llvm::Value* row_address(llvm::IRBuilder<>& builder, const RowAccess& access, llvm::Value* done);
  bool is_counter(llvm::PHINode& phi) const;
  llvm::StoreInst* only_store() const;
  void find_sums();
  bool needs_only(const llvm::Instruction& instruction, const llvm::Value* stored) const;
  void copy_without_sums(llvm::BasicBlock& before, llvm::BasicBlock& between);
  void read_again(llvm::StoreInst& store, llvm::BasicBlock& between, llvm::Value* start,
                  std::int64_t size);
  bool has_row_form();
  bool can_go_along();
  void count_addresses();
  void jump_ahead(llvm::SCEVExpander& expander, llvm::Value* limit, llvm::Instruction& at);
  llvm::BasicBlock* outline();
  void leave_strips(llvm::BasicBlock& behind, llvm::Value* rest, llvm::BasicBlock& entry,
                    llvm::BasicBlock& before);
  llvm::Value* mapped(llvm::Value* value) {
    llvm::Value* found = map_.lookup(value);
    return found != nullptr ? found : value;
  }

  // The distance of two accesses must not lie in (-reach, reach); zero may be allowed.
  struct Test {
    const llvm::SCEV* distance;
    std::int64_t reach;
    bool same_allowed;
  };

  llvm::Loop& loop_;
  llvm::ScalarEvolution& scev_;
  const ShapeAnalysis& shapes_;
  const Schedule& schedule_;
  const llvm::DataLayout& layout_;
  llvm::BasicBlock *header_, *latch_;
  llvm::SmallVector<llvm::BasicBlock*, 4> blocks_;  // of the loop, one after the other
  bool header_exits_ = false;                       // else the latch does
  llvm::SmallVector<RowAccess, 8> accesses_;
  llvm::SmallVector<Test, 8> tests_;
  const llvm::SCEV* trips_ = nullptr;
  llvm::SmallSetVector<llvm::Instruction*, 8> sums_;
  std::int64_t strip_ = 0;  // iterations of one turn of the new loop
  std::int64_t lanes_ = 0;  // of a vector along the row
  bool along_ = false;
  llvm::BasicBlock* strips_ = nullptr;
  llvm::ValueToValueMapTy map_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*>
      last_;  // header phis in the last iteration of a strip
};

}  // namespace vgpu::compiler
