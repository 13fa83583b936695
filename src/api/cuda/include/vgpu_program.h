// The device's functions in a whole program, beside the C and C++ libraries of the host.
//
// Kernels alone get vgpu_cuda.h and small standard headers of their own; a program has the system's, whose
// functions are the host's. What kernels need of them is overloaded here for the device.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_PROGRAM_H
#define VG_VGPU_PROGRAM_H

#include <cstddef>

// First of all: pairs and tuples are for both sides; the library says so of constant expressions only.
#pragma clang force_cuda_host_device begin
#include <tuple>
#include <utility>
#pragma clang force_cuda_host_device end

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <new>

#include "vgpu_cuda.h"
#include "vgpu_device_launch.h"
#include "vgpu_legacy.h"
#include "vgpu_texture_reference.h"

// What assert of the C library calls.
extern "C" {
__device__ static inline void __assert_fail(const char* expression, const char* file, unsigned line,
                                            const char* function) {
  __vg_assert_fail(expression, file, (int)line, function);
}
}

#endif
