// Sums over many points for C++: vectors in, vectors out. Header-only over <vgpu/c/fmm.h>.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/fmm.h>
#include <vgpu/c/stream.h>
#include <vgpu/cpp/error.hpp>

#include <array>
#include <vector>

namespace vgpu {

using Point3 = std::array<double, 3>;

struct Laplace3dResult {
  std::vector<double> potential;
  std::vector<Point3> gradient;  // empty unless asked for
};

// Sums of charge / distance at the targets (none given: at the sources), with about `digits` digits.
inline Laplace3dResult laplace3d(const std::vector<Point3>& sources,
                                 const std::vector<double>& charges,
                                 const std::vector<Point3>* targets = nullptr, int digits = 6,
                                 bool gradient = false) {
  if (charges.size() != sources.size()) {
    throw RuntimeError(vgpuErrorInvalidValue, "laplace3d: one charge for each source is needed");
  }
  const std::vector<Point3>& at = targets != nullptr ? *targets : sources;
  Laplace3dResult result{std::vector<double>(at.size()),
                         std::vector<Point3>(gradient ? at.size() : 0)};
  if (at.empty()) return result;
  const double none[3] = {};
  check(vgpuFmmLaplace3d(sources.empty() ? none : sources.front().data(), charges.data(),
                         sources.size(), targets != nullptr ? at.front().data() : nullptr,
                         at.size(), digits, result.potential.data(),
                         gradient ? result.gradient.front().data() : nullptr, nullptr));
  check(vgpuStreamSynchronize(nullptr));
  return result;
}

}  // namespace vgpu
