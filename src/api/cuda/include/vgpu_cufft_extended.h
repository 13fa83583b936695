/* cufftXt.h, the common part of cuFFT's extended interface: lengths of 64 bits, types of data, one call for all,
 * callbacks.
 *
 * Several GPUs in one plan and half precision are not there. SPDX-License-Identifier: MIT
 */
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include "cufft.h"
#include "vgpu_cufft_callbacks.h"

VG_C_BEGIN
/* `execution` must be one of the two types: data is not converted. */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n,
                                long long int* inembed, long long int istride, long long int idist,
                                cudaDataType input, long long int* onembed, long long int ostride,
                                long long int odist, cudaDataType output, long long int batch,
                                size_t* workSize, cudaDataType execution);
/* The direction counts only where both sides are complex. */
cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction);
VG_C_END

#endif
