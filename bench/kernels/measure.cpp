// Timing and checking of one case on all implementations.
// SPDX-License-Identifier: MIT
#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

namespace bench {
namespace {

// Best time of a call in milliseconds; at least three runs, more until the time is used up.
template <class Work>
double best_of(double seconds, Work work) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300, spent = 0;
  for (int runs = 0; runs < 3 || (spent < seconds && runs < 2000); ++runs) {
    auto start = Clock::now();
    work();
    double took = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::min(best, took), spent += took;
  }
  return best * 1e3;
}

double value_at(const Buffer& buffer, std::size_t i) {
  auto* bytes = buffer.bytes.data();
  switch (buffer.type) {
    case Buffer::Type::f32:
      return reinterpret_cast<const float*>(bytes)[i];
    case Buffer::Type::i32:
      return reinterpret_cast<const int*>(bytes)[i];
    case Buffer::Type::u8:
      return reinterpret_cast<const unsigned char*>(bytes)[i];
  }
  return 0;
}

}  // namespace

// A negative tolerance is the part of the elements that may differ.
std::string compare(const Case& c, const Buffers& got, const Buffers& want) {
  for (std::size_t k = 0; k < want.size(); ++k) {
    if (!want[k].output) continue;
    std::size_t n = want[k].bytes.size() / (want[k].type == Buffer::Type::u8 ? 1 : 4),
                different = 0;
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(value_at(want[k], i)));
    for (std::size_t i = 0; i < n; ++i) {
      double a = value_at(got[k], i), b = value_at(want[k], i);
      if (std::abs(a - b) <= std::max(c.tolerance, 0.0) * largest) continue;
      if (c.tolerance < 0 && ++different <= -c.tolerance * double(n)) continue;
      return "element " + std::to_string(i) + " of buffer " + std::to_string(k) + " is " +
             std::to_string(a) + ", should be " + std::to_string(b);
    }
  }
  return "";
}

namespace {

// Runs once on fresh buffers for the check, then for time.
double run_on(const Case& c, Runner& runner, const Buffers& want, double seconds,
              std::string& error) {
  try {
    runner.prepare(c);
    runner.run();
    Buffers got = c.buffers;
    runner.read(got);
    if (auto wrong = compare(c, got, want); !wrong.empty()) error = runner.name() + ": " + wrong;
    return best_of(seconds, [&] { runner.run(); });
  } catch (const std::exception& failure) {
    error = runner.name() + ": " + failure.what();
    return -1;
  }
}

}  // namespace

Row measure(const Case& c, Runner& vgpu, Runner* peer, double peak, double seconds) {
  Row row{.name = c.name + (c.cuda ? " (CUDA)" : ""),
          .required_of_peak = c.of_peak,
          .slowest = c.slowest};
  Buffers want = c.buffers;
  c.openmp(want);
  row.vgpu = run_on(c, vgpu, want, seconds, row.error);
  std::string peer_error;
  if (peer && !c.cuda) row.peer = run_on(c, *peer, want, seconds, peer_error);
  Buffers scratch = c.buffers;
  row.openmp = best_of(seconds, [&] { c.openmp(scratch); });
  if (c.flops > 0 && row.vgpu > 0)
    row.gflops = c.flops / row.vgpu * 1e-6, row.of_peak = row.gflops / peak;
  return row;
}

void borrow_twins(const std::vector<Case>& cases, std::vector<Row>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!cases[i].cuda) continue;
    const std::string& twin = cases[i].opencl_twin.empty() ? cases[i].name : cases[i].opencl_twin;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!cases[k].cuda && cases[k].name == twin) {
        rows[i].peer = rows[k].peer;
        // One with a name of its own is another way to do the same; its time says nothing of the language.
        if (cases[i].opencl_twin.empty()) rows[i].opencl_twin = rows[k].vgpu;
      }
  }
}

TwinSpeed twin_speed(const std::vector<Row>& rows) {
  TwinSpeed speed;
  double sum = 0;
  int count = 0;
  for (const Row& row : rows) {
    if (row.opencl_twin <= 0 || row.vgpu <= 0) continue;
    const double ratio = row.opencl_twin / row.vgpu;
    if (count == 0 || ratio < speed.least) speed.least = ratio, speed.slowest = row.name;
    sum += std::log(ratio), ++count;
  }
  speed.mean = count != 0 ? std::exp(sum / count) : 0;
  return speed;
}

double geometric_mean(const std::vector<Row>& rows) {
  double sum = 0;
  int count = 0;
  for (const Row& row : rows)
    if (row.peer > 0 && row.vgpu > 0) sum += std::log(row.peer / row.vgpu), ++count;
  return count ? std::exp(sum / count) : 0;
}

}  // namespace bench
