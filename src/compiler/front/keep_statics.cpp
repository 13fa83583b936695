// Lets no static variable of the compiler be destroyed when the process ends.
//
// LLVM makes many of its tables at their first use, behind the queue of compiles, so they would be destroyed before it:
// under threads that still make code for the disk cache. The memory goes with the process anyway.
// SPDX-License-Identifier: MIT

// What compilers call to have a destructor run at the end; this one is for this library alone.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*,
                                                                  void*) noexcept {
  return 0;
}
