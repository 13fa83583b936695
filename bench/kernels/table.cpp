// The benchmark's results as a table for people and as JSON for scripts.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <nlohmann/json.hpp>

#include "measure.h"

namespace bench {
namespace {

void print_time(double milliseconds) {
  if (milliseconds < 0)
    std::printf("%10s", "-");
  else
    std::printf("%10.3f", milliseconds);
}

void print_ratio(double a, double b) {
  if (a > 0 && b > 0)
    std::printf("%10.2fx", a / b);
  else
    std::printf("%11s", "-");
}

void print_rate(double value, int width, int digits) {
  if (value > 0)
    std::printf("%*.*f", width, digits, value);
  else
    std::printf("%*s", width, "-");
}

// What a row promises is in case.h: not slower than the peer, near OpenMP's time, a part of the machine's peak.
std::string verdict(const Row& row) {
  if (!row.error.empty()) return "WRONG: " + row.error;
  if (row.holds()) return "holds";
  return row.required_of_peak > 0 ? "below its part of the peak" : "below its bar";
}

}  // namespace

void print_table(const std::vector<Row>& rows, const std::string& peer, double peak) {
  std::printf(
      "milliseconds, best of several runs; ratios above 1 mean that vGPU is faster; peer: %s\n\n",
      peer.c_str());
  std::printf("%-26s%10s%10s%10s%11s%11s%10s%9s  %s\n", "kernel", "vGPU", "peer", "OpenMP",
              "to peer", "to OpenMP", "GFLOP/s", "of peak", "verdict");
  int held = 0;
  for (const Row& row : rows) {
    std::printf("%-26s", row.name.c_str());
    print_time(row.vgpu), print_time(row.peer), print_time(row.openmp);
    print_ratio(row.peer, row.vgpu), print_ratio(row.openmp, row.vgpu);
    print_rate(row.gflops, 10, 1), print_rate(row.gflops > 0 ? row.of_peak : 0, 9, 2);
    std::printf("  %s\n", verdict(row).c_str());
    held += row.holds();
  }
  std::printf("\nmachine's FMA rate %.0f GFLOP/s; ", peak);
  if (const double mean = geometric_mean(rows); mean > 0)
    std::printf("geometric mean against %s %.1fx; ", peer.c_str(), mean);
  std::printf("%d of %zu rows hold their bars\n", held, rows.size());
  if (const TwinSpeed speed = twin_speed(rows); speed.mean > 0)
    std::printf("CUDA C++ at %.2f of OpenCL C's speed (geometric mean; goal 0.9), least %.2f: %s\n",
                speed.mean, speed.least, speed.slowest.c_str());
}

std::string to_json(const std::vector<Row>& rows, const std::string& peer, double peak) {
  nlohmann::json list = nlohmann::json::array();
  for (const Row& row : rows)
    list.push_back({{"kernel", row.name},
                    {"vgpu_ms", row.vgpu},
                    {"peer_ms", row.peer},
                    {"openmp_ms", row.openmp},
                    {"opencl_twin_ms", row.opencl_twin},
                    {"gflops", row.gflops},
                    {"of_peak", row.of_peak},
                    {"error", row.error},
                    {"holds", row.holds()}});
  nlohmann::json all = {{"version", 1},
                        {"peer", peer},
                        {"peak_gflops", peak},
                        {"geometric_mean", geometric_mean(rows)},
                        {"cuda_to_opencl", twin_speed(rows).mean},
                        {"rows", list}};
  return all.dump(2);
}

}  // namespace bench
