// The text of an einsum: which index stands at each axis, and how long each index is.
//
// NumPy's syntax: "ij,jk->ik", ellipses, an output that follows from the terms, repeated indices for diagonals, axes of length 1
// that stand for longer ones. Knows nothing of memory or of orders; path.h and plan.cpp go on from here.
// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vgpu::einsum {

inline constexpr std::size_t kMaxIndices = 128;

using Index = int;  // by the order in which they first appear
using Indices = std::bitset<kMaxIndices>;
using Term = std::vector<Index>;  // an index for each axis
using Shape = std::vector<std::int64_t>;

struct Subscripts {
  std::vector<Term> terms;
  Term output;
  Shape sizes;  // of each index
};

// Throws Error(InvalidValue); its text names the C function's argument.
Subscripts parse(std::string_view text, const std::vector<Shape>& shapes);

Indices set_of(const Term& term);
// The product of their sizes.
double elements(const Indices& indices, const Shape& sizes);

}  // namespace vgpu::einsum
