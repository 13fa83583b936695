// Checks of what the user has set: options, cache folder, trace file.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "base/config.h"
#include "cli/health.h"
#include "cli/host_facts.h"
#include "cli/screen.h"

namespace vgpu::cli {

Finding check_options() {
  const ConfigReport report = config_report();
  if (!report.problems.empty()) {
    std::string text;
    for (const std::string& problem : report.problems) text += (text.empty() ? "" : "; ") + problem;
    return {Health::problem, text, "`vgpu config` lists every option with its meaning"};
  }
  int set = 0;
  for (const OptionInfo& option : report.options) set += option.source != "default";
  return {Health::ok, fmt::format("{} of {} set, all understood", set, report.options.size()), ""};
}

Finding check_cache_folder() {
  if (!config().cache) {
    return {Health::note, "switched off: every program compiles its kernels again",
            "unset VGPU_CACHE"};
  }
  const CacheFacts cache = cache_facts();
  if (cache.folder.empty()) {
    return {Health::problem, "no home directory: compiled kernels cannot be kept",
            "set VGPU_CACHE_DIR to a folder that can be written"};
  }
  if (!cache.writable) {
    return {Health::problem,
            cache.folder + " cannot be written: kernels are compiled at every start",
            "make it writable, or set VGPU_CACHE_DIR to a folder that is"};
  }
  return {Health::ok,
          fmt::format("{}: {} files, {}", cache.folder, cache.files, bytes_text(cache.bytes)), ""};
}

Finding check_trace_file() {
  const std::filesystem::path file = config().trace;
  if (file.empty()) return {Health::ok, "not asked for", ""};
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  if (access(folder.c_str(), W_OK | X_OK) == 0) return {Health::ok, file.string(), ""};
  return {Health::problem, file.string() + " cannot be written",
          "set VGPU_TRACE to a file that can be"};
}

}  // namespace vgpu::cli
