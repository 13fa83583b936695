// Reading the clock of the device, the group or the sub-group; see families.h.
// SPDX-License-Identifier: MIT
#include "compiler/front/spirv/families.h"

namespace vgpu::compiler::spirv {
namespace {

// As cl_khr_kernel_clock spells it.
const char* scope_name(Translation& state, Id scope) {
  switch (state.number(scope).value_or(spv::ScopeMax)) {
    case spv::ScopeDevice:
      return "device";
    case spv::ScopeWorkgroup:
      return "work_group";
    case spv::ScopeSubgroup:
      return "sub_group";
    default:
      throw SpirvError("a clock is the device's, a group's or a sub-group's");
  }
}

}  // namespace

// The result says how the time is wanted: as one number of 64 bits, or as its two halves.
bool translate_clock(Translation& state, const Instruction& instruction) {
  if (instruction.op != spv::OpReadClockKHR) return false;
  llvm::Type* type = state.type(instruction.type);
  const std::string name = std::string(type->isVectorTy() ? "clock_read_hilo_" : "clock_read_") +
                           scope_name(state, instruction.operand(0));
  state.set(instruction.result, state.call(name, type, {}, {}));
  return true;
}

}  // namespace vgpu::compiler::spirv
