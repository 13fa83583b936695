// Built-in variables as calls of OpenCL C's work-item functions; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

using llvm::Value;

struct Row {
  spv::BuiltIn which;
  const char* function;
  unsigned arguments;  // 1: asked for each of three dimensions
  unsigned bits;       // of the result
};

constexpr Row kRows[] = {
    {spv::BuiltInGlobalInvocationId, "get_global_id", 1, 64},
    {spv::BuiltInLocalInvocationId, "get_local_id", 1, 64},
    {spv::BuiltInWorkgroupId, "get_group_id", 1, 64},
    {spv::BuiltInNumWorkgroups, "get_num_groups", 1, 64},
    {spv::BuiltInWorkgroupSize, "get_local_size", 1, 64},
    {spv::BuiltInEnqueuedWorkgroupSize, "get_enqueued_local_size", 1, 64},
    {spv::BuiltInGlobalSize, "get_global_size", 1, 64},
    {spv::BuiltInGlobalOffset, "get_global_offset", 1, 64},
    {spv::BuiltInGlobalLinearId, "get_global_linear_id", 0, 64},
    {spv::BuiltInLocalInvocationIndex, "get_local_linear_id", 0, 64},
    {spv::BuiltInWorkDim, "get_work_dim", 0, 32},
    {spv::BuiltInSubgroupSize, "get_sub_group_size", 0, 32},
    {spv::BuiltInSubgroupMaxSize, "get_max_sub_group_size", 0, 32},
    {spv::BuiltInNumSubgroups, "get_num_sub_groups", 0, 32},
    {spv::BuiltInNumEnqueuedSubgroups, "get_enqueued_num_sub_groups", 0, 32},
    {spv::BuiltInSubgroupId, "get_sub_group_id", 0, 32},
    {spv::BuiltInSubgroupLocalInvocationId, "get_sub_group_local_id", 0, 32},
    {spv::BuiltInSubgroupEqMask, "get_sub_group_eq_mask", 0, 0},
    {spv::BuiltInSubgroupGeMask, "get_sub_group_ge_mask", 0, 0},
    {spv::BuiltInSubgroupGtMask, "get_sub_group_gt_mask", 0, 0},
    {spv::BuiltInSubgroupLeMask, "get_sub_group_le_mask", 0, 0},
    {spv::BuiltInSubgroupLtMask, "get_sub_group_lt_mask", 0, 0},
};

Value* ask(Translation& state, const Row& row, llvm::Type* type, unsigned dimension) {
  llvm::IRBuilder<>& builder = state.builder;
  if (row.bits == 0) return state.call(row.function, type, {}, {});
  if (!type->isIntegerTy()) throw SpirvError("a built-in variable has the wrong type");
  llvm::Type* result = builder.getIntNTy(row.bits);
  Value* answer = row.arguments == 0
                      ? state.call(row.function, result, {}, {})
                      : state.call(row.function, result, {{"j"}}, {builder.getInt32(dimension)});
  return builder.CreateZExtOrTrunc(answer, type);
}

}  // namespace

Value* builtin_value(Translation& state, spv::BuiltIn which, llvm::Type* type) {
  for (const Row& row : kRows) {
    if (row.which != which) continue;
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (row.bits == 0 && !(vector && vector->getNumElements() == 4))
      throw SpirvError("a mask of lanes is a vector of four");
    if (!vector || row.bits == 0) return ask(state, row, type, 0);
    Value* all = llvm::PoisonValue::get(type);
    for (unsigned axis = 0; axis < vector->getNumElements(); ++axis)
      all = state.builder.CreateInsertElement(all, ask(state, row, vector->getElementType(), axis),
                                              axis);
    return all;
  }
  throw SpirvError("built-in variable " + std::to_string(which) + " is not one of OpenCL's");
}

}  // namespace vgpu::compiler::spirv
