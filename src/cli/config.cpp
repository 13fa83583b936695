// vgpu config: every option, its value and where the value comes from.
// SPDX-License-Identifier: MIT
#include "base/config.h"

#include "cli/verb.h"

namespace vgpu::cli {
namespace {

Json option_json(const OptionInfo& option) {
  return {{"name", option.name},        {"environment", option.environment},
          {"type", option.type},        {"value", option.value},
          {"default", option.fallback}, {"source", option.source},
          {"documentation", option.doc}};
}

std::string shown(const Json& option) {
  const std::string text = option["value"].get<std::string>();
  if (option["type"] == "Bytes" && text != "0") return bytes_text(std::stoull(text));
  return text.empty() ? "-" : text;
}

class ConfigVerb final : public Verb {
 public:
  ConfigVerb() : Verb("config", "options in force and where they come from") {}

  Report run() override {
    const ConfigReport found = config_report();
    Json options = Json::array();
    for (const OptionInfo& option : found.options) options.push_back(option_json(option));
    return {{{"file", found.file},
             {"file_exists", found.file_exists},
             {"options", options},
             {"problems", found.problems}},
            found.problems.empty() ? 0 : 1};
  }

  void show(const Report& report, Screen& screen) const override {
    Table table;
    for (const char* heading : {"variable", "value", "from", "meaning"}) table.column(heading);
    for (const Json& option : report.data["options"]) {
      const bool set = option["source"] != "default";
      table.row(
          {option["environment"].get<std::string>(),
           screen.paint(set ? Color::green : Color::plain, shown(option)),
           option["source"] == "environment" || !set ? option["source"].get<std::string>() : "file",
           option["documentation"].get<std::string>()});
    }
    table.print(screen);
    screen.line();
    const std::string file = report.data["file"].get<std::string>();
    screen.line(file.empty()
                    ? "file: none, as there is no home directory"
                    : "file: " + file +
                          (report.data["file_exists"].get<bool>() ? "" : " (does not exist)"));
    for (const Json& problem : report.data["problems"]) {
      screen.line(screen.paint(Color::red, "problem: ") + problem.get<std::string>());
    }
  }
};

ConfigVerb config_verb;

}  // namespace
}  // namespace vgpu::cli
