// The adaptive octree over sources and targets, and which boxes act on which.
//
// Points in the plane have their third coordinate in the middle of the root: then the same tree divides in four. Boxes stand level by level, each level in Morton order; a box is divided while it holds more points than a leaf may. Lengths
// count sides of the root.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::fmm {

constexpr int kMaxLevel = 20;

struct Range {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t size() const { return end - begin; }
};

struct Box {
  int level = 0;
  std::array<int, 3> at{};  // position among the boxes of its level
  int parent = -1, first_child = -1, children = 0;
  Range sources, targets;  // in Morton order
  bool leaf() const { return children == 0; }
  double side() const { return 1.0 / (1u << level); }
  double centre(int axis) const { return (at[axis] + 0.5) * side(); }
};

// Points in Morton order.
struct SortedPoints {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> original;  // where the i-th one stood
};

class Tree {
 public:
  // `sources` and `targets` hold 2 or 3 coordinates of each point; targets may be null: the sources. Error(InvalidValue) for
  // points that are not finite.
  Tree(int dimensions, const double* sources, std::size_t source_count, const double* targets,
       std::size_t target_count, std::size_t leaf_points);

  const std::vector<Box>& boxes() const { return boxes_; }
  // Boxes of level l are [levels()[l], levels()[l + 1]).
  const std::vector<int>& levels() const { return levels_; }
  const SortedPoints& sources() const { return sources_; }
  const SortedPoints& targets() const { return same_ ? sources_ : targets_; }
  double side() const { return side_; }
  // A box's centre in the points' own coordinates: numbers, and what their rounding has left out.
  struct Centre {
    std::array<double, 3> at{}, rest{};
  };
  Centre centre_of(const Box& box) const;
  // A point from there, in the root's units. Rounded to the digits that the difference has, not those of the point's coordinates:
  // points of a dense cluster in a wide space keep their distances.
  double offset(const double* point, int axis, const Centre& centre) const {
    return axis < dimensions_ ? ((point[axis] - centre.at[axis]) - centre.rest[axis]) * unit_
                              : centre.rest[axis];
  }

  // Of a point in the root's units.
  double position(const double* point, int axis) const {
    return axis < dimensions_ ? (point[axis] - origin_[axis]) / side_ : 0.5;
  }

 private:
  void find_bounds(const double* points, std::size_t count);
  SortedPoints sort(const double* points, std::size_t count) const;
  void divide(std::size_t leaf_points);
  void add_children(int parent);

  int dimensions_;
  std::array<double, 3> low_{}, high_{}, origin_{};
  double side_ = 1, unit_ = 1;  // and its inverse
  bool same_, empty_ = true;
  SortedPoints sources_, targets_;
  std::vector<Box> boxes_;
  std::vector<int> levels_;
};

// For each box the boxes that act on it.
struct Interactions {
  std::vector<std::vector<int>> far;  // of its own size, by their multipoles on its local expansion
  std::vector<std::vector<int>> coarse;  // larger leaves, by their points on its local expansion
  std::vector<std::vector<int>> near;    // of leaves: adjacent leaves, point by point
  std::vector<std::vector<int>>
      fine;  // of leaves: smaller boxes, by their multipoles on its points
};

Interactions find_interactions(const Tree& tree);

}  // namespace vgpu::fmm
