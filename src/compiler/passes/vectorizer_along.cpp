// Runs loops whose iterations do not depend on each other along the rows, an item after another.
//
// Before:  for (i = 0; i < n; ++i) y[i] = f(x[i]);          x and y differ from item to item
// After:   if (n is long) { row(x, y, n - n % 16, ...); i = n - n % 16; }        one call an item
//          for (; i < n; ++i) y[i] = f(x[i]);
// The lanes of `row` are neighbours in memory, so it needs no transposition, and it walks along one stream a buffer where
// the items together would walk along as many as there are lanes: these fall onto few sets of the cache when rows are a
// power of two apart. LLVM's loop vectoriser writes it, with its test whether the rows overlap. Called by
// vectorize_region as part of strip_row_loops. SPDX-License-Identifier: MIT
#include "compiler/passes/row_loop.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

bool has_vector_form(const Instruction& instruction) {
  const Type* type = instruction.getType();
  if (type->isVectorTy() || type->isAggregateType()) return false;
  if (instruction.isIntDivRem() || isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return false;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || instruction.isDebugOrPseudoInst()) return true;
  const auto* intrinsic = dyn_cast<IntrinsicInst>(call);
  return intrinsic != nullptr && isTriviallyVectorizable(intrinsic->getIntrinsicID());
}

// Asks LLVM for vectors of that many iterations.
void ask_for_vectors(Instruction& branch, std::int64_t lanes) {
  LLVMContext& context = branch.getContext();
  auto option = [&](const char* name, Constant* value) {
    return MDNode::get(context, {MDString::get(context, name), ConstantAsMetadata::get(value)});
  };
  Constant* width = ConstantInt::get(Type::getInt32Ty(context), static_cast<std::uint64_t>(lanes));
  MDNode* loop = MDNode::getDistinct(
      context, {nullptr, option("llvm.loop.vectorize.enable", ConstantInt::getTrue(context)),
                option("llvm.loop.vectorize.width", width)});
  loop->replaceOperandWith(0, loop);
  branch.setMetadata(LLVMContext::MD_loop, loop);
}

}  // namespace

// Whether vectors of iterations could do what it does, and all memory is passed element by element.
bool RowLoop::has_row_form() {
  for (const BasicBlock* block : blocks_) {
    if (!all_of(*block, has_vector_form)) return false;
  }
  std::int64_t largest = 0;
  bool writes_rows = false;
  for (const RowAccess& access : accesses_) {
    const auto* step = access.address != nullptr
                           ? dyn_cast<SCEVConstant>(access.address->getStepRecurrence(scev_))
                           : nullptr;
    if (step == nullptr || step->getAPInt() != access.size) return false;
    largest = std::max(largest, access.size);
    writes_rows |= access.row && access.store();
  }
  if (!writes_rows) return false;
  lanes_ = schedule_.vector_bits / 8 / largest;
  return true;
}

// No iteration may need another's results, and nothing behind the loop theirs.
bool RowLoop::can_go_along() {
  if (!has_row_form() || !loop_.getExitBlock()->phis().empty() ||
      !all_of(header_->phis(), [&](PHINode& phi) { return is_counter(phi); })) {
    return false;
  }
  strip_ = 1;
  for (RowAccess& access : accesses_) access.row = false;
  return true;
}

// Addresses by the new loop's own counter: those of the old one may be sums of 32 bits that LLVM cannot see through.
void RowLoop::count_addresses() {
  auto* done = cast<PHINode>(&strips_->front());
  for (const RowAccess& access : accesses_) {
    auto* copy = cast<Instruction>(mapped(access.instruction));
    IRBuilder<> builder(copy);
    copy->setOperand(
        access.store() ? StoreInst::getPointerOperandIndex() : LoadInst::getPointerOperandIndex(),
        row_address(builder, access, done));
  }
}

// Behind the loop along the row its counters are what so many iterations make of them.
void RowLoop::jump_ahead(SCEVExpander& expander, Value* limit, Instruction& at) {
  for (PHINode& phi : header_->phis()) {
    const auto* counter = cast<SCEVAddRecExpr>(scev_.getSCEV(&phi));
    const SCEV* behind = counter->evaluateAtIteration(scev_.getSCEV(limit), scev_);
    map_[&phi] = expander.expandCodeFor(behind, phi.getType(), at.getIterator());
  }
}

// The new loop becomes a function, which the vectoriser then calls for one lane after another.
BasicBlock* RowLoop::outline() {
  Function& region = *strips_->getParent();
  ask_for_vectors(*strips_->getTerminator(), lanes_);
  DominatorTree dominators(region);
  CodeExtractorAnalysisCache cache(region);
  CodeExtractor extractor({strips_}, &dominators);
  Function* row = extractor.extractCodeRegion(cache);
  if (row == nullptr) return strips_;
  row->setLinkage(GlobalValue::InternalLinkage);
  row->addFnAttr(Attribute::NoInline);  // one for all versions of the region, small ones as well
  row->addFnAttr(kRowFunction);
  return cast<CallInst>(row->user_back())->getParent();
}

}  // namespace vgpu::compiler
