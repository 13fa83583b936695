// Measures the FMA peak with independent chains of vector multiply-adds, one thread a core.
// SPDX-License-Identifier: MIT
#include "peak.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace bench {
namespace {

#ifdef __AVX512F__
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif
typedef float Vector __attribute__((vector_size(4 * kLanes)));

// Twelve chains hide the latency of four cycles on two units and leave registers for the operands.
float multiply_add_chains(long rounds) {
  Vector sums[12] = {}, factor = sums[0] + 0.999f, addend = sums[0] + 1e-3f;
  for (long i = 0; i < rounds; ++i) {
#pragma clang loop unroll(full)
    for (Vector& sum : sums) sum = sum * factor + addend;
    asm volatile("" : "+x"(factor), "+x"(addend));
  }
  Vector total = {};
  for (Vector& sum : sums) total += sum;
  return total[0];
}

}  // namespace

double peak_gflops(unsigned threads) {
  constexpr long kRounds = 4'000'000;
  double best = 0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> workers;
    std::vector<float> sinks(threads * 16);
    for (unsigned t = 0; t < threads; ++t)
      workers.emplace_back([&, t] { sinks[t * 16] = multiply_add_chains(kRounds); });
    for (auto& worker : workers) worker.join();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::max(best, 2.0 * 12 * kLanes * kRounds * threads / seconds.count() * 1e-9);
  }
  return best;
}

}  // namespace bench
