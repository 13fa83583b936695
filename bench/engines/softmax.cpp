// Softmax by plain loops; compiled for this machine with fast mathematics (CMakeLists.txt).
// SPDX-License-Identifier: MIT
#include "softmax.h"

#include <cmath>
#include <thread>
#include <vector>

namespace bench {
namespace {

void softmax_row(float* x, long columns, float scale) {
  float largest = x[0], sum = 0;
  for (long j = 0; j < columns; ++j) largest = x[j] > largest ? x[j] : largest;
  for (long j = 0; j < columns; ++j) {
    x[j] = std::exp(scale * (x[j] - largest));
    sum += x[j];
  }
  const float factor = 1 / sum;
  for (long j = 0; j < columns; ++j) x[j] *= factor;
}

}  // namespace

void softmax_rows(float* scores, long rows, long columns, float scale, bool causal) {
  const long threads = std::thread::hardware_concurrency();
  const auto part = [=](long t) {
    for (long i = rows * t / threads; i < rows * (t + 1) / threads; ++i) {
      float* row = scores + i * columns;
      const long visible = causal ? i % columns + 1 : columns;
      softmax_row(row, visible, scale);
      for (long j = visible; j < columns; ++j) row[j] = 0;
    }
  };
  std::vector<std::thread> others;
  for (long t = 1; t < threads; ++t) others.emplace_back(part, t);
  part(0);
  for (std::thread& other : others) other.join();
}

}  // namespace bench
