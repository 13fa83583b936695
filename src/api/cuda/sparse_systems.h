// What the files of cuSOLVER's functions for sparse matrices share: the handle, a program's matrix, kept factors.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu_solver/sparse.h>

#include <memory>
#include <utility>
#include <vector>

#include "api/cuda/sparse_call.h"
#include "api/cuda/sparse_factors.h"

struct cusolverSpContext {
  cudaStream_t stream = nullptr;
};

namespace vgpu::cuda::solver {

template <typename T>
using Work = std::conditional_t<std::is_floating_point_v<T>, double, std::complex<double>>;

template <typename Body>
cusolverStatus_t call(cusolverSpHandle_t handle, Body&& body) noexcept {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return library_call(CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR, body);
}

inline std::size_t at(Place i) { return static_cast<std::size_t>(i); }

// A program's matrix; T is a number.
template <typename T>
struct Given {
  Place n;
  Place base;
  const T* values;
  const int *begins, *columns;

  bool valid() const {
    return n >= 0 && begins != nullptr && (n == 0 || (values != nullptr && columns != nullptr));
  }
  Place begin(Place row) const { return begins[row] - base; }
  Place column(Place k) const { return columns[k] - base; }

  // A positive definite one is Hermitian: what its lower triangle says.
  SparseRows<Work<T>> rows(bool positive) const {
    SparseRows<Work<T>> made;
    made.n = n;
    std::vector<std::vector<std::pair<Place, Work<T>>>> lines(at(n));
    for (Place i = 0; i < n; ++i)
      for (Place k = begin(i); k < begin(i + 1); ++k) {
        const Place j = column(k);
        const auto value = static_cast<Work<T>>(values[k]);
        if (positive && j > i) continue;
        lines[at(i)].push_back({j, value});
        if (positive && j < i) lines[at(j)].push_back({i, sparse::conjugate(value)});
      }
    made.begins.push_back(0);
    for (const auto& line : lines) {
      for (const auto& [j, value] : line) {
        made.columns.push_back(j);
        made.values.push_back(value);
      }
      made.begins.push_back(static_cast<Place>(made.columns.size()));
    }
    return made;
  }
};

// Waits until the stream has made what a function of the device reads.
inline cusolverStatus_t wait(cusolverSpHandle_t handle, bool host) {
  if (host || vgpuStreamSynchronize(to_vgpu(handle->stream)) == vgpuSuccess)
    return CUSOLVER_STATUS_SUCCESS;
  return CUSOLVER_STATUS_EXECUTION_FAILED;
}

inline Place base_of(cusparseMatDescr_t descr) { return descr != nullptr ? descr->base : 0; }

// Factors of a matrix between the calls that make and use them; of one kind of number at a time.
struct KeptFactors {
  std::unique_ptr<SparseFactors<double>> real;
  std::unique_ptr<SparseFactors<std::complex<double>>> complex;
  SparseRows<double> real_rows;  // of a matrix that is set up and not yet factorized
  SparseRows<std::complex<double>> complex_rows;
  Place n = 0, base = 0;

  template <typename W>
  auto& factors() {
    if constexpr (std::is_same_v<W, double>)
      return real;
    else
      return complex;
  }
  template <typename W>
  auto& rows() {
    if constexpr (std::is_same_v<W, double>)
      return real_rows;
    else
      return complex_rows;
  }
};

}  // namespace vgpu::cuda::solver

// Batches are factorized and solved at once, single systems by vgpu_solver/low_level.h.
struct csrqrInfo {
  vgpu::cuda::solver::KeptFactors kept;
};
