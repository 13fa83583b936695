// Sorting points along Morton's curve and dividing boxes.
// SPDX-License-Identifier: MIT
#include "engine/fmm/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/thread_pool.h"

namespace vgpu::fmm {
namespace {

// The bits of a 20-bit number with two zeros between each.
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 32) & 0x1F00000000FFFFull;
  x = (x | x << 16) & 0x1F0000FF0000FFull;
  x = (x | x << 8) & 0x100F00F00F00F00Full;
  x = (x | x << 4) & 0x10C30C30C30C30C3ull;
  return (x | x << 2) & 0x1249249249249249ull;
}

struct Keyed {
  std::uint64_t key;
  std::uint32_t index;
};

// By digits of 10 bits, least significant first.
void radix_sort(std::vector<Keyed>& items) {
  constexpr int kBits = 10;
  std::vector<Keyed> other(items.size());
  for (int shift = 0; shift < 3 * kMaxLevel; shift += kBits) {
    std::array<std::uint32_t, (1 << kBits) + 1> start{};
    for (const Keyed& item : items) ++start[(item.key >> shift & ((1 << kBits) - 1)) + 1];
    for (int d = 0; d < 1 << kBits; ++d) start[d + 1] += start[d];
    for (const Keyed& item : items) other[start[item.key >> shift & ((1 << kBits) - 1)]++] = item;
    items.swap(other);
  }
}

// The part of a range whose keys have this octant at this level.
Range octant(const std::vector<std::uint64_t>& keys, Range range, int level, unsigned which) {
  const int shift = 3 * (kMaxLevel - level);
  const auto digit = [&](std::uint64_t key) { return key >> shift & 7; };
  const auto begin = keys.begin() + range.begin, end = keys.begin() + range.end;
  const auto low =
      std::partition_point(begin, end, [&](std::uint64_t k) { return digit(k) < which; });
  const auto high =
      std::partition_point(low, end, [&](std::uint64_t k) { return digit(k) <= which; });
  return {static_cast<std::uint32_t>(low - keys.begin()),
          static_cast<std::uint32_t>(high - keys.begin())};
}

}  // namespace

Tree::Tree(int dimensions, const double* sources, std::size_t source_count, const double* targets,
           std::size_t target_count, std::size_t leaf_points)
    : dimensions_(dimensions), same_(targets == nullptr) {
  find_bounds(sources, source_count);
  if (!same_) find_bounds(targets, target_count);
  for (int a = 0; a < 3; ++a)
    side_ = a == 0 ? high_[0] - low_[0] : std::max(side_, high_[a] - low_[a]);
  if (!(side_ > 0)) side_ = 1;  // one point, or all in one place
  if (!std::isfinite(side_)) fail(ErrorCode::InvalidValue, "points: lie too far apart");
  side_ *= 1 + 1e-12;
  unit_ = 1 / side_;
  for (int a = 0; a < 3; ++a) origin_[a] = (low_[a] + high_[a]) / 2 - side_ / 2;
  sources_ = sort(sources, source_count);
  if (!same_) targets_ = sort(targets, target_count);
  divide(leaf_points);
}

void Tree::find_bounds(const double* points, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    for (int a = 0; a < dimensions_; ++a) {
      const double x = points[dimensions_ * i + a];
      if (!std::isfinite(x)) fail(ErrorCode::InvalidValue, "points: number {} is not finite", i);
      low_[a] = empty_ ? x : std::min(low_[a], x);
      high_[a] = empty_ ? x : std::max(high_[a], x);
    }
    empty_ = false;
  }
}

Tree::Centre Tree::centre_of(const Box& box) const {
  Centre c;
  for (int a = 0; a < dimensions_; ++a) {
    const double middle = box.centre(a), away = middle * side_, sum = origin_[a] + away;
    const double part = sum - origin_[a];
    c.at[a] = sum;
    c.rest[a] = (origin_[a] - (sum - part)) + (away - part) + std::fma(middle, side_, -away);
  }
  for (int a = dimensions_; a < 3; ++a) c.rest[a] = 0.5 - box.centre(a);
  return c;
}

SortedPoints Tree::sort(const double* points, std::size_t count) const {
  std::vector<Keyed> items(count);
  constexpr double kCells = 1 << kMaxLevel;
  ThreadPool::shared().parallel_for(
      count, 1 << 14, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (std::size_t i = begin; i < end; ++i) {
          std::uint64_t key = 0;
          for (int a = 0; a < 3; ++a) {
            const double cell =
                std::clamp(position(points + dimensions_ * i, a) * kCells, 0.0, kCells - 1);
            key |= spread(static_cast<std::uint64_t>(cell)) << (2 - a);
          }
          items[i] = {key, static_cast<std::uint32_t>(i)};
        }
      });
  radix_sort(items);
  SortedPoints sorted;
  sorted.keys.resize(count), sorted.original.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    sorted.keys[i] = items[i].key, sorted.original[i] = items[i].index;
  return sorted;
}

void Tree::divide(std::size_t leaf_points) {
  Box root;
  root.sources.end = static_cast<std::uint32_t>(sources_.keys.size());
  root.targets.end = static_cast<std::uint32_t>(targets().keys.size());
  boxes_.push_back(root);
  levels_ = {0, 1};
  for (int level = 0; level < kMaxLevel; ++level) {
    for (int b = levels_[level]; b < levels_[level + 1]; ++b) {
      if (std::max(boxes_[b].sources.size(), boxes_[b].targets.size()) > leaf_points)
        add_children(b);
    }
    if (static_cast<int>(boxes_.size()) == levels_.back()) break;
    levels_.push_back(static_cast<int>(boxes_.size()));
  }
}

void Tree::add_children(int parent) {
  const Box above = boxes_[parent];
  boxes_[parent].first_child = static_cast<int>(boxes_.size());
  for (unsigned which = 0; which < 8; ++which) {
    Box box;
    box.level = above.level + 1, box.parent = parent;
    box.sources = octant(sources_.keys, above.sources, box.level, which);
    box.targets = same_ ? box.sources : octant(targets_.keys, above.targets, box.level, which);
    if (box.sources.size() + box.targets.size() == 0) continue;
    for (int a = 0; a < 3; ++a)
      box.at[a] = 2 * above.at[a] + static_cast<int>(which >> (2 - a) & 1);
    boxes_.push_back(box);
    ++boxes_[parent].children;
  }
}

}  // namespace vgpu::fmm
