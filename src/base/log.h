// Messages for people who debug: silent unless VGPU_DEBUG or a callback asks for them.
//
// Levels as VGPU_DEBUG counts them: 1 calls that failed and fallbacks, 2 launches and copies, 3 compiles and
// cache hits, 4 generated code, 5 everything. A callback (a program's own log) gets what the level lets pass;
// without one the text goes to stderr. The library prints nothing by itself.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <atomic>
#include <string_view>
#include <utility>

namespace vgpu {

enum class LogLevel : int { off = 0, warning = 1, launch = 2, compile = 3, code = 4, all = 5 };

using LogCallback = void (*)(int level, const char* text, void* user);

// nullptr: back to stderr. Level < 0: back to VGPU_DEBUG. Both may be called at any time from any thread;
// a message under way may still reach the old callback.
void set_log_callback(LogCallback callback, void* user) noexcept;
void set_log_level(int level) noexcept;

namespace log_detail {
extern std::atomic<int> level;  // -1: VGPU_DEBUG has not been read
int read_level() noexcept;
void write(LogLevel level, fmt::string_view format, fmt::format_args arguments) noexcept;
}  // namespace log_detail

inline bool log_enabled(LogLevel level) noexcept {
  int current = log_detail::level.load(std::memory_order_relaxed);
  if (current < 0) current = log_detail::read_level();
  return static_cast<int>(level) <= current;
}

// Arguments are formatted only where somebody listens. Never throws: a log line must not break a launch.
template <typename... Arguments>
void log(LogLevel level, fmt::format_string<Arguments...> format,
         Arguments&&... arguments) noexcept {
  if (log_enabled(level)) log_detail::write(level, format, fmt::make_format_args(arguments...));
}

}  // namespace vgpu
