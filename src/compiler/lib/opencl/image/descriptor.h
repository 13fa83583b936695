// An image as kernels see it: an image argument is a pointer to one of these.
//
// Read by the OpenCL driver, which fills it, and by the device library, in C++ and in OpenCL C.
// SPDX-License-Identifier: MIT
#pragma once

#ifndef __cplusplus
#define VG_IMAGE_BYTES __global unsigned char*
#else
#define VG_IMAGE_BYTES unsigned char*
#endif

struct VgImage {
  VG_IMAGE_BYTES data;
  long row_pitch, slice_pitch;  // bytes; layers of an array are rows (1-D) or slices (2-D)
  int width, height, depth;     // 1 where the image has no such dimension
  int layers;                   // of an array, else 0
  int order, type;              // CL_RGBA ..., CL_UNORM_INT8 ...
  int pixel_bytes, channels;
};

// A sampler argument is a number of these bits, the values of CLK_* in OpenCL C.
enum {
  kVgNormalized = 1,
  kVgAddressMask = 14,
  kVgAddressNone = 0,
  kVgClampToEdge = 2,
  kVgClamp = 4,
  kVgRepeat = 6,
  kVgMirroredRepeat = 8,
  kVgLinear = 32,
};
