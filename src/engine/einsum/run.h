// Does a program's steps on memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "engine/einsum/program.h"

namespace vgpu::einsum {

// `in` holds an address for each operand, of the element at the beginning of all its axes. `add`: to what is in `out`.
// E is float, double or a complex number of either.
template <typename E>
void run_program(const Program& program, const E* const* in, E* out, bool add);

}  // namespace vgpu::einsum
