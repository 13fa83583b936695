// All of thrust that vGPU has; every <thrust/...> header leads here.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ALL_H
#define VGPU_THRUST_ALL_H

#define THRUST_VERSION 200500
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 5

#include "vgpu_thrust/ordering.h"

#endif
