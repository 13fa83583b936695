// The same kernels by the C interface and by vGPU's OpenCL driver, side by side.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "runner.h"

namespace bench {

// What the driver may lose.
inline constexpr double kDriverBar = 1.05;

struct IcdRow {
  std::string name{};
  double native = -1, driver = -1;  // milliseconds, best of several runs
  std::string error{};
  double ratio() const { return driver / native; }
  bool holds() const { return error.empty() && ratio() <= kDriverBar; }
};

// Both in turns, so that what else the machine does meets both.
IcdRow measure_icd(const Case& c, Runner& native, Runner& driver, double seconds);

void print_icd_table(const std::vector<IcdRow>& rows);
std::string icd_to_json(const std::vector<IcdRow>& rows);

}  // namespace bench
