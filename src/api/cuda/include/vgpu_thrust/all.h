// All of thrust that vGPU has; every <thrust/...> header leads here.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ALL_H
#define VGPU_THRUST_ALL_H

#define THRUST_VERSION 200500
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 5
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 0

// Programs take half and the standard library's algorithms, functions and errors from thrust's headers.
#include <cuda_fp16.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "vgpu_thrust/async.h"
#include "vgpu_thrust/comparisons.h"
#include "vgpu_thrust/device_objects.h"
#include "vgpu_thrust/device_resources.h"
#include "vgpu_thrust/facade.h"
#include "vgpu_thrust/macros.h"
#include "vgpu_thrust/partitions.h"
#include "vgpu_thrust/pinned.h"
#include "vgpu_thrust/placeholders.h"
#include "vgpu_thrust/pools.h"
#include "vgpu_thrust/random.h"
#include "vgpu_thrust/replacements.h"
#include "vgpu_thrust/runs.h"
#include "vgpu_thrust/scan_by_key.h"
#include "vgpu_thrust/sets_by_key.h"
#include "vgpu_thrust/shuffle.h"
#include "vgpu_thrust/stencils.h"
#include "vgpu_thrust/universal.h"
#include "vgpu_thrust/vector_equality.h"

#include <atomic>

#include "vgpu_std_around.h"

#endif
