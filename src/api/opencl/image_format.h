// Image formats: which there are, and a colour as bytes of one.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "api/opencl/entry.h"

namespace vgpu::opencl {

// Channels of an order, bytes of a channel type; 0 for one that the device does not have.
cl_uint channel_count(cl_channel_order order);
std::size_t channel_bytes(cl_channel_type type);

// Throws CL_INVALID_IMAGE_FORMAT_DESCRIPTOR for a format that OpenCL does not have,
// CL_IMAGE_FORMAT_NOT_SUPPORTED for one that this device does not have.
void check_format(const cl_image_format* format);

const std::vector<cl_image_format>& supported_formats();

// The pixel for a colour of four floats, ints or unsigned ints, whichever the format reads as. `pixel` has 16 bytes.
void pack_pixel(const cl_image_format& format, const void* color, std::byte* pixel);

}  // namespace vgpu::opencl
