// vgpu test-basic: runs the short tests on the current device and shows each.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/basic_tests.h"
#include "cli/host_facts.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

const char* outcome(const BasicTest& test, const BasicResult& result, bool compiler) {
  if (test.needs_compiler && !compiler) return "skipped";
  return result.passed ? "passed" : "failed";
}

class TestBasic final : public Verb {
 public:
  TestBasic() : Verb("test-basic", "short tests of memory, kernels, streams, graphs, compiler") {}

  Report run() override {
    const bool compiler = !compiler_library().empty();
    Report report;
    Json tests = Json::array();
    for (const BasicTest& test : basic_tests()) {
      BasicResult result;
      result.name = test.name;
      result.text = "libvgpu_compiler.so is not installed";
      show_progress("testing " + result.name);
      if (compiler || !test.needs_compiler) result = run_basic_test(test);
      const std::string how = outcome(test, result, compiler);
      if (how == "failed") report.exit_code = 1;
      tests.push_back({{"name", result.name},
                       {"outcome", how},
                       {"text", result.text},
                       {"seconds", result.seconds}});
    }
    report.data = {{"passed", report.exit_code == 0}, {"tests", tests}};
    return report;
  }

  void show(const Report& report, Screen& screen) const override {
    for (const Json& test : report.data["tests"]) {
      const std::string how = test["outcome"].get<std::string>();
      const Color color = how == "passed"   ? Color::green
                          : how == "failed" ? Color::red
                                            : Color::yellow;
      screen.line(fmt::format("{} {:15}{} ({})", screen.paint(color, fmt::format("{:8}", how)),
                              test["name"].get<std::string>(), test["text"].get<std::string>(),
                              seconds_text(test["seconds"].get<double>())));
    }
    screen.line();
    screen.line(report.exit_code == 0 ? screen.paint(Color::green, "all is well")
                                      : screen.paint(Color::red, "something is wrong") +
                                            ": `vgpu healthcheck` may tell what");
  }
};

TestBasic test_basic_verb;

}  // namespace
}  // namespace vgpu::cli
