// Tests of memory/copy.h: odd sizes and offsets on both sides of every threshold, overlaps, pitches, patterns.
// SPDX-License-Identifier: MIT
#include "memory/copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "memory/stream_copy.h"

namespace vgpu {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::vector<unsigned char> numbers(std::size_t size) {
  std::vector<unsigned char> data(size);
  for (std::size_t i = 0; i < size; ++i)
    data[i] = static_cast<unsigned char>(i * 7 + (i >> 8) * 13 + 1);
  return data;
}

TEST(Copy, OddSizesAndOffsets) {
  for (std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{4097},
                           kMiB - 1, kMiB, kMiB + 1, 3 * kMiB + 77, 40 * kMiB + 5}) {
    const std::vector<unsigned char> source = numbers(size + 64);
    for (std::size_t offset : {std::size_t{0}, std::size_t{31}}) {
      std::vector<unsigned char> target(size + 128, 0xEE);
      copy_memory(target.data() + 33, source.data() + offset, size);
      ASSERT_EQ(std::memcmp(target.data() + 33, source.data() + offset, size), 0) << size;
      EXPECT_EQ(target[32], 0xEE);
      EXPECT_EQ(target[33 + size], 0xEE) << size << " wrote past the end";
    }
  }
}

TEST(Copy, OverlapsBehaveLikeMemmove) {
  for (std::size_t size : {std::size_t{1000}, 5 * kMiB}) {
    for (std::ptrdiff_t shift : {-100, 0, 1, 77}) {
      std::vector<unsigned char> data = numbers(size + 400), want = data;
      std::memmove(want.data() + 200 + shift, want.data() + 200, size);
      copy_memory(data.data() + 200 + shift, data.data() + 200, size);
      ASSERT_EQ(data, want) << shift;
    }
  }
}

TEST(Copy, TwoDimensions) {
  struct Shape {
    std::size_t width, height, target_pitch, source_pitch;
  };
  for (const Shape s : {Shape{5, 3, 5, 5}, Shape{7, 4, 16, 9}, Shape{1, 1, 1, 1}, Shape{0, 5, 8, 8},
                        Shape{9, 0, 16, 16}, Shape{1000, 3000, 1024, 1001},
                        Shape{2 * kMiB + 1, 2, 2 * kMiB + 1, 2 * kMiB + 64}}) {
    const std::vector<unsigned char> source = numbers(s.source_pitch * s.height + 1);
    std::vector<unsigned char> target(s.target_pitch * s.height + 1, 0xEE), want = target;
    for (std::size_t row = 0; row < s.height; ++row) {
      std::memcpy(want.data() + row * s.target_pitch, source.data() + row * s.source_pitch,
                  s.width);
    }
    copy_memory_2d(target.data(), s.target_pitch, source.data(), s.source_pitch, s.width, s.height);
    ASSERT_EQ(target, want) << s.width << " x " << s.height;
  }
}

TEST(Fill, PatternsOfEverySize) {
  const std::vector<unsigned char> pattern = numbers(128);
  for (std::size_t period : {1, 2, 3, 4, 5, 8, 12, 16, 31, 64, 127, 128}) {
    for (std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{4096},
                             std::size_t{10001}, 2 * kMiB + 3}) {
      std::vector<unsigned char> target(size + 9, 0xEE);
      fill_memory(target.data() + 4, pattern.data(), period, size);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(target[i + 4], pattern[i % period]) << period << " " << size << " " << i;
      }
      EXPECT_EQ(target[3], 0xEE);
      EXPECT_EQ(target[size + 4], 0xEE);
    }
  }
  EXPECT_THROW(fill_memory(nullptr, pattern.data(), 0, 0), Error);
  EXPECT_THROW(fill_memory(nullptr, pattern.data(), 129, 0), Error);
}

// The streaming loops by themselves: how large a copy must be to reach them depends on the machine.
TEST(StreamCopy, OddSizesAndOffsets) {
  const std::vector<unsigned char> source = numbers(2000);
  const auto* from = reinterpret_cast<const std::byte*>(source.data());
  std::byte period[64];
  std::memcpy(period, from + 5, sizeof period);
  for (std::size_t size : {0, 1, 15, 63, 64, 65, 127, 128, 1000}) {
    for (std::size_t offset = 0; offset < 70; offset += 3) {
      std::vector<unsigned char> copied(size + 200, 0xEE), filled = copied;
      stream_copy(reinterpret_cast<std::byte*>(copied.data()) + offset, from + 70 - offset, size);
      stream_fill(reinterpret_cast<std::byte*>(filled.data()) + offset, period, size);
      for (std::size_t i = 0; i < copied.size(); ++i) {
        const bool inside = i >= offset && i < offset + size;
        ASSERT_EQ(copied[i], inside ? source[70 - offset + i - offset] : 0xEE) << size << " " << i;
        ASSERT_EQ(filled[i], inside ? source[5 + (i - offset) % 64] : 0xEE) << size << " " << i;
      }
    }
  }
}

TEST(Fill, LargerThanTheCaches) {
  const std::uint32_t pattern = 0x01020304;
  std::vector<std::uint32_t> target((64 * kMiB + 12) / 4, 0);
  fill_memory(target.data() + 1, &pattern, 4, 64 * kMiB + 4);
  EXPECT_EQ(target.front(), 0u);
  EXPECT_EQ(target.back(), 0u);
  EXPECT_EQ(std::count(target.begin(), target.end(), pattern),
            static_cast<std::ptrdiff_t>(target.size() - 2));
}

TEST(Fill, TwoDimensions) {
  const unsigned char pattern[4] = {1, 2, 3, 4};
  for (std::size_t pitch : {12u, 19u}) {
    std::vector<unsigned char> target(pitch * 50, 0xEE);
    fill_memory_2d(target.data(), pitch, pattern, 4, 12, 50);
    for (std::size_t row = 0; row < 50; ++row) {
      for (std::size_t x = 0; x < pitch; ++x) {
        ASSERT_EQ(target[row * pitch + x], x < 12 ? pattern[x % 4] : 0xEE) << row << "," << x;
      }
    }
  }
}

}  // namespace
}  // namespace vgpu
