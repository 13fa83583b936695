// vgpu healthcheck: is everything as it should be, and if not, what to do. Exit code 0 or 1.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/health.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

struct Check {
  const char* name;
  Finding (*run)();
};

constexpr Check kChecks[] = {
    {"options", check_options},       {"devices", check_devices},
    {"processor", check_processor},   {"threads", check_cpu_limit},
    {"memory", check_memory},         {"huge pages", check_huge_pages},
    {"compiler", check_compiler},     {"kernel cache", check_cache_folder},
    {"trace file", check_trace_file}, {"basic tests", check_basic_tests},
};

const char* health_name(Health health) {
  return health == Health::ok ? "ok" : health == Health::note ? "note" : "problem";
}

Finding run_check(const Check& check) {
  try {
    return check.run();
  } catch (const std::exception& error) {
    return {Health::problem, error.what(), "VGPU_DEBUG=1 shows more"};
  }
}

class Healthcheck final : public Verb {
 public:
  Healthcheck()
      : Verb("healthcheck", "what is wrong and how to mend it; exit code 1 if anything is") {}

  Report run() override {
    Report report;
    Json checks = Json::array();
    for (const Check& check : kChecks) {
      show_progress(fmt::format("checking {}", check.name));
      const Finding finding = run_check(check);
      if (finding.health == Health::problem) report.exit_code = 1;
      checks.push_back({{"name", check.name},
                        {"health", health_name(finding.health)},
                        {"text", finding.text},
                        {"fix", finding.fix}});
    }
    report.data = {{"healthy", report.exit_code == 0}, {"checks", checks}};
    return report;
  }

  void show(const Report& report, Screen& screen) const override {
    for (const Json& check : report.data["checks"]) {
      const std::string health = check["health"].get<std::string>();
      const Color color = health == "ok"     ? Color::green
                          : health == "note" ? Color::yellow
                                             : Color::red;
      screen.line(fmt::format("{} {:14}{}", screen.paint(color, fmt::format("{:8}", health)),
                              check["name"].get<std::string>(), check["text"].get<std::string>()));
      const std::string fix = check["fix"].get<std::string>();
      if (!fix.empty())
        screen.line(fmt::format("{:23}{} {}", "", screen.paint(Color::bold, "->"), fix));
    }
    screen.line();
    screen.line(report.exit_code == 0 ? screen.paint(Color::green, "healthy")
                                      : screen.paint(Color::red, "not healthy"));
  }
};

Healthcheck healthcheck_verb;

}  // namespace
}  // namespace vgpu::cli
