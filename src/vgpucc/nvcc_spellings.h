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
// has its type, and `using ::arg` of a name that only std has says std. Gives how many were changed.
int rewrite_spellings(std::string& text, const std::set<SourceLine>& lines);

// In the device's half clang asks that what a kernel template's default arguments name is the device's, though the host
// alone reads them, at launches. The host's variables that its messages name in such arguments become objects of their
// types at no address. Gives how many were changed.
int rewrite_default_arguments(std::string& text, const std::string& messages);

// g++ lets `float x[n] = {0};` stand where n is no constant: the array is declared first and filled then, where clang's
// messages name its line. Gives how many were changed.
int rewrite_filled_arrays(std::string& text, const std::string& messages);

// True where clang's messages hold one of the errors that this or rewrite_launches can help.
bool can_be_rewritten(const std::string& messages);

}  // namespace vgpu::vgpucc
