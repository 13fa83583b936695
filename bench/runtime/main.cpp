// bench_runtime [--icd] [--json]: latencies and rates of the runtime against their goals; --icd: of launches through our OpenCL driver.
//
// Results depend on what else runs; run it on a quiet machine. Goals are marked, never an exit code.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "measure.h"

namespace {

void print_table(const bench::Rows& rows) {
  for (const bench::Row& row : rows) {
    std::printf("%-44s%10.*f %-5s", row.name.c_str(), row.value < 100 ? 2 : 0, row.value,
                row.unit.c_str());
    if (row.goal != bench::Goal::none) {
      std::printf("  goal %s %g%s", row.goal == bench::Goal::at_most ? "<=" : ">=", row.bound,
                  row.holds() ? "" : "  MISSED");
    }
    std::printf("\n");
  }
}

void print_json(const bench::Rows& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const bench::Row& row : rows) {
    nlohmann::json entry{{"name", row.name}, {"value", row.value}, {"unit", row.unit}};
    if (row.goal != bench::Goal::none) entry["goal"] = row.bound, entry["holds"] = row.holds();
    list.push_back(std::move(entry));
  }
  std::printf("%s\n", nlohmann::json{{"version", 1}, {"runtime", list}}.dump(2).c_str());
}

void measure_runtime(bench::Rows& rows) {
  bench::add_pool_rows(rows);
  bench::add_memory_rows(rows);
  bench::add_launch_rows(rows);
#ifdef VGPU_BENCH_OPENCL
  bench::add_peer_rows(rows);
#endif
}

void measure_driver(bench::Rows& rows) {
#ifdef VGPU_BENCH_OPENCL
  bench::add_driver_rows(rows);
#else
  (void)rows;
  throw std::runtime_error("built without OpenCL");
#endif
}

}  // namespace

int main(int argc, char** argv) try {
  bool driver = false, json = false;
  CLI::App app("Latencies and rates of the runtime against their goals");
  app.add_flag("--icd", driver, "of launches through vGPU's OpenCL driver instead");
  app.add_flag("--json", json, "print results as JSON");
  CLI11_PARSE(app, argc, argv);
  bench::Rows rows;
  driver ? measure_driver(rows) : measure_runtime(rows);
  json ? print_json(rows) : print_table(rows);
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_runtime: %s\n", error.what());
  return 1;
}
