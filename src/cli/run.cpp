// vgpu run: runs a program so that its OpenCL finds the vGPU and nothing else.
//
// The ICD loader is pointed at a folder that names this installation's driver; the libraries of this installation come
// first, for programs built with vgpucc. --trace and --profile are the runtime's trace, the latter summed up as a table.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "cli/child.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

namespace fs = std::filesystem;

struct Total {
  std::size_t calls = 0;
  double microseconds = 0;
};

// One row a kind and name of what the trace recorded, the longest first.
Json summed_up(const fs::path& trace) {
  std::map<std::pair<std::string, std::string>, Total> totals;
  std::ifstream file(trace);
  const Json data = Json::parse(file, nullptr, false);
  const Json& events =
      data.is_object() && data.contains("traceEvents") ? data["traceEvents"] : data;
  for (const Json& event : events) {
    if (!event.is_object() || event.value("ph", "") != "X") continue;
    Total& total = totals[{event.value("cat", ""), event.value("name", "")}];
    ++total.calls;
    total.microseconds += event.value("dur", 0.0);
  }
  Json rows = Json::array();
  for (const auto& [key, total] : totals) {
    rows.push_back({{"kind", key.first},
                    {"name", key.second},
                    {"calls", total.calls},
                    {"total_us", total.microseconds},
                    {"mean_us", total.microseconds / static_cast<double>(total.calls)}});
  }
  std::sort(rows.begin(), rows.end(),
            [](const Json& a, const Json& b) { return a["total_us"] > b["total_us"]; });
  return rows;
}

class Run final : public Verb {
 public:
  Run() : Verb("run", "run a program on the vGPU: its OpenCL finds nothing else") {}

  void options(CLI::App& app) override {
    app.add_option("--trace", trace_, "write a trace for Perfetto into this file");
    app.add_flag("--profile", profile_, "show a table of kernels and copies at the end");
    app.add_option("program", program_, "the program and its arguments, after --")->required();
  }

  Report run() override {
    const TemporaryFolder folder;
    use_this_installation(folder.path());
    const fs::path trace = trace_.empty() ? folder.path() / "trace.json" : fs::absolute(trace_);
    if (profile_ || !trace_.empty()) setenv("VGPU_TRACE", trace.c_str(), 1);
    Report report;
    report.exit_code = run_program(program_);
    report.data["program"] = program_;
    report.data["exit_code"] = report.exit_code;
    if (profile_) report.data["profile"] = summed_up(trace);
    return report;
  }

  void show(const Report& report, Screen& screen) const override;

 private:
  std::string trace_;
  bool profile_ = false;
  std::vector<std::string> program_;
};

void Run::show(const Report& report, Screen& screen) const {
  if (!report.data.contains("profile")) return;
  Table table;
  table.column("kind");
  table.column("name");
  for (const char* heading : {"calls", "total", "mean"}) {
    table.column(heading, Table::Align::right);
  }
  for (const Json& row : report.data["profile"]) {
    table.row({row["kind"], row["name"], std::to_string(row["calls"].get<std::size_t>()),
               seconds_text(row["total_us"].get<double>() * 1e-6),
               seconds_text(row["mean_us"].get<double>() * 1e-6)});
  }
  table.print(screen);
}

Run run_verb;

}  // namespace
}  // namespace vgpu::cli
