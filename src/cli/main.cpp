// vgpu: reads the command line, runs one verb, prints its report.
//
// Exit codes: 0 all is well, 1 the verb says that something is wrong, 2 the command line is wrong.
// With --json stdout holds exactly one JSON object, also when the verb fails.
// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <map>
#include <string>

#include "base/error.h"
#include "cli/verb.h"
#include "vgpu/runtime.h"

namespace vgpu::cli {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

// Adds every verb to the command line; a verb "a b" goes under "a".
std::map<CLI::App*, Verb*> add_verbs(CLI::App& app) {
  std::map<CLI::App*, Verb*> verbs;
  for (Verb* verb : Verb::all()) {
    const auto space = verb->name().rfind(' ');
    CLI::App* parent =
        space == std::string::npos ? &app : app.get_subcommand(verb->name().substr(0, space));
    CLI::App* sub = parent->add_subcommand(verb->name().substr(space + 1), verb->summary());
    sub->fallthrough();
    verb->options(*sub);
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

void print_json(const Verb& verb, const Json& data) {
  Json all = {{"schema", kJsonSchema}, {"verb", verb.name()}, {"version", vgpuGetVersionString()}};
  all.update(data);
  std::puts(all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

int run(Verb& verb, bool json) {
  try {
    const Report report = verb.run();
    Screen screen(stdout);
    if (json) {
      print_json(verb, report.data);
    } else {
      verb.show(report, screen);
    }
    return report.exit_code;
  } catch (const std::exception& error) {
    const auto* ours = dynamic_cast<const Error*>(&error);
    const int code = ours ? static_cast<int>(ours->code()) : -1;
    if (json) print_json(verb, {{"error", {{"code", code}, {"message", error.what()}}}});
    std::fprintf(stderr, "vgpu %s: %s\n", verb.name().c_str(), error.what());
    return kFailed;
  }
}

int run_command_line(int argc, char** argv) {
  CLI::App app("vGPU: a programmable GPU in software", "vgpu");
  bool json = false;
  app.add_flag("--json", json, "print one JSON object instead of text");
  app.set_version_flag("--version", std::string("vgpu ") + vgpuGetVersionString());
  app.require_subcommand(0, 1);
  const auto verbs = add_verbs(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return kWrongUsage;
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
    return vgpu::cli::run_command_line(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vgpu: %s\n", error.what());
    return vgpu::cli::kFailed;
  }
}
