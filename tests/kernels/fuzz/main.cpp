// The kernel fuzzer: kernel_fuzz [count] [first seed] [all]. Compares compiled random kernels with direct execution.
//
// Prints the seed, the setting and the kernel's text of the first mismatch and returns 1; `kernel_fuzz 1 SEED all` runs
// that kernel again on every setting. Each kernel runs on the scalar path and on a few vector settings in turn.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernels/fuzz/program.h"
#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

bool report(std::uint64_t seed, const std::string& text, const Setting* setting,
            const std::string& what) {
  std::printf("seed %llu%s%s: %s\n%s\n", static_cast<unsigned long long>(seed),
              setting != nullptr ? ", " : "", setting != nullptr ? setting->name().c_str() : "",
              what.c_str(), text.c_str());
  return false;
}

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

bool run_seed(std::uint64_t seed, bool all) {
  Program program = make_program(seed);
  std::string text = print_program(program);
  std::vector<std::int32_t> inputs = some_numbers(kInputs, 1000, static_cast<std::uint32_t>(seed));
  Results expected = execute(program, inputs);
  Kernel kernel = Kernel::opencl(text, "-cl-std=CL3.0");
  if (!kernel.module().ok) return report(seed, text, nullptr, kernel.module().log);
  Size3 local, global;
  for (std::size_t i = 0; i < 3; ++i) {
    local[i] = program.local[i];
    global[i] = program.local[i] * program.groups[i];
  }
  kernel.shape(global, local);
  Arguments arguments;
  arguments.buffer(inputs).buffer(std::vector<std::int32_t>(expected.outputs.size()));
  arguments.buffer(std::vector<std::int32_t>(kCounters)).value(program.n);
  std::vector<Setting> settings = all_settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    bool chosen = all || i == 0 || i % 4 == seed % 4;
    if (!chosen) continue;
    std::string wrong = run_setting(kernel, arguments, settings[i], expected);
    if (!wrong.empty()) return report(seed, text, &settings[i], wrong);
  }
  return true;
}

}  // namespace
}  // namespace vgpu::test

int main(int argc, char** argv) {
  std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 30;
  std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  bool all = argc > 3 && std::strcmp(argv[3], "all") == 0;
  bool keep = argc > 3 && std::strcmp(argv[3], "keep") == 0;
  int failures = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    if (vgpu::test::run_seed(seed, all)) continue;
    ++failures;
    if (!keep) break;
  }
  std::printf("%llu kernels, %d failures\n", static_cast<unsigned long long>(count), failures);
  return failures == 0 ? 0 : 1;
}
