// vgpu tune: measures block sizes of engines on this machine and keeps the best for later programs.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "base/error.h"
#include "cli/verb.h"
#include "engine/gemm/gemm.h"
#include "engine/tuner.h"

namespace vgpu::cli {
namespace {

using gemm::Blocking;

// The best time of a product of n x n matrices with these blocks, in seconds.
template <typename T>
double measure(std::int64_t n, const Blocking& blocking, int rounds) {
  const std::vector<T> a(static_cast<std::size_t>(n * n), T(0.5)), b = a;
  std::vector<T> c(a.size());
  const gemm::Problem<T> problem{n, n, n,  {a.data(), n, 1}, {b.data(), n, 1}, {c.data(), n, 1},
                                 1, 0, {}, nullptr};
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    gemm::multiply(problem, {.blocking = blocking});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
  }
  return best;
}

class Tune final : public Verb {
 public:
  Tune() : Verb("tune", "find the best block sizes for engines on this machine") {}

  void options(CLI::App& app) override {
    auto* quick = app.add_flag("--quick", quick_, "about ten seconds (as without options)");
    app.add_flag("--full", full_, "about a minute: more sizes, more rounds")->excludes(quick);
    app.add_option("--file", file_, "where to keep the result; else ~/.vgpu_tuner.json");
  }

  Report run() override {
    const std::string path = file_.empty() ? engine::tuner_path() : file_;
    if (path.empty()) fail(ErrorCode::FileSystem, "no home folder; name a file with --file");
    std::map<std::string, engine::TunedSizes> found;
    Report report;
    report.data["file"] = path;
    report.data["engines"] = Json::array();
    tune<float>("gemm.f32", found, report.data["engines"]);
    tune<double>("gemm.f64", found, report.data["engines"]);
    engine::write_tuner_file(path, found);
    return report;
  }

  void show(const Report& report, Screen& screen) const override {
    Table table;
    table.column("engine"), table.column("kc", Table::Align::right);
    table.column("mc", Table::Align::right), table.column("nc", Table::Align::right);
    table.column("faster than the default", Table::Align::right);
    for (const Json& one : report.data["engines"]) {
      const auto number = [&](const char* name) {
        return std::to_string(one[name].get<std::int64_t>());
      };
      table.row({one["name"].get<std::string>(), number("kc"), number("mc"), number("nc"),
                 fmt::format("{:.2f}", one["speedup"].get<double>())});
    }
    table.print(screen);
    screen.line("kept in " + report.data["file"].get<std::string>());
  }

 private:
  static std::vector<Blocking> candidates(const Blocking& usual, bool full) {
    std::vector<Blocking> all = {usual};
    const std::vector<double> steps =
        full ? std::vector{0.5, 0.75, 1.0, 1.5, 2.0} : std::vector{0.75, 1.0, 1.5};
    for (double k : steps) {
      for (double m : {0.5, 1.0}) {
        const auto scaled = [](std::int64_t size, double by) {
          return std::max<std::int64_t>(
              8, static_cast<std::int64_t>(static_cast<double>(size) * by) / 8 * 8);
        };
        all.push_back({scaled(usual.mc, m), scaled(usual.kc, k), usual.nc});
      }
    }
    return all;
  }

  template <typename T>
  void tune(const std::string& name, std::map<std::string, engine::TunedSizes>& found, Json& rows) {
    const Blocking usual = gemm::usual_blocking<T>();
    const std::vector<Blocking> all = candidates(usual, full_);
    const std::vector<std::int64_t> sizes =
        full_ ? std::vector<std::int64_t>{512, 1024, 2048} : std::vector<std::int64_t>{512, 1024};
    Blocking best = usual;
    double best_score = std::numeric_limits<double>::infinity(), first_score = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      show_progress(fmt::format("tuning {}: {} of {}", name, i + 1, all.size()));
      double score = 0;  // sum of times for equal work
      for (std::int64_t n : sizes) {
        const double work =
            static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
        score += measure<T>(n, all[i], full_ ? 8 : 4) / work;
      }
      if (i == 0) first_score = score;
      if (score < best_score) best_score = score, best = all[i];
    }
    found[name] = {{"mc", best.mc}, {"kc", best.kc}, {"nc", best.nc}};
    rows.push_back({{"name", name},
                    {"kc", best.kc},
                    {"mc", best.mc},
                    {"nc", best.nc},
                    {"speedup", first_score / best_score}});
  }

  bool quick_ = false, full_ = false;
  std::string file_;
};

Tune tune_verb;

}  // namespace
}  // namespace vgpu::cli
