// The order in which a product of several tensors is contracted, pair by pair.
//
// A pair's result goes to the end of the list, as in numpy.einsum_path. Pure arithmetic on sets of indices.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/einsum/subscripts.h"

namespace vgpu::einsum {

enum class Optimize : std::uint8_t {
  automatic,  // all orders up to eight operands, else greedily
  greedy,
  dynamic,       // all orders
  left_to_right  // none is looked for
};

using Path = std::vector<std::pair<int, int>>;  // positions, the smaller first

// What is contracted: each operand's indices, those of the result, and how long they are.
struct Network {
  std::vector<Indices> terms;
  Indices output;
  Shape sizes;
};

// Orders whose intermediate results have at most `limit` elements (0: any number) are preferred.
Path find_path(const Network& network, Optimize optimize, std::int64_t limit);

// Indices that the results of all but the terms `first` and `second` need.
Indices needed_beside(const std::vector<Indices>& terms, const Indices& output, int first,
                      int second);
// Puts the pair's result at the end of the list in place of the pair.
template <typename T>
void replace_pair(std::vector<T>& list, std::pair<int, int> pair, T result) {
  list.erase(list.begin() + pair.second);
  list.erase(list.begin() + pair.first);
  list.push_back(std::move(result));
}

// The largest intermediate result, the last one not counted.
struct Largest {
  double elements = 0;
  Indices indices;
};
Largest largest_result(const Network& network, const Path& path);

// About how many multiplications and additions the contractions are.
double operations(const Network& network, const Path& path);

}  // namespace vgpu::einsum
