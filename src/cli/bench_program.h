// Runs a benchmark program that stands beside vgpu, and reads what it prints.
//
// Benchmarks that compare with peers link what the command line must not depend on (OpenCL, OpenMP), so they are
// programs of their own. Called by the verbs `bench kernels`, `bench engines` and `bench compile`.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace vgpu::cli {

struct ProgramOutput {
  std::string text;
  int exit_code = 0;
};

// Throws Error if the program is not there. What it writes to stderr (progress) goes to ours.
ProgramOutput run_bench_program(const std::string& name, const std::vector<std::string>& options);

}  // namespace vgpu::cli
