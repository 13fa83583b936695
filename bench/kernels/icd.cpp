// Measures the driver against the interface that it is built on.
// SPDX-License-Identifier: MIT
#include "icd.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>

#include "measure.h"

namespace bench {
namespace {

double milliseconds(Runner& runner) {
  const auto start = std::chrono::steady_clock::now();
  runner.run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 1e3;
}

void prepare_and_check(const Case& c, Runner& runner, const Buffers& want) {
  runner.prepare(c);
  runner.run();
  Buffers got = c.buffers;
  runner.read(got);
  if (const std::string wrong = compare(c, got, want); !wrong.empty())
    throw std::runtime_error(runner.name() + ": " + wrong);
}

double geometric_mean(const std::vector<IcdRow>& rows) {
  double sum = 0;
  int count = 0;
  for (const IcdRow& row : rows)
    if (row.error.empty()) sum += std::log(row.ratio()), ++count;
  return count ? std::exp(sum / count) : 0;
}

}  // namespace

IcdRow measure_icd(const Case& c, Runner& native, Runner& driver, double seconds) {
  constexpr int kBatch = 5;  // each has threads of its own, which the other's first run finds awake
  IcdRow row{.name = c.name};
  try {
    Buffers want = c.buffers;
    c.openmp(want);
    prepare_and_check(c, native, want);
    prepare_and_check(c, driver, want);
    row.native = row.driver = 1e300;
    double spent = 0;
    for (int rounds = 0; rounds < 2 || (spent < 2e3 * seconds && rounds < 400); ++rounds) {
      for (Runner* runner : {&native, &driver}) {
        double& best = runner == &native ? row.native : row.driver;
        for (int i = 0; i < kBatch; ++i) {
          const double took = milliseconds(*runner);
          best = std::min(best, took), spent += took;
        }
      }
    }
  } catch (const std::exception& failure) {
    row.error = failure.what();
  }
  return row;
}

void print_icd_table(const std::vector<IcdRow>& rows) {
  std::printf(
      "milliseconds, best of several runs; the ratio is what the OpenCL driver takes of the C "
      "interface's time\n\n");
  std::printf("%-26s%12s%12s%10s  %s\n", "kernel", "C interface", "driver", "ratio", "verdict");
  int held = 0;
  for (const IcdRow& row : rows) {
    held += row.holds();
    if (!row.error.empty()) {
      std::printf("%-26s%34s  WRONG: %s\n", row.name.c_str(), "", row.error.c_str());
      continue;
    }
    std::printf("%-26s%12.4f%12.4f%10.3f  %s\n", row.name.c_str(), row.native, row.driver,
                row.ratio(), row.holds() ? "holds" : "loses more than 5 %");
  }
  std::printf("\ngeometric mean %.3f; %d of %zu rows hold their bar of %.2f\n",
              geometric_mean(rows), held, rows.size(), kDriverBar);
}

std::string icd_to_json(const std::vector<IcdRow>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const IcdRow& row : rows)
    list.push_back({{"kernel", row.name},
                    {"native_ms", row.native},
                    {"driver_ms", row.driver},
                    {"ratio", row.ratio()},
                    {"error", row.error},
                    {"holds", row.holds()}});
  nlohmann::json all = {{"version", 1},
                        {"bar", kDriverBar},
                        {"geometric_mean", geometric_mean(rows)},
                        {"rows", list}};
  return all.dump(2);
}

}  // namespace bench
