// Images: a memory object's shape, and how kernels are told of images and samplers.
// SPDX-License-Identifier: MIT
#pragma once

#include "api/opencl/memory_object.h"
#include "api/opencl/rectangle.h"
#include "compiler/lib/opencl/image/descriptor.h"
#include "compiler/module_info.h"

namespace vgpu::opencl {

struct ImageShape {
  cl_image_format format{};
  cl_image_desc desc{};                        // pitches as they are, not as they were asked for
  VgImage descriptor{};                        // what kernels get
  cl_uint dimensions = 1;                      // of a coordinate, the layer included
  Extent size{1, 1, 1};                        // in pixels, rows, slices; layers are one of these
  std::size_t row_pitch = 0, slice_pitch = 0;  // between rows and slices in the sense of `size`
};

inline constexpr std::size_t kMaxImageSide = 16384, kMaxImage3dSide = 2048, kMaxImageLayers = 2048;
inline constexpr std::size_t kMaxImageBufferPixels = std::size_t{1} << 27;

// An image; throws CL_INVALID_MEM_OBJECT for a buffer.
MemoryObject& check_image(cl_mem handle);

// The value of a kernel's image argument; throws where image and parameter do not fit.
const void* image_argument(const MemoryObject& image, const compiler::KernelArgument& argument);
std::uint64_t sampler_argument(cl_sampler sampler);

}  // namespace vgpu::opencl
