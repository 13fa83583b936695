// Divides large copies and fills among the threads; the pieces are copied by the fastest loop of this CPU.
// SPDX-License-Identifier: MIT
#include "memory/copy.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "base/thread_pool.h"
#include "memory/stream_copy.h"

namespace vgpu {
namespace {

// Below it a single thread ends before others have woken up.
constexpr std::size_t kParallel = std::size_t{1} << 20;
constexpr std::size_t kPiece = std::size_t{256}
                               << 10;   // a multiple of 64, which stream_fill relies on
constexpr std::size_t kLongRow = 1024;  // from here on a row's edges do not matter

// Whether so much data is better written past the caches: measured, from two thirds of the last one on.
bool beyond_caches(std::size_t bytes) {
  static const std::size_t cache = [] {
    const long last = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE));
    return last > 0 ? static_cast<std::size_t>(last) : std::size_t{8} << 20;
  }();
  return bytes >= cache / 3 * 2;
}

void copy_piece(std::byte* to, const std::byte* from, std::size_t bytes, bool stream) {
  if (stream) {
    stream_copy(to, from, bytes);
  } else {
    std::memcpy(to, from, bytes);
  }
}

bool overlap(const std::byte* a, std::size_t a_bytes, const std::byte* b, std::size_t b_bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(a),
             second = reinterpret_cast<std::uintptr_t>(b);
  return first < second + b_bytes && second < first + a_bytes;
}

// Calls piece(begin, end) for all of [0, bytes).
template <typename Piece>
void in_pieces(std::size_t bytes, Piece piece) {
  if (bytes < kParallel) return piece(std::size_t{0}, bytes);
  ThreadPool::shared().parallel_for(
      bytes, kPiece, [&](std::uint64_t begin, std::uint64_t end, unsigned) { piece(begin, end); });
}

// The pattern, repeated as often as it fits into a block; fills then copy whole blocks.
struct Block {
  alignas(64) std::array<std::byte, 4096> bytes;
  std::size_t size = 0;

  Block(const void* pattern, std::size_t pattern_size) {
    if (pattern_size == 0 || pattern_size > 128) {
      fail(ErrorCode::InvalidValue, "pattern: {} bytes, 1 to 128 are allowed", pattern_size);
    }
    size = bytes.size() / pattern_size * pattern_size;
    for (std::size_t at = 0; at < size; at += pattern_size) {
      std::memcpy(bytes.data() + at, pattern, pattern_size);
    }
  }

  // Bytes [begin, end) of the endless repetition go to target + begin.
  void write(std::byte* target, std::size_t begin, std::size_t end) const {
    std::size_t phase = begin % size;
    while (begin < end) {
      const std::size_t part = std::min(size - phase, end - begin);
      std::memcpy(target + begin, bytes.data() + phase, part);
      begin += part;
      phase = 0;
    }
  }
};

}  // namespace

void copy_memory(void* target, const void* source, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  if (bytes == 0 || to == from) return;
  if (overlap(to, bytes, from, bytes)) {
    std::memmove(to, from, bytes);
    return;
  }
  const bool stream = beyond_caches(bytes);
  in_pieces(bytes, [=](std::size_t begin, std::size_t end) {
    copy_piece(to + begin, from + begin, end - begin, stream);
  });
}

void copy_memory_2d(void* target, std::size_t target_pitch, const void* source,
                    std::size_t source_pitch, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return;
  if (width == target_pitch && width == source_pitch) {
    return copy_memory(target, source, width * height);
  }
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  const std::size_t target_bytes = target_pitch * (height - 1) + width;
  const std::size_t source_bytes = source_pitch * (height - 1) + width;
  if (width * height < kParallel || overlap(to, target_bytes, from, source_bytes)) {
    for (std::size_t row = 0; row < height; ++row) {
      std::memmove(to + row * target_pitch, from + row * source_pitch, width);
    }
    return;
  }
  const bool stream = beyond_caches(width * height) && width >= kLongRow;
  ThreadPool::shared().parallel_for(height, std::max<std::size_t>(1, kPiece / width),
                                    [=](std::uint64_t begin, std::uint64_t end, unsigned) {
                                      for (std::uint64_t row = begin; row < end; ++row) {
                                        copy_piece(to + row * target_pitch,
                                                   from + row * source_pitch, width, stream);
                                      }
                                    });
}

void fill_memory(void* target, const void* pattern, std::size_t pattern_size, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const Block block(pattern, pattern_size);
  // A pattern that divides a cache line is the same on all of them.
  const bool stream = 64 % pattern_size == 0 && beyond_caches(bytes);
  std::byte line[64];
  std::memcpy(line, block.bytes.data(), sizeof line);
  in_pieces(bytes, [&](std::size_t begin, std::size_t end) {
    if (stream) {
      stream_fill(to + begin, line, end - begin);
    } else if (pattern_size == 1) {
      std::memset(to + begin, std::to_integer<int>(line[0]), end - begin);
    } else {
      block.write(to, begin, end);
    }
  });
}

void fill_memory_2d(void* target, std::size_t pitch, const void* pattern, std::size_t pattern_size,
                    std::size_t width, std::size_t height) {
  if (width == pitch && width % std::max<std::size_t>(pattern_size, 1) == 0) {
    return fill_memory(target, pattern, pattern_size, width * height);
  }
  const Block block(pattern, pattern_size);
  auto* to = static_cast<std::byte*>(target);
  ThreadPool::shared().parallel_for(
      height, std::max<std::size_t>(1, kParallel / std::max<std::size_t>(width, 1)),
      [&](std::uint64_t begin, std::uint64_t end, unsigned) {
        for (std::uint64_t row = begin; row < end; ++row) block.write(to + row * pitch, 0, width);
      });
}

}  // namespace vgpu
