// Transforms of one contiguous line of complex numbers, of any length.
//
// Four ways: short lines in one lane of a tile, powers of 2 that fit the registers in those, smooth ones as columns and rows
// of tiles, and all others by Bluestein's convolution with a chirp, which is a transform of a longer smooth line there and
// back.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "engine/fft/tables.h"

namespace vgpu::fft {

// What a line is to become; `swap` (the parts exchanged on both ends) makes it a backward transform.
template <typename T>
struct LineJob {
  const T* source;
  T* target;  // may be the source
  bool swap;
  T scale;
  T* work;        // Line::work() numbers, aligned to 64 bytes
  bool parallel;  // on all threads of the pool, else in this one
};

template <typename T>
class Line {
 public:
  static std::unique_ptr<const Line> make(std::size_t n, const Kernels<T>& kernels);
  virtual ~Line() = default;

  virtual void run(const LineJob<T>& job) const = 0;
  // How many lines are best done at once, and up to so many of them; the job's own ends do not count.
  static constexpr std::size_t kMostTogether = 8;
  virtual std::size_t together() const { return 1; }
  virtual void run_several(const T* const* sources, T* const* targets, std::size_t count,
                           LineJob<T> job) const;
  // Numbers of work memory for runs on this many threads.
  virtual std::size_t work(unsigned threads) const = 0;
  std::size_t size() const { return n_; }

 protected:
  Line(std::size_t n, const Kernels<T>& kernels) : n_(n), kernels_(kernels) {}
  const std::size_t n_;
  const Kernels<T>& kernels_;
};

}  // namespace vgpu::fft
