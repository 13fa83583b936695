// What every CUDA kernel sees without asking: included before its first line.
//
// Each header has one subject; the names follow the CUDA programming guide. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_CUDA_H
#define VG_VGPU_CUDA_H

// Files that other compilers read get the types alone.
#ifndef __CUDA__
#include "vgpu_vector_types.h"
#else
#include <assert.h>
#include "vgpu_atomic_names.h"
#include "vgpu_atomics.h"
#include "vgpu_attributes.h"
#include "vgpu_bits.h"
#include "vgpu_builtin_variables.h"
#include "vgpu_cluster.h"
#include "vgpu_convention.h"
#include "vgpu_conversions.h"
#include "vgpu_dpx.h"
#include "vgpu_integer.h"
#include "vgpu_min_max.h"
#include "vgpu_nearest.h"
#include "vgpu_packed_words.h"
#include "vgpu_synchronization.h"
#include "vgpu_vector_types.h"
#include "vgpu_warp_collectives.h"
#endif

#endif
