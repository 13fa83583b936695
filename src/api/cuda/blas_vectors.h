// How the first level of cuBLAS goes over vectors: element by element, or folded into one value.
//
// Sums are made of parts that are added in their order, so that a result does not depend on which thread was first.
// Used by cublas_level1.cpp, cublas_rotations.cpp and cublas_typed_vectors.cpp. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "api/cuda/blas.h"

namespace vgpu::cuda::blas {

constexpr std::size_t kVectorPart = std::size_t{1} << 15;

// Every element by itself: body(i) for i in [0, n).
template <typename Body>
cublasStatus_t each(cublasHandle_t handle, int n, Body body) {
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  auto range = [body](std::size_t begin, std::size_t end) {
    for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) body(i);
  };
  return start(handle, {static_cast<std::size_t>(n), kVectorPart, range, {}});
}

// body(i, scalar) for every i; the scalar, anything with get(), is read once a part.
template <typename Given, typename Body>
cublasStatus_t each_with(cublasHandle_t handle, int n, const Given& scalar, Body body) {
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  auto range = [body, scalar](std::size_t begin, std::size_t end) {
    const auto value = scalar.get();
    for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) body(i, value);
  };
  return start(handle, {static_cast<std::size_t>(n), kVectorPart, range, {}});
}

// Parts folded by step(sum, i) from `zero`, then into the first by join, then given to last.
template <typename Sum, typename Step, typename Join, typename Last>
cublasStatus_t fold(cublasHandle_t handle, int n, Sum zero, Step step, Join join, Last last) {
  const auto count = static_cast<std::size_t>(n > 0 ? n : 0);
  auto parts = std::make_shared<std::vector<Sum>>((count + kVectorPart - 1) / kVectorPart, zero);
  StreamTask task;
  task.count = count;
  task.part = kVectorPart;
  task.body = [=](std::size_t begin, std::size_t end) {
    Sum sum = zero;
    for (std::size_t i = begin; i < end; ++i) step(sum, static_cast<Index>(i));
    (*parts)[begin / kVectorPart] = sum;
  };
  task.finish = [=] {
    Sum sum = zero;
    for (const Sum& part : *parts) join(sum, part);
    last(sum);
  };
  return start_and_wait(handle, std::move(task));
}

// The first of the largest or smallest elements by size.
struct Extreme {
  double size = 0;
  Index index = -1;
};
template <bool kLargest>
void take_better(Extreme& best, const Extreme& other) {
  const bool better = kLargest ? other.size > best.size : other.size < best.size;
  if (other.index >= 0 && (best.index < 0 || better)) best = other;
}

}  // namespace vgpu::cuda::blas
