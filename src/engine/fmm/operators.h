// The matrices and recurrences of one kind of expansion, order and number type, made once.
//
// Multipole to local: the 316 offsets between boxes in space are mirror images of 56, the 40 in the plane of 12; a mirror changes signs of coefficients only.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace vgpu::fmm {

template <typename T>
struct Operators {
  static std::shared_ptr<const Operators> get(int dimensions, int p, std::size_t width);

  int p;
  std::size_t coefficients;  // of one expansion
  std::size_t rows;          // the same, padded to the width
  std::size_t wide_rows;     // of order p + 1
  std::vector<T> recurrence, wide_recurrence;
  // By columns, each padded to `rows` (multipole_gradient: wide_rows).
  std::vector<T> to_parent[8], to_child[8], local_gradient[3], multipole_gradient[3];
  std::vector<std::vector<T>>
      to_local;              // by offset (0..3 each): x * 16 + y * 4 + z; empty where boxes touch
  std::vector<T> mirror[8];  // signs; bit 2: x is mirrored, 1: y, 0: z
  std::vector<T> weight, wide_weight;  // how often a coefficient counts in a sum

 private:
  Operators(int dimensions, int order, std::size_t width);
};

}  // namespace vgpu::fmm
