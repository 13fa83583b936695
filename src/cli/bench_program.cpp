// Runs a program that stands beside this one (see bench_program.h).
// SPDX-License-Identifier: MIT
#include "cli/bench_program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "base/error.h"

namespace vgpu::cli {
namespace {

std::string find_program(const std::string& name) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path path = self.parent_path() / name;
  if (!std::filesystem::exists(path, error)) {
    fail(ErrorCode::FileNotFound,
         "{} is not there; benchmarks are built with the project (make build)", path.string());
  }
  return path;
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t got = 0; (got = read(file, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

ProgramOutput run_bench_program(const std::string& name, const std::vector<std::string>& options) {
  const std::string path = find_program(name);
  std::vector<char*> arguments = {const_cast<char*>(path.c_str())};
  for (const std::string& option : options) arguments.push_back(const_cast<char*>(option.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) fail(ErrorCode::FileSystem, "no pipe to read from {}", name);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  pid_t child = 0;
  const int failure =
      posix_spawn(&child, path.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  ProgramOutput output{read_all(ends[0]), 0};
  close(ends[0]);
  if (failure != 0) fail(ErrorCode::FileSystem, "cannot start {}", path);
  int status = 0;
  waitpid(child, &status, 0);
  output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return output;
}

}  // namespace vgpu::cli
