// bench_engines: every engine against the libraries that people use for the same, in one run, with ratios and bars.
// SPDX-License-Identifier: MIT
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "row.h"

namespace {

struct Settings {
  std::string filter, json, plot;
  double seconds = 0.2;
  bool no_peers = false;
};

// Pictures are matplotlib's business: plot.py reads the JSON.
void draw(const std::string& json, const std::string& picture) {
  const char* arguments[] = {"/usr/bin/python3", VGPU_BENCH_ENGINES "/plot.py", json.c_str(),
                             picture.c_str(), nullptr};
  pid_t child = 0;
  int status = 1;
  if (posix_spawn(&child, "/usr/bin/python3", nullptr, nullptr, const_cast<char**>(arguments),
                  environ) == 0) {
    waitpid(child, &status, 0);
  }
  if (status != 0) throw std::runtime_error("no picture was made");
  std::fprintf(stderr, "drew %s\n", picture.c_str());
}

int run(const Settings& settings) {
  bench::Session session(settings.filter, settings.seconds, !settings.no_peers);
  for (const bench::Suite* suite : bench::Suite::all()) suite->run(session);
  if (session.rows().empty()) throw std::runtime_error("no row's name contains " + settings.filter);
  bench::print_table(session.rows());
  if (!settings.json.empty() || !settings.plot.empty()) {
    const std::string path = settings.json.empty() ? settings.plot + ".json" : settings.json;
    std::ofstream(path) << bench::to_json(session.rows()) << "\n";
    if (!settings.plot.empty()) draw(path, settings.plot);
  }
  for (const bench::Row& row : session.rows()) {
    if (!row.error.empty()) return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  Settings settings;
  CLI::App app{"Engines of vGPU against other libraries in the same run", "bench_engines"};
  app.add_option("--filter", settings.filter, "only rows whose name contains this");
  app.add_option("--seconds", settings.seconds, "time for each measurement");
  app.add_option("--json", settings.json, "write the rows to this file");
  app.add_option("--plot", settings.plot, "draw the ratios as a PNG (needs python3-matplotlib)");
  app.add_flag("--no-peers", settings.no_peers, "measure vGPU alone");
  CLI11_PARSE(app, count, arguments);
  try {
    return run(settings);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "bench_engines: %s\n", failure.what());
    return 1;
  }
}
