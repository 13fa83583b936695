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

void softmax_rows(float* scores, long rows, long columns, float scale) {
  const long threads = std::thread::hardware_concurrency();
  const auto part = [=](long t) {
    for (long i = rows * t / threads; i < rows * (t + 1) / threads; ++i) {
      softmax_row(scores + i * columns, columns, scale);
    }
  };
  std::vector<std::thread> others;
  for (long t = 1; t < threads; ++t) others.emplace_back(part, t);
  part(0);
  for (std::thread& other : others) other.join();
}

}  // namespace bench
