// OpenCL's own headers, with everything of version 3.0 and what older versions had.
//
// Every file here includes OpenCL through this one, so that all see the same declarations.
// SPDX-License-Identifier: MIT
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
// Visible here; opencl.map then hides all but what the loader looks up by name.
#define CL_API_ENTRY __attribute__((visibility("default")))
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
