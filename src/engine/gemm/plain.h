// The matrix product without vectors, packing or threads: what the engine's speed is compared with in lessons and its results
// with in tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/gemm/problem.h"

namespace vgpu::gemm {

// Adds alpha * a * b for steps [l0, l1) of k and a rectangle of c.
template <typename T>
void add_product(const Problem<T>& p, std::int64_t i0, std::int64_t i1, std::int64_t j0,
                 std::int64_t j1, std::int64_t l0, std::int64_t l1) {
  for (std::int64_t i = i0; i < i1; ++i) {
    for (std::int64_t j = j0; j < j1; ++j) {
      T sum = 0;
      for (std::int64_t l = l0; l < l1; ++l) sum += *p.a.at(i, l) * *p.b.at(l, j);
      *p.c.at(i, j) += p.alpha * sum;
    }
  }
}

// c = alpha * a * b + beta * c: three loops, or six over blocks whose operands stay in the nearest cache.
template <typename T>
void multiply_plainly(const Problem<T>& p, bool blocked) {
  for (std::int64_t i = 0; i < p.m; ++i) {
    for (std::int64_t j = 0; j < p.n; ++j) {
      *p.c.at(i, j) = p.beta == T(0) ? T(0) : p.beta * *p.c.at(i, j);
    }
  }
  if (!blocked) return add_product(p, 0, p.m, 0, p.n, 0, p.k);
  constexpr std::int64_t kBlock = 48;
  for (std::int64_t i = 0; i < p.m; i += kBlock) {
    for (std::int64_t j = 0; j < p.n; j += kBlock) {
      for (std::int64_t l = 0; l < p.k; l += kBlock) {
        add_product(p, i, std::min(i + kBlock, p.m), j, std::min(j + kBlock, p.n), l,
                    std::min(l + kBlock, p.k));
      }
    }
  }
}

}  // namespace vgpu::gemm
