/* Launches of CUDA's driver interface from before CUDA 4: a function keeps its block's shape and its arguments.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_OLDER_LAUNCH_H
#define VGPU_DRIVER_OLDER_LAUNCH_H

#include "vgpu_driver/references.h"

VG_C_BEGIN
CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes);
CUresult cuParamSetSize(CUfunction function, unsigned int bytes);
CUresult cuParamSeti(CUfunction function, int offset, unsigned int value);
CUresult cuParamSetf(CUfunction function, int offset, float value);
CUresult cuParamSetv(CUfunction function, int offset, void* values, unsigned int bytes);
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference);
CUresult cuLaunch(CUfunction function);
CUresult cuLaunchGrid(CUfunction function, int width, int height);
CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream);
VG_C_END

#endif
