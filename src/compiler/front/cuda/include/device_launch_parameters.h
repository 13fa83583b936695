// A CUDA header whose names every kernel has anyway.
// SPDX-License-Identifier: MIT
#ifndef VG_DEVICE_LAUNCH_PARAMETERS_H
#define VG_DEVICE_LAUNCH_PARAMETERS_H

#include "vgpu_cuda.h"

#endif
