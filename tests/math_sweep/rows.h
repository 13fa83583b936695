// A row of the sweep: a function as kernels call it, what it should give, and by how much it may miss.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace vgpu::math_sweep {

// Which second argument a function has.
enum class Second { none, real, integer };

struct Row {
  const char* name;        // in reports, and what the command line chooses by
  const char* expression;  // of x, and of y or n
  double (*reference)(double x, double y);
  double limit;  // in units in the last place
  Second second = Second::none;
  double largest = 0;  // size of arguments that the limit holds for; 0: any
};

const std::vector<Row>& rows();

}  // namespace vgpu::math_sweep
