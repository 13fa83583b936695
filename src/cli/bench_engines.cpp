// vgpu bench engines: matrix products, transforms and the other engines against other libraries, with bars.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <fstream>

#include "cli/bench_program.h"
#include "cli/temporary_file.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

class BenchEngines final : public Verb {
 public:
  BenchEngines() : Verb("bench engines", "engines against other libraries, in the same run") {}

  void options(CLI::App& app) override {
    app.add_option("--filter", filter_, "only rows whose name contains this");
    app.add_option("--seconds", seconds_, "time for each measurement; else 0.2");
    app.add_option("--plot", plot_, "draw the ratios as this PNG (needs python3-matplotlib)");
    app.add_flag("--no-peers", no_peers_, "measure vGPU alone");
  }

  Report run() override {
    const TemporaryFile results;
    std::vector<std::string> options = {"--json", results.path()};
    auto add = [&](const char* name, const std::string& value) {
      if (!value.empty()) options.insert(options.end(), {name, value});
    };
    add("--filter", filter_), add("--seconds", seconds_), add("--plot", plot_);
    if (no_peers_) options.push_back("--no-peers");
    ProgramOutput output = run_bench_program("bench_engines", options);
    table_ = std::move(output.text);
    Report report;
    report.exit_code = output.exit_code;
    std::ifstream file(results.path());
    report.data["engines"] = Json::parse(file, nullptr, false);
    return report;
  }

  void show(const Report&, Screen& screen) const override {
    screen.line(std::string_view(table_).substr(0, table_.find_last_not_of('\n') + 1));
  }

 private:
  std::string filter_, seconds_, plot_, table_;
  bool no_peers_ = false;
};

BenchEngines bench_engines_verb;

}  // namespace
}  // namespace vgpu::cli
