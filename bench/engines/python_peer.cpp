// Python programs as peers.
// SPDX-License-Identifier: MIT
#include "python_peer.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <stdexcept>

namespace bench {
namespace {

class Process {
 public:
  explicit Process(const std::vector<std::string>& arguments) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);  // that a module is missing
    posix_spawn_file_actions_addclose(&actions, to[1]);
    posix_spawn_file_actions_addclose(&actions, from[0]);
    std::vector<char*> words{const_cast<char*>("/usr/bin/python3"), const_cast<char*>("-B")};
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int failed =
        posix_spawn(&child_, words.front(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]), close(from[1]);
    to_ = to[1], from_ = from[0];
    ready_ = failed == 0 && answered();
  }
  ~Process() {
    if (to_ >= 0) close(to_), close(from_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool ready() const { return ready_; }
  void run() {
    if (write(to_, "x\n", 2) != 2 || !answered()) throw std::runtime_error("a Python peer ended");
  }

 private:
  bool answered() const {
    char byte = 0;
    while (byte != '\n') {
      if (read(from_, &byte, 1) != 1) return false;
    }
    return true;
  }

  pid_t child_ = 0;
  int to_ = -1, from_ = -1;
  bool ready_ = false;
};

}  // namespace

std::function<void()> python_peer(const std::vector<std::string>& arguments) {
  signal(SIGPIPE, SIG_IGN);  // a program that lacks a module ends at once
  const auto process = std::make_shared<Process>(arguments);
  if (!process->ready()) return {};
  return [process] { process->run(); };
}

}  // namespace bench
