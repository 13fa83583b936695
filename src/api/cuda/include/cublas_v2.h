/* cuBLAS's interface, its common part, on vGPU's matrix products and native kernels.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
/* Programs ask by this macro whether the library is known. */
#define CUBLAS_API_H_ 1

#include "vgpu_blas/batched.h"
#include "vgpu_blas/batched_vectors.h"
#include "vgpu_blas/handle.h"
#include "vgpu_blas/level1.h"
#include "vgpu_blas/level2.h"
#include "vgpu_blas/level3.h"
#include "vgpu_blas/mixed.h"
#include "vgpu_blas/more_products.h"
#include "vgpu_blas/packed.h"
#include "vgpu_blas/rotations.h"
#include "vgpu_blas/second_names.h"
#include "vgpu_blas/triangles.h"
#include "vgpu_blas/typed_products.h"
#include "vgpu_blas/typed_vectors.h"
#ifdef __cplusplus
#include "vgpu_blas/wide_names.h"
#include "vgpu_blas/wide_places.h"
#endif

/* Behind all others, whose names it gives to more functions. */
#include "vgpu_blas/compute_types.h"

#endif
