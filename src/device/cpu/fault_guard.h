// Turns a crash of kernel code into an error: bad addresses, integer division by zero, endless recursion, traps.
//
// A GPU reports such a kernel and the program goes on; so does the cpu device. While run_guarded()
// is on a thread's stack, SIGSEGV, SIGBUS, SIGFPE and SIGILL of that thread end the work at once; all other
// threads keep the handlers that the program has installed. Called by grid_runner.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/function_ref.h"

namespace vgpu {

enum class MachineFault : std::uint8_t { none, address, arithmetic, stack, trap };

// Calls `work`, which must own nothing that a destructor would have to give back: after a fault it is
// left without unwinding. `address` gets where the fault was.
MachineFault run_guarded(FunctionRef<void()> work, std::uint64_t* address);

}  // namespace vgpu
