// The kernel fuzzer: kernel_fuzz [count] [first seed] [option ...].
//
// Compares compiled random kernels with direct execution. Kernels are compiled in batches, one module a batch, on all
// threads; each runs on one setting in turn, every sixty-fourth with all of LLVM's optimisations. A mismatch prints seed,
// setting and text, and the exit code is then 1. Options:
//   all        every setting          keep       go on behind a failure      reduce    print the smallest failing kernel
//   full       always optimise        jobs=N     threads                     progress  a line on stderr now and then
//   seconds=N  begin no batch later than that; what was left out is said
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>

#include "device/cpu/fault_guard.h"
#include "kernels/fuzz/program.h"
#include "kernels/harness.h"
#include "kernels/numbers.h"

namespace vgpu::test {
namespace {

constexpr std::uint64_t kBatch = 16;

struct Mode {
  std::uint64_t count = 30, first = 1;
  bool all = false;
  bool keep = false;
  bool reduce = false;
  bool full = false;
  bool progress = false;
  std::uint64_t seconds = 0;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
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

Kernel compile(const std::vector<const Program*>& programs) {
  return Kernel::opencl(print_programs(programs), "-cl-std=CL3.0");
}

// What is wrong with kernel `index` of the module under one setting; empty if nothing.
std::string check(Kernel kernel, std::size_t index, const Program& program, std::uint64_t seed,
                  const Setting& setting) {
  if (!kernel.module().ok) return kernel.module().log;
  std::vector<std::int32_t> inputs =
      some_numbers(kInputs + kRows * kPitch, 1000, static_cast<std::uint32_t>(seed));
  Results expected = execute(program, inputs);
  Size3 local, global;
  for (std::size_t i = 0; i < 3; ++i) {
    local[i] = program.local[i];
    global[i] = program.local[i] * program.groups[i];
  }
  kernel.use("fuzz" + std::to_string(index)).shape(global, local);
  Arguments arguments;
  arguments.buffer(inputs).buffer(std::vector<std::int32_t>(expected.outputs.size()));
  arguments.buffer(std::vector<std::int32_t>(kCounters));
  arguments.buffer(std::vector<std::uint8_t>(record_bytes(program))).value(program.n);
  std::string error;
  Buffers buffers;
  std::uint64_t address = 0;
  const MachineFault fault = run_guarded([&] { buffers = kernel.run(arguments, setting, error); },
                                         &address, [](const void*) { return false; });
  if (fault != MachineFault::none) return "the kernel crashed";
  if (!error.empty()) return error;
  std::string wrong = difference(view<std::int32_t>(buffers[1]), expected.outputs);
  if (wrong.empty()) wrong = difference(view<std::int32_t>(buffers[2]), expected.counters);
  return wrong.empty() ? difference(view<std::uint8_t>(buffers[3]), expected.records) : wrong;
}

// Which setting's turn it is. Code for the lesser instruction sets takes longest to make (no masks, no gathers), so it
// comes up less often than what this CPU runs best; two of sixteen kernels run item by item.
std::size_t turn(std::uint64_t seed, const std::vector<Setting>& settings) {
  std::size_t autos =
      1;  // behind the scalar one: the compiler's own choices, the best instruction set last
  while (autos + 1 < settings.size() && settings[autos + 1].width == 0) ++autos;
  const std::uint64_t slot = seed % 16, round = seed / 16;
  if (slot < 2) return 0;
  if (slot < 6) return autos;
  if (slot < 8) return 1 + round % autos;
  return autos + 1 + (round * 8 + slot) % (settings.size() - autos - 1);
}

// The settings a kernel runs on.
std::vector<Setting> settings_of(std::uint64_t seed, const Mode& mode) {
  std::vector<Setting> settings = all_settings();
  if (!mode.all) settings = {settings[turn(seed, settings)]};
  for (Setting& setting : settings) setting.quick = !mode.full && seed % 64 != 3;
  return settings;
}

class Fuzzer {
 public:
  explicit Fuzzer(const Mode& mode) : mode_(mode), next_(mode.first) {}

  int run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < mode_.jobs; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    std::printf("%llu of %llu kernels in %.0f s, %d failures\n", as_printed(done_.load()),
                as_printed(mode_.count), elapsed(), failures_.load());
    return failures_ == 0 && done_ > 0 ? 0 : 1;
  }

 private:
  static unsigned long long as_printed(std::uint64_t number) { return number; }

  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  bool is_over() const {
    if (failures_ != 0 && !mode_.keep) return true;
    return mode_.seconds != 0 && elapsed() > static_cast<double>(mode_.seconds);
  }

  void work() {
    const std::uint64_t end = mode_.first + mode_.count;
    while (!is_over()) {
      std::uint64_t first = next_.fetch_add(kBatch);
      if (first >= end) return;
      run_batch(first, std::min(first + kBatch, end));
    }
  }

  void run_batch(std::uint64_t first, std::uint64_t end) {
    std::vector<Program> programs;
    for (std::uint64_t seed = first; seed < end; ++seed) programs.push_back(make_program(seed));
    std::vector<const Program*> pointers;
    for (const Program& program : programs) pointers.push_back(&program);
    Kernel kernel = compile(pointers);
    for (std::size_t i = 0; i < programs.size(); ++i) run_one(kernel, i, programs[i], first + i);
    if (mode_.progress) {
      std::fprintf(stderr, "%llu kernels, %.0f s, %d failures\n", as_printed(done_.load()),
                   elapsed(), failures_.load());
    }
  }

  void run_one(const Kernel& kernel, std::size_t index, Program& program, std::uint64_t seed) {
    for (const Setting& setting : settings_of(seed, mode_)) {
      std::string wrong = check(kernel, index, program, seed, setting);
      if (wrong.empty()) continue;
      report(program, seed, setting, wrong);
      break;
    }
    ++done_;
  }

  void report(Program& program, std::uint64_t seed, const Setting& setting, std::string wrong) {
    ++failures_;
    auto check_alone = [&](const Program& smaller) {
      return check(compile({&smaller}), 0, smaller, seed, setting);
    };
    if (mode_.reduce) {
      reduce(program, [&](const Program& smaller) { return !check_alone(smaller).empty(); });
      wrong = check_alone(program);
    }
    const std::lock_guard lock(print_);
    std::printf("seed %llu, %s, local %ux%ux%u, n %d: %s\n%s\n", as_printed(seed),
                setting.name().c_str(), program.local[0], program.local[1], program.local[2],
                program.n, wrong.c_str(), print_programs({&program}).c_str());
    std::fflush(stdout);
  }

  Mode mode_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::uint64_t> next_, done_ = 0;
  std::atomic<int> failures_ = 0;
  std::mutex print_;
};

bool read_option(std::string_view word, Mode& mode) {
  auto number = [&](std::string_view name) -> std::uint64_t {
    return word.starts_with(name) ? std::strtoull(word.data() + name.size(), nullptr, 10) : 0;
  };
  if (word == "all") return mode.all = true;
  if (word == "keep") return mode.keep = true;
  if (word == "reduce") return mode.reduce = true;
  if (word == "full") return mode.full = true;
  if (word == "progress") return mode.progress = true;
  if (std::uint64_t seconds = number("seconds=")) return (mode.seconds = seconds) != 0;
  if (auto jobs = static_cast<unsigned>(number("jobs="))) return (mode.jobs = jobs) != 0;
  std::fprintf(stderr, "kernel_fuzz: unknown option %s\n", word.data());
  return false;
}

}  // namespace
}  // namespace vgpu::test

int main(int argc, char** argv) {
  vgpu::test::Mode mode;
  if (argc > 1) mode.count = std::strtoull(argv[1], nullptr, 10);
  if (argc > 2) mode.first = std::strtoull(argv[2], nullptr, 10);
  for (int i = 3; i < argc; ++i) {
    if (!vgpu::test::read_option(argv[i], mode)) return 2;
  }
  return vgpu::test::Fuzzer(mode).run();
}
