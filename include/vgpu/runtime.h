/* vGPU's C interface: CUDA's run-time interface in shape, with vgpu names. C99 and C++.
 *
 * One header a noun stands in vgpu/c/; this one includes them all. C++ programs may like
 * <vgpu/vgpu.hpp> more.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_RUNTIME_H
#define VGPU_RUNTIME_H

#include <vgpu/c/blas.h>
#include <vgpu/c/copy.h>
#include <vgpu/c/device.h>
#include <vgpu/c/einsum.h>
#include <vgpu/c/error.h>
#include <vgpu/c/event.h>
#include <vgpu/c/fft.h>
#include <vgpu/c/fmm.h>
#include <vgpu/c/gemm.h>
#include <vgpu/c/graph.h>
#include <vgpu/c/heap.h>
#include <vgpu/c/kernel.h>
#include <vgpu/c/launch.h>
#include <vgpu/c/memory.h>
#include <vgpu/c/module.h>
#include <vgpu/c/nn.h>
#include <vgpu/c/profile.h>
#include <vgpu/c/stream.h>
#include <vgpu/c/types.h>

#endif
