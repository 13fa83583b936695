// A CUDA header whose names every kernel has anyway.
// SPDX-License-Identifier: MIT
#ifndef VG_CUDA_H
#define VG_CUDA_H

#include "vgpu_cuda.h"

#endif
