// The part of cub that vGPU has: block and warp collectives, and device-wide algorithms on thrust's.
//
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_CUB_CUH
#define VG_CUB_CUB_CUH

#include "cub/allocator.h"
#include "cub/block_data.h"
#include "cub/block_sort.h"
#include "cub/device_select.h"
#include "cub/warp.h"

#endif
