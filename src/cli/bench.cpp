// vgpu bench: runs every `vgpu bench <name>` in turn but those that take minutes.
// SPDX-License-Identifier: MIT
#include <utility>

#include "cli/verb.h"

namespace vgpu::cli {
namespace {

constexpr std::string_view kPrefix = "bench ";

// What takes minutes runs only when it is asked for by name.
bool is_long(std::string_view name) {
  return name == "bench kernels" || name == "bench compile" || name == "bench engines";
}

class Bench final : public Verb {
 public:
  Bench() : Verb("bench", "measure this machine: the quick benchmarks, or the one named") {}

  Report run() override {
    Report all;
    for (Verb* verb : benchmarks()) {
      Report one = verb->run();
      if (one.exit_code != 0) all.exit_code = one.exit_code;
      all.data[verb->name().substr(kPrefix.size())] = std::move(one.data);
    }
    return all;
  }

  void show(const Report& report, Screen& screen) const override {
    for (Verb* verb : benchmarks()) {
      screen.line(screen.paint(Color::bold, verb->name()) + ": " + verb->summary());
      verb->show({report.data[verb->name().substr(kPrefix.size())], report.exit_code}, screen);
      screen.line();
    }
  }

 private:
  static std::vector<Verb*> benchmarks() {
    std::vector<Verb*> found;
    for (Verb* verb : Verb::all()) {
      if (verb->name().rfind(kPrefix, 0) == 0 && !is_long(verb->name())) found.push_back(verb);
    }
    return found;
  }
};

Bench bench_verb;

}  // namespace
}  // namespace vgpu::cli
