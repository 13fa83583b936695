// How many vectors along x and rows along y one pass through the code should handle.
//
// A jam is register tiling: values that do not depend on an axis are computed once for all copies along it. In a matrix
// product that cuts loads per multiplication to a fraction; in code without reuse it only costs registers. Called by
// vectorize before the regions become vectors.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "compiler/passes/schedule.h"
#include "llvm/IR/Function.h"

namespace vgpu::compiler {

// Sets jam_x and jam_y to the cheapest pair that fits the registers. Regions get the form that vectorising needs.
void choose_jam(const std::vector<llvm::Function*>& regions, Schedule& schedule);

}  // namespace vgpu::compiler
