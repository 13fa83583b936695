/* Sums of products by Einstein's convention on streams: "ij,jk->ik" and everything that numpy.einsum's texts say.
 *
 * A plan is made of a text, the operands' shapes and strides, and the type of all numbers; it may be run any number of times, from
 * several threads and on several streams. Plans are cached: making one again is cheap. Contractions go pair by pair in an order
 * that the plan finds, most of them as matrix products on the operands where they lie. Data lies in device memory, pinned memory or
 * any other memory of the program, at any address, and must live until the stream has done the sum.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_EINSUM_H
#define VGPU_C_EINSUM_H

#include <vgpu/c/error.h>

typedef struct vgpuEinsumPlanHandle* vgpuEinsumPlan_t;

typedef enum vgpuEinsumType VGPU_INT_ENUM {
  vgpuEinsumFloat = 0,
  vgpuEinsumDouble = 1,
  vgpuEinsumComplexFloat = 2,
  vgpuEinsumComplexDouble = 3
} vgpuEinsumType;

/** How the order of contractions is found. */
typedef enum vgpuEinsumOptimize VGPU_INT_ENUM {
  vgpuEinsumAutomatic = 0,  /**< all orders up to eight operands, else greedily */
  vgpuEinsumGreedy = 1,     /**< the cheapest pair again and again */
  vgpuEinsumDynamic = 2,    /**< all orders, of at most 16 operands */
  vgpuEinsumLeftToRight = 3 /**< as they stand */
} vgpuEinsumOptimize;

/** An array: the length of each axis, and its stride in elements, which may be negative or 0. */
typedef struct vgpuEinsumArray {
  unsigned int rank;
  const size_t* n;        /**< may be NULL for rank 0 */
  const int64_t* strides; /**< NULL: C's order without gaps */
} vgpuEinsumArray;

typedef struct vgpuEinsumDesc {
  const char* subscripts; /**< letters, in UTF-8; "..." and a missing "->..." as in NumPy */
  vgpuEinsumType type;
  unsigned int operands;
  const vgpuEinsumArray* in; /**< one an operand */
  unsigned int outRank;      /**< of outStrides; nothing if those are NULL */
  const int64_t* outStrides; /**< of the output's axes; NULL: C's order without gaps */
  vgpuEinsumOptimize optimize;
  size_t
      memoryLimit; /**< elements of the largest intermediate result, 0: any number. Orders that keep it are preferred, and what
                           does not fit is computed a part at a time */
} vgpuEinsumDesc;

/** Two operands by their positions, the smaller first. They leave the list, and their result goes to its end. */
typedef struct vgpuEinsumPair {
  unsigned int first, second;
} vgpuEinsumPair;

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuEinsumPlanCreate(vgpuEinsumPlan_t* plan, const vgpuEinsumDesc* desc);

/** Sums that are already enqueued are still done. */
VGPU_API vgpuError_t vgpuEinsumPlanDestroy(vgpuEinsumPlan_t plan);

/** The output's axes. *rank is the room in n and strides and becomes the number there is; either may be NULL. */
VGPU_API vgpuError_t vgpuEinsumPlanOutput(vgpuEinsumPlan_t plan, unsigned int* rank,
                                          size_t* n VGPU_DEFAULT(NULL),
                                          int64_t* strides VGPU_DEFAULT(NULL));

/** The order of contractions. *count is the room in pairs, which may be NULL, and becomes the number there is. */
VGPU_API vgpuError_t vgpuEinsumPlanPath(vgpuEinsumPlan_t plan, size_t* count,
                                        vgpuEinsumPair* pairs VGPU_DEFAULT(NULL));

/** About how many multiplications and additions a plan takes, and how many products each element of the output is the sum of: that
 * and the operands' sizes bound the result, and so tell whether sums of whole numbers are exact. Either may be NULL. */
VGPU_API vgpuError_t vgpuEinsumPlanCost(vgpuEinsumPlan_t plan, double* operations,
                                        double* products VGPU_DEFAULT(NULL));

/** Enqueues the sum. `in` holds an address for each operand, of the element at the beginning of all its axes, and is not needed
 * after the call. `out` must not overlap an operand. */
VGPU_API vgpuError_t vgpuEinsumExec(vgpuEinsumPlan_t plan, const void* const* in, void* out,
                                    vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_C_END

#endif
