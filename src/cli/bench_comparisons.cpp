// vgpu bench kernels and vgpu bench engines: measurements beside other systems, as a table, JSON and a picture.
//
// Each is a program of its own with the same options; here is what they differ in. SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <fstream>

#include "cli/bench_program.h"
#include "cli/temporary_file.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

struct Comparison {
  const char* verb;
  const char* help;
  const char* program;
  const char* results;  // their name in --json
  const char* seconds;  // that a measurement takes if nothing is said
  const char* alone;    // the flag that leaves the others out
  bool icd;             // --icd too
};

class BenchComparison final : public Verb {
 public:
  explicit BenchComparison(const Comparison& comparison)
      : Verb(comparison.verb, comparison.help), comparison_(comparison) {}

  void options(CLI::App& app) override {
    app.add_option("--filter", filter_, "only rows whose name contains this");
    app.add_option("--seconds", seconds_,
                   std::string("time for each measurement; else ") + comparison_.seconds);
    app.add_option("--plot", plot_, "draw the ratios as this PNG (needs python3-matplotlib)");
    app.add_flag(comparison_.alone, alone_, "do not measure the systems to compare with");
    if (comparison_.icd) {
      app.add_flag("--icd", icd_,
                   "compare vGPU's OpenCL driver with its C interface, nothing else");
    }
  }

  Report run() override {
    const TemporaryFile results;
    std::vector<std::string> options = {"--json", results.path()};
    auto add = [&](const char* name, const std::string& value) {
      if (!value.empty()) options.insert(options.end(), {name, value});
    };
    add("--filter", filter_), add("--seconds", seconds_), add("--plot", plot_);
    if (alone_) options.push_back(comparison_.alone);
    if (icd_) options.push_back("--icd");
    ProgramOutput output = run_bench_program(comparison_.program, options);
    table_ = std::move(output.text);
    Report report;
    report.exit_code = output.exit_code;
    std::ifstream file(results.path());
    report.data[comparison_.results] = Json::parse(file, nullptr, false);
    return report;
  }

  void show(const Report&, Screen& screen) const override {
    screen.line(std::string_view(table_).substr(0, table_.find_last_not_of('\n') + 1));
  }

 private:
  const Comparison comparison_;
  std::string filter_, seconds_, plot_, table_;
  bool alone_ = false, icd_ = false;
};

BenchComparison kernels({"bench kernels", "kernels against PoCL and OpenMP, in the same run",
                         "bench_kernels", "kernels", "0.3", "--no-peer", true});
BenchComparison engines({"bench engines", "engines against other libraries, in the same run",
                         "bench_engines", "engines", "0.2", "--no-peers", false});

}  // namespace
}  // namespace vgpu::cli
