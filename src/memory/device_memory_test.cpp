// Tests of memory/device_memory.h: classes, runs, reuse, limits, misuse, lookup, threads, fork.
// SPDX-License-Identifier: MIT
#include "memory/device_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "memory/size_classes.h"

namespace vgpu {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

DeviceMemory::Options options(std::uint64_t limit = 512 * kMiB, std::uint64_t cache = 64 * kMiB) {
  return {.name = "test", .limit = limit, .cache = cache, .huge_pages = true};
}

// The error that the call must throw.
template <typename Call>
Error error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::Success, "nothing was thrown");
}

TEST(SizeClasses, EverySizeFitsTightly) {
  for (unsigned i = 0; i < kSizeClasses; ++i) {
    EXPECT_EQ(class_of(class_size(i)), i);
    if (i > 0) EXPECT_EQ(class_of(class_size(i - 1) + 1), i);
    EXPECT_EQ(class_size(i) % 256, 0u);
  }
  EXPECT_EQ(class_of(1), 0u);
}

TEST(DeviceMemory, MemoryIsAlignedUsableAndSeparate) {
  DeviceMemory memory(options());
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (std::size_t size :
       {std::size_t{1}, std::size_t{255}, std::size_t{256}, std::size_t{257}, std::size_t{5000},
        512 * 1024 - 1ul, 512 * 1024ul, 512 * 1024 + 1ul, 2 * kMiB, 2 * kMiB + 1, 7 * kMiB - 3}) {
    auto* p = static_cast<unsigned char*>(memory.allocate(size));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 256, 0u);
    std::memset(p, static_cast<int>(blocks.size() + 1), size);
    blocks.emplace_back(p, size);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto [p, size] = blocks[i];
    EXPECT_EQ(p[0], i + 1);
    EXPECT_EQ(p[size - 1], i + 1);
    memory.free(p);
  }
  EXPECT_EQ(memory.stats().used, 0u);
  EXPECT_EQ(memory.stats().live, 0u);
  EXPECT_EQ(memory.stats().allocations, blocks.size());
}

TEST(DeviceMemory, AlignmentsUpToASpan) {
  DeviceMemory memory(options());
  for (std::size_t align = 1; align <= 2 * kMiB; align *= 2) {
    for (std::size_t size : {std::size_t{1}, std::size_t{3000}, std::size_t{600'000}}) {
      void* p = memory.allocate(size, align);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % align, 0u) << align;
      EXPECT_EQ(memory.find(p)->size, size);
      void* q = memory.allocate(size, align);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(q) % align, 0u) << align;
      memory.free(p);
      memory.free(q);
    }
  }
  for (std::size_t bad : {std::size_t{0}, std::size_t{3}, 4 * kMiB}) {
    EXPECT_EQ(error_of([&] { memory.allocate(16, bad); }).code(), ErrorCode::InvalidValue);
  }
}

// Elements of the same number in several arrays, and rows of 4 KiB, otherwise crowd one set of the first cache.
TEST(DeviceMemory, LargeBuffersBeginAtDifferentPlacesOfAPage) {
  for (std::size_t size : {1 * kMiB, 2 * kMiB, 4 * kMiB, 8 * kMiB, 16 * kMiB}) {
    DeviceMemory memory(options());
    std::vector<void*> blocks;
    for (int i = 0; i < 4; ++i) {
      blocks.push_back(memory.allocate(size));
      const auto place = reinterpret_cast<std::uintptr_t>(blocks.back()) % 4096;
      for (std::size_t j = 0; j + 1 < blocks.size(); ++j) {
        const auto other = reinterpret_cast<std::uintptr_t>(blocks[j]) % 4096;
        EXPECT_GE(std::min((place - other) % 4096, (other - place) % 4096), 512u) << size;
      }
    }
    for (void* block : blocks) memory.free(block);
  }
}

TEST(DeviceMemory, FindsAllocationsFromTheirMiddle) {
  DeviceMemory memory(options());
  for (std::size_t size :
       {std::size_t{100}, std::size_t{700}, std::size_t{600'000}, 5 * kMiB + 3}) {
    auto* p = static_cast<std::byte*>(memory.allocate(size));
    for (std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
      const auto block = memory.find(p + at);
      ASSERT_TRUE(block) << size << " at " << at;
      EXPECT_EQ(block->base, p);
      EXPECT_EQ(block->size, size);
    }
    EXPECT_FALSE(memory.find(p + size)) << "one past the end belongs to nobody";
    EXPECT_FALSE(memory.find(p - 1)) << "nor does the byte before it";
    memory.free(p);
    EXPECT_FALSE(memory.find(p));
    EXPECT_TRUE(memory.contains(p));
  }
  int local = 0;
  EXPECT_FALSE(memory.find(&local));
  EXPECT_FALSE(memory.find(nullptr));
  EXPECT_FALSE(memory.contains(&local));
}

TEST(DeviceMemory, MisuseIsAnErrorAndHarmless) {
  DeviceMemory memory(options()), other(options());
  int local = 0;
  for (std::size_t size : {std::size_t{64}, std::size_t{4096}, 3 * kMiB}) {
    auto* p = static_cast<std::byte*>(memory.allocate(size));
    void* foreign = other.allocate(size);
    EXPECT_THAT(error_of([&] { memory.free(p + 8); }).message(), testing::HasSubstr("middle"));
    EXPECT_EQ(error_of([&] { memory.free(&local); }).code(), ErrorCode::InvalidDevicePointer);
    EXPECT_EQ(error_of([&] { memory.free(foreign); }).code(), ErrorCode::InvalidDevicePointer);
    memory.free(p);
    EXPECT_THAT(error_of([&] { memory.free(p); }).message(), testing::HasSubstr("freed already"));
  }
  memory.free(nullptr);
  EXPECT_EQ(error_of([&] { memory.allocate(0); }).code(), ErrorCode::InvalidValue);
  EXPECT_EQ(memory.stats().used, 0u);
}

TEST(DeviceMemory, BodyOfALargeRunIsNoAllocation) {
  DeviceMemory memory(options());
  auto* p = static_cast<std::byte*>(memory.allocate(6 * kMiB));
  EXPECT_EQ(error_of([&] { memory.free(p + 2 * kMiB); }).code(), ErrorCode::InvalidDevicePointer);
  memory.free(p);
}

TEST(DeviceMemory, LimitIsAnErrorWithSizes) {
  DeviceMemory memory(options(16 * kMiB));
  void* p = memory.allocate(10 * kMiB);
  const Error error = error_of([&] { memory.allocate(7 * kMiB); });
  EXPECT_EQ(error.code(), ErrorCode::MemoryAllocation);
  EXPECT_THAT(error.message(),
              testing::HasSubstr("7 MiB asked for, 10 MiB of 16 MiB in use, 6 MiB free"));
  EXPECT_EQ(error_of([&] { memory.allocate(~std::size_t{0}); }).code(),
            ErrorCode::MemoryAllocation);
  EXPECT_EQ(error_of([&] { memory.allocate(std::size_t{1} << 62); }).code(),
            ErrorCode::MemoryAllocation);
  EXPECT_EQ(memory.stats().failures, 3u);
  memory.free(memory.allocate(6 * kMiB));
  memory.free(p);
  memory.free(memory.allocate(16 * kMiB));
  EXPECT_EQ(memory.stats().peak, 16 * kMiB);
}

TEST(DeviceMemory, SmallAllocationsMeetTheLimitToo) {
  DeviceMemory memory(options(64 * 1024));
  std::vector<void*> blocks;
  const Error error = error_of([&] {
    for (;;) blocks.push_back(memory.allocate(1000));
  });
  EXPECT_EQ(error.code(), ErrorCode::MemoryAllocation);
  EXPECT_EQ(blocks.size(), 64u);
  memory.set_limit(128 * 1024);
  blocks.push_back(memory.allocate(1000));
  for (void* p : blocks) memory.free(p);
  EXPECT_EQ(memory.stats().used, 0u);
}

TEST(DeviceMemory, FreedMemoryIsUsedAgain) {
  DeviceMemory memory(options());
  for (std::size_t size : {std::size_t{300}, std::size_t{100'000}, 9 * kMiB}) {
    void* first = memory.allocate(size);
    memory.free(first);
    void* second = memory.allocate(size);
    EXPECT_EQ(first, second);
    memory.free(second);
  }
}

TEST(DeviceMemory, CacheHasALimitAndCanBeTrimmed) {
  DeviceMemory memory(options(512 * kMiB, 8 * kMiB));
  void* p = memory.allocate(6 * kMiB);
  memory.free(p);
  EXPECT_EQ(memory.stats().cached, 8 * kMiB) << "its spans, and the one for its shift";
  memory.free(memory.allocate(20 * kMiB));
  EXPECT_LE(memory.stats().cached, 8 * kMiB);
  memory.trim();
  EXPECT_EQ(memory.stats().cached, 0u);
  // What comes back after a trim is usable again.
  auto* again = static_cast<unsigned char*>(memory.allocate(6 * kMiB));
  std::memset(again, 5, 6 * kMiB);
  memory.free(again);
}

TEST(DeviceMemory, CachedRunsSplitAndJoin) {
  DeviceMemory memory(options());
  auto* whole = static_cast<std::byte*>(memory.allocate(15 * kMiB));
  memory.free(whole);
  std::vector<void*> parts;
  for (int i = 0; i < 8; ++i) parts.push_back(memory.allocate(1 * kMiB));
  for (int i : {3, 0, 7, 1, 5, 2, 6, 4}) memory.free(parts[static_cast<std::size_t>(i)]);
  EXPECT_EQ(memory.allocate(15 * kMiB), whole);
}

TEST(DeviceMemory, RandomUseKeepsEveryByte) {
  DeviceMemory memory(options(64 * kMiB, 4 * kMiB));
  std::mt19937 random(11);
  struct Live {
    std::size_t size;
    unsigned char mark;
  };
  std::map<unsigned char*, Live> live;
  for (int step = 0; step < 6000; ++step) {
    if (random() % 2 == 0 && !live.empty()) {
      auto it = std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
      ASSERT_EQ(it->first[0], it->second.mark);
      ASSERT_EQ(it->first[it->second.size - 1], it->second.mark);
      memory.free(it->first);
      live.erase(it);
      continue;
    }
    const std::size_t size = 1 + random() % (std::size_t{1} << (random() % 23));
    try {
      auto* p = static_cast<unsigned char*>(memory.allocate(size));
      const auto mark = static_cast<unsigned char>(random());
      p[0] = p[size - 1] = mark;
      const auto [it, fresh] = live.emplace(p, Live{size, mark});
      ASSERT_TRUE(fresh);
      if (it != live.begin()) {
        const auto before = std::prev(it);
        ASSERT_LE(before->first + before->second.size, p) << "overlap";
      }
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::MemoryAllocation);
    }
  }
  EXPECT_EQ(memory.stats().live, live.size());
  for (auto& [p, block] : live) memory.free(p);
  EXPECT_EQ(memory.stats().used, 0u);
}

TEST(DeviceMemory, ThreadsHammerOneDevice) {
  DeviceMemory memory(options(256 * kMiB, 8 * kMiB));
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      std::vector<std::pair<unsigned char*, std::size_t>> mine;
      for (int step = 0; step < 1500; ++step) {
        const std::size_t size = 1 + random() % (random() % 16 == 0 ? 3 * kMiB : 4000);
        auto* p = static_cast<unsigned char*>(memory.allocate(size));
        p[0] = p[size - 1] = static_cast<unsigned char>(t + 1);
        mine.emplace_back(p, size);
        if (mine.size() < 8) continue;
        const auto [old, old_size] = mine.front();
        const auto block = memory.find(old + old_size / 2);
        if (!block || block->base != old || old[0] != t + 1 || old[old_size - 1] != t + 1) ++wrong;
        memory.free(old);
        mine.erase(mine.begin());
      }
      for (auto& [p, size] : mine) memory.free(p);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(memory.stats().used, 0u);
}

TEST(DeviceMemory, OfTwoThreadsThatFreeTheSameOneGetsAnError) {
  DeviceMemory memory(options());
  for (int round = 0; round < 200; ++round) {
    void* p = memory.allocate(round % 2 == 0 ? 100 : 3 * kMiB);
    std::atomic<int> errors{0};
    const auto release = [&] {
      if (error_of([&] { memory.free(p); }).code() == ErrorCode::InvalidDevicePointer) ++errors;
    };
    std::thread other(release);
    release();
    other.join();
    ASSERT_EQ(errors.load(), 1);
  }
}

TEST(DeviceMemory, WorksInAForkedChild) {
  DeviceMemory memory(options());
  auto* p = static_cast<unsigned char*>(memory.allocate(5000));
  p[17] = 42;
  const pid_t child = fork();
  if (child == 0) {
    bool good = p[17] == 42;
    void* q = memory.allocate(5000);
    good = good && q != p && memory.find(p)->size == 5000;
    memory.free(q);
    memory.free(p);
    _exit(good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(p[17], 42);
  memory.free(p);
}

}  // namespace
}  // namespace vgpu
