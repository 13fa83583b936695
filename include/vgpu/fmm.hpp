// Sums over many points for C++: vectors in, vectors out. Header-only over <vgpu/c/fmm.h>.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/fmm.h>
#include <vgpu/c/stream.h>
#include <vgpu/cpp/error.hpp>

#include <array>
#include <vector>

namespace vgpu {

using Point2 = std::array<double, 2>;
using Point3 = std::array<double, 3>;

template <typename Point>
struct LaplaceResult {
  std::vector<double> potential;
  std::vector<Point> gradient;  // empty unless asked for
};
using Laplace2dResult = LaplaceResult<Point2>;
using Laplace3dResult = LaplaceResult<Point3>;

namespace detail {

template <typename Point, typename Function>
LaplaceResult<Point> laplace(Function* function, const std::vector<Point>& sources,
                             const std::vector<double>& charges, const std::vector<Point>* targets,
                             int digits, bool gradient) {
  if (charges.size() != sources.size()) {
    throw RuntimeError(vgpuErrorInvalidValue, "laplace: one charge for each source is needed");
  }
  const std::vector<Point>& at = targets != nullptr ? *targets : sources;
  LaplaceResult<Point> result{std::vector<double>(at.size()),
                              std::vector<Point>(gradient ? at.size() : 0)};
  if (at.empty()) return result;
  const Point none = {};
  check(function((sources.empty() ? none : sources.front()).data(), charges.data(), sources.size(),
                 targets != nullptr ? at.front().data() : nullptr, at.size(), digits,
                 result.potential.data(), gradient ? result.gradient.front().data() : nullptr,
                 nullptr, nullptr));
  check(vgpuStreamSynchronize(nullptr));
  return result;
}

}  // namespace detail

// Sums of charge / distance at the targets (none given: at the sources), with about `digits` digits.
inline Laplace3dResult laplace3d(const std::vector<Point3>& sources,
                                 const std::vector<double>& charges,
                                 const std::vector<Point3>* targets = nullptr, int digits = 6,
                                 bool gradient = false) {
  return detail::laplace(vgpuFmmLaplace3d, sources, charges, targets, digits, gradient);
}

// The same in the plane: sums of charge * log(distance).
inline Laplace2dResult laplace2d(const std::vector<Point2>& sources,
                                 const std::vector<double>& charges,
                                 const std::vector<Point2>* targets = nullptr, int digits = 6,
                                 bool gradient = false) {
  return detail::laplace(vgpuFmmLaplace2d, sources, charges, targets, digits, gradient);
}

}  // namespace vgpu
