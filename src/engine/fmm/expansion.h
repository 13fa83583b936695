// The kinds of expansions: what stands in one, and the matrices that move it.
//
// Lengths count sides of the expansion's box, so that one matrix serves all levels. Called by operators.cpp, which keeps the
// matrices in the kernels' layout.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

namespace vgpu::fmm {

using Vector3 = std::array<double, 3>;

// Row-major matrix of what becomes of each coefficient: result[i] = sum over j of matrix[i * columns + j] * x[j].
struct Matrix {
  int rows, columns;
  std::vector<double> values;
};

// p is the order: harmonics of degrees below p.
struct Expansion {
  int (*size)(int p);  // coefficients of one expansion
  // Multipole of a child to its parent's; `shift` is the child's centre minus the parent's in the parent's units (1/4 each).
  Matrix (*to_parent)(int p, const Vector3& shift);
  // Multipole of a box to the local expansion of one of the same size; `d` is target's centre minus source's, in sides.
  Matrix (*to_local)(int p, const Vector3& d);
  // Local expansion of a parent to its child's; `shift` as above.
  Matrix (*to_child)(int p, const Vector3& shift);
  // Derivatives: a local expansion's along an axis, and a multipole's, which has order p + 1.
  Matrix (*local_gradient)(int p, int axis);
  Matrix (*multipole_gradient)(int p, int axis);
  std::vector<double> (*recurrence)(int p);  // what kernels.h says
  std::vector<double> (*weights)(int p);     // how often each coefficient counts in a sum
  // Signs of the coefficients of a mirror image; bit 2: x is mirrored, 1: y, 0: z.
  std::vector<double> (*mirror)(int p, int mask);
};

const Expansion& solid_harmonics();  // 3-D
const Expansion& complex_powers();   // 2-D

}  // namespace vgpu::fmm
