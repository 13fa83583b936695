// Reads the options of config.def from the environment and the configuration file.
// SPDX-License-Identifier: MIT
#include "base/config.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"

namespace vgpu {
namespace {

using Json = nlohmann::json;

std::string upper(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// One parser a type: false when the text is no such value. `what` is how a message describes the type.
struct IntegerParser {
  static constexpr const char* what = "a whole number of 0 or more";
  static bool parse(const std::string& text, std::int64_t& value) {
    const auto end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && value >= 0;
  }
  static std::string show(std::int64_t value) { return std::to_string(value); }
};

struct BooleanParser {
  static constexpr const char* what = "1 or 0, true or false, on or off, yes or no";
  static bool parse(const std::string& text, bool& value) {
    const std::string word = lower(text);
    value = word == "1" || word == "true" || word == "on" || word == "yes";
    return value || word == "0" || word == "false" || word == "off" || word == "no";
  }
  static std::string show(bool value) { return value ? "true" : "false"; }
};

struct TextParser {
  static constexpr const char* what = "a text";
  static bool parse(const std::string& text, std::string& value) { return value = text, true; }
  static std::string show(const std::string& value) { return value; }
};

struct BytesParser {
  static constexpr const char* what = "a size such as 512M or 4G";
  static bool parse(const std::string& text, std::uint64_t& value) {
    return parse_bytes(text, value);
  }
  static std::string show(std::uint64_t value) { return std::to_string(value); }
};

// A JSON value as the text that the variable would hold; nothing for arrays and objects.
std::optional<std::string> json_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number()) return value.dump();
  return std::nullopt;
}

// What was found outside, by option name, and what of it nobody asked for.
struct Found {
  std::map<std::string, std::string, std::less<>> environment;  // by variable name
  std::map<std::string, std::string, std::less<>> file;         // by key
};

void read_environment(const ConfigSources& sources, Found& found) {
  for (const std::string& entry : sources.environment) {
    const std::size_t equals = entry.find('=');
    if (entry.rfind("VGPU_", 0) != 0 || equals == std::string::npos) continue;
    found.environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
  found.environment.erase("VGPU_CONFIG");  // names the file, and is no option
}

// "line 2, column 1: ...", without the library's own numbers and names in front.
std::string parse_problem(const Json::parse_error& error) {
  const std::string text = error.what();
  const std::size_t line = text.find("line ");
  return line == std::string::npos ? text : text.substr(line);
}

void read_file(const ConfigSources& sources, Found& found, ConfigReport& report) {
  report.file = sources.file;
  if (sources.file.empty()) return;
  std::ifstream stream(sources.file);
  report.file_exists = stream.good();
  if (!stream) return;
  Json object;
  try {
    object = Json::parse(stream, nullptr, true, true);
  } catch (const Json::parse_error& error) {
    report.problems.push_back(fmt::format("{}: {}", sources.file, parse_problem(error)));
    return;
  }
  if (!object.is_object()) {
    report.problems.push_back(fmt::format("{}: is not a JSON object", sources.file));
    return;
  }
  for (const auto& [key, value] : object.items()) {
    if (auto text = json_text(value)) {
      found.file.emplace(key, *text);
    } else {
      report.problems.push_back(fmt::format("{}: \"{}\" is no simple value", sources.file, key));
    }
  }
}

template <typename Parser, typename T>
void load_option(const char* name, const char* type, T& value, const char* doc, Found& found,
                 ConfigReport& report) {
  OptionInfo info{name, "VGPU_" + upper(name), type, Parser::show(value), {}, "default", doc};
  const auto take = [&](auto& from, const std::string& key, const std::string& shown,
                        const std::string& source) {
    const auto entry = from.find(key);
    if (entry == from.end()) return;
    T parsed{};
    if (Parser::parse(entry->second, parsed)) {
      value = std::move(parsed);
      info.source = source;
    } else {
      report.problems.push_back(
          fmt::format("{}=\"{}\": must be {}", shown, entry->second, Parser::what));
    }
    from.erase(entry);
  };
  take(found.file, name, fmt::format("{}: {}", report.file, name), report.file);
  take(found.environment, info.environment, info.environment, "environment");
  info.value = Parser::show(value);
  report.options.push_back(std::move(info));
}

std::string file_of_process() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string path = variable("VGPU_CONFIG"); !path.empty()) return path;
  if (const std::string folder = variable("XDG_CONFIG_HOME"); !folder.empty()) {
    return folder + "/vgpu/config.json";
  }
  const std::string home = variable("HOME");
  return home.empty() ? "" : home + "/.config/vgpu/config.json";
}

Config load_or_throw() {
  ConfigReport report;
  Config loaded = load_config(ConfigSources::of_process(), report);
  if (report.errors > 0) fail(ErrorCode::InvalidValue, "{}", report.problems.front());
  return loaded;
}

}  // namespace

ConfigSources ConfigSources::of_process() {
  ConfigSources sources;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    sources.environment.emplace_back(*entry);
  }
  sources.file = file_of_process();
  return sources;
}

Config load_config(const ConfigSources& sources, ConfigReport& report) {
  Config loaded;
  Found found;
  read_environment(sources, found);
  read_file(sources, found, report);
#define VG_OPTION(name, type, initial, doc) \
  load_option<type##Parser>(#name, #type, loaded.name, doc, found, report);
#include "base/config.def"
#undef VG_OPTION
  // A name that means nothing is only worth a warning: it may belong to another version.
  report.errors = report.problems.size();
  for (const auto& [name, value] : found.environment) {
    report.problems.push_back(fmt::format("{}: is no option of vGPU (see `vgpu config`)", name));
  }
  for (const auto& [key, value] : found.file) {
    report.problems.push_back(fmt::format("{}: \"{}\" is no option of vGPU", sources.file, key));
  }
  return loaded;
}

const Config& config() {
  static const Config loaded = load_or_throw();
  return loaded;
}

ConfigReport config_report() {
  ConfigReport report;
  load_config(ConfigSources::of_process(), report);
  return report;
}

bool parse_bytes(std::string_view text, std::uint64_t& bytes) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  std::string unit = lower(std::string_view(stop, text.data() + text.size()));
  unit.erase(0, unit.find_first_not_of(' '));
  int shift = 0;
  if (!unit.empty() && unit != "b") {
    const std::size_t power = std::string_view("kmgtp").find(unit[0]);
    const std::string_view rest = std::string_view(unit).substr(1);
    if (power == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib"))
      return false;
    shift = 10 * (static_cast<int>(power) + 1);
  }
  if (shift > 0 && number >> (64 - shift) != 0) return false;
  bytes = number << shift;
  return true;
}

}  // namespace vgpu
