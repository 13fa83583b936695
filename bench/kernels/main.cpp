// bench_kernels: every kernel on vGPU, on PoCL and as an OpenMP loop, in one run, with ratios.
// SPDX-License-Identifier: MIT
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "icd.h"
#include "measure.h"
#include "peak.h"

namespace bench {

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

namespace {

struct Settings {
  std::string folder = VGPU_BENCH_KERNELS, filter, json, plot,
              platform = "Portable Computing Language";
  double seconds = 0.3;
  bool no_peer = false, icd = false;
};

std::vector<Case> wanted_cases(const std::string& filter) {
  std::vector<Case> all, wanted;
  add_elementwise_cases(all);
  add_sgemm_cases(all);
  add_row_cases(all);
  add_grid_cases(all);
  add_collective_cases(all);
  add_sparse_and_body_cases(all);
  for (Case& c : all)
    if ((c.name + (c.cuda ? "-cuda" : "")).find(filter) != std::string::npos)
      wanted.push_back(std::move(c));
  return wanted;
}

// Pictures are matplotlib's business: plot.py reads the JSON.
void draw(const Settings& settings, const std::string& json) {
  const std::string script = settings.folder + "/plot.py";
  const char* arguments[] = {"/usr/bin/python3", script.c_str(), json.c_str(),
                             settings.plot.c_str(), nullptr};
  pid_t child = 0;
  int status = 1;
  if (posix_spawn(&child, "/usr/bin/python3", nullptr, nullptr, const_cast<char**>(arguments),
                  environ) == 0) {
    waitpid(child, &status, 0);
  }
  if (status != 0) throw std::runtime_error("no picture was made");
  std::fprintf(stderr, "drew %s\n", settings.plot.c_str());
}

void write_results(const Settings& settings, const std::string& text) {
  if (settings.json.empty() && settings.plot.empty()) return;
  const std::string path = settings.json.empty() ? settings.plot + ".json" : settings.json;
  std::ofstream(path) << text << "\n";
  if (!settings.plot.empty()) draw(settings, path);
}

int run(const Settings& settings) {
  auto cases = wanted_cases(settings.filter);
  if (cases.empty()) throw std::runtime_error("no kernel's name contains " + settings.filter);
  auto vgpu = make_vgpu_runner(settings.folder);
  std::unique_ptr<Runner> peer;
#ifdef VGPU_BENCH_OPENCL
  if (!settings.no_peer) peer = make_opencl_runner(settings.folder, settings.platform);
#endif
  if (!peer && !settings.no_peer)
    std::fprintf(stderr, "no OpenCL platform to compare with; its columns stay empty\n");
  double peak = peak_gflops(std::thread::hardware_concurrency());
  std::vector<Row> rows;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::fprintf(stderr, "\r%zu of %zu: %-24s", i + 1, cases.size(), cases[i].name.c_str());
    rows.push_back(measure(cases[i], *vgpu, peer.get(), peak, settings.seconds));
  }
  std::fprintf(stderr, "\r%-50s\r", "");
  borrow_twins(cases, rows);
  std::string peer_name = peer ? peer->name() : "no peer";
  print_table(rows, peer_name, peak);
  write_results(settings, to_json(rows, peer_name, peak));
  for (const Row& row : rows)
    if (!row.error.empty()) return 1;
  return 0;
}

// Our driver stands in this build, not in the loader's list, unless somebody has put it there.
std::unique_ptr<Runner> make_driver_runner(const Settings& settings) {
#if defined VGPU_BENCH_OPENCL && defined VGPU_BENCH_VENDORS
  setenv("OCL_ICD_VENDORS", VGPU_BENCH_VENDORS, 0);
  auto driver = make_opencl_runner(settings.folder, "vGPU");
  if (driver) return driver;
#endif
  throw std::runtime_error("vGPU's OpenCL driver is not found; kernels are in " + settings.folder);
}

int run_icd(const Settings& settings) {
  std::vector<Case> cases = wanted_cases(settings.filter);
  std::erase_if(cases, [](const Case& c) { return c.cuda; });
  if (cases.empty()) throw std::runtime_error("no kernel's name contains " + settings.filter);
  auto driver = make_driver_runner(settings);
  auto native = make_vgpu_runner(settings.folder);
  std::vector<IcdRow> rows;
  for (const Case& c : cases) rows.push_back(measure_icd(c, *native, *driver, settings.seconds));
  print_icd_table(rows);
  if (!settings.json.empty()) std::ofstream(settings.json) << icd_to_json(rows) << "\n";
  const auto failed = [](const IcdRow& row) { return !row.error.empty(); };
  return std::any_of(rows.begin(), rows.end(), failed) ? 1 : 0;
}

}  // namespace
}  // namespace bench

int main(int count, char** arguments) {
  bench::Settings settings;
  CLI::App app{"Kernels on vGPU against PoCL and OpenMP in the same run", "bench_kernels"};
  app.add_option("--filter", settings.filter,
                 "only kernels whose name contains this (CUDA ones end in -cuda)");
  app.add_option("--seconds", settings.seconds, "time for each measurement");
  app.add_option("--json", settings.json, "write the rows to this file");
  app.add_option("--plot", settings.plot, "draw the ratios as a PNG (needs python3-matplotlib)");
  app.add_option("--kernels", settings.folder, "folder of the kernel sources");
  app.add_option("--platform", settings.platform,
                 "part of the name of the OpenCL platform to compare with");
  app.add_flag("--no-peer", settings.no_peer, "do not measure the OpenCL platform");
  app.add_flag("--icd", settings.icd,
               "compare vGPU's OpenCL driver with its C interface, nothing else");
  CLI11_PARSE(app, count, arguments);
  try {
    return settings.icd ? bench::run_icd(settings) : bench::run(settings);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "bench_kernels: %s\n", failure.what());
    return 1;
  }
}
