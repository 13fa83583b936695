// Eigenvalues and singular values of dense matrices, in double or complex double; columns lie side by side.
//
// Called by cusolver_spectral.cpp, on one thread each. SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace vgpu::cuda::solver {

// The n x n Hermitian matrix in `a` becomes its eigenvectors if they are wanted; `values` get the eigenvalues, rising.
// False if they do not converge.
template <typename W>
bool hermitian_eigen(std::vector<W>& a, std::ptrdiff_t n, std::vector<double>& values,
                     bool with_vectors);

// a (m x n, m >= n) = u * diag(values) * v', values falling; u is m x n and v n x n. False if they do not converge.
template <typename W>
bool singular_values(std::vector<W>& a, std::ptrdiff_t m, std::ptrdiff_t n,
                     std::vector<double>& values, std::vector<W>& v);

// Makes the columns [have, want) of u (m rows) orthogonal to all before them and of length 1, and likewise columns
// before them that are zero.
template <typename W>
void complete_basis(std::vector<W>& u, std::ptrdiff_t m, std::ptrdiff_t have, std::ptrdiff_t want);

}  // namespace vgpu::cuda::solver
