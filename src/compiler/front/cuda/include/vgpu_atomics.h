// atomicAdd and so on.
// SPDX-License-Identifier: MIT
#pragma once

#include "vgpu_attributes.h"
VG_FN int atomicAdd(int* p, int v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
