/* The CUDA run-time interface in C, on vGPU.
 *
 * One header a noun stands in vgpu_api/. Usable from C, from C++ without kernels (any compiler) and from .cu files.
 * SPDX-License-Identifier: MIT
 */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "vgpu_api/array.h"
#include "vgpu_api/copy.h"
#include "vgpu_api/device.h"
#include "vgpu_api/error.h"
#include "vgpu_api/event.h"
#include "vgpu_api/graph.h"
#include "vgpu_api/interprocess.h"
#include "vgpu_api/launch.h"
#include "vgpu_api/library.h"
#include "vgpu_api/memory.h"
#include "vgpu_api/memory_pool.h"
#include "vgpu_api/places.h"
#include "vgpu_api/stream.h"
#include "vgpu_api/texture.h"
#include "vgpu_api/types.h"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "vgpu_api/per_thread_stream.h"
#endif

#endif
