// The method as a whole: accuracy to order and leaf size, then the passes.
// SPDX-License-Identifier: MIT
#include "engine/fmm/laplace.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "engine/fmm/boxes_loop.h"
#include "engine/fmm/solver.h"

namespace vgpu::fmm {
namespace {

class Stopwatch {
 public:
  // Seconds since the last call.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Order of expansions and most points of a leaf, measured for points spread evenly.
struct Choice {
  int order;
  std::size_t leaf_points;
};

Choice choose(int dimensions, int digits) {
  static constexpr Choice kSpace[] = {{4, 48},   {5, 64},   {7, 64},   {8, 64},   {11, 192},
                                      {14, 320}, {17, 320}, {20, 320}, {24, 400}, {27, 512}};
  static constexpr Choice kPlane[] = {{3, 48},  {5, 48},  {7, 48},  {9, 48},  {12, 48},
                                      {14, 48}, {17, 48}, {20, 48}, {23, 48}, {26, 48}};
  return (dimensions == 2 ? kPlane : kSpace)[digits - kMinDigits];
}

template <typename T>
void run(const Problem& problem, const Choice& choice, Times& times) {
  Stopwatch watch;
  const Tree tree(problem.dimensions, problem.sources, problem.source_count, problem.targets,
                  problem.target_count, choice.leaf_points);
  times.tree = watch.lap();
  const Interactions interactions = find_interactions(tree);
  times.lists = watch.lap();
  Solver<T> solver(problem, tree, interactions, choice.order);
  solver.up();
  times.up = watch.lap();
  solver.across();
  times.across = watch.lap();
  solver.down();
  times.down = watch.lap();
  solver.leaves();
  times.leaves = watch.lap();
}

}  // namespace

void laplace(const Problem& problem, int digits, Times* times) {
  if (digits < kMinDigits || digits > kMaxDigits) {
    fail(ErrorCode::InvalidValue, "digits: {} is not between {} and {}", digits, kMinDigits,
         kMaxDigits);
  }
  const std::size_t targets =
      problem.targets != nullptr ? problem.target_count : problem.source_count;
  if (problem.source_count >> 31 != 0 || targets >> 31 != 0) {
    fail(ErrorCode::InvalidValue, "points: {} are too many",
         std::max(problem.source_count, targets));
  }
  if (targets == 0) return;
  Times unused;
  const auto all = digits <= 6 ? run<float> : run<double>;
  all(problem, choose(problem.dimensions, digits), times ? *times : unused);
}

}  // namespace vgpu::fmm
