// Sleeping until a word changes: the two futex calls that the thread pool needs.
// SPDX-License-Identifier: MIT
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace vgpu {

// Returns at once where the word is not `expected`; may also return for no reason.
inline void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

inline void futex_wake(const std::atomic<std::uint32_t>& word, int threads) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, threads, nullptr, nullptr, 0);
}

}  // namespace vgpu
