// A CUDA header whose names every kernel has anyway.
// SPDX-License-Identifier: MIT
#pragma once

#include "vgpu_cuda.h"
