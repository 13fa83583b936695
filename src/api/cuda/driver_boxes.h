// The driver's descriptions of copies and formats as the run time's.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

namespace vgpu::cuda {

// False: the description contradicts itself.
bool to_box(const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms* box);

// A format of no bits is none.
cudaChannelFormatDesc channel_format(CUarray_format format, unsigned channels);

CUarray_format array_format(const cudaChannelFormatDesc& format, unsigned* channels);

}  // namespace vgpu::cuda
