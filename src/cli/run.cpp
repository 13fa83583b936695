// vgpu run: runs a program so that its OpenCL finds the vGPU and nothing else.
//
// The ICD loader is pointed at a folder that names this installation's driver; the libraries of this installation come
// first, for programs built with vgpucc. --trace and --profile are the runtime's trace, the latter summed up as a table.
// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/error.h"
#include "cli/verb.h"

namespace vgpu::cli {
namespace {

namespace fs = std::filesystem;

// A folder for the run's files, removed with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "vgpu-run-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      fail(ErrorCode::FileSystem, "{}: {}", name, std::strerror(errno));
    }
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Where libvgpu_opencl.so of this build or installation is.
fs::path library_folder() {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  const fs::path prefix = program.parent_path().parent_path();
  for (const char* folder : {"lib", "lib64", "lib/x86_64-linux-gnu"}) {
    if (fs::exists(prefix / folder / "libvgpu_opencl.so")) return prefix / folder;
  }
  fail(ErrorCode::FileNotFound, "libvgpu_opencl.so is not beside {}", program.string());
}

void set_environment(const fs::path& vendors, const fs::path& libraries) {
  std::ofstream(vendors / "vgpu.icd") << (libraries / "libvgpu_opencl.so").string() << '\n';
  // ocl-icd reads the first name, Khronos' loader the second.
  setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
  setenv("OPENCL_VENDOR_PATH", vendors.c_str(), 1);
  unsetenv("OCL_ICD_FILENAMES");
  const char* path = getenv("LD_LIBRARY_PATH");
  const std::string all = libraries.string() + (path && *path ? ":" + std::string(path) : "");
  setenv("LD_LIBRARY_PATH", all.c_str(), 1);
}

// The program's exit code; 128 + the signal's number if one ended it, as shells say it.
int run_program(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) fail(ErrorCode::Unknown, "fork: {}", std::strerror(errno));
  if (child == 0) {
    execvp(arguments[0], arguments.data());
    fmt::print(stderr, "vgpu run: {}: {}\n", words[0], std::strerror(errno));
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Total {
  std::size_t calls = 0;
  double microseconds = 0;
};

// One row a kind and name of what the trace recorded, the longest first.
Json summed_up(const fs::path& trace) {
  std::map<std::pair<std::string, std::string>, Total> totals;
  std::ifstream file(trace);
  const Json data = Json::parse(file, nullptr, false);
  const Json& events =
      data.is_object() && data.contains("traceEvents") ? data["traceEvents"] : data;
  for (const Json& event : events) {
    if (!event.is_object() || event.value("ph", "") != "X") continue;
    Total& total = totals[{event.value("cat", ""), event.value("name", "")}];
    ++total.calls;
    total.microseconds += event.value("dur", 0.0);
  }
  Json rows = Json::array();
  for (const auto& [key, total] : totals) {
    rows.push_back({{"kind", key.first},
                    {"name", key.second},
                    {"calls", total.calls},
                    {"total_us", total.microseconds},
                    {"mean_us", total.microseconds / static_cast<double>(total.calls)}});
  }
  std::sort(rows.begin(), rows.end(),
            [](const Json& a, const Json& b) { return a["total_us"] > b["total_us"]; });
  return rows;
}

class Run final : public Verb {
 public:
  Run() : Verb("run", "run a program on the vGPU: its OpenCL finds nothing else") {}

  void options(CLI::App& app) override {
    app.add_option("--trace", trace_, "write a trace for Perfetto into this file");
    app.add_flag("--profile", profile_, "show a table of kernels and copies at the end");
    app.add_option("program", program_, "the program and its arguments, after --")->required();
  }

  Report run() override {
    const TemporaryFolder folder;
    set_environment(folder.path(), library_folder());
    const fs::path trace = trace_.empty() ? folder.path() / "trace.json" : fs::absolute(trace_);
    if (profile_ || !trace_.empty()) setenv("VGPU_TRACE", trace.c_str(), 1);
    Report report;
    report.exit_code = run_program(program_);
    report.data["program"] = program_;
    report.data["exit_code"] = report.exit_code;
    if (profile_) report.data["profile"] = summed_up(trace);
    return report;
  }

  void show(const Report& report, Screen& screen) const override;

 private:
  std::string trace_;
  bool profile_ = false;
  std::vector<std::string> program_;
};

void Run::show(const Report& report, Screen& screen) const {
  if (!report.data.contains("profile")) return;
  Table table;
  table.column("kind");
  table.column("name");
  for (const char* heading : {"calls", "total", "mean"}) {
    table.column(heading, Table::Align::right);
  }
  for (const Json& row : report.data["profile"]) {
    table.row({row["kind"], row["name"], std::to_string(row["calls"].get<std::size_t>()),
               seconds_text(row["total_us"].get<double>() * 1e-6),
               seconds_text(row["mean_us"].get<double>() * 1e-6)});
  }
  table.print(screen);
}

Run run_verb;

}  // namespace
}  // namespace vgpu::cli
