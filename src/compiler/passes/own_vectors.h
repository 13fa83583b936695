// Whether a kernel's own vectors are wide enough to be run as they are, one work-item after the other.
//
// Lanes are work-items, so vector types usually become scalars. Items that load, compute and store float8 or uchar16 fill
// registers on their own, though, and as lanes they would read and write eight or sixteen scattered elements. What is not
// a vector speaks against it: items one by one have no other use for registers. Called by clean.
// SPDX-License-Identifier: MIT
#pragma once

#include "compiler/passes/unit.h"

namespace vgpu::compiler {

// The item function must be in registers already, with its vectors still whole.
bool prefers_own_vectors(const Unit& unit);

}  // namespace vgpu::compiler
