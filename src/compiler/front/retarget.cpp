// Turns clang's module for spir64 or nvptx64 into one for x86-64 in the module convention; see retarget.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/retarget.h"

#include <algorithm>

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"

namespace vgpu::compiler {
namespace {

// nvptx names its kernels in a list: {function, "kernel", 1}.
void mark_annotated_kernels(llvm::Module& module) {
  llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations) return;
  for (const llvm::MDNode* node : annotations->operands()) {
    if (node->getNumOperands() < 3) continue;
    auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    const auto* kind = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(1).get());
    if (function && kind && kind->getString() == "kernel") function->addFnAttr(kKernelAttribute);
  }
  annotations->eraseFromParent();
}

// Attributes that speak of the other machine, or of a frame that no longer exists after inlining.
void clean_attributes(llvm::Function& function) {
  for (const char* name :
       {"target-cpu", "target-features", "frame-pointer", "stack-protector-buffer-size",
        "no-trapping-math", "no-builtins", "uniform-work-group-size", "tune-cpu"})
    function.removeFnAttr(name);
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
  function.removeFnAttr(llvm::Attribute::MustProgress);
  if (function.doesNotAccessMemory()) function.removeFnAttr(llvm::Attribute::Convergent);
  function.addFnAttr(llvm::Attribute::NoUnwind);
}

void clean_calls(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) continue;
    call->setCallingConv(llvm::CallingConv::C);
    const llvm::Function* callee = call->getCalledFunction();
    if (callee && callee->doesNotAccessMemory()) call->removeFnAttr(llvm::Attribute::Convergent);
  }
}

// What memory of the program may be trusted to have: buffers in the host's own memory lie where malloc put them. The
// processor's wide loads and stores need no more.
constexpr llvm::Align kHostAlignment = llvm::Align::Constant<16>();

bool may_be_the_hosts(const llvm::Type* pointer) {
  constexpr unsigned kPrivate = 0, kLocal = 3;
  const unsigned space = pointer->getPointerAddressSpace();
  return space != kPrivate && space != kLocal;
}

// Of a vector of four doubles and more, clang believes that it lies at a multiple of its size.
void limit_alignment(llvm::Function& function) {
  const auto limited = [](llvm::Align align) { return std::min(align, kHostAlignment); };
  for (llvm::Argument& argument : function.args()) {
    if (!argument.getType()->isPointerTy() || !may_be_the_hosts(argument.getType())) continue;
    if (argument.getParamAlign().valueOrOne() <= kHostAlignment) continue;
    argument.removeAttr(llvm::Attribute::Alignment);
    argument.addAttr(llvm::Attribute::getWithAlignment(function.getContext(), kHostAlignment));
  }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
    if (load && may_be_the_hosts(load->getPointerOperandType()))
      load->setAlignment(limited(load->getAlign()));
    if (store && may_be_the_hosts(store->getPointerOperandType()))
      store->setAlignment(limited(store->getAlign()));
    if (copy && may_be_the_hosts(copy->getRawSource()->getType()))
      copy->setSourceAlignment(limited(copy->getSourceAlign().valueOrOne()));
    if (copy && may_be_the_hosts(copy->getRawDest()->getType()))
      copy->setDestAlignment(limited(copy->getDestAlign().valueOrOne()));
  }
}

}  // namespace

void retarget(llvm::Module& module) {
  mark_annotated_kernels(module);
  module.setTargetTriple(kTriple);
  module.setDataLayout(kDataLayout);
  for (llvm::Function& function : module) {
    const auto convention = function.getCallingConv();
    if (convention == llvm::CallingConv::SPIR_KERNEL || convention == llvm::CallingConv::PTX_Kernel)
      function.addFnAttr(kKernelAttribute);
    if (function.isIntrinsic()) continue;
    function.setCallingConv(llvm::CallingConv::C);
    clean_attributes(function);
    function.setComdat(nullptr);
  }
  for (llvm::Function& function : module) {
    clean_calls(function);
    limit_alignment(function);
  }
  for (llvm::GlobalVariable& variable : module.globals()) variable.setComdat(nullptr);
  for (const char* name :
       {"opencl.ocl.version", "opencl.spir.version", "nvvmir.version", "opencl.used.extensions",
        "opencl.used.optional.core.features", "opencl.compiler.options"})
    if (llvm::NamedMDNode* node = module.getNamedMetadata(name)) node->eraseFromParent();
}

}  // namespace vgpu::compiler
