// Puts a module's blocks into the order that the specification asks for, and drops what structures control flow.
//
// Producers in wide use write blocks before those that dominate them, and merge instructions where none may stand. No
// consumer minds, but the validator does, and the translator wants definitions before uses.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/front/spirv/code.h"

namespace vgpu::compiler::spirv {

// The module's words anew: each function's blocks in reverse post-order, unreachable ones behind them.
std::vector<std::uint32_t> in_block_order(const Code& code);

}  // namespace vgpu::compiler::spirv
