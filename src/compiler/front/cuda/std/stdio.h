// A C header: what kernels can use of it is part of the prelude.
// SPDX-License-Identifier: MIT
#ifndef VG_STDIO_H
#define VG_STDIO_H

#include "vgpu_cuda.h"

#endif
