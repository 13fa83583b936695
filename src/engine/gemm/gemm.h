// Matrix products: c = alpha * a * b + beta * c with an epilogue, for all layouts.
//
// multiply() returns when c is computed; it uses the thread pool and is meant to be called by commands on streams (see
// engine/engine_work.h) and by other engines.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/cpu_features.h"
#include "engine/gemm/plan.h"
#include "engine/gemm/problem.h"
#include "engine/scratch.h"

namespace vgpu::gemm {

enum class Threads : std::uint8_t {
  all,
  one
};  // one: only the caller's, for use inside a parallel loop

// The same product in steps of a lesson: three loops; loops over blocks that fit the caches; vectors, packing and threads.
enum class Variant : std::uint8_t { basic, blocked, simd };

struct How {
  Threads threads = Threads::all;
  Variant variant = Variant::simd;
  std::optional<SimdLevel> level = std::nullopt;    // of the kernels; else this machine's
  std::optional<Blocking> blocking = std::nullopt;  // else from the caches, or what the tuner found
};

// The blocks that caches suggest for this machine's kernels.
template <typename T>
Blocking usual_blocking();

// c must not overlap a or b; a residual may be c itself.
template <typename T>
void multiply(const Problem<T>& problem, const How& how = {});

// A matrix as the right operand of many products, packed once, in panels as wide as those of this machine's kernels.
template <typename T>
struct PackedMatrix {
  std::int64_t k = 0, n = 0;
  std::vector<T, engine::AlignedAllocator<T>> panels;
};
template <typename T>
PackedMatrix<T> pack(Matrix<const T> b, std::int64_t k, std::int64_t n);

template <typename T>
void multiply_batch(const Problem<T>& first, std::int64_t count, const BatchStrides& strides,
                    const How& how = {});

extern template Blocking usual_blocking<float>();
extern template Blocking usual_blocking<double>();
extern template PackedMatrix<float> pack(Matrix<const float>, std::int64_t, std::int64_t);
extern template PackedMatrix<double> pack(Matrix<const double>, std::int64_t, std::int64_t);
extern template void multiply(const Problem<float>&, const How&);
extern template void multiply(const Problem<double>&, const How&);
extern template void multiply_batch(const Problem<float>&, std::int64_t, const BatchStrides&,
                                    const How&);
extern template void multiply_batch(const Problem<double>&, std::int64_t, const BatchStrides&,
                                    const How&);

}  // namespace vgpu::gemm
