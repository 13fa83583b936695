// Short tests of what every program needs: memory, copies, kernels, streams, graphs, the compiler.
//
// `vgpu test-basic` shows each of them, `vgpu healthcheck` asks whether all pass. A test is one row of the
// list in basic_tests.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace vgpu::cli {

struct BasicTest {
  const char* name;
  bool needs_compiler;
  std::string (*run)();  // what was tested, in a few words; throws when it went wrong
};

const std::vector<BasicTest>& basic_tests();

struct BasicResult {
  std::string name, text;
  bool passed = false;
  double seconds = 0;
};

// Never throws for a test that fails.
BasicResult run_basic_test(const BasicTest& test);

}  // namespace vgpu::cli
