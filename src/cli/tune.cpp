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

// Products of n x n matrices and the best time that each of the candidates ever had with them.
template <typename T>
class Bed {
 public:
  explicit Bed(std::int64_t n)
      : n_(n), a_(static_cast<std::size_t>(n * n), T(0.5)), b_(a_), c_(a_.size()) {}

  // All of them once. Many rounds, and not all of one candidate at a time: so a machine that is busy for a moment does not
  // decide.
  void round(const std::vector<Blocking>& candidates) {
    best_.resize(candidates.size(), std::numeric_limits<double>::infinity());
    seconds(candidates[0]);  // the first of a round would find the caches full of other matrices
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      best_[i] = std::min(best_[i], seconds(candidates[i]));
    }
  }
  // A candidate's time for a multiply-add.
  double score(std::size_t i) const {
    const auto n = static_cast<double>(n_);
    return best_[i] / (n * n * n);
  }

 private:
  double seconds(const Blocking& blocking) {
    const auto start = std::chrono::steady_clock::now();
    gemm::multiply<T>(
        {n_, n_, n_, {a_.data(), n_, 1}, {b_.data(), n_, 1}, {c_.data(), n_, 1}, 1, 0, {}, nullptr},
        {.blocking = blocking});
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  std::int64_t n_;
  std::vector<T> a_, b_, c_;
  std::vector<double> best_;
};

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

  // The times of all candidates, each the sum over some sizes, after some rounds.
  template <typename T>
  std::vector<double> measure(const std::string& title, const std::vector<Blocking>& all) const {
    const std::vector<std::int64_t> sizes =
        full_ ? std::vector<std::int64_t>{512, 1024, 2048} : std::vector<std::int64_t>{512, 1024};
    std::vector<Bed<T>> beds(sizes.begin(), sizes.end());
    const int rounds = full_ ? 16 : 10;
    for (int i = 0; i < rounds; ++i) {
      show_progress(fmt::format("{}: round {} of {}", title, i + 1, rounds));
      for (Bed<T>& bed : beds) bed.round(all);
    }
    std::vector<double> scores(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const Bed<T>& bed : beds) scores[i] += bed.score(i);
    }
    return scores;
  }

  // The best of many is often the luckiest, so it has to win against the default once more.
  template <typename T>
  void tune(const std::string& name, std::map<std::string, engine::TunedSizes>& found, Json& rows) {
    constexpr double kWorthwhile = 0.98;  // of the default's time; less is chance
    const std::vector<Blocking> all = candidates(gemm::usual_blocking<T>(), full_);
    const std::vector<double> scores = measure<T>("tuning " + name, all);
    const auto chosen = std::min_element(scores.begin(), scores.end()) - scores.begin();
    Blocking best = all[0];
    double speedup = 1;
    if (scores[chosen] < kWorthwhile * scores[0]) {
      const std::vector<double> again = measure<T>("once more " + name, {all[0], all[chosen]});
      if (again[1] < kWorthwhile * again[0]) best = all[chosen], speedup = again[0] / again[1];
    }
    found[name] = {{"mc", best.mc}, {"kc", best.kc}, {"nc", best.nc}};
    rows.push_back(
        {{"name", name}, {"kc", best.kc}, {"mc", best.mc}, {"nc", best.nc}, {"speedup", speedup}});
  }

  bool quick_ = false, full_ = false;
  std::string file_;
};

Tune tune_verb;

}  // namespace
}  // namespace vgpu::cli
