/* cuBLAS's interface, its common part, on vGPU's matrix products and native kernels.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#include "vgpu_blas/handle.h"
#include "vgpu_blas/level1.h"
#include "vgpu_blas/level2.h"
#include "vgpu_blas/level3.h"

#endif
