// Calls: intrinsics that have vector forms are widened, the rest runs lane by lane.
// SPDX-License-Identifier: MIT
#include "compiler/passes/vector_by_vector.h"
#include "compiler/passes/vectorizer.h"
#include "compiler/passes/vectorizer_versions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

namespace vgpu::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kLineBytes = 64;

// What tells the optimiser something, but does nothing.
bool is_hint(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_label:
    case Intrinsic::dbg_assign:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::sideeffect:
    case Intrinsic::donothing:
    case Intrinsic::invariant_end:
    case Intrinsic::var_annotation:
      return true;
    default:
      return false;
  }
}

bool has_vector_form(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::uadd_with_overflow:
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::usub_with_overflow:
    case Intrinsic::ssub_with_overflow:
    case Intrinsic::umul_with_overflow:
    case Intrinsic::smul_with_overflow:
    case Intrinsic::is_fpclass:
    case Intrinsic::ldexp:
      return true;
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::tan:
    case Intrinsic::pow:
    case Intrinsic::exp:
    case Intrinsic::exp2:
    case Intrinsic::log:
    case Intrinsic::log2:
    case Intrinsic::log10:
      return false;  // these would end as one library call a lane
    default:
      return isTriviallyVectorizable(id);
  }
}

// The types that select the intrinsic's vector variant.
SmallVector<Type*, 2> overload_types(Intrinsic::ID id, Type* result, ArrayRef<Value*> arguments) {
  switch (id) {
    case Intrinsic::is_fpclass:
      return {arguments[0]->getType()};
    case Intrinsic::ldexp:
    case Intrinsic::powi:
      return {result, arguments[1]->getType()};
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
    case Intrinsic::lrint:
    case Intrinsic::llrint:
      return {result, arguments[0]->getType()};
    default:
      return {result->isStructTy() ? result->getStructElementType(0) : result};
  }
}

}  // namespace

void Vectorizer::emit_call(CallBase& call) {
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (is_hint(intrinsic->getIntrinsicID())) return;
    if (intrinsic->getIntrinsicID() == Intrinsic::prefetch) return emit_prefetch(*intrinsic);
  }
  if (emit_warp(call) || emit_vector_by_vector(call)) return;
  const Shape result = shape(&call);
  if (!call.getType()->isVoidTy() && !result.varying()) {
    for (unsigned copy = 0; copy < copies_; ++copy) {
      if (is_first(&call, copy)) define(call, copy, simple_scalar(call, copy));
    }
    return;
  }
  auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic != nullptr && emit_intrinsic(*intrinsic)) return;
  const Function* callee = call.getCalledFunction();
  const bool row = callee != nullptr && callee->hasFnAttribute(kRowFunction);
  remarks_.add("vectorize",
               row ? "rows: a loop runs along each item's row" : "a call runs once a lane", &call);
  emit_serial(call);
}

// Once for the whole tile, whose items are those of the function that is being made.
bool Vectorizer::emit_vector_by_vector(CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->hasFnAttribute(kVectorByVector)) return false;
  SmallVector<Value*, 8> arguments;
  for (Argument& argument : out_->args()) arguments.push_back(&argument);
  define(call, 0, b_.CreateCall(vector_tile_of(*callee, schedule_), arguments));
  return true;
}

// One a line of the cache: neighbouring vectors of a jam often share one. Scattered addresses are not worth it.
void Vectorizer::emit_prefetch(IntrinsicInst& call) {
  const Shape address = shape(call.getArgOperand(0));
  if (address.varying()) return;
  const std::uint64_t bytes = static_cast<std::uint64_t>(std::abs(address.stride)) * width_;
  const std::uint64_t vectors = bytes == 0 ? 1 : std::max<std::uint64_t>(1, kLineBytes / bytes);
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (canonical(address, copy) != copy || copy % schedule_.jam_x % vectors != 0) continue;
    Instruction* clone = call.clone();
    clone->setDebugLoc({});
    clone->setOperand(0, scalar(call.getArgOperand(0), copy));
    b_.Insert(clone);
  }
}

bool Vectorizer::emit_intrinsic(IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (!has_vector_form(id) || has_vector_type(call)) return false;
  for (unsigned copy = 0; copy < copies_; ++copy) {
    if (!is_first(&call, copy)) continue;
    SmallVector<Value*, 4> arguments;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const bool stays =
          isVectorIntrinsicWithScalarOpAtArg(id, i) || call.paramHasAttr(i, Attribute::ImmArg);
      if (stays && !shape(call.getArgOperand(i)).uniform()) return false;
      arguments.push_back(stays ? scalar(call.getArgOperand(i), copy)
                                : vector(call.getArgOperand(i), copy));
    }
    const auto overloads = overload_types(id, widen(call.getType()), arguments);
    Function* wide = Intrinsic::getDeclaration(out_->getParent(), id, overloads);
    CallInst* made = b_.CreateCall(wide, arguments);
    if (isa<FPMathOperator>(made)) made->copyFastMathFlags(&call);
    define(call, copy, made);
  }
  return true;
}

}  // namespace vgpu::compiler
