/* cudaProfilerStart and its kin: vGPU's own profile of commands.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include "cuda_runtime_api.h"

typedef enum cudaOutputMode { cudaKeyValuePair = 0, cudaCSV = 1 } cudaOutputMode_t;

VG_C_BEGIN
cudaError_t cudaProfilerInitialize(const char* settings, const char* output, cudaOutputMode_t mode);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
VG_C_END

#endif
