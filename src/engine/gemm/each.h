// Batches of products that have no batch of their own: complex ones, and those of small numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "base/thread_pool.h"
#include "engine/gemm/problem.h"

namespace vgpu::gemm {

// Calls multiply() for `count` problems, each operand's next matrix so far behind the last as `strides` says. Threads take whole
// products where there are enough for all of them and one is too small for two.
template <typename Problem>
void multiply_each(const Problem& first, std::int64_t count, const BatchStrides& strides) {
  const auto one = [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (auto i = static_cast<std::int64_t>(begin); i < static_cast<std::int64_t>(end); ++i) {
      Problem p = first;
      p.a.data += i * strides.a, p.b.data += i * strides.b, p.c.data += i * strides.c;
      multiply(p);
    }
  };
  constexpr double kLarge = 200e6, kGrain = 100e3;  // operations: enough for all; worth a visit
  ThreadPool& pool = ThreadPool::shared();
  const double work = 2.0 * static_cast<double>(first.m) * static_cast<double>(first.n) *
                      static_cast<double>(first.k);
  const auto all = static_cast<std::uint64_t>(count);
  if (count < std::int64_t{pool.size()} || work > kLarge) return one(0, all, 0);
  pool.parallel_for(all, static_cast<std::uint64_t>(work < kGrain ? kGrain / (work + 1) : 0) + 1,
                    one);
}

}  // namespace vgpu::gemm
