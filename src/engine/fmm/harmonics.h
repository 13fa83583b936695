// Solid harmonics and the matrices that move expansions, in the real form that kernels use.
//
// An expansion of order p has p * p real numbers: for n < p the real parts of m = 0..n and the imaginary parts of m = 1..n,
// harmonic (n, m) at index_of(n, m). Harmonics are normalised by sqrt((n - m)! (n + m)!), so that all numbers stay near 1,
// and lengths count sides of the expansion's box. So one matrix serves all levels.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

namespace vgpu::fmm {

using Vector3 = std::array<double, 3>;

// Where the real part of harmonic (n, m) stands; its imaginary part, if m > 0, stands right behind.
constexpr int index_of(int n, int m) { return n * n + (m == 0 ? 0 : 2 * m - 1); }

// Row-major matrix of what becomes of each coefficient: result[i] = sum over j of matrix[i * columns + j] * x[j].
struct Matrix {
  int rows, columns;
  std::vector<double> values;
};

// Multipole of a child to its parent's; `shift` is the child's centre minus the parent's in the parent's units (1/4 each).
Matrix multipole_to_parent(int p, const Vector3& shift);
// Multipole of a box to the local expansion of one of the same size; `d` is target's centre minus source's, in sides.
Matrix multipole_to_local(int p, const Vector3& d);
// Local expansion of a parent to its child's; `shift` as above.
Matrix local_to_child(int p, const Vector3& shift);
// Derivatives: a local expansion's along an axis, and a multipole's, which has order p + 1.
Matrix local_gradient(int p, int axis);
Matrix multipole_gradient(int p, int axis);

}  // namespace vgpu::fmm
