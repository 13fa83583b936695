// Which additions have a window, and the code that fills and empties it.
// SPDX-License-Identifier: MIT
#include "compiler/passes/deferred_windows.h"

#include "compiler/passes/kernel_frame.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kAllWindows = 8192;  // bytes: cleared and looked through once a launch
constexpr std::size_t kMostWindows = 4;
constexpr std::uint64_t kLineBytes = 64;

BasicBlock* new_block(IRBuilder<>& builder, Function* function, const char* name) {
  return BasicBlock::Create(builder.getContext(), name, function);
}

// The loop body for 0, step, ... below `end`; afterwards the builder stands behind it.
void count_up(IRBuilder<>& builder, std::uint64_t end, std::uint64_t step,
              function_ref<void(Value* index)> body) {
  BasicBlock* before = builder.GetInsertBlock();
  Function* function = before->getParent();
  BasicBlock *head = new_block(builder, function, "sums"),
             *behind = new_block(builder, function, "summed");
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  PHINode* index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(builder.getInt64(0), before);
  body(index);
  Value* next = builder.CreateAdd(index, builder.getInt64(step), "", true, true);
  index->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt64(end)), head, behind);
  builder.SetInsertPoint(behind);
}

void when(IRBuilder<>& builder, Value* condition, function_ref<void()> body) {
  Function* function = builder.GetInsertBlock()->getParent();
  BasicBlock *then = new_block(builder, function, "then"),
             *behind = new_block(builder, function, "behind");
  builder.CreateCondBr(condition, then, behind);
  builder.SetInsertPoint(then);
  body();
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind);
}

}  // namespace

DeferredWindows::DeferredWindows(Module& module, ArrayRef<AtomicRMWInst*> atomics)
    : module_(module), type_(atomics[0]->getType()) {
  for (const AtomicRMWInst* atomic : atomics) {
    const auto place = place_of(*atomic);
    if (!place || windows_.size() == kMostWindows) continue;
    windows_.insert({place->argument, getUnderlyingObject(atomic->getPointerOperand())->getType()});
  }
  if (!windows_.empty()) window_bytes_ = kAllWindows / std::bit_ceil(windows_.size());
}

// Whether a step of an address moves by whole elements, so that elements do not overlap in the window.
bool DeferredWindows::whole_elements(const User& step, std::uint64_t size) const {
  const auto* gep = dyn_cast<GEPOperator>(&step);
  if (gep == nullptr) return isa<AddrSpaceCastOperator>(step);
  if (!gep->getType()->isPointerTy()) return false;
  const DataLayout& layout = module_.getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(gep->getType());
  MapVector<Value*, APInt> variable;
  APInt constant(bits, 0);
  if (bits != 64 || !gep->collectOffset(layout, bits, variable, constant)) return false;
  return constant.urem(size) == 0 &&
         all_of(variable, [&](const auto& part) { return part.second.urem(size) == 0; });
}

std::optional<DeferredWindows::Place> DeferredWindows::place_of(const AtomicRMWInst& atomic) const {
  const DataLayout& layout = module_.getDataLayout();
  Place place;
  Value* base = const_cast<Value*>(atomic.getPointerOperand());
  while (isa<GEPOperator, AddrSpaceCastOperator>(base)) {
    auto* step = cast<User>(base);
    if (!whole_elements(*step, layout.getTypeStoreSize(type_))) return {};
    place.steps.push_back(step);
    base = step->getOperand(0);
  }
  auto argument_of = [&](const Value* value, APInt& offset) -> const Value* {
    const auto* load = dyn_cast<LoadInst>(value);
    if (load == nullptr || !load->hasMetadata(LLVMContext::MD_invariant_load)) return nullptr;
    return load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  };
  APInt argument(64, 0), launch(64, 0);
  const Value* arguments = argument_of(base, argument);
  const Value* frame = arguments != nullptr ? argument_of(arguments, launch) : nullptr;
  const auto* parameter = dyn_cast_or_null<Argument>(frame);
  if (parameter == nullptr || parameter->getArgNo() != kItemLaunch ||
      launch != offsetof(LaunchFrame, arguments)) {
    return {};
  }
  place.argument = argument.getZExtValue();
  return place;
}

bool DeferredWindows::add(IRBuilder<>& builder, AtomicRMWInst& atomic, Value* windows, Value* table,
                          Function* elsewhere) {
  const auto place = place_of(atomic);
  const auto* found = place ? windows_.find(place->argument) : windows_.end();
  if (found == windows_.end()) return false;
  if (add_ == nullptr) add_ = make_add(type_, elsewhere);
  Value* distance = builder.getInt64(0);
  for (User* step : place->steps) {
    if (!isa<GEPOperator>(step)) continue;
    distance = builder.CreateAdd(distance, emitGEPOffset(&builder, module_.getDataLayout(), step));
  }
  const std::uint64_t start = static_cast<std::uint64_t>(found - windows_.begin()) * window_bytes_;
  Value* window = builder.CreateConstGEP1_64(builder.getInt8Ty(), windows, start);
  Value* address = builder.CreatePtrToInt(atomic.getPointerOperand(), builder.getInt64Ty());
  builder.CreateCall(add_, {window, distance, atomic.getValOperand(), table, address});
  return true;
}

// void add(window, distance, amount, table, address)
Function* DeferredWindows::make_add(Type* type, Function* elsewhere) {
  IRBuilder<> builder(module_.getContext());
  Type *word = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  auto* signature =
      FunctionType::get(builder.getVoidTy(), {pointer, word, type, pointer, word}, false);
  Function* add =
      Function::Create(signature, GlobalValue::InternalLinkage, "vgpu.defer.near", module_);
  add->addFnAttr(Attribute::AlwaysInline);
  Value *window = add->getArg(0), *distance = add->getArg(1), *amount = add->getArg(2);
  BasicBlock* start = new_block(builder, add, "entry");
  BasicBlock *inside = new_block(builder, add, "inside"),
             *outside = new_block(builder, add, "outside");
  builder.SetInsertPoint(start);
  MDNode* likely = MDBuilder(builder.getContext()).createBranchWeights(1U << 20, 1);
  builder.CreateCondBr(builder.CreateICmpULT(distance, builder.getInt64(window_bytes_)), inside,
                       outside, likely);
  builder.SetInsertPoint(inside);
  Value* entry = builder.CreateGEP(builder.getInt8Ty(), window, distance);
  builder.CreateStore(builder.CreateAdd(builder.CreateLoad(type, entry), amount), entry);
  builder.CreateRetVoid();
  builder.SetInsertPoint(outside);
  builder.CreateCall(elsewhere, {add->getArg(3), add->getArg(4), builder.CreateZExt(amount, word)});
  builder.CreateRetVoid();
  return add;
}

void DeferredWindows::flush(IRBuilder<>& builder, Value* launch, Value* windows) {
  std::uint64_t start = 0;
  for (const auto& [argument, type] : windows_) {
    Value* arguments = load_launch(builder, launch, offsetof(LaunchFrame, arguments),
                                   builder.getPtrTy(), "arguments");
    Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), arguments, argument);
    Value* window = builder.CreateConstGEP1_64(builder.getInt8Ty(), windows, start);
    flush_one(builder, builder.CreateAlignedLoad(type, place, Align(1)), window);
    start += window_bytes_;
  }
}

// Line by line: most of them are empty.
void DeferredWindows::flush_one(IRBuilder<>& builder, Value* base, Value* window) {
  const std::uint64_t size = module_.getDataLayout().getTypeStoreSize(type_);
  Type* byte = builder.getInt8Ty();
  count_up(builder, window_bytes_, kLineBytes, [&](Value* line) {
    auto* words = FixedVectorType::get(builder.getInt64Ty(), kLineBytes / 8);
    Value* all =
        builder.CreateAlignedLoad(words, builder.CreateGEP(byte, window, line), Align(kLineBytes));
    Value* any = builder.CreateICmpNE(builder.CreateOrReduce(all), builder.getInt64(0));
    when(builder, any, [&] {
      count_up(builder, kLineBytes, size, [&](Value* part) {
        Value* distance = builder.CreateAdd(line, part);
        Value* entry = builder.CreateGEP(byte, window, distance);
        Value* sum = builder.CreateLoad(type_, entry);
        when(builder, builder.CreateICmpNE(sum, Constant::getNullValue(type_)), [&] {
          builder.CreateAtomicRMW(AtomicRMWInst::Add, builder.CreateGEP(byte, base, distance), sum,
                                  Align(size), AtomicOrdering::Monotonic);
          builder.CreateStore(Constant::getNullValue(type_), entry);
        });
      });
    });
  });
}

}  // namespace vgpu::compiler
