// Whole CUDA programs: what vgpucc takes to build one, and the program to its first result.
//
// SPDX-License-Identifier: MIT
#pragma once

#include "measure.h"

namespace bench {

// Adds two rows, or none where there is no vgpucc beside this program.
void measure_cuda_program(Rows& rows);

}  // namespace bench
