// Spellings that nvcc takes and clang does not, changed in the text of lines that clang refused.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include "vgpucc/child_launches.h"

namespace vgpu::vgpucc {

// In preprocessed text, on those lines: `__shared__ alignas(16) T x` has alignas first, and asm("mov.u32 %0, %laneid;")
// has %%laneid, `kernel << <1, 32 >> >()` its brackets together, and operands of assembly have commas between them; main
// has its type. Gives how many were changed.
int rewrite_spellings(std::string& text, const std::set<SourceLine>& lines);

// True where clang's messages hold one of the errors that this or rewrite_launches can help.
bool can_be_rewritten(const std::string& messages);

}  // namespace vgpu::vgpucc
