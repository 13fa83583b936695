// The passes over expansions.
// SPDX-License-Identifier: MIT
#include "engine/fmm/solver.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/thread_pool.h"
#include "engine/fmm/boxes_loop.h"

namespace vgpu::fmm {

template <typename T>
Solver<T>::Solver(const Problem& problem, const Tree& tree, const Interactions& interactions, int p)
    : problem_(problem),
      tree_(tree),
      boxes_(tree.boxes()),
      dimensions_(problem.dimensions),
      interactions_(interactions),
      kernels_(kernels_for<T>(simd_level()).of(dimensions_)),
      width_(kernels_.width),
      ops_(Operators<T>::get(dimensions_, p, width_)),
      multipoles_(boxes_.size() * ops_->rows * sizeof(T)),
      locals_(boxes_.size() * ops_->rows * sizeof(T)) {
  std::memset(multipoles_.data(), 0, boxes_.size() * ops_->rows * sizeof(T));
  std::memset(locals_.data(), 0, boxes_.size() * ops_->rows * sizeof(T));
  place_points();
}

template <typename T>
T Solver<T>::side_log(int level) const {
  return dimensions_ == 2 ? static_cast<T>(std::log(std::ldexp(tree_.side(), -level))) : T(0);
}

template <typename T>
void Solver<T>::place_points() {
  const SortedPoints& sorted = tree_.sources();
  const std::size_t room = sorted.keys.size() + 64;  // whole registers are read at the end
  for (int a = 0; a < 3; ++a)
    source_[a].resize(room), source_rest_[a].resize(sizeof(T) == 4 ? room : 0);
  charge_.resize(room);
  for_boxes(0, static_cast<int>(boxes_.size()), 64, [&](int b) {
    const Box& box = boxes_[b];
    if (!box.leaf()) return;
    const Tree::Centre centre = tree_.centre_of(box);
    for (std::uint32_t i = box.sources.begin; i < box.sources.end; ++i) {
      const std::size_t original = sorted.original[i];
      for (int a = 0; a < 3; ++a) {
        const double x = tree_.offset(problem_.sources + dimensions_ * original, a, centre);
        source_[a][i] = static_cast<T>(x);
        if (sizeof(T) == 4)
          source_rest_[a][i] = static_cast<T>(x - static_cast<double>(source_[a][i]));
      }
      charge_[i] = static_cast<T>(problem_.charges[original]);
    }
  });
}

template <typename T>
void Solver<T>::up() {
  const std::vector<int>& levels = tree_.levels();
  for_boxes(0, static_cast<int>(boxes_.size()), 16, [&](int b) {
    if (boxes_[b].leaf() && boxes_[b].sources.size() > 0) leaf_multipole(b);
  });
  for (std::size_t level = levels.size() - 1; level-- > 0;) {
    for_boxes(levels[level], levels[level + 1], 16, [&](int b) {
      if (!boxes_[b].leaf() && boxes_[b].sources.size() > 0) parent_multipole(b);
    });
  }
}

template <typename T>
void Solver<T>::leaf_multipole(int box) {
  const Range range = boxes_[box].sources;
  const std::size_t count = padded(range.size());
  const engine::Scratch scratch(4 * count * sizeof(T));
  T* columns = scratch.as<T>();
  const T scale = static_cast<T>(1 << boxes_[box].level);
  std::memset(columns, 0, 4 * count * sizeof(T));
  for (std::uint32_t i = 0; i < range.size(); ++i) {
    for (int a = 0; a < 3; ++a) columns[a * count + i] = source_[a][range.begin + i] * scale;
    columns[3 * count + i] = charge_[range.begin + i];
  }
  kernels_.expand(ops_->recurrence.data(), ops_->p, false,
                  {columns, columns + count, columns + 2 * count}, columns + 3 * count, count,
                  multipole(box));
}

template <typename T>
void Solver<T>::parent_multipole(int box) {
  const Box& parent = boxes_[box];
  for (int c = parent.first_child; c < parent.first_child + parent.children; ++c) {
    if (boxes_[c].sources.size() == 0) continue;
    const T* from = multipole(c);
    T* to = multipole(box);
    kernels_.translate(ops_->to_parent[octant_of(boxes_[c])].data(), ops_->rows, ops_->coefficients,
                       &from, &to, 1);
  }
}

template <typename T>
void Solver<T>::across() {
  const std::vector<int>& levels = tree_.levels();
  for (std::size_t level = 2; level + 1 < levels.size(); ++level) {
    const int first = levels[level], count = levels[level + 1] - first;
    const int chunk = std::clamp(count / static_cast<int>(8 * ThreadPool::shared().size()), 8, 512);
    const int chunks = (count + chunk - 1) / chunk;
    ThreadPool::shared().parallel_for(
        static_cast<std::uint64_t>(chunks), 1,
        [&](std::uint64_t begin, std::uint64_t end, unsigned) {
          for (int c = static_cast<int>(begin); c < static_cast<int>(end); ++c) {
            gather_far(first + c * chunk, first + std::min(count, (c + 1) * chunk));
          }
        });
  }
  for_boxes(0, static_cast<int>(boxes_.size()), 16, [&](int b) { gather_coarse(b); });
}

namespace {

struct Pair {
  int offset, mirror, target, source;  // offset: index in Operators::to_local
};

// All pairs of the boxes, those with the same matrix together.
std::vector<Pair> sorted_pairs(const std::vector<Box>& boxes, const Interactions& interactions,
                               int begin, int end) {
  std::vector<Pair> pairs;
  std::array<std::size_t, 65> start{};
  for (int t = begin; t < end; ++t) {
    for (int s : interactions.far[t]) {
      int offset = 0, mirror = 0;
      for (int a = 0; a < 3; ++a) {
        const int d = boxes[t].at[a] - boxes[s].at[a];
        offset = offset * 4 + (d < 0 ? -d : d);
        mirror = mirror * 2 + (d < 0 ? 1 : 0);
      }
      pairs.push_back({offset, mirror, t, s});
      ++start[offset + 1];
    }
  }
  for (int i = 0; i < 64; ++i) start[i + 1] += start[i];
  std::vector<Pair> sorted(pairs.size());
  for (const Pair& pair : pairs) sorted[start[pair.offset]++] = pair;
  return sorted;
}

}  // namespace

template <typename T>
void Solver<T>::gather_far(int begin, int end) {
  constexpr std::size_t kBatch = 48;
  const std::vector<Pair> pairs = sorted_pairs(boxes_, interactions_, begin, end);
  const std::size_t rows = ops_->rows;
  const T side = side_log(boxes_[begin].level);
  const engine::Scratch scratch(2 * kBatch * rows * sizeof(T));
  T *inputs = scratch.as<T>(), *outputs = inputs + kBatch * rows;
  const T* from[kBatch];
  T* to[kBatch];
  for (std::size_t i = 0; i < kBatch; ++i) from[i] = inputs + i * rows, to[i] = outputs + i * rows;
  for (std::size_t i = 0; i < pairs.size();) {
    std::size_t count = 0;
    const Pair* batch = pairs.data() + i;
    for (; count < kBatch && i < pairs.size() && pairs[i].offset == batch->offset; ++count, ++i) {
      const T *signs = ops_->mirror[pairs[i].mirror].data(), *x = multipole(pairs[i].source);
      T* input = inputs + count * rows;
      for (std::size_t k = 0; k < rows; ++k) input[k] = x[k] * signs[k];
    }
    std::memset(outputs, 0, count * rows * sizeof(T));
    kernels_.translate(ops_->to_local[batch->offset].data(), rows, ops_->coefficients, from, to,
                       count);
    for (std::size_t j = 0; j < count; ++j) {
      const T *signs = ops_->mirror[batch[j].mirror].data(), *y = outputs + j * rows;
      T* sum = local(batch[j].target);
      for (std::size_t k = 0; k < rows; ++k) sum[k] += y[k] * signs[k];
      sum[0] += multipole(batch[j].source)[0] * side;
    }
  }
}

template <typename T>
void Solver<T>::gather_coarse(int box) {
  const Box& target = boxes_[box];
  const T scale = static_cast<T>(1 << target.level);
  for (int s : interactions_.coarse[box]) {
    const Range range = boxes_[s].sources;
    const std::size_t count = padded(range.size());
    const engine::Scratch scratch(4 * count * sizeof(T));
    T* columns = scratch.as<T>();
    for (std::size_t i = 0; i < count; ++i) {
      // The rest of the last register stands somewhere harmless and has no charge.
      for (int a = 0; a < 3; ++a) {
        const T away = static_cast<T>(boxes_[s].centre(a) - target.centre(a));
        columns[a * count + i] =
            ((i < range.size() ? source_[a][range.begin + i] : T(0)) + away) * scale;
      }
      columns[3 * count + i] = i < range.size() ? charge_[range.begin + i] : T(0);
    }
    kernels_.expand(ops_->recurrence.data(), ops_->p, true,
                    {columns, columns + count, columns + 2 * count}, columns + 3 * count, count,
                    local(box));
    for (std::size_t i = 0; i < count; ++i)
      local(box)[0] += columns[3 * count + i] * side_log(target.level);
  }
}

template <typename T>
void Solver<T>::down() {
  const std::vector<int>& levels = tree_.levels();
  for (std::size_t level = 1; level + 1 < levels.size(); ++level) {
    for_boxes(levels[level], levels[level + 1], 16, [&](int b) {
      if (boxes_[b].targets.size() > 0) child_local(b);
    });
  }
}

template <typename T>
void Solver<T>::child_local(int box) {
  const T* from = local(boxes_[box].parent);
  T* to = local(box);
  kernels_.translate(ops_->to_child[octant_of(boxes_[box])].data(), ops_->rows, ops_->coefficients,
                     &from, &to, 1);
}

template class Solver<float>;
template class Solver<double>;

}  // namespace vgpu::fmm
