// What the FMM's driver knows of its kernels: a table of functions, one for each instruction set and number type, in
// space (3-D, sums of charge / distance) and in the plane (2-D, sums of charge * logarithm of the distance).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "base/cpu_features.h"

namespace vgpu::fmm {

// Points as three arrays; in the plane z is not read.
template <typename T>
struct Points {
  const T *x = nullptr, *y = nullptr, *z = nullptr;
};

// Sums at points: potential, then its three derivatives; those may be null.
template <typename T>
struct Sums {
  T *potential, *x, *y, *z;
};

template <typename T>
struct Kernels {
  std::size_t width;  // numbers of a register; counts of padded arrays are multiples of it

  // sums[i] += charge / |source - target| or charge * (log|source - target| + shift), and its gradient at the target. `targets` and `sums` are padded to the width;
  // a source that is the target itself counts nothing. `target_rest` and `source_rest` are what the coordinates are more
  // than the numbers say, so that points very near to each other keep their distance; of doubles they are null.
  void (*near)(Points<T> targets, Points<T> target_rest, std::size_t padded_targets,
               Points<T> sources, Points<T> source_rest, const T* charges, std::size_t source_count,
               T shift, Sums<T> sums);

  // result[i] += sum over points of charge * harmonic i (of degree < p); with `outside` of the decaying harmonics. Points
  // are padded with charges 0.
  void (*expand)(const T* recurrence, int p, bool outside, Points<T> points, const T* charges,
                 std::size_t padded_points, T* result);

  // sums[c][point] += scale[c] * sum over i of coefficients[c][i] * harmonic i, for `components` expansions: 1, or one more than there
  // are dimensions.
  void (*evaluate)(const T* recurrence, int p, bool outside, const T* const* coefficients,
                   int components, const T* scale, Points<T> points, std::size_t padded_points,
                   Sums<T> sums);

  // to[i] += matrix * from[i] for `count` pairs; the matrix is stored by columns of `rows` numbers, a multiple of the width.
  void (*translate)(const T* matrix, std::size_t rows, std::size_t columns, const T* const* from,
                    T* const* to, std::size_t count);
};

template <typename T>
struct KernelSet {
  Kernels<T> space, plane;
  const Kernels<T>& of(int dimensions) const { return dimensions == 2 ? plane : space; }
};

// Factors of the harmonics' recurrences for degrees below p: in space for each m its diagonal factor, then pairs for n > m; in
// the plane 1 / k for each k below p, the first 0.
constexpr std::size_t recurrence_size(int p) { return static_cast<std::size_t>(p * (p + 1)); }

constexpr int kMaxOrder = 32;

const KernelSet<float>& portable_float();
const KernelSet<double>& portable_double();
const KernelSet<float>& avx2_float();
const KernelSet<double>& avx2_double();
const KernelSet<float>& avx512_float();
const KernelSet<double>& avx512_double();

template <typename T>
const KernelSet<T>& kernels_for(SimdLevel level);
template <>
const KernelSet<float>& kernels_for<float>(SimdLevel level);
template <>
const KernelSet<double>& kernels_for<double>(SimdLevel level);

}  // namespace vgpu::fmm
