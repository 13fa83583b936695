// What every .cu file sees before its first line: the run time, and in clang's CUDA mode the device's functions.
//
// vgpucc includes it by itself; C++ files for other compilers get the run time and the vector types from it.
// SPDX-License-Identifier: MIT
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#ifdef __CUDA__
#include "vgpu_program.h"
#endif
#include "cuda_runtime_api.h"
#ifdef __cplusplus
#include "vgpu_api/typed.h"
#endif
#ifdef __CUDA__
#include "vgpu_api/device_side.h"
#endif

#endif
