// OpenCL's own header, in the version whose types we use. Functions are called through cl_api.h only.
// SPDX-License-Identifier: MIT
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
