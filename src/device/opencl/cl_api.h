// libOpenCL.so.1 as a table of functions, loaded when an OpenCL device is first looked for.
//
// vGPU is not linked with OpenCL: a machine without it works, and a program that uses no such device never loads it.
// Tests put functions of their own into a copy of the table to play a device that fails.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"
#include "device/opencl/cl.h"

namespace vgpu::opencl_device {

struct ClApi {
#define VG_CL(name) decltype(&::name) name = nullptr;
#define VG_CL_NEW(name) VG_CL(name)
#include "device/opencl/cl_functions.def"
#undef VG_CL
#undef VG_CL_NEW
};

// The loader's functions; null if there is no loader on this machine (a reason is logged).
const ClApi* load_cl();

// An OpenCL call that failed. The code of the Error is what a program sees, `status` decides about a fallback.
class ClError : public Error {
 public:
  ClError(cl_int status, const std::string& what);
  cl_int status() const noexcept { return status_; }

 private:
  cl_int status_;
};

// "CL_OUT_OF_RESOURCES (-5)".
std::string status_text(cl_int status);

inline void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) throw ClError(status, what);
}

}  // namespace vgpu::opencl_device
