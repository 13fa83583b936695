/* CUDA's driver interface over the run time's.
 *
 * One header a subject stands in vgpu_driver/. Modules are what vgpucc -cubin, -fatbin or -ptx write. Numbers of
 * errors are the run time's. SPDX-License-Identifier: MIT
 */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include "vgpu_driver/copy.h"
#include "vgpu_driver/device.h"
#include "vgpu_driver/graph.h"
#include "vgpu_driver/graphics.h"
#include "vgpu_driver/interprocess.h"
#include "vgpu_driver/library.h"
#include "vgpu_driver/memory.h"
#include "vgpu_driver/module.h"
#include "vgpu_driver/older_launch.h"
#include "vgpu_driver/references.h"
#include "vgpu_driver/second_names.h"
#include "vgpu_driver/stream.h"
#include "vgpu_driver/stream_memory.h"
#include "vgpu_driver/tensor_map.h"
#include "vgpu_driver/texture.h"
#include "vgpu_driver/types.h"
#include "vgpu_driver/virtual_memory.h"

#endif
