// What arrives at the points of a leaf: near points, multipoles of small boxes, its own local expansion.
// SPDX-License-Identifier: MIT
#include <cstring>

#include "engine/fmm/boxes_loop.h"
#include "engine/fmm/solver.h"

namespace vgpu::fmm {

// A leaf's targets and their sums, padded to whole registers.
template <typename T>
struct Solver<T>::LeafPoints {
  std::size_t count;
  engine::Scratch exact_memory, memory;
  double* exact;  // x of all, then y, then z: from the leaf's centre
  T *seen, *rest;
  Sums<T> sums;
  int components;  // of a target's sums: the potential, and its derivatives

  LeafPoints(std::size_t padded, int derivatives)
      : count(padded), exact_memory(3 * padded * sizeof(double)), memory(10 * padded * sizeof(T)) {
    exact = exact_memory.as<double>();
    std::memset(exact, 0, 3 * padded * sizeof(double));
    seen = memory.as<T>(), rest = seen + 3 * count;
    T* s = rest + 3 * count;
    std::memset(s, 0, 4 * padded * sizeof(T));
    sums = {s, nullptr, nullptr, nullptr};
    if (derivatives > 0) sums = {s, s + count, s + 2 * count, s + 3 * count};
    components = 1 + derivatives;
  }

  // The points seen from another box's centre, in units of 1 / scale of the root's side.
  Points<T> from(const Box& own, const Box& other, double scale) {
    for (int a = 0; a < 3; ++a) {
      const double away = own.centre(a) - other.centre(a);
      for (std::size_t i = 0; i < count; ++i) {
        const double x = (exact[a * count + i] + away) * scale;
        seen[a * count + i] = static_cast<T>(x);
        if (sizeof(T) == 4)
          rest[a * count + i] = static_cast<T>(x - static_cast<double>(static_cast<T>(x)));
      }
    }
    return {seen, seen + count, seen + 2 * count};
  }
  Points<T> rests() const {
    return sizeof(T) == 4 ? Points<T>{rest, rest + count, rest + 2 * count} : Points<T>{};
  }
};

template <typename T>
void Solver<T>::leaves() {
  for_boxes(0, static_cast<int>(boxes_.size()), 4, [&](int b) {
    if (boxes_[b].leaf() && boxes_[b].targets.size() > 0) leaf(b);
  });
}

template <typename T>
void Solver<T>::leaf(int box) {
  const Range range = boxes_[box].targets;
  LeafPoints points(padded(range.size()), problem_.gradient != nullptr ? dimensions_ : 0);
  const double* targets = problem_.targets != nullptr ? problem_.targets : problem_.sources;
  const Tree::Centre centre = tree_.centre_of(boxes_[box]);
  for (std::uint32_t i = 0; i < range.size(); ++i) {
    const double* point =
        targets + dimensions_ * std::size_t{tree_.targets().original[range.begin + i]};
    for (int a = 0; a < 3; ++a) {
      points.exact[a * points.count + i] = tree_.offset(point, a, centre);
    }
  }
  add_near(box, points);
  add_fine(box, points);
  if (boxes_[box].level >= 2) add_local(box, points);
  write(box, points);
}

template <typename T>
void Solver<T>::add_near(int box, LeafPoints& points) const {
  for (int s : interactions_.near[box]) {
    const Range range = boxes_[s].sources;
    const auto sources = [&](const std::vector<T>(&x)[3]) {
      return x[0].empty() ? Points<T>{}
                          : Points<T>{x[0].data() + range.begin, x[1].data() + range.begin,
                                      x[2].data() + range.begin};
    };
    const Points<T> targets = points.from(boxes_[box], boxes_[s], 1);
    kernels_.near(targets, points.rests(), points.count, sources(source_), sources(source_rest_),
                  charge_.data() + range.begin, range.size(), side_log(0), points.sums);
  }
}

// The potential's expansion and its three derivatives, each coefficient times how often it counts.
template <typename T>
void Solver<T>::add_local(int box, LeafPoints& points) const {
  const std::size_t rows = ops_->rows;
  const engine::Scratch scratch(4 * rows * sizeof(T));
  T* work = scratch.as<T>();
  std::memset(work, 0, 4 * rows * sizeof(T));
  const T* from = local(box);
  std::memcpy(work, from, rows * sizeof(T));
  const T* coefficients[4] = {work, work + rows, work + 2 * rows, work + 3 * rows};
  for (int a = 0; a + 1 < points.components; ++a) {
    T* to = work + (a + 1) * rows;
    kernels_.translate(ops_->local_gradient[a].data(), rows, ops_->coefficients, &from, &to, 1);
  }
  for (std::size_t i = 0; i < 4 * rows; ++i) work[i] *= ops_->weight[i % rows];
  const T unit = static_cast<T>(1 << boxes_[box].level);
  const T once = dimensions_ == 2 ? T(1) : unit;  // a logarithm has no unit
  const T scale[4] = {once, once * unit, once * unit, once * unit};
  kernels_.evaluate(ops_->recurrence.data(), ops_->p, false, coefficients, points.components, scale,
                    points.from(boxes_[box], boxes_[box], unit), points.count, points.sums);
}

template <typename T>
void Solver<T>::add_fine(int box, LeafPoints& points) const {
  const std::size_t rows = ops_->wide_rows;
  for (int s : interactions_.fine[box]) {
    const engine::Scratch scratch(4 * rows * sizeof(T));
    T* work = scratch.as<T>();
    std::memset(work, 0, 4 * rows * sizeof(T));
    const T* from = multipole(s);
    std::memcpy(work, from, ops_->coefficients * sizeof(T));
    const T* coefficients[4] = {work, work + rows, work + 2 * rows, work + 3 * rows};
    for (int a = 0; a + 1 < points.components; ++a) {
      T* to = work + (a + 1) * rows;
      kernels_.translate(ops_->multipole_gradient[a].data(), rows, ops_->coefficients, &from, &to,
                         1);
    }
    for (std::size_t i = 0; i < 4 * rows; ++i) work[i] *= ops_->wide_weight[i % rows];
    const T unit = static_cast<T>(1 << boxes_[s].level);
    const T once = dimensions_ == 2 ? T(1) : unit;
    const T scale[4] = {once, once * unit, once * unit, once * unit};
    for (std::size_t i = 0; i < points.count; ++i)
      points.sums.potential[i] += from[0] * side_log(boxes_[s].level);
    kernels_.evaluate(ops_->wide_recurrence.data(), ops_->p + 1, true, coefficients,
                      points.components, scale, points.from(boxes_[box], boxes_[s], unit),
                      points.count, points.sums);
  }
}

template <typename T>
void Solver<T>::write(int box, const LeafPoints& points) {
  const Range range = boxes_[box].targets;
  const double unit = 1 / tree_.side(), once = dimensions_ == 2 ? 1 : unit;
  const T* derivatives[3] = {points.sums.x, points.sums.y, points.sums.z};
  for (std::uint32_t i = 0; i < range.size(); ++i) {
    const std::size_t at = tree_.targets().original[range.begin + i];
    problem_.potential[at] = points.sums.potential[i] * once;
    for (int a = 0; a + 1 < points.components; ++a) {
      problem_.gradient[dimensions_ * at + a] = derivatives[a][i] * once * unit;
    }
  }
}

template class Solver<float>;
template class Solver<double>;

}  // namespace vgpu::fmm
