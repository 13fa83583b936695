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
  std::int64_t step = 0;  // bytes from iteration to iteration, 0: unknown
  bool row = false;       // becomes part of a vector
  const RowAccess* leader =
      nullptr;         // of a member of vector types or structures: the access to the first one
  unsigned place = 0;  // which member it is
  llvm::Value* base = nullptr;
  llvm::Value* vector = nullptr;  // what was loaded, or is to be stored

  bool store() const { return llvm::isa<llvm::StoreInst>(instruction); }
  llvm::Type* type() const { return llvm::getLoadStoreType(instruction); }
  std::uint64_t members() const { return static_cast<std::uint64_t>(step / size); }
};

// Whether lanes that walk along rows take whole lines of the cache at once, and whether some loop does that.
bool reads_lines(const Schedule& schedule);
bool takes_lines(llvm::Function& region, const ShapeAnalysis& shapes, const Schedule& schedule);

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

  // is_long: it may become a loop over vectors of a row, or over lines. What is left of those is asked again.
  bool worthwhile(bool is_long) {
    if (!has_simple_form() || !find_accesses()) return false;
    along_ = is_long && can_go_along();
    return along_ || (find_strip(is_long) && find_tests());
  }
  bool leaves_rows() const { return along_ || takes_lines_; }
  bool takes_lines() const { return takes_lines_; }
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
  void join_members();
  std::int64_t strip_of(std::int64_t bytes, std::int64_t longest) const;
  bool can_take_lines() const;
  bool find_strip(bool may_take_lines);
  bool find_tests();
  bool find_test(const RowAccess& before, const RowAccess& after);
  llvm::Value* tests_hold(llvm::IRBuilder<>& builder, llvm::SCEVExpander& expander,
                          llvm::Value* trips);
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

  // The distance of two accesses must not lie in (-below, above), in bytes or (whole) in iterations' bytes; zero may
  // be allowed.
  struct Test {
    const llvm::SCEV* distance;
    std::int64_t below, above;
    bool same_allowed;
    bool whole;
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
  bool along_ = false, takes_lines_ = false;
  llvm::BasicBlock* strips_ = nullptr;
  llvm::ValueToValueMapTy map_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*>
      last_;  // header phis in the last iteration of a strip
};

}  // namespace vgpu::compiler
