// Numbers without a pattern for the tests of libraries, the same in every run.
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>

inline double noise(size_t i) { return std::sin(1.3 * i + 0.1) + 0.2 * std::cos(0.37 * i * i); }
