// What a cudaArray is: rows of texels in device memory.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <vgpu/c/error.h>

#include <vector>

struct cudaArray {
  cudaChannelFormatDesc format;
  cudaExtent extent;  // as the program gave it: 0 where there is no such dimension
  unsigned flags;
  char* data;
  size_t texel_bytes, pitch;
  size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
  char* place(size_t byte, size_t row, size_t slice) const {
    return data + (slice * rows() + row) * pitch + byte;
  }
};

struct cudaMipmappedArray {
  std::vector<cudaArray_t> levels;  // each half as large as the one before
};

namespace vgpu::cuda {

// vgpuErrorInvalidValue of none, vgpuErrorInvalidHandle of one that is freed (or never was).
vgpuError_t check_array(cudaArray_const_t array);
vgpuError_t check_mipmap(cudaMipmappedArray_const_t mipmap);

// Bytes of a texel; 0 if there is no such format.
size_t texel_bytes(const cudaChannelFormatDesc& format);

}  // namespace vgpu::cuda
