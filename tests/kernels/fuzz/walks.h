// Loops over memory as kernels write them: columns, rows, strides of a group, stencils, rows of different lengths.
//
// A walk visits elements of the matrix one after the other; what it makes of them depends on their order.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fuzz/program.h"

namespace vgpu::test {

constexpr int kWalks = 12;
constexpr int kWalkSums = 4;  // ways to combine elements

// Where an item stands.
struct Standpoint {
  int x, y;          // in the whole range
  int row_in_group;  // along y
  int group_row;     // of groups
  int local, id;     // in its group, in all of them
};

// Indices of the elements that the item visits, in order.
std::vector<int> walk_places(int walk, const Program& program, const Standpoint& item,
                             const std::vector<std::int32_t>& inputs);
std::uint32_t walk_sum(int sum, std::uint32_t before, std::uint32_t element);

// The loop's head and the index in its body, as OpenCL C.
std::string walk_head(int walk, const Program& program);
std::string walk_place(int walk, const Program& program);
std::string walk_sum_text(int sum, const std::string& before, const std::string& element);

}  // namespace vgpu::test
