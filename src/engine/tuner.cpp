// The tuner's file.
// SPDX-License-Identifier: MIT
#include "engine/tuner.h"

#include <vgpu/c/profile.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/cpu_features.h"
#include "base/error.h"
#include "base/log.h"

namespace vgpu::engine {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMostSize = std::int64_t{1} << 24;  // of any block

Json identity() {
  return {{"cpu", cpu_features().name},
          {"isa", simd_level_name(simd_level())},
          {"version", VGPU_VERSION}};
}

// The sizes of one entry; throws what the JSON library throws.
TunedSizes sizes_of(const Json& entry) {
  TunedSizes sizes;
  for (const auto& [name, value] : entry.items()) {
    const auto size = value.get<std::int64_t>();
    if (size < 1 || size > kMostSize) fail(ErrorCode::InvalidValue, "{} is {}", name, size);
    sizes[name] = size;
  }
  return sizes;
}

}  // namespace

std::string tuner_path() {
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != 0 ? std::string(home) + "/.vgpu_tuner.json" : "";
}

std::map<std::string, TunedSizes> read_tuner_file(const std::string& path) {
  std::ifstream file(path);
  if (path.empty() || !file) return {};
  try {
    const Json all = Json::parse(file);
    if (all.at("machine") != identity()) {
      log(LogLevel::warning, "{}: made for another CPU, instruction set or version; ignored", path);
      return {};
    }
    std::map<std::string, TunedSizes> entries;
    for (const auto& [what, entry] : all.at("sizes").items()) entries[what] = sizes_of(entry);
    return entries;
  } catch (const std::exception& error) {
    log(LogLevel::warning, "{}: damaged, ignored: {}", path, error.what());
    return {};
  }
}

void write_tuner_file(const std::string& path, const std::map<std::string, TunedSizes>& entries) {
  const std::string fresh = path + ".new";  // renamed at the end, so that nobody reads half a file
  std::ofstream file(fresh);
  file << Json{{"machine", identity()}, {"sizes", entries}}.dump(2) << "\n";
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(fresh, path, error);
  if (!file || error) fail(ErrorCode::FileSystem, "cannot write {}", path);
}

std::optional<TunedSizes> tuned_sizes(const std::string& what) {
  static const std::map<std::string, TunedSizes> entries = read_tuner_file(tuner_path());
  const auto found = entries.find(what);
  return found == entries.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace vgpu::engine
