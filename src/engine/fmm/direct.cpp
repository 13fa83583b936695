// The sum over all pairs, to compare with.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/thread_pool.h"
#include "engine/fmm/kernels.h"
#include "engine/fmm/laplace.h"

namespace vgpu::fmm {
namespace {

constexpr std::size_t kBlock = 64;  // targets at a time: a multiple of any register

// Squares of distances have to be numbers: where coordinates are huge or tiny, they count a power of 2 about as large.
double unit_of(const Problem& problem) {
  double most = 0;
  const auto see = [&](const double* x, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, std::abs(x[i]));
  };
  const auto dimensions = static_cast<std::size_t>(problem.dimensions);
  see(problem.sources, dimensions * problem.source_count);
  if (problem.targets != nullptr) see(problem.targets, dimensions * problem.target_count);
  const bool usual = most == 0 || (most > 1e-100 && most < 1e100) || !std::isfinite(most);
  return usual ? 1 : std::ldexp(1, std::clamp(std::ilogb(most), -1000, 1000));
}

class DirectSum {
 public:
  explicit DirectSum(const Problem& problem)
      : problem_(problem),
        dimensions_(problem.dimensions),
        unit_(unit_of(problem)),
        kernels_(kernels_for<double>(simd_level()).of(problem.dimensions)) {
    for (int a = 0; a < dimensions_; ++a) {
      sources_[a].resize(problem.source_count);
      for (std::size_t i = 0; i < problem.source_count; ++i) {
        sources_[a][i] = problem.sources[dimensions_ * i + a] / unit_;
      }
    }
  }

  // Targets [first, first + size).
  void block(const double* targets, std::size_t first, std::size_t size) const {
    double x[3][kBlock] = {}, sums[4][kBlock] = {};
    for (std::size_t i = 0; i < size; ++i) {
      for (int a = 0; a < dimensions_; ++a) {
        x[a][i] = targets[dimensions_ * (first + i) + a] / unit_;
      }
    }
    Sums<double> to{sums[0], nullptr, nullptr, nullptr};
    if (problem_.gradient != nullptr) to = {sums[0], sums[1], sums[2], sums[3]};
    kernels_.near({x[0], x[1], x[2]}, {}, kBlock,
                  {sources_[0].data(), sources_[1].data(), sources_[2].data()}, {},
                  problem_.charges, problem_.source_count, dimensions_ == 2 ? std::log(unit_) : 0,
                  to);
    const double once = dimensions_ == 2 ? 1 : unit_;  // a logarithm has no unit
    for (std::size_t i = 0; i < size; ++i) {
      problem_.potential[first + i] = sums[0][i] / once;
      if (problem_.gradient == nullptr) continue;
      for (int a = 0; a < dimensions_; ++a)
        problem_.gradient[dimensions_ * (first + i) + a] = sums[a + 1][i] / once / unit_;
    }
  }

 private:
  const Problem& problem_;
  const int dimensions_;
  const double unit_;
  const Kernels<double>& kernels_;
  std::vector<double> sources_[3];
};

}  // namespace

void laplace_direct(const Problem& problem) {
  const bool same = problem.targets == nullptr;
  const double* targets = same ? problem.sources : problem.targets;
  const std::size_t count = same ? problem.source_count : problem.target_count;
  const DirectSum sum(problem);
  ThreadPool::shared().parallel_for(
      (count + kBlock - 1) / kBlock, 1, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (std::size_t b = begin; b < end; ++b) {
          sum.block(targets, b * kBlock, std::min(kBlock, count - b * kBlock));
        }
      });
}

}  // namespace vgpu::fmm
