// Loops over several arrays at once: what an einsum's step is when it is no matrix product.
//
// A nest is out[...] (+)= sum of a[...] * b[...] (or of a alone) with a step in each array for each loop. make_nest() merges
// loops that lie one in another in all arrays and chooses the two innermost, which kernels.h does with vectors.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vgpu::einsum {

// A loop, and its steps in elements. A result's loop has a step in `out`; a sum's has 0 there.
struct Loop {
  std::int64_t n = 1, a = 0, b = 0, out = 0;
  bool is_sum = false;
};

// std::stable_sort for a handful of things, without its buffer.
template <typename T, typename Less>
void sort_stably(std::vector<T>& list, Less less) {
  for (auto it = list.begin(); it != list.end(); ++it) {
    std::rotate(std::upper_bound(list.begin(), it, *it, less), it, it + 1);
  }
}

// Makes one loop of two where the outer's steps are the whole of the inner one in all arrays.
void merge(std::vector<Loop>& loops);

struct Nest {
  enum class Kind : std::uint8_t {
    sum,      // of a alone
    product,  // of a and b
    copy,     // of a
    turn      // the same where what lies side by side in one array does not in the other
  };
  Kind kind = Kind::sum;
  Loop inner, sum;  // the kernel's: of the result, and of the sum (for a turn: of the result, too)
  std::vector<Loop> outer;  // further ones of the result
  std::vector<Loop> sums;   // further sums
};

Nest make_nest(std::vector<Loop> loops, bool has_b);

// Does it on the thread pool. `add`: to what is there.
template <typename E>
void run(const Nest& nest, const E* a, const E* b, E* out, bool add);

// Visits the positions of loops in order, the last one the fastest, and knows how far each array is.
class Positions {
 public:
  explicit Positions(const std::vector<Loop>& loops, std::int64_t first = 0);
  static std::int64_t count(const std::vector<Loop>& loops);
  void next();
  std::int64_t a = 0, b = 0, out = 0;

 private:
  const std::vector<Loop>& loops_;
  std::vector<std::int64_t> at_;
};

}  // namespace vgpu::einsum
