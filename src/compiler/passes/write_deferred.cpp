// Turns marked atomic additions (defer_atomics) into additions to a table in the frame.
//
// Most additions have their place in a window (deferred_windows.h). For the others there is a table, a small cache: an
// entry is an address and what is to be added there. An addition to another address with the same place first writes
// what the entry holds. A kernel that adds all over a large array gains nothing by this, so after some thousand misses
// additions go to memory as they were. The device keeps the frame from group to group and calls the group function once
// more behind the last one, with kResumeFlush, which writes all entries. Runs last, when items are in their final order:
// the code works on one table entry at a time. SPDX-License-Identifier: MIT
#include "compiler/passes/deferred_windows.h"
#include "compiler/passes/kept_part.h"
#include "compiler/passes/kernel_frame.h"
#include "compiler/passes/region_arguments.h"
#include "compiler/passes/unit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/Alignment.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

constexpr std::uint64_t kEntries = 1024, kEntryBytes = 16, kMostMisses = 8192;
// Misses at the end; the windows follow.
constexpr std::uint64_t kTableBytes = kEntries * kEntryBytes + kFrameAlignment;

class Deferred {
 public:
  Deferred(Unit& unit, ArrayRef<AtomicRMWInst*> atomics)
      : unit_(unit),
        type_(atomics[0]->getType()),
        builder_(unit.module.getContext()),
        word_(builder_.getInt64Ty()),
        windows_(unit.module, atomics) {
    KeptFrame kept;
    kept.bytes = kTableBytes + windows_.bytes();
    kept.flush = 1;
    offset_ = keep_part(unit, kept.bytes, kept);
    make_add();
    far_ = make_far();
  }

  void replace(AtomicRMWInst& atomic) {
    builder_.SetInsertPoint(&atomic);
    Value* frame = atomic.getFunction()->getArg(kArgumentFrame);
    if (!windows_.add(builder_, atomic, windows(frame), table(frame), far_)) {
      Value* address = builder_.CreatePtrToInt(atomic.getPointerOperand(), word_);
      Value* amount = builder_.CreateZExt(atomic.getValOperand(), word_);
      builder_.CreateCall(add_, {table(frame), address, amount});
    }
    atomic.eraseFromParent();
  }

  // The group function's new start: a call behind the last group writes what is left.
  void make_flush() {
    Function& group = *unit_.group;
    BasicBlock* run = &group.getEntryBlock();
    BasicBlock* start = block(group, "start");
    start->moveBefore(run);
    for (Instruction& inst : make_early_inc_range(*run)) {
      if (isa<AllocaInst>(inst)) inst.moveBefore(*start, start->end());
    }
    BasicBlock *loop = block(group, "flush"), *write = block(group, "write");
    BasicBlock *next = block(group, "next"), *done = block(group, "flushed");
    builder_.SetInsertPoint(start);
    builder_.SetCurrentDebugLocation({});  // of the last atomic
    Value* flushes = builder_.CreateICmpEQ(group.getArg(4), builder_.getInt32(kResumeFlush));
    Value* base = table(group.getArg(kItemFrame));
    builder_.CreateCondBr(flushes, loop, run);
    builder_.SetInsertPoint(loop);
    PHINode* index = builder_.CreatePHI(word_, 2);
    index->addIncoming(builder_.getInt64(0), start);
    Value* entry = entry_at(base, index);
    Value* address = builder_.CreateAlignedLoad(word_, entry, Align(8));
    builder_.CreateCondBr(is_set(address), write, next);
    builder_.SetInsertPoint(write);
    write_entry(address, entry);
    builder_.CreateAlignedStore(builder_.getInt64(0), entry, Align(8));
    builder_.CreateBr(next);
    builder_.SetInsertPoint(next);
    Value* more = builder_.CreateAdd(index, builder_.getInt64(1));
    index->addIncoming(more, next);
    builder_.CreateCondBr(builder_.CreateICmpULT(more, builder_.getInt64(kEntries)), loop, done);
    builder_.SetInsertPoint(done);
    windows_.flush(builder_, group.getArg(kItemLaunch), windows(group.getArg(kItemFrame)));
    builder_.CreateRet(builder_.getInt32(0));
  }

 private:
  BasicBlock* block(Function& function, const char* name) {
    return BasicBlock::Create(unit_.module.getContext(), name, &function);
  }

  Value* table(Value* frame) {
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), frame, offset_);
  }

  Value* windows(Value* frame) {
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), frame, offset_ + kTableBytes);
  }

  Value* entry_at(Value* base, Value* index) {
    Value* bytes = builder_.CreateMul(index, builder_.getInt64(kEntryBytes), "", true, true);
    return builder_.CreateGEP(builder_.getInt8Ty(), base, bytes);
  }

  Value* amount_at(Value* entry) {
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), entry, 8);
  }

  Value* is_set(Value* address) { return builder_.CreateICmpNE(address, builder_.getInt64(0)); }

  void add_to_memory(Value* address, Value* amount) {
    const Align align(type_->getIntegerBitWidth() / 8);
    builder_.CreateAtomicRMW(AtomicRMWInst::Add,
                             builder_.CreateIntToPtr(address, builder_.getPtrTy()),
                             builder_.CreateTrunc(amount, type_), align, AtomicOrdering::Monotonic);
  }

  void write_entry(Value* address, Value* entry) {
    add_to_memory(address, builder_.CreateAlignedLoad(word_, amount_at(entry), Align(8)));
  }

  // Neighbouring elements have neighbouring entries; arrays a power of two apart do not meet.
  Value* entry_of(Value* base, Value* address) {
    const std::uint64_t size = type_->getIntegerBitWidth() / 8;
    Value* mixed = builder_.CreateXor(address, builder_.CreateLShr(address, 10));
    Value* bytes = builder_.CreateAnd(mixed, builder_.getInt64((kEntries - 1) * size));
    bytes = builder_.CreateMul(bytes, builder_.getInt64(kEntryBytes / size), "", true, true);
    return builder_.CreateGEP(builder_.getInt8Ty(), base, bytes);
  }

  Function* make_function(const char* name) {
    auto* type =
        FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy(), word_, word_}, false);
    return Function::Create(type, GlobalValue::InternalLinkage, name, unit_.module);
  }

  // void add(table, address, amount), with the usual case inline.
  void make_add() {
    builder_.SetCurrentDebugLocation({});
    add_ = make_function("vgpu.defer");
    add_->addFnAttr(Attribute::AlwaysInline);
    Value *base = add_->getArg(0), *address = add_->getArg(1), *amount = add_->getArg(2);
    BasicBlock *start = block(*add_, "entry"), *hit = block(*add_, "hit");
    BasicBlock *miss = block(*add_, "miss"), *done = block(*add_, "done");
    builder_.SetInsertPoint(start);
    Value* entry = entry_of(base, address);
    Value* held = builder_.CreateAlignedLoad(word_, entry, Align(8));
    MDNode* likely = MDBuilder(builder_.getContext()).createBranchWeights(1U << 20, 1);
    builder_.CreateCondBr(builder_.CreateICmpEQ(held, address), hit, miss, likely);
    builder_.SetInsertPoint(hit);
    Value* sum = builder_.CreateAlignedLoad(word_, amount_at(entry), Align(8));
    builder_.CreateAlignedStore(builder_.CreateAdd(sum, amount), amount_at(entry), Align(8));
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
    Function* other = make_miss();
    builder_.SetInsertPoint(miss);
    builder_.CreateCall(other, {base, address, amount});
    builder_.CreateBr(done);
  }

  // The same as a call, for additions that seldom come here.
  Function* make_far() {
    Function* function = make_function("vgpu.defer.far");
    function->addFnAttr(Attribute::NoInline);
    function->addFnAttr(Attribute::Cold);
    builder_.SetInsertPoint(block(*function, "entry"));
    builder_.CreateCall(add_, {function->getArg(0), function->getArg(1), function->getArg(2)});
    builder_.CreateRetVoid();
    return function;
  }

  // The same for an entry that holds another address.
  Function* make_miss() {
    Function* function = make_function("vgpu.defer.miss");
    function->addFnAttr(Attribute::NoInline);
    function->addFnAttr(Attribute::Cold);
    Value *base = function->getArg(0), *address = function->getArg(1);
    Value* amount = function->getArg(2);
    BasicBlock* start = block(*function, "entry");
    BasicBlock *direct = block(*function, "direct"), *change = block(*function, "change");
    BasicBlock *write = block(*function, "write"), *take = block(*function, "take");
    builder_.SetInsertPoint(start);
    Value* entry = entry_of(base, address);
    Value* count = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), base, kEntries * kEntryBytes);
    Value* misses = builder_.CreateAlignedLoad(word_, count, Align(8));
    Value* many = builder_.CreateICmpUGT(misses, builder_.getInt64(kMostMisses));
    builder_.CreateCondBr(many, direct, change);
    builder_.SetInsertPoint(direct);
    add_to_memory(address, amount);
    builder_.CreateRetVoid();
    builder_.SetInsertPoint(change);
    builder_.CreateAlignedStore(builder_.CreateAdd(misses, builder_.getInt64(1)), count, Align(8));
    Value* held = builder_.CreateAlignedLoad(word_, entry, Align(8));
    builder_.CreateCondBr(is_set(held), write, take);
    builder_.SetInsertPoint(write);
    write_entry(held, entry);
    builder_.CreateBr(take);
    builder_.SetInsertPoint(take);
    builder_.CreateAlignedStore(address, entry, Align(8));
    builder_.CreateAlignedStore(amount, amount_at(entry), Align(8));
    builder_.CreateRetVoid();
    return function;
  }

  Unit& unit_;
  Type* type_;
  IRBuilder<> builder_;
  Type* word_;
  DeferredWindows windows_;
  Function *add_ = nullptr, *far_ = nullptr;
  std::uint64_t offset_ = 0;  // of the table, in the frame
};

}  // namespace

bool write_deferred(Unit& unit) {
  SmallVector<AtomicRMWInst*, 16> marked;
  for (Function& function : unit.module) {
    for (Instruction& inst : instructions(function)) {
      if (inst.hasMetadata(kDeferredMark)) marked.push_back(cast<AtomicRMWInst>(&inst));
    }
  }
  if (marked.empty()) return true;
  Deferred deferred(unit, marked);
  for (AtomicRMWInst* atomic : marked) deferred.replace(*atomic);
  deferred.make_flush();
  return true;
}

}  // namespace vgpu::compiler
