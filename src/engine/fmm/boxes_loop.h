// Loops over boxes on all threads.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "engine/fmm/tree.h"

namespace vgpu::fmm {

// body(box) for boxes [first, last).
template <typename Body>
void for_boxes(int first, int last, std::uint64_t grain, const Body& body) {
  ThreadPool::shared().parallel_for(static_cast<std::uint64_t>(last - first), grain,
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      for (auto i = begin; i < end; ++i)
                                        body(first + static_cast<int>(i));
                                    });
}

// Which of its parent's eight parts a box is; as Operators::to_parent counts them.
inline int octant_of(const Box& box) {
  return (box.at[0] & 1) * 4 + (box.at[1] & 1) * 2 + (box.at[2] & 1);
}

}  // namespace vgpu::fmm
