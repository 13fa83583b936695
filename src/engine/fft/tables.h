// The plans of kernels.h with the tables they point to.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/fft/array.h"
#include "engine/fft/kernels.h"

namespace vgpu::fft {

// exp(-2 pi i k / n), exact to the last bit or two of T.
template <typename T>
void write_root(std::uint64_t k, std::uint64_t n, T* re, T* im);

template <typename T>
class LaneTables {
 public:
  explicit LaneTables(std::size_t n);  // smooth, > 1
  const LanePlan<T>& plan() const { return plan_; }

 private:
  void fill_twiddles();
  void fill_order();

  LanePlan<T> plan_;
  Array<T> twiddles_;
  Array<std::uint32_t> first_, position_;
};

template <typename T>
class LineTables {
 public:
  LineTables(std::size_t n1, std::size_t n2, std::size_t width);
  const LinePlan<T>& plan() const { return plan_; }

 private:
  void fill_full(std::size_t width);
  void fill_two_levels(std::size_t width);

  LaneTables<T> columns_, rows_;
  LinePlan<T> plan_;
  Array<T> lane_twiddles_, tile_twiddles_;
};

// Of lines of width * rows numbers that are done in registers.
template <typename T>
class RegisterTables {
 public:
  RegisterTables(std::size_t rows, std::size_t width);
  std::size_t rows() const { return rows_; }
  const T* twiddles() const { return twiddles_.data(); }

 private:
  std::size_t rows_;
  Array<T> twiddles_;
};

}  // namespace vgpu::fft
