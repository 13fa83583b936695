// Finds the private variables that can be laid out with the lanes innermost.
//
// The condition: every use is a load or store of one element size, at offsets that are multiples of
// it, through GEPs, phis and selects of nothing but such addresses. SPDX-License-Identifier: MIT
#include "compiler/passes/private_memory.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace vgpu::compiler {
namespace {

using namespace llvm;

// The largest power of two that divides every offset that the GEP can add.
std::uint64_t offset_granule(const GetElementPtrInst& address, const DataLayout& layout) {
  std::uint64_t granule = std::uint64_t{1} << 32;
  auto take = [&](std::uint64_t bytes) {
    if (bytes != 0) granule = std::min(granule, bytes & -bytes);
  };
  for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
    auto* constant = dyn_cast<ConstantInt>(step.getOperand());
    if (StructType* type = step.getStructTypeOrNull()) {
      take(layout.getStructLayout(type)->getElementOffset(constant->getZExtValue()));
      continue;
    }
    const std::uint64_t stride = step.getSequentialElementStride(layout);
    take(constant != nullptr ? stride * static_cast<std::uint64_t>(constant->getSExtValue())
                             : stride);
  }
  return granule;
}

// Collects all addresses derived from a variable and the one size of their accesses.
class AddressTree {
 public:
  AddressTree(AllocaInst& variable, const DataLayout& layout) : layout_(layout) {
    addresses_.insert(&variable);
  }

  bool walk() {
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      for (User* user : addresses_[i]->users()) {
        if (!visit(*cast<Instruction>(user), addresses_[i])) return false;
      }
    }
    return element_ != 0 && granule_ % element_ == 0 && closed();
  }

  const SetVector<Value*>& addresses() const { return addresses_; }
  std::uint64_t element() const { return element_; }

 private:
  bool visit(Instruction& user, Value* address) {
    if (auto* load = dyn_cast<LoadInst>(&user)) return access(load->getType(), load->isSimple());
    if (auto* store = dyn_cast<StoreInst>(&user)) {
      return store->getValueOperand() != address &&
             access(store->getValueOperand()->getType(), store->isSimple());
    }
    if (auto* gep = dyn_cast<GetElementPtrInst>(&user)) {
      granule_ = std::min(granule_, offset_granule(*gep, layout_));
      return !gep->getType()->isVectorTy() && (addresses_.insert(gep), true);
    }
    if (isa<PHINode, SelectInst>(user)) return addresses_.insert(&user), true;
    if (auto* cast = dyn_cast<AddrSpaceCastInst>(&user)) return addresses_.insert(cast), true;
    return isa<LifetimeIntrinsic>(user) || isa<DbgInfoIntrinsic>(user);
  }

  bool access(Type* type, bool simple) {
    if (!simple || type->isAggregateType() || type->isVectorTy()) return false;
    const std::uint64_t size = layout_.getTypeStoreSize(type);
    if (size * 8 != layout_.getTypeSizeInBits(type) || (size & (size - 1)) != 0) return false;
    if (element_ == 0) element_ = size;
    return element_ == size;
  }

  // Phis and selects may join addresses of this variable only.
  bool closed() const {
    for (Value* address : addresses_) {
      auto* instruction = cast<Instruction>(address);
      if (!isa<PHINode, SelectInst>(instruction)) continue;
      for (Value* operand : instruction->operands()) {
        if (operand->getType()->isPointerTy() && !addresses_.contains(operand)) return false;
      }
    }
    return true;
  }

  const DataLayout& layout_;
  SetVector<Value*> addresses_;
  std::uint64_t element_ = 0;
  std::uint64_t granule_ = std::uint64_t{1} << 32;
};

}  // namespace

PrivateMemory::PrivateMemory(Function& region) : layout_(region.getParent()->getDataLayout()) {
  for (Instruction& instruction : instructions(region)) {
    if (auto* variable = dyn_cast<AllocaInst>(&instruction)) consider(*variable);
  }
}

void PrivateMemory::consider(AllocaInst& variable) {
  if (!variable.isStaticAlloca()) return;
  AddressTree tree(variable, layout_);
  if (!tree.walk()) return;
  for (Value* address : tree.addresses()) element_[address] = tree.element();
}

std::uint64_t PrivateMemory::lane_stride(const AllocaInst& variable) const {
  auto found = element_.find(&variable);
  if (found != element_.end()) return found->second;
  const std::uint64_t align = std::max<std::uint64_t>(variable.getAlign().value(), 1);
  const std::uint64_t size = layout_.getTypeAllocSize(variable.getAllocatedType());
  const auto* count = dyn_cast<ConstantInt>(variable.getArraySize());
  const std::uint64_t bytes = size * (count != nullptr ? count->getZExtValue() : 1);
  return (bytes + align - 1) / align * align;
}

}  // namespace vgpu::compiler
