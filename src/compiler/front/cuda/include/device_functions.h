// A CUDA header whose names every kernel has anyway.
// SPDX-License-Identifier: MIT
#ifndef VG_DEVICE_FUNCTIONS_H
#define VG_DEVICE_FUNCTIONS_H

#include "vgpu_cuda.h"

#endif
