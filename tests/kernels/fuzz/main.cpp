// The kernel fuzzer: kernel_fuzz [count] [first seed] [all] [keep] [reduce].
//
// Compares compiled random kernels with direct execution. Each runs on the scalar path and on a few vector settings in
// turn (all: on every one). A mismatch prints seed, setting and text, with "reduce" the smallest text that still fails,
// and ends the run (keep: goes on); the exit code is then 1.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernels/fuzz/program.h"
#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

struct Mode {
  bool all = false;     // every setting
  bool keep = false;    // go on behind a failure
  bool reduce = false;  // print the smallest kernel that fails
};

template <class T>
std::string difference(const std::vector<T>& got, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i] == expected[i]) continue;
    return "element " + std::to_string(i) + " is " + std::to_string(got[i]) + ", expected " +
           std::to_string(expected[i]);
  }
  return "";
}

std::string run_setting(Kernel& kernel, const Arguments& arguments, const Setting& setting,
                        const Results& expected) {
  std::string error;
  Buffers buffers = kernel.run(arguments, setting, error);
  if (!error.empty()) return error;
  std::string wrong = difference(view<std::int32_t>(buffers[1]), expected.outputs);
  return wrong.empty() ? difference(view<std::int32_t>(buffers[2]), expected.counters) : wrong;
}

// What is wrong with the program under one setting; empty if nothing.
std::string check(const Program& program, std::uint64_t seed, const Setting& setting) {
  std::vector<std::int32_t> inputs = some_numbers(kInputs, 1000, static_cast<std::uint32_t>(seed));
  Results expected = execute(program, inputs);
  Kernel kernel = Kernel::opencl(print_program(program), "-cl-std=CL3.0");
  if (!kernel.module().ok) return kernel.module().log;
  Size3 local, global;
  for (std::size_t i = 0; i < 3; ++i) {
    local[i] = program.local[i];
    global[i] = program.local[i] * program.groups[i];
  }
  kernel.shape(global, local);
  Arguments arguments;
  arguments.buffer(inputs).buffer(std::vector<std::int32_t>(expected.outputs.size()));
  arguments.buffer(std::vector<std::int32_t>(kCounters)).value(program.n);
  return run_setting(kernel, arguments, setting, expected);
}

// Which settings a kernel runs on: the scalar path always, the others in turn.
bool is_chosen(std::size_t setting, std::uint64_t seed, const Mode& mode) {
  return mode.all || setting == 0 || setting % 4 == seed % 4;
}

bool run_seed(std::uint64_t seed, const Mode& mode) {
  Program program = make_program(seed);
  std::vector<Setting> settings = all_settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (!is_chosen(i, seed, mode)) continue;
    std::string wrong = check(program, seed, settings[i]);
    if (wrong.empty()) continue;
    if (mode.reduce) {
      reduce(program,
             [&](const Program& smaller) { return !check(smaller, seed, settings[i]).empty(); });
      wrong = check(program, seed, settings[i]);
    }
    std::printf("seed %llu, %s, local %ux%ux%u, n %d: %s\n%s\n",
                static_cast<unsigned long long>(seed), settings[i].name().c_str(), program.local[0],
                program.local[1], program.local[2], program.n, wrong.c_str(),
                print_program(program).c_str());
    std::fflush(stdout);
    return false;
  }
  return true;
}

}  // namespace
}  // namespace vgpu::test

int main(int argc, char** argv) {
  std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 30;
  std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  vgpu::test::Mode mode;
  for (int i = 3; i < argc; ++i) {
    mode.all |= std::strcmp(argv[i], "all") == 0;
    mode.keep |= std::strcmp(argv[i], "keep") == 0;
    mode.reduce |= std::strcmp(argv[i], "reduce") == 0;
  }
  int failures = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    if (vgpu::test::run_seed(seed, mode)) continue;
    ++failures;
    if (!mode.keep) break;
  }
  std::printf("%llu kernels, %d failures\n", static_cast<unsigned long long>(count), failures);
  return failures == 0 ? 0 : 1;
}
