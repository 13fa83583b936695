// Tests of base/handle_table.h: stale, foreign and invented handles, reuse, threads.
// SPDX-License-Identifier: MIT
#include "base/handle_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace vgpu {
namespace {

std::string refusal(const HandleTable<int>& table, std::uint64_t handle) {
  try {
    table.get(handle);
    return "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidHandle);
    return error.message();
  }
}

TEST(HandleTable, FindsWhatWasInserted) {
  HandleTable<int> table(7, "stream");
  const std::uint64_t a = table.insert(std::make_shared<int>(1));
  const std::uint64_t b = table.insert(std::make_shared<int>(2));
  EXPECT_NE(a, b);
  EXPECT_EQ(*table.get(a), 1);
  EXPECT_EQ(*table.find(b), 2);
  EXPECT_EQ(table.size(), 2u);
}

TEST(HandleTable, RefusesStaleForeignAndInventedHandles) {
  HandleTable<int> streams(7, "stream"), events(8, "event");
  const std::uint64_t stream = streams.insert(std::make_shared<int>(1));
  const std::uint64_t event = events.insert(std::make_shared<int>(2));
  int local = 0;
  EXPECT_THAT(refusal(streams, 0), testing::HasSubstr("NULL"));
  EXPECT_THAT(refusal(streams, event), testing::HasSubstr("none of this kind"));
  EXPECT_THAT(refusal(streams, reinterpret_cast<std::uint64_t>(&local)),
              testing::HasSubstr("stream"));
  EXPECT_THAT(refusal(streams, ~std::uint64_t{0}), testing::HasSubstr("stream"));
  EXPECT_THAT(refusal(streams, stream + 5000), testing::HasSubstr("not a valid handle"));
  EXPECT_EQ(*streams.remove(stream), 1);
  EXPECT_THAT(refusal(streams, stream), testing::HasSubstr("destroyed"));
  EXPECT_THROW(streams.remove(stream), Error);
  EXPECT_EQ(streams.size(), 0u);
}

TEST(HandleTable, OldHandlesStayInvalidWhenSlotsAreReused) {
  HandleTable<int> table(1, "event");
  std::set<std::uint64_t> old;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t handle = table.insert(std::make_shared<int>(i));
    ASSERT_TRUE(old.insert(handle).second) << "a handle came back";
    table.remove(handle);
  }
  for (std::uint64_t handle : old) ASSERT_EQ(table.find(handle), nullptr);
}

TEST(HandleTable, ObjectsInUseOutliveTheirHandle) {
  HandleTable<int> table(1, "event");
  const std::uint64_t handle = table.insert(std::make_shared<int>(9));
  const std::shared_ptr<int> held = table.get(handle);
  table.remove(handle);
  EXPECT_EQ(*held, 9);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(HandleTable, ManyThreads) {
  HandleTable<std::uint64_t> table(3, "buffer");
  const std::uint64_t common = table.insert(std::make_shared<std::uint64_t>(77));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t i = 0; i < 2000; ++i) {
        const std::uint64_t value = i * 4 + t;
        const std::uint64_t handle = table.insert(std::make_shared<std::uint64_t>(value));
        if (*table.get(handle) != value || *table.get(common) != 77) ++wrong;
        if (*table.remove(handle) != value || table.find(handle) != nullptr) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(table.size(), 1u);
}

}  // namespace
}  // namespace vgpu
