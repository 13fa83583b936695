// Turns a crash of kernel code into an error: bad addresses, integer division by zero, endless recursion, traps.
//
// A GPU reports such a kernel and the program goes on; so does the cpu device. While run_guarded()
// is on a thread's stack, SIGSEGV, SIGBUS, SIGFPE and SIGILL of that thread end the work at once; all other
// threads keep the handlers that the program has installed. Another thread can end such work too, where it stands in
// code that says it may be left at any instruction. Called by grid_runner.cpp and watchdog.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/function_ref.h"

namespace vgpu {

enum class MachineFault : std::uint8_t { none, address, arithmetic, stack, trap, interrupt };

// Asked in a signal handler whether the work that was stopped at `instruction` is to be left, and may be.
using MayInterrupt = FunctionRef<bool(const void* instruction)>;

// Calls `work`, which must own nothing that a destructor would have to give back: after a fault it is
// left without unwinding. `address` gets where the fault was.
MachineFault run_guarded(FunctionRef<void()> work, std::uint64_t* address,
                         MayInterrupt may_interrupt);

// Asks all threads that are in guarded work now. Those that may not leave it at this moment go on: ask again.
void interrupt_guarded_threads();

}  // namespace vgpu
