/* cuSPARSE's interface, its common part: vectors and matrices by descriptors, and what is left of the older functions.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_
/* Programs ask by this macro whether the library is known. */
#define CUSPARSEAPI

#include "vgpu_sparse/blocked_ell.h"
#include "vgpu_sparse/blocks.h"
#include "vgpu_sparse/const_views.h"
#include "vgpu_sparse/descriptors.h"
#include "vgpu_sparse/factors.h"
#include "vgpu_sparse/handle.h"
#include "vgpu_sparse/interleaved.h"
#include "vgpu_sparse/older_arrays.h"
#include "vgpu_sparse/older_solvers.h"
#include "vgpu_sparse/oldest_products.h"
#include "vgpu_sparse/oldest_solvers.h"
#include "vgpu_sparse/operations.h"
#include "vgpu_sparse/raw.h"
#include "vgpu_sparse/sampled.h"
#include "vgpu_sparse/slices.h"
#include "vgpu_sparse/solvers.h"
#include "vgpu_sparse/sorting.h"
#include "vgpu_sparse/sums.h"
#include "vgpu_sparse/tridiagonal.h"

#endif
