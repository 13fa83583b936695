// OpenCL's work-item functions and barriers in terms of the module convention; see lower_names.h.
//
// One table. Arguments that need not be constant make a dimension above 2 possible: the language then asks for 0
// (ids, offsets) or 1 (sizes, counts), which is selected here. SPDX-License-Identifier: MIT
#include "compiler/front/lower_names.h"
#include "llvm/IR/IRBuilder.h"

namespace vgpu::compiler {
namespace {

using llvm::IRBuilder;
using llvm::Value;

struct Row {
  const char* opencl;
  const char* query;  // nullptr: see `lower_special`
  unsigned beyond;    // value for dimensions above 2
};

constexpr Row kQueries[] = {
    {"_Z12get_local_idj", "__vg_local_id", 0},
    {"_Z12get_group_idj", "__vg_group_id", 0},
    {"_Z14get_local_sizej", "__vg_local_size", 1},
    {"_Z23get_enqueued_local_sizej", "__vg_enqueued_size", 1},
    {"_Z14get_num_groupsj", "__vg_group_count", 1},
    {"_Z15get_global_sizej", "__vg_global_size", 1},
    {"_Z17get_global_offsetj", "__vg_global_offset", 0},
};

Value* query(IRBuilder<>& builder, const char* name, Value* dimension) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction(name, builder.getInt64Ty(), builder.getInt32Ty());
  return builder.CreateCall(callee, {dimension});
}

Value* query_or(IRBuilder<>& builder, const char* name, Value* dimension, unsigned beyond) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
    if (number->getZExtValue() > 2) return builder.getInt64(beyond);
    return query(builder, name, dimension);
  }
  Value* result = builder.getInt64(beyond);
  for (unsigned axis = 0; axis < 3; ++axis) {
    Value* is_axis = builder.CreateICmpEQ(dimension, builder.getInt32(axis));
    result = builder.CreateSelect(is_axis, query(builder, name, builder.getInt32(axis)), result);
  }
  return result;
}

Value* global_id(IRBuilder<>& builder, Value* dimension) {
  Value* group = query_or(builder, "__vg_group_id", dimension, 0);
  Value* size = query_or(builder, "__vg_enqueued_size", dimension, 1);
  Value* local = query_or(builder, "__vg_local_id", dimension, 0);
  Value* offset = query_or(builder, "__vg_global_offset", dimension, 0);
  Value* first = builder.CreateMul(group, size, "", true, true);
  Value* inner = builder.CreateAdd(first, local, "", true, true);
  return builder.CreateAdd(inner, offset, "", true, true);
}

// x + y * X + z * X * Y of the ids and sizes of a group or of the grid.
Value* linear_id(IRBuilder<>& builder, bool global) {
  const auto id = [&](unsigned axis) -> Value* {
    Value* dimension = builder.getInt32(axis);
    if (!global) return query(builder, "__vg_local_id", dimension);
    return builder.CreateSub(global_id(builder, dimension),
                             query(builder, "__vg_global_offset", dimension));
  };
  const char* size = global ? "__vg_global_size" : "__vg_local_size";
  Value* row = builder.CreateAdd(
      builder.CreateMul(id(2), query(builder, size, builder.getInt32(1)), "", true, true), id(1),
      "", true, true);
  return builder.CreateAdd(
      builder.CreateMul(row, query(builder, size, builder.getInt32(0)), "", true, true), id(0), "",
      true, true);
}

Value* lower_special(IRBuilder<>& builder, llvm::StringRef name, llvm::CallInst& call) {
  llvm::Module& module = *call.getModule();
  if (name == "_Z13get_global_idj") return global_id(builder, call.getArgOperand(0));
  if (name == "_Z20get_global_linear_idv") return linear_id(builder, true);
  if (name == "_Z19get_local_linear_idv") return linear_id(builder, false);
  if (name == "_Z12get_work_dimv")
    return builder.CreateCall(module.getOrInsertFunction("__vg_work_dim", builder.getInt32Ty()));
  const bool barrier = name == "_Z7barrierj" || name == "_Z18work_group_barrierj" ||
                       name == "_Z18work_group_barrierj12memory_scope";
  if (barrier)
    return builder.CreateCall(module.getOrInsertFunction("__vg_barrier", builder.getVoidTy()));
  return nullptr;
}

Value* lower_call(llvm::StringRef name, llvm::CallInst& call) {
  IRBuilder<> builder(&call);
  for (const Row& row : kQueries)
    if (name == row.opencl) return query_or(builder, row.query, call.getArgOperand(0), row.beyond);
  return lower_special(builder, name, call);
}

}  // namespace

void lower_work_items(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("_Z")) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      Value* result = call && call->getCalledOperand() == &function
                          ? lower_call(function.getName(), *call)
                          : nullptr;
      if (!result) continue;
      call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
}

}  // namespace vgpu::compiler
