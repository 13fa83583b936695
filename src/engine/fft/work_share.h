// How much of a transform one thread does at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "base/function_ref.h"
#include "base/thread_pool.h"

namespace vgpu::fft {

constexpr std::size_t kSmallWork = std::size_t{1}
                                   << 13;  // complex numbers that one thread does alone
constexpr std::size_t kLongLine = std::size_t{1}
                                  << 15;  // lines from here on are divided among threads

// Numbers rounded up so that what follows is aligned.
constexpr std::size_t padded(std::size_t numbers) { return (numbers + 15) / 16 * 16; }

// body(item, worker) for `count` items of `size` complex numbers each.
inline void share(std::size_t count, std::size_t size, unsigned threads,
                  FunctionRef<void(std::size_t item, unsigned worker)> body) {
  if (threads <= 1 || count <= 1 || count * size <= kSmallWork) {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
    return;
  }
  const std::size_t grain = size >= kSmallWork ? 1 : kSmallWork / (size == 0 ? 1 : size);
  ThreadPool::shared().parallel_for(count, grain,
                                    [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
                                      for (std::size_t i = begin; i < end; ++i) body(i, worker);
                                    });
}

}  // namespace vgpu::fft
