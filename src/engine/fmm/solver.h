// One run of the method: points in the tree's order, expansions of all boxes, and the passes over them.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "engine/fmm/kernels.h"
#include "engine/fmm/laplace.h"
#include "engine/fmm/operators.h"
#include "engine/fmm/tree.h"
#include "engine/scratch.h"

namespace vgpu::fmm {

template <typename T>
class Solver {
 public:
  Solver(const Problem& problem, const Tree& tree, const Interactions& interactions, int p);

  void up();      // multipoles of leaves, then of their parents
  void across();  // multipoles to local expansions
  void down();    // local expansions to children
  void leaves();  // near points and expansions at the targets

 private:
  struct LeafPoints;

  T* multipole(int box) const {
    return multipoles_.as<T>() + static_cast<std::size_t>(box) * ops_->rows;
  }
  T* local(int box) const { return locals_.as<T>() + static_cast<std::size_t>(box) * ops_->rows; }
  std::size_t padded(std::size_t count) const { return (count + width_ - 1) / width_ * width_; }

  // What a logarithm that counts sides of a box of that level is less than one that counts the points' own units.
  T side_log(int level) const;
  void place_points();
  void leaf_multipole(int box);
  void parent_multipole(int box);
  void gather_far(int begin, int end);
  void gather_coarse(int box);
  void child_local(int box);
  void leaf(int box);
  void add_near(int box, LeafPoints& points) const;
  void add_fine(int box, LeafPoints& points) const;
  void add_local(int box, LeafPoints& points) const;
  void write(int box, const LeafPoints& points);

  const Problem& problem_;
  const Tree& tree_;
  const std::vector<Box>& boxes_;
  const int dimensions_;
  const Interactions& interactions_;
  const Kernels<T>& kernels_;
  const std::size_t width_;
  std::shared_ptr<const Operators<T>> ops_;
  engine::Scratch multipoles_, locals_;
  // Positions from the centre of the leaf that holds the point, in the root's units, in the tree's order.
  std::vector<T> source_[3], source_rest_[3], charge_;  // rest: what a float leaves out
};

}  // namespace vgpu::fmm
