// vgpu bench kernels: every kernel against an OpenCL peer and OpenMP, as a table, JSON and a picture.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <fstream>

#include "cli/bench_program.h"
#include "cli/temporary_file.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

class BenchKernels final : public Verb {
 public:
  BenchKernels() : Verb("bench kernels", "kernels against PoCL and OpenMP, in the same run") {}

  void options(CLI::App& app) override {
    app.add_option("--filter", filter_, "only kernels whose name contains this");
    app.add_option("--seconds", seconds_, "time for each measurement; else 0.3");
    app.add_option("--plot", plot_, "draw the ratios as this PNG (needs python3-matplotlib)");
    app.add_flag("--no-peer", no_peer_, "do not measure the OpenCL platform");
  }

  Report run() override {
    const TemporaryFile results;
    std::vector<std::string> options = {"--json", results.path()};
    auto add = [&](const char* name, const std::string& value) {
      if (!value.empty()) options.insert(options.end(), {name, value});
    };
    add("--filter", filter_), add("--seconds", seconds_), add("--plot", plot_);
    if (no_peer_) options.push_back("--no-peer");
    ProgramOutput output = run_bench_program("bench_kernels", options);
    table_ = std::move(output.text);
    Report report;
    report.exit_code = output.exit_code;
    std::ifstream file(results.path());
    report.data["kernels"] = Json::parse(file, nullptr, false);
    return report;
  }

  void show(const Report&, Screen& screen) const override {
    screen.line(std::string_view(table_).substr(0, table_.find_last_not_of('\n') + 1));
  }

 private:
  std::string filter_, seconds_, plot_, table_;
  bool no_peer_ = false;
};

BenchKernels bench_kernels_verb;

}  // namespace
}  // namespace vgpu::cli
