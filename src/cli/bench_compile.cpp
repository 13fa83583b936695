// vgpu bench compile: how soon kernel text becomes a result, cold and from the disk cache, with the goals.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/bench_program.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

class BenchCompile final : public Verb {
 public:
  BenchCompile() : Verb("bench compile", "from kernel text to a first result") {}

  Report run() override {
    ProgramOutput output = run_bench_program("bench_compile", {"--json"});
    Report report;
    report.exit_code = output.exit_code;
    report.data = Json::parse(output.text, nullptr, false);
    return report;
  }

  void show(const Report& report, Screen& screen) const override {
    Table table;
    table.column("measured"), table.column("value", Table::Align::right), table.column("unit");
    table.column("goal", Table::Align::right), table.column("verdict");
    for (const Json& row : report.data["compile"]) {
      const bool has_goal = row.contains("goal");
      const bool holds = has_goal && row["holds"].get<bool>();
      table.row({row["name"], fmt::format("{:.2f}", row["value"].get<double>()), row["unit"],
                 has_goal ? fmt::format("<= {:g}", row["goal"].get<double>()) : "",
                 !has_goal ? ""
                 : holds   ? "holds"
                           : screen.paint(Color::red, "missed")});
    }
    table.print(screen);
  }
};

BenchCompile bench_compile_verb;

}  // namespace
}  // namespace vgpu::cli
