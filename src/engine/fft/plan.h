// A transform ready to run: made once from a Layout, run any number of times, on several threads at once.
//
// Plans are cached by their layout, since tables take longer to make than most transforms take to run.
// Called by src/api/c/fft.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "engine/fft/layout.h"

namespace vgpu::fft {

class Plan {
 public:
  // The cached plan of this layout, or a new one. Error(InvalidValue) for what is no transform.
  static std::shared_ptr<const Plan> get(const Layout& layout);
  virtual ~Plan() = default;

  // Returns when it is done. in == out is allowed where the strides are equal.
  virtual void run(const void* in, void* out) const = 0;

  const Layout& layout() const { return layout_; }
  double operations() const;  // about how many, as benchmarks count them: 5 n log2 n

  // Bytes from the first to behind the last number, in memory in front of and behind the pointer.
  struct Extent {
    std::ptrdiff_t before, behind;
  };
  Extent in_extent() const;
  Extent out_extent() const;

 protected:
  explicit Plan(const Layout& layout) : layout_(layout) {}
  const Layout layout_;
};

}  // namespace vgpu::fft
