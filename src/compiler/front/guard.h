// Runs compiler code so that its death is an error text instead of the process's end.
//
// clang and LLVM abort on what they did not foresee (hostile kernels, broken modules). Work runs on a thread of
// its own with a deep stack; a crash, an LLVM fatal error or an exception ends only that work. What it had
// allocated is lost, which is the price of surviving. Called by the plug-in's entries.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "llvm/ADT/STLFunctionalExtras.h"

namespace vgpu::compiler {

// Returns an empty string when `work` ran to its end, else what stopped it: also the clock, after `at_most` seconds or the
// limit of all compiles (kMostSeconds, until somebody sets another), whichever is less.
inline constexpr std::uint32_t kMostSeconds = 120;
std::string run_guarded(llvm::function_ref<void()> work, std::uint32_t at_most = UINT32_MAX);

// Abandons the guarded work of this thread if its time is over. Called between the steps of clang, LLVM and the passes,
// where nothing is locked. What never gets there is interrupted a little later (watch.h).
void check_deadline();

// Ends the guarded work of this thread at once with `message`: for limits met deep inside clang.
[[noreturn]] void abandon_work(const std::string& message);

}  // namespace vgpu::compiler
