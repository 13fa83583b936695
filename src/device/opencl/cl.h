// OpenCL's own header, in the version whose types we use. Functions are called through cl_api.h only.
// SPDX-License-Identifier: MIT
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue, which every loader has
#include <CL/cl.h>
