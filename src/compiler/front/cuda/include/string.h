// A C header: what kernels can use of it is part of the prelude.
// SPDX-License-Identifier: MIT
#pragma once

#include "vgpu_cuda.h"
