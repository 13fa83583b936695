// Divides large copies and fills among the threads; the pieces are copied by the fastest loop of this CPU.
// SPDX-License-Identifier: MIT
#include "memory/copy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "base/thread_pool.h"

namespace vgpu {
namespace {

// Below it a single thread ends before others have woken up.
constexpr std::size_t kParallel = std::size_t{1} << 20;
constexpr std::size_t kPiece = std::size_t{256} << 10;

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

bool all_bytes_equal(const void* pattern, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(pattern);
  return std::all_of(bytes, bytes + size, [&](unsigned char b) { return b == bytes[0]; });
}

}  // namespace

void copy_memory(void* target, const void* source, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const auto* from = static_cast<const std::byte*>(source);
  if (bytes == 0 || to == from) return;
  if (overlap(to, bytes, from, bytes)) {
    std::memmove(to, from, bytes);
    return;
  }
  in_pieces(bytes, [=](std::size_t begin, std::size_t end) {
    std::memcpy(to + begin, from + begin, end - begin);
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
  const auto rows = [=](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      std::memmove(to + row * target_pitch, from + row * source_pitch, width);
    }
  };
  if (width * height < kParallel || overlap(to, target_bytes, from, source_bytes)) {
    return rows(0, height);
  }
  ThreadPool::shared().parallel_for(
      height, std::max<std::size_t>(1, kPiece / width),
      [&](std::uint64_t begin, std::uint64_t end, unsigned) { rows(begin, end); });
}

void fill_memory(void* target, const void* pattern, std::size_t pattern_size, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(target);
  const Block block(pattern, pattern_size);
  const bool plain = all_bytes_equal(pattern, pattern_size);
  const int value = std::to_integer<int>(block.bytes[0]);
  in_pieces(bytes, [&](std::size_t begin, std::size_t end) {
    if (plain) {
      std::memset(to + begin, value, end - begin);
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
