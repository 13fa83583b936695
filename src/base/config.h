// The options of config.def, typed: environment VGPU_* over the configuration file over the default.
//
// The file is $VGPU_CONFIG, else $XDG_CONFIG_HOME/vgpu/config.json, else ~/.config/vgpu/config.json: one JSON
// object, {"threads": 4}. Read once, at the first use; a value that cannot be understood is an error that
// names the variable or the file and key.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu {

struct Config {
  using Integer = std::int64_t;
  using Boolean = bool;
  using Text = std::string;
  using Bytes = std::uint64_t;
#define VG_OPTION(name, type, initial, doc) type name = initial;
#include "base/config.def"
#undef VG_OPTION
};

// The process's options. Throws Error(InvalidValue) as long as one of them has a bad value.
const Config& config();

// An option with all that is known of it, for `vgpu config`.
struct OptionInfo {
  std::string name;         // "threads"
  std::string environment;  // "VGPU_THREADS"
  std::string type;         // "Integer"
  std::string fallback;     // the default as text
  std::string value;
  std::string source;  // "default", "environment" or the file's path
  std::string doc;
};

struct ConfigReport {
  std::vector<OptionInfo> options;
  std::string file;  // where the file is looked for; empty: no home directory
  bool file_exists = false;
  std::vector<std::string> problems;  // bad values, unknown keys and variables, in words
  std::size_t errors = 0;             // how many of them, the first ones, config() refuses
};

// Everything about the present environment and file, problems included; never throws for a bad value.
ConfigReport config_report();

// Where the options come from; tests pass their own.
struct ConfigSources {
  std::vector<std::string> environment;  // "NAME=value", as in environ
  std::string file;                      // path, or empty
  static ConfigSources of_process();
};

// What config() and config_report() are made of. A bad value leaves the default and adds a problem.
Config load_config(const ConfigSources& sources, ConfigReport& report);

// "4G", "512 MiB", "100" in bytes; false when it is no size. Binary units, case does not matter.
bool parse_bytes(std::string_view text, std::uint64_t& bytes);

}  // namespace vgpu
