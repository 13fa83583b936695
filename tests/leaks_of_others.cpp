// What a leak checker need not tell: a compile that is cut off leaves what it held, and PoCL keeps some memory to the end.
//
// Part of the test programs that meet either. Found by its name; programs without a leak checker never call it.
// SPDX-License-Identifier: MIT
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() { return "leak:libvgpu_compiler.so\nleak:libpocl\n"; }
