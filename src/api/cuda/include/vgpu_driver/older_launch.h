/* Launches as before CUDA 4: a function keeps its block, its shared memory and its parameters until it is launched.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_DRIVER_OLDER_LAUNCH_H
#define VGPU_DRIVER_OLDER_LAUNCH_H

#include "vgpu_driver/module.h"

VG_C_BEGIN
CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes);
CUresult cuParamSetSize(CUfunction function, unsigned int bytes);
CUresult cuParamSeti(CUfunction function, int offset, unsigned int value);
CUresult cuParamSetf(CUfunction function, int offset, float value);
CUresult cuParamSetv(CUfunction function, int offset, void* value, unsigned int bytes);
CUresult cuLaunch(CUfunction function);
CUresult cuLaunchGrid(CUfunction function, int gridX, int gridY);
CUresult cuLaunchGridAsync(CUfunction function, int gridX, int gridY, CUstream stream);
VG_C_END

#endif
