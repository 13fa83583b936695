// Timing and checking of one case on all implementations.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "runner.h"

namespace bench {

// Milliseconds, best of several runs; a negative time means: not measured.
struct Row {
  std::string name{};
  double vgpu = -1, peer = -1, openmp = -1;
  double opencl_twin = -1;  // of CUDA rows: vGPU's own time for the same kernel in OpenCL C
  double gflops = 0, of_peak = 0;
  double required_of_peak = 0, slowest = 2;
  std::string error{};  // wrong result or failure, empty when all is well

  bool holds() const {
    if (!error.empty() || vgpu < 0) return false;
    if (peer > 0 && vgpu > peer) return false;
    return required_of_peak > 0 ? of_peak >= required_of_peak || of_peak == 0
                                : vgpu <= slowest * openmp;
  }
};

Row measure(const Case& c, Runner& vgpu, Runner* peer, double peak, double seconds);

// What is wrong with a result; empty: nothing.
std::string compare(const Case& c, const Buffers& got, const Buffers& want);

// Fills in what CUDA cases are compared with from their OpenCL twins: the peer's times and vGPU's own.
void borrow_twins(const std::vector<Case>& cases, std::vector<Row>& rows);

void print_table(const std::vector<Row>& rows, const std::string& peer, double peak);
std::string to_json(const std::vector<Row>& rows, const std::string& peer, double peak);
double geometric_mean(const std::vector<Row>& rows);  // of peer / vgpu

// How fast kernels in CUDA C++ are against the same in OpenCL C, and the row where that is worst. 0: no twins.
struct TwinSpeed {
  double mean = 0, least = 0;
  std::string slowest{};
};
TwinSpeed twin_speed(const std::vector<Row>& rows);

}  // namespace bench
