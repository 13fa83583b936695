// Turns the kernel into a function that runs one work-item, given its ids.
//
// A kernel's signature is the user's; the driver needs one that is the same for all kernels. So arguments become loads
// from the launch's packed block, ids become parameters, the local size constants, local variables offsets into the
// group's memory. After this pass nothing of the module convention is left but barriers and warp operations.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "compiler/passes/argument_layout.h"
#include "compiler/passes/device_names.h"
#include "compiler/passes/item_calls.h"
#include "compiler/passes/item_queries.h"
#include "compiler/passes/kernel_frame.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace vgpu::compiler {
namespace {

using llvm::Value;

constexpr std::uint64_t kLeastScratch = 1024;

// Whether a struct argument is only ever read: then it can stay where the launch put it.
bool is_only_read(const Value& pointer) {
  for (const llvm::User* user : pointer.users()) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (load->isSimple()) continue;
      return false;
    }
    if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
      if (is_only_read(*user)) continue;
      return false;
    }
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user);
    if (copy == nullptr || copy->getRawDest() == &pointer || copy->isVolatile()) return false;
  }
  return true;
}

// Loads the kernel's arguments at the start of the item function.
class Arguments {
 public:
  Arguments(Unit& unit, llvm::Function& item, llvm::IRBuilder<>& builder)
      : unit_(unit), item_(item), builder_(builder) {}

  llvm::SmallVector<Value*, 16> load() {
    ArgumentLayout layout = argument_layout(*unit_.kernel);
    block_ = load_launch(builder_, item_parameter(item_, kItemLaunch),
                         offsetof(LaunchFrame, arguments), builder_.getPtrTy(), "arguments");
    if (layout.bytes != 0) set_readable(*llvm::cast<llvm::LoadInst>(block_), layout.bytes);
    llvm::SmallVector<Value*, 16> values;
    for (llvm::Argument& argument : unit_.kernel->args()) {
      values.push_back(load_one(argument, layout.slots[argument.getArgNo()]));
    }
    return values;
  }

 private:
  // Loads of arguments may then move out of loops and branches.
  void set_readable(llvm::LoadInst& pointer, std::uint64_t bytes) {
    llvm::Metadata* size = llvm::ConstantAsMetadata::get(builder_.getInt64(bytes));
    pointer.setMetadata(llvm::LLVMContext::MD_dereferenceable,
                        llvm::MDNode::get(pointer.getContext(), {size}));
  }

  Value* load_one(llvm::Argument& argument, const ArgumentSlot& slot) {
    Value* address = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), block_, slot.offset);
    llvm::Type* type = argument.getType();
    if (argument.hasByValAttr()) {
      if (is_only_read(argument)) argument.removeAttr(llvm::Attribute::ByVal);
      return builder_.CreateAddrSpaceCast(address, type);
    }
    if (type->isPointerTy() && type->getPointerAddressSpace() == kLocalSpace) {
      return local_pointer(load(address, builder_.getInt64Ty(), slot, "size"), type);
    }
    if (type->isIntegerTy(1)) {
      return builder_.CreateTrunc(load(address, builder_.getInt8Ty(), slot, ""), type);
    }
    return load(address, type, slot, argument.getName());
  }

  Value* load(Value* address, llvm::Type* type, const ArgumentSlot& slot, const llvm::Twine& name) {
    return mark_invariant(builder_.CreateAlignedLoad(type, address, llvm::Align(slot.align), name));
  }

  // Local-pointer arguments lie one behind the other, after static and dynamic local memory.
  Value* local_pointer(Value* bytes, llvm::Type* type) {
    if (next_local_ == nullptr) {
      Value* dynamic =
          load_launch(builder_, item_parameter(item_, kItemLaunch),
                      offsetof(LaunchFrame, dynamic_local_bytes), builder_.getInt32Ty());
      Value* wide = builder_.CreateZExt(dynamic, builder_.getInt64Ty());
      next_local_ =
          builder_.CreateAdd(round_up(wide), builder_.getInt64(unit_.info.local_bytes), "", true);
    }
    Value* pointer = builder_.CreateInBoundsGEP(builder_.getInt8Ty(),
                                                item_parameter(item_, kItemLocal), next_local_);
    next_local_ = builder_.CreateAdd(next_local_, round_up(bytes), "", true);
    return builder_.CreateAddrSpaceCast(pointer, type);
  }

  Value* round_up(Value* bytes) {
    Value* sum = builder_.CreateAdd(bytes, builder_.getInt64(kFrameAlignment - 1), "", true);
    return builder_.CreateAnd(sum, builder_.getInt64(~std::uint64_t{kFrameAlignment - 1}));
  }

  Unit& unit_;
  llvm::Function& item_;
  llvm::IRBuilder<>& builder_;
  Value* block_ = nullptr;
  Value* next_local_ = nullptr;
};

// Gives every local variable its place and notes how much static local memory there is.
std::vector<std::pair<llvm::GlobalVariable*, std::uint64_t>> place_local_variables(Unit& unit) {
  const llvm::DataLayout& layout = unit.module.getDataLayout();
  std::vector<std::pair<llvm::GlobalVariable*, std::uint64_t>> places;
  std::uint64_t bytes = 0;
  for (llvm::GlobalVariable& variable : unit.module.globals()) {
    if (variable.getAddressSpace() != kLocalSpace) continue;
    std::uint64_t size = layout.getTypeAllocSize(variable.getValueType());
    bytes =
        llvm::alignTo(bytes, std::max<std::uint64_t>(64, variable.getAlign().valueOrOne().value()));
    places.emplace_back(&variable, bytes);
    bytes += size;
  }
  if (llvm::Function* scratch = unit.module.getFunction(kGroupScratchName);
      scratch != nullptr && !scratch->use_empty()) {
    unit.scratch_offset = llvm::alignTo(bytes, kFrameAlignment);
    bytes = unit.scratch_offset + std::max(kLeastScratch, 8 * unit.schedule.items());
  }
  unit.info.local_bytes = llvm::alignTo(bytes, kFrameAlignment);
  return places;
}

void replace_local_variables(
    const std::vector<std::pair<llvm::GlobalVariable*, std::uint64_t>>& places) {
  for (auto [variable, offset] : places) {
    llvm::convertUsersOfConstantsToInstructions({variable});
    llvm::DenseMap<llvm::Function*, Value*> addresses;
    for (llvm::Use& use : llvm::make_early_inc_range(variable->uses())) {
      auto* inst = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (inst == nullptr) continue;
      llvm::Function* function = inst->getFunction();
      Value*& address = addresses[function];
      if (address == nullptr) {
        llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
        Value* place = builder.CreateConstInBoundsGEP1_64(
            builder.getInt8Ty(), item_parameter(*function, kItemLocal), offset);
        address = builder.CreateAddrSpaceCast(place, variable->getType(), variable->getName());
      }
      use.set(address);
    }
  }
}

void limit_id(llvm::Argument* id, std::uint64_t extent) {
  llvm::ConstantRange range(llvm::APInt(64, 0), llvm::APInt(64, extent));
  id->addAttr(llvm::Attribute::get(id->getContext(), llvm::Attribute::Range, range));
}

llvm::Function* create_item(Unit& unit) {
  llvm::LLVMContext& context = unit.module.getContext();
  auto* item =
      llvm::Function::Create(item_function_type(context), llvm::GlobalValue::InternalLinkage,
                             unit.kernel->getName() + ".item", unit.module);
  describe_item_parameters(*item);
  for (unsigned dim = 0; dim < 3; ++dim) {
    limit_id(item_parameter(*item, static_cast<ItemParameter>(kItemX + dim)),
             unit.schedule.extent(dim));
  }
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", item));
  llvm::SmallVector<Value*, 16> arguments = Arguments(unit, *item, builder).load();
  llvm::CallInst* call = builder.CreateCall(unit.kernel, arguments);
  call->setAttributes(unit.kernel->getAttributes());
  builder.CreateRet(builder.getInt32(0));
  llvm::InlineFunctionInfo info;
  llvm::InlineResult done = llvm::InlineFunction(*call, info);
  if (!done.isSuccess()) {
    unit.error = std::string("the kernel cannot be inlined: ") + done.getFailureReason();
  }
  return item;
}

// A barrier inside a function that stays a call cannot become the end of a region.
bool refuse_waits_in_calls(Unit& unit) {
  for (llvm::Function& function : unit.module) {
    if (!function.isDeclaration() || !function.getName().starts_with("__vg_")) continue;
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getFunction() == unit.item) continue;
      return unit.fail(
          "barriers and warp operations are not supported inside functions that are "
          "recursive or called through a pointer (in \"" +
          call->getFunction()->getName().str() + "\")");
    }
  }
  return true;
}

}  // namespace

bool make_item(Unit& unit) {
  auto places = place_local_variables(unit);
  unit.item = create_item(unit);
  if (!unit.error.empty()) return false;
  llvm::DISubprogram* subprogram = unit.kernel->getSubprogram();
  if (!unit.kernel->use_empty()) return unit.fail("a kernel must not call itself");
  unit.kernel->eraseFromParent();
  unit.kernel = nullptr;
  unit.item->setSubprogram(subprogram);
  pass_item_context(unit.module, *unit.item);
  replace_local_variables(places);
  for (llvm::Function& function : unit.module) {
    if (!function.isDeclaration()) lower_item_queries(unit, function);
  }
  return refuse_waits_in_calls(unit);
}

}  // namespace vgpu::compiler
