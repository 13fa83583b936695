// Tests of base/loop_ranges.h: shares, theft, and that no chunk is lost or given twice under contention.
// SPDX-License-Identifier: MIT
#include "base/loop_ranges.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace vgpu {
namespace {

// Takes all that `slot` can get and counts each chunk.
template <typename Count>
void take_all(LoopRanges& ranges, unsigned slot, Count count) {
  LoopRanges::Chunks chunks;
  while (ranges.take(slot, chunks)) {
    ASSERT_LT(chunks.begin, chunks.end);
    for (std::uint32_t i = chunks.begin; i < chunks.end; ++i) count(i);
  }
}

TEST(LoopRanges, OneThreadAloneGetsEverything) {
  for (unsigned slots : {1u, 2u, 5u}) {
    for (std::uint32_t chunks : {1u, 2u, 4u, 5u, 6u, 1000u}) {
      for (unsigned slot = 0; slot < slots; ++slot) {
        LoopRanges ranges(slots);
        ranges.divide(chunks, slot);
        std::vector<int> seen(chunks, 0);
        take_all(ranges, slot, [&](std::uint32_t i) { ++seen[i]; });
        EXPECT_EQ(seen, std::vector<int>(chunks, 1)) << slots << " slots, " << chunks << " chunks";
      }
    }
  }
}

TEST(LoopRanges, EverySlotStartsWithItsShare) {
  LoopRanges ranges(4);
  ranges.divide(400, 2);
  for (unsigned slot = 0; slot < 4; ++slot) {
    LoopRanges::Chunks chunks;
    ASSERT_TRUE(ranges.take(slot, chunks));
    EXPECT_EQ(chunks.begin, slot * 100);
  }
}

TEST(LoopRanges, FewChunksGoToTheFirstSlot) {
  LoopRanges ranges(4);
  ranges.divide(2, 3);
  LoopRanges::Chunks chunks;
  ASSERT_TRUE(ranges.take(3, chunks));
  EXPECT_EQ(chunks.begin, 0u);
  ASSERT_TRUE(ranges.take(0, chunks));
  EXPECT_EQ(chunks.begin, 1u);
  EXPECT_FALSE(ranges.take(1, chunks));
}

TEST(LoopRanges, LargestLoopFits) {
  LoopRanges ranges(3);
  ranges.divide(LoopRanges::kMaxChunks, 0);
  LoopRanges::Chunks chunks;
  std::uint64_t sum = 0;
  while (ranges.take(1, chunks)) sum += chunks.end - chunks.begin;
  EXPECT_EQ(sum, LoopRanges::kMaxChunks);
}

TEST(LoopRanges, ThievesLoseAndDoubleNothing) {
  constexpr unsigned kSlots = 4;
  constexpr std::uint32_t kChunks = 20'000;
  for (int round = 0; round < 10; ++round) {
    LoopRanges ranges(kSlots);
    ranges.divide(kChunks, 0);
    std::vector<std::atomic<int>> seen(kChunks);
    std::vector<std::thread> threads;
    for (unsigned slot = 1; slot < kSlots;
         ++slot) {  // slot 0 never comes: all of its share is stolen
      threads.emplace_back(
          [&, slot] { take_all(ranges, slot, [&](std::uint32_t i) { ++seen[i]; }); });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::uint32_t i = 0; i < kChunks; ++i) ASSERT_EQ(seen[i].load(), 1) << i;
  }
}

}  // namespace
}  // namespace vgpu
