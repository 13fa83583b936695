/* Sums over many points by the fast multipole method, on streams.
 *
 * The potential at a target is the sum of charge / distance over all sources (in the plane: charge * log(distance)), its gradient
 * that sum's; a source at the target's own place does not count. Points are x, y, z (in the plane: x, y) one after another. Data lies in device memory or any other memory of
 * the program, which must live and stay unchanged until the stream has done the sum.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_FMM_H
#define VGPU_C_FMM_H

#include <vgpu/c/error.h>

/** Seconds of the parts of one sum. */
typedef struct vgpuFmmTimes {
  double tree;   /**< points sorted and boxes divided */
  double lists;  /**< which boxes act on which */
  double up;     /**< multipoles, from leaves to the root */
  double across; /**< multipoles to local expansions */
  double down;   /**< local expansions, from the root to leaves */
  double leaves; /**< near points, and expansions at targets */
} vgpuFmmTimes;

VGPU_C_BEGIN

/** Laplace's kernel in 3-D. The relative error (root of the mean square over all targets) is at most about 10^-digits, digits
 * being 1 to 10. targets NULL: the sources, and targetCount does not matter. potential gets a number for each target, gradient
 * three; gradient and times may be NULL. */
VGPU_API vgpuError_t vgpuFmmLaplace3d(const double* sources, const double* charges,
                                      size_t sourceCount, const double* targets, size_t targetCount,
                                      int digits, double* potential, double* gradient,
                                      vgpuFmmTimes* times, vgpuStream_t stream VGPU_DEFAULT(NULL));

/** The same over all pairs, in double precision: slow and exact, to compare with. */
VGPU_API vgpuError_t vgpuFmmLaplace3dDirect(const double* sources, const double* charges,
                                            size_t sourceCount, const double* targets,
                                            size_t targetCount, double* potential, double* gradient,
                                            vgpuStream_t stream VGPU_DEFAULT(NULL));

/** Laplace's kernel in the plane: sums of charge * log(distance), natural logarithms. Arguments as above with two coordinates and
 * two numbers of the gradient for each point. */
VGPU_API vgpuError_t vgpuFmmLaplace2d(const double* sources, const double* charges,
                                      size_t sourceCount, const double* targets, size_t targetCount,
                                      int digits, double* potential, double* gradient,
                                      vgpuFmmTimes* times, vgpuStream_t stream VGPU_DEFAULT(NULL));

/** The same over all pairs, in double precision. */
VGPU_API vgpuError_t vgpuFmmLaplace2dDirect(const double* sources, const double* charges,
                                            size_t sourceCount, const double* targets,
                                            size_t targetCount, double* potential, double* gradient,
                                            vgpuStream_t stream VGPU_DEFAULT(NULL));

VGPU_C_END

#endif
