/* cusolverDn.h, cuSOLVER's interface for dense matrices, its common part: factors, systems of equations, eigenvalues, singular values.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include "vgpu_solver/batched.h"
#include "vgpu_solver/factors.h"
#include "vgpu_solver/forms.h"
#include "vgpu_solver/handle.h"
#include "vgpu_solver/leading.h"
#include "vgpu_solver/orthogonal.h"
#include "vgpu_solver/ranges.h"
#include "vgpu_solver/refined.h"
#include "vgpu_solver/spectral.h"
#include "vgpu_solver/typed.h"

#endif
