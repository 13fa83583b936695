// Timing of short operations, and the rows that the benchmark prints.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

namespace bench {

enum class Goal { none, at_most, at_least };

struct Row {
  std::string name;
  double value = 0;
  std::string unit;  // "ns", "us", "GB/s"
  Goal goal = Goal::none;
  double bound = 0;
  bool holds() const {
    return goal == Goal::none || (goal == Goal::at_most ? value <= bound : value >= bound);
  }
};
using Rows = std::vector<Row>;

// Seconds of one call: the best of `rounds`, each the mean of `calls`. The best, because whatever else runs on
// the machine only ever adds time.
template <typename Call>
double seconds(int rounds, int calls, Call call) {
  using Clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count() / calls);
  }
  return best;
}

void add_pool_rows(Rows& rows);
void add_memory_rows(Rows& rows);
void add_launch_rows(Rows& rows);
void add_peer_rows(Rows& rows);    // the same launches on the first OpenCL device that is not ours
void add_driver_rows(Rows& rows);  // and through our OpenCL driver

}  // namespace bench
