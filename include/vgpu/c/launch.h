/* Launches, and how large a launch should be.
 *
 * args[i] points to the value of argument i; the values are copied before the call returns.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_LAUNCH_H
#define VGPU_C_LAUNCH_H

#include <vgpu/c/error.h>

/** A launch with all that can be said about it; all zeros but globalSize and block is fine. */
typedef struct vgpuLaunchConfig {
  unsigned int workDim; /**< 1..3; 0 counts as 3 */
  size_t globalSize[3]; /**< work-items; need not be a multiple of block: the last groups are
                             smaller */
  size_t globalOffset
      [3]; /**< added to OpenCL's get_global_id; of a CUDA kernel, which has no offsets, the
                             groups of a cluster (0: none), which run together */
  unsigned int block[3]; /**< work-items of a group; 0 counts as 1, all 0: the runtime chooses */
  size_t sharedBytes;    /**< dynamic local memory */
  vgpuStream_t stream;
  int cooperative; /**< not 0: all groups run at once and may wait for each other */
} vgpuLaunchConfig;

VGPU_C_BEGIN

/** On the default stream. Returns when it is enqueued; vgpuDeviceSynchronize waits for it. */
VGPU_API vgpuError_t vgpuLaunchKernel(vgpuKernel_t kernel, dim3 grid, dim3 block, void** args);

/** grid counts groups, block the work-items of one. */
VGPU_API vgpuError_t vgpuLaunchKernelAsync(vgpuKernel_t kernel, dim3 grid, dim3 block, void** args,
                                           size_t sharedBytes, vgpuStream_t stream);

/** All groups run at once, so that they may wait for each other (grid.sync()). */
VGPU_API vgpuError_t vgpuLaunchCooperativeKernel(vgpuKernel_t kernel, dim3 grid, dim3 block,
                                                 void** args, size_t sharedBytes,
                                                 vgpuStream_t stream);

VGPU_API vgpuError_t vgpuLaunchKernelEx(const vgpuLaunchConfig* config, vgpuKernel_t kernel,
                                        void** args);

/** Groups of that size that one compute unit keeps busy with; 0 if such a group is not possible. */
VGPU_API vgpuError_t vgpuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, vgpuKernel_t kernel,
                                                                   int blockSize,
                                                                   size_t sharedBytes);

/** A block size that suits the kernel and the least grid that fills the device. blockLimit 0: none.
 */
VGPU_API vgpuError_t vgpuOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize,
                                                        vgpuKernel_t kernel, size_t sharedBytes,
                                                        int blockLimit);

VGPU_C_END

#endif
