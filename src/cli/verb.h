// A verb of the command line: `vgpu <verb>`.
//
// A verb is one file that defines a class derived from Verb and one object of it; the object's
// constructor enters it into the list that main.cpp reads, so nothing else changes. What a verb finds
// out is one JSON value: --json prints it, show() prints it for people, so both always agree.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/screen.h"

namespace CLI {
class App;  // <CLI/CLI.hpp>, which only verbs with options of their own need
}

namespace vgpu::cli {

using Json = nlohmann::ordered_json;

// The version of the JSON that every verb prints; raised when a field changes its meaning or goes.
inline constexpr int kJsonSchema = 1;

struct Report {
  Json data = Json::object();
  int exit_code = 0;
};

class Verb {
 public:
  // A name of two words ("bench kernels") makes a verb under another one.
  Verb(std::string name, std::string summary);
  virtual ~Verb() = default;
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;

  // Adds the verb's own options and arguments.
  virtual void options(CLI::App&) {}

  // Does the work. Failures of the work itself are in the report; what makes it impossible is thrown.
  virtual Report run() = 0;

  // Prints the report for people.
  virtual void show(const Report& report, Screen& screen) const = 0;

  const std::string& name() const { return name_; }
  const std::string& summary() const { return summary_; }

  // All verbs, by name, so that "bench" stands before "bench kernels".
  static std::vector<Verb*> all();

 private:
  std::string name_, summary_;
};

}  // namespace vgpu::cli
