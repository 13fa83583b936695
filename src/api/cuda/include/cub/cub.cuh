// The part of cub that vGPU has: block and warp collectives, and device-wide algorithms on thrust's.
//
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_CUB_CUH
#define VG_CUB_CUB_CUH

#include "cub/allocator.h"
#include "cub/block_data.h"
#include "cub/block_decode.h"
#include "cub/block_exchange.h"
#include "cub/block_histogram.h"
#include "cub/block_rank.h"
#include "cub/combined_operators.h"
#include "cub/device_elements.h"
#include "cub/device_find.h"
#include "cub/device_histogram.h"
#include "cub/device_merge.h"
#include "cub/device_products.h"
#include "cub/device_segmented.h"
#include "cub/device_segmented_reduce.h"
#include "cub/device_segmented_scan.h"
#include "cub/device_select.h"
#include "cub/device_transform.h"
#include "cub/dispatch.h"
#include "cub/grid.h"
#include "cub/merge_sort.h"
#include "cub/neighbours.h"
#include "cub/thread_search.h"
#include "cub/types.h"
#include "cub/warp_data.h"

#endif
