// Where log lines go, and how the level is found.
// SPDX-License-Identifier: MIT
#include "base/log.h"

#include <fmt/format.h>

#include <cstdio>
#include <mutex>

#include "base/config.h"

namespace vgpu {
namespace {

struct Sink {
  LogCallback callback = nullptr;
  void* user = nullptr;
};

std::mutex sink_mutex;
Sink sink;

}  // namespace

namespace log_detail {

std::atomic<int> level{-1};

int read_level() noexcept {
  int value = 0;
  try {
    value = static_cast<int>(config().debug);
  } catch (...) {
    // The bad option is reported by the call that needs the configuration, not by a log line.
  }
  int expected = -1;
  level.compare_exchange_strong(expected, value);
  return level.load();
}

void write(LogLevel at, fmt::string_view format, fmt::format_args arguments) noexcept {
  try {
    std::string text = fmt::vformat(format, arguments);
    Sink to;
    {
      std::lock_guard lock(sink_mutex);
      to = sink;
    }
    if (to.callback != nullptr) {
      to.callback(static_cast<int>(at), text.c_str(), to.user);
    } else {
      // One call, so that lines of several threads do not mix.
      text.insert(0, "vgpu: ").push_back('\n');
      std::fwrite(text.data(), 1, text.size(), stderr);
    }
  } catch (...) {
  }
}

}  // namespace log_detail

void set_log_callback(LogCallback callback, void* user) noexcept {
  std::lock_guard lock(sink_mutex);
  sink = {callback, user};
}

void set_log_level(int value) noexcept {
  log_detail::level.store(value < 0 ? -1 : value, std::memory_order_relaxed);
}

}  // namespace vgpu
