// The C library's math functions and LLVM's math intrinsics in terms of the device library; see lower_names.h.
//
// In a whole program std::sin(float) and its kin come from the host's C++ library, whose inline functions end in
// builtins. Kernels alone never get here: their headers name the device library directly.
// SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"

namespace vgpu::compiler {
namespace {

// Functions of one or two numbers: name and namef.
constexpr const char* kNames[] = {
    "sin",   "cos",   "tan",   "asin", "acos",      "atan",      "sinh",   "cosh",   "tanh",
    "asinh", "acosh", "atanh", "exp",  "exp2",      "exp10",     "expm1",  "log",    "log2",
    "log10", "log1p", "logb",  "cbrt", "erf",       "erfc",      "tgamma", "lgamma", "round",
    "pow",   "atan2", "hypot", "fmod", "remainder", "nextafter", "fdim",   "ldexp",  "ilogb",
};

struct IntrinsicName {
  llvm::Intrinsic::ID id;
  const char* name;
};
constexpr IntrinsicName kIntrinsics[] = {
    {llvm::Intrinsic::sin, "sin"},     {llvm::Intrinsic::cos, "cos"},
    {llvm::Intrinsic::tan, "tan"},     {llvm::Intrinsic::exp, "exp"},
    {llvm::Intrinsic::exp2, "exp2"},   {llvm::Intrinsic::exp10, "exp10"},
    {llvm::Intrinsic::log, "log"},     {llvm::Intrinsic::log2, "log2"},
    {llvm::Intrinsic::log10, "log10"}, {llvm::Intrinsic::pow, "pow"},
    {llvm::Intrinsic::round, "round"},
};

// Functions that are one of LLVM's intrinsics.
constexpr IntrinsicName kDirect[] = {
    {llvm::Intrinsic::sqrt, "sqrt"},      {llvm::Intrinsic::fabs, "fabs"},
    {llvm::Intrinsic::floor, "floor"},    {llvm::Intrinsic::ceil, "ceil"},
    {llvm::Intrinsic::trunc, "trunc"},    {llvm::Intrinsic::rint, "rint"},
    {llvm::Intrinsic::rint, "nearbyint"}, {llvm::Intrinsic::copysign, "copysign"},
    {llvm::Intrinsic::minnum, "fmin"},    {llvm::Intrinsic::maxnum, "fmax"},
    {llvm::Intrinsic::fma, "fma"},
};

std::string library_name(const std::string& name, bool single) {
  return "__vg_" + name + (single ? "_f32" : "_f64");
}

void replace(llvm::Function* from, llvm::FunctionCallee to) {
  from->replaceAllUsesWith(to.getCallee());
  from->eraseFromParent();
}

llvm::Function* undefined(llvm::Module& module, const std::string& name) {
  llvm::Function* function = module.getFunction(name);
  return function && function->isDeclaration() ? function : nullptr;
}

void lower_intrinsics(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::Type* type = function.getReturnType();
    if (!function.isIntrinsic() || (!type->isFloatTy() && !type->isDoubleTy())) continue;
    for (const IntrinsicName& row : kIntrinsics) {
      if (function.getIntrinsicID() != row.id) continue;
      replace(&function, module.getOrInsertFunction(library_name(row.name, type->isFloatTy()),
                                                    function.getFunctionType()));
      break;
    }
  }
}

}  // namespace

void lower_math_names(llvm::Module& module) {
  for (const char* name : kNames)
    for (const bool single : {false, true})
      if (llvm::Function* found = undefined(module, std::string(name) + (single ? "f" : "")))
        replace(found,
                module.getOrInsertFunction(library_name(name, single), found->getFunctionType()));
  for (const IntrinsicName& row : kDirect)
    for (const bool single : {false, true})
      if (llvm::Function* found = undefined(module, std::string(row.name) + (single ? "f" : "")))
        replace(found, llvm::Intrinsic::getDeclaration(&module, row.id, {found->getReturnType()}));
  lower_intrinsics(module);
}

}  // namespace vgpu::compiler
