// vgpu: reads the command line, runs one verb, prints its report.
//
// Exit codes: 0 all is well, 1 the verb says that something is wrong, 2 the command line is wrong.
// With --json stdout holds exactly one JSON object, also when the verb fails.
// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/verb.h"
#include "vgpu/runtime.h"

namespace vgpu::cli {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr char kJsonHelp[] = "print one JSON object instead of text";

// Adds every verb to the command line; a verb "a b" goes under "a". --json may stand behind each of them.
std::map<CLI::App*, Verb*> add_verbs(CLI::App& app, bool& json) {
  std::map<CLI::App*, Verb*> verbs;
  for (Verb* verb : Verb::all()) {
    const auto space = verb->name().rfind(' ');
    CLI::App* parent =
        space == std::string::npos ? &app : app.get_subcommand(verb->name().substr(0, space));
    CLI::App* sub = parent->add_subcommand(verb->name().substr(space + 1), verb->summary());
    sub->fallthrough();
    sub->group("Verbs");
    verb->options(*sub);
    sub->add_flag("--json", json, kJsonHelp);
    verbs[sub] = verb;
  }
  return verbs;
}

Verb* chosen_verb(CLI::App& app, const std::map<CLI::App*, Verb*>& verbs) {
  CLI::App* last = &app;
  while (!last->get_subcommands().empty()) last = last->get_subcommands().front();
  const auto found = verbs.find(last);
  return found == verbs.end() ? nullptr : found->second;
}

void print_json(const std::string& verb, const Json& data) {
  Json all = {{"schema", kJsonSchema}, {"verb", verb}, {"version", vgpuGetVersionString()}};
  all.update(data);
  std::puts(all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

int run(Verb& verb, bool json) {
  try {
    const Report report = verb.run();
    show_progress("");
    Screen screen(stdout);
    if (json) {
      print_json(verb.name(), report.data);
    } else {
      verb.show(report, screen);
    }
    return report.exit_code;
  } catch (const std::exception& error) {
    show_progress("");
    const auto* ours = dynamic_cast<const Error*>(&error);
    const int code = ours ? static_cast<int>(ours->code()) : -1;
    if (json) print_json(verb.name(), {{"error", {{"code", code}, {"message", error.what()}}}});
    std::fprintf(stderr, "vgpu %s: %s\n", verb.name().c_str(), error.what());
    return kFailed;
  }
}

// The words of the command line that were understood as verbs: "vgpu bench runtime".
std::string command_of(const CLI::App& app) {
  std::string text = "vgpu";
  for (const CLI::App* last = &app; !last->get_subcommands().empty();) {
    last = last->get_subcommands().front();
    text += " " + last->get_name();
  }
  return text;
}

int report_wrong_usage(const CLI::App& app, const CLI::ParseError& error, bool json) {
  const std::string command = command_of(app);
  std::string text = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    text = fmt::format("{}: no such verb, option or argument", fmt::join(app.remaining(true), " "));
  }
  if (json) {
    const auto code = static_cast<int>(ErrorCode::InvalidValue);
    print_json("", {{"error", {{"code", code}, {"message", command + ": " + text}}}});
  }
  std::fprintf(stderr, "%s: %s\nSee `%s --help`.\n", command.c_str(), text.c_str(),
               command.c_str());
  return kWrongUsage;
}

int run_command_line(int argc, char** argv) {
  CLI::App app("vGPU: a programmable GPU in software", "vgpu");
  bool json = false;
  app.set_help_flag("-h,--help", "this text");
  app.add_flag("--json", json, kJsonHelp);
  app.set_version_flag("--version", std::string("vgpu ") + vgpuGetVersionString(), "the version");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.require_subcommand(0, 1);
  const auto verbs = add_verbs(app, json);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    return report_wrong_usage(app, error,
                              std::count(argv, argv + argc, std::string_view("--json")));
  }
  Verb* verb = chosen_verb(app, verbs);
  if (verb) return run(*verb, json);
  std::fputs(app.help().c_str(), stdout);
  return 0;
}

}  // namespace
}  // namespace vgpu::cli

int main(int argc, char** argv) {
  try {
    // vgpu-tune is `vgpu tune` by another name.
    std::vector<char*> words(argv, argv + argc);
    char tune[] = "tune";
    const std::string_view name = argc > 0 ? argv[0] : "";
    if (name.substr(name.rfind('/') + 1) == "vgpu-tune") words.insert(words.begin() + 1, tune);
    words.push_back(nullptr);
    return vgpu::cli::run_command_line(static_cast<int>(words.size()) - 1, words.data());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vgpu: %s\n", error.what());
    return vgpu::cli::kFailed;
  }
}
