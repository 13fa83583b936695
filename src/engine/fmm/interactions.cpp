// Who acts on whom: boxes that touch are divided further, those that do not use expansions.
// SPDX-License-Identifier: MIT
#include <utility>

#include "base/thread_pool.h"
#include "engine/fmm/tree.h"

namespace vgpu::fmm {
namespace {

bool touch(const Box& a, const Box& b) {
  const int finest = a.level > b.level ? a.level : b.level;
  for (int axis = 0; axis < 3; ++axis) {
    const long a_low = long(a.at[axis]) << (finest - a.level), a_high = long(a.at[axis] + 1)
                                                                        << (finest - a.level);
    const long b_low = long(b.at[axis]) << (finest - b.level), b_high = long(b.at[axis] + 1)
                                                                        << (finest - b.level);
    if (a_low > b_high || b_low > a_high) return false;
  }
  return true;
}

class Finder {
 public:
  explicit Finder(const Tree& tree) : boxes_(tree.boxes()), touching_(boxes_.size()) {
    for (auto* lists : {&found_.far, &found_.coarse, &found_.near, &found_.fine})
      lists->resize(boxes_.size());
    if (boxes_[0].sources.size() > 0) touching_[0] = {0};
    finish(0);
    for (std::size_t level = 1; level + 1 < tree.levels().size(); ++level) {
      const int first = tree.levels()[level], count = tree.levels()[level + 1] - first;
      ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(count), 64,
                                        [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                          for (auto i = begin; i < end; ++i)
                                            visit(first + static_cast<int>(i));
                                        });
    }
  }
  Interactions take() { return std::move(found_); }

 private:
  // What touched the parent touches the box, or is far from it.
  void visit(int box) {
    if (boxes_[box].targets.size() == 0) return;
    for (int other : touching_[boxes_[box].parent]) {
      if (boxes_[other].leaf()) {
        place(box, other);
      } else {
        for (int c = 0; c < boxes_[other].children; ++c) place(box, boxes_[other].first_child + c);
      }
    }
    finish(box);
  }
  void place(int box, int other) {
    if (boxes_[other].sources.size() == 0) return;
    if (touch(boxes_[box], boxes_[other])) {
      touching_[box].push_back(other);
    } else {
      (boxes_[box].level == boxes_[other].level ? found_.far : found_.coarse)[box].push_back(other);
    }
  }
  void finish(int box) {
    if (!boxes_[box].leaf()) return;
    for (int other : touching_[box]) descend(box, other);
  }
  void descend(int leaf, int other) {
    if (boxes_[other].sources.size() == 0) return;
    if (!touch(boxes_[leaf], boxes_[other])) {
      found_.fine[leaf].push_back(other);
    } else if (boxes_[other].leaf()) {
      found_.near[leaf].push_back(other);
    } else {
      for (int c = 0; c < boxes_[other].children; ++c) descend(leaf, boxes_[other].first_child + c);
    }
  }

  const std::vector<Box>& boxes_;
  std::vector<std::vector<int>> touching_;  // of its size, or larger leaves
  Interactions found_;
};

}  // namespace

Interactions find_interactions(const Tree& tree) { return Finder(tree).take(); }

}  // namespace vgpu::fmm
