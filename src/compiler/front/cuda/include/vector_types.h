// A CUDA header whose names every kernel has anyway.
// SPDX-License-Identifier: MIT
#ifndef VG_VECTOR_TYPES_H
#define VG_VECTOR_TYPES_H

#include "vgpu_cuda.h"

#endif
