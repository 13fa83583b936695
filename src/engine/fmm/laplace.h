// Sums over many points in time proportional to their number: the fast multipole method for Laplace's equation, charge / distance
// in space and charge * logarithm of the distance in the plane.
//
// Called by src/api/c/fmm.cpp. Single precision inside for few digits, double above; the tree and all positions are double.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace vgpu::fmm {

struct Problem {
  int dimensions;         // 2 or 3
  const double* sources;  // so many coordinates of each
  const double* charges;
  std::size_t source_count;
  const double* targets;  // null: the sources
  std::size_t target_count;
  double* potential;  // of each target
  double* gradient;   // so many numbers of each, or null
};

// Seconds of each part.
struct Times {
  double tree = 0, lists = 0, up = 0, across = 0, down = 0, leaves = 0;
};

constexpr int kMinDigits = 1, kMaxDigits = 10;

// The relative error (root of the mean square) is about 10^-digits. A source at a target's place does not act on it.
void laplace(const Problem& problem, int digits, Times* times = nullptr);

// The same by all pairs, in double precision.
void laplace_direct(const Problem& problem);

}  // namespace vgpu::fmm
