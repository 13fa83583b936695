// Tests of memory/host_memory.h and memory/address_map.h: buffers, registered ranges, overlaps.
// SPDX-License-Identifier: MIT
#include "memory/host_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/error.h"

namespace vgpu {
namespace {

ErrorCode code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::Success;
}

TEST(AddressMap, FindsRangesAndRefusesOverlaps) {
  AddressMap map;
  std::vector<char> memory(1000);
  char* base = memory.data();
  int owner = 0;
  EXPECT_FALSE(map.find(base));
  EXPECT_TRUE(map.insert(base + 100, 100, &owner));
  EXPECT_TRUE(map.insert(base + 200, 50));
  EXPECT_FALSE(map.insert(base + 199, 1));
  EXPECT_FALSE(map.insert(base + 50, 51));
  EXPECT_FALSE(map.insert(base + 50, 500));
  EXPECT_FALSE(map.insert(base + 100, 100));
  EXPECT_FALSE(map.insert(base + 300, 0));
  EXPECT_FALSE(map.insert(base, ~std::size_t{0}));
  EXPECT_TRUE(map.insert(base + 50, 50));
  ASSERT_TRUE(map.find(base + 199));
  EXPECT_EQ(map.find(base + 199)->base, base + 100);
  EXPECT_EQ(map.find(base + 199)->owner, &owner);
  EXPECT_EQ(map.find(base + 200)->size, 50u);
  EXPECT_FALSE(map.find(base + 250));
  EXPECT_FALSE(map.find(base + 49));
  EXPECT_FALSE(map.erase(base + 101));
  EXPECT_TRUE(map.erase(base + 100));
  EXPECT_FALSE(map.find(base + 150));
  EXPECT_EQ(map.size(), 2u);
}

TEST(HostMemory, BuffersAreUsableAndChecked) {
  HostMemory memory({.name = "host", .limit = 64u << 20});
  for (std::size_t size : {1u, 5000u, 3u << 20}) {
    auto* p = static_cast<char*>(memory.allocate(size));
    std::memset(p, 7, size);
    EXPECT_EQ(memory.find(p + size - 1)->base, p);
    EXPECT_EQ(code_of([&] { memory.free(p + 1); }), ErrorCode::InvalidValue);
    memory.free(p);
    EXPECT_EQ(code_of([&] { memory.free(p); }), ErrorCode::InvalidValue);
  }
  memory.free(nullptr);
  EXPECT_EQ(code_of([&] { memory.allocate(65u << 20); }), ErrorCode::MemoryAllocation);
  EXPECT_EQ(memory.stats().used, 0u);
}

TEST(HostMemory, RegistersTheUsersMemory) {
  HostMemory memory({.name = "host", .limit = 64u << 20});
  std::vector<char> own(4096);
  memory.register_range(own.data(), own.size());
  EXPECT_EQ(memory.find(own.data() + 100)->size, own.size());
  EXPECT_EQ(code_of([&] { memory.register_range(own.data() + 1, 10); }), ErrorCode::InvalidValue);
  EXPECT_EQ(code_of([&] { memory.register_range(nullptr, 10); }), ErrorCode::InvalidValue);
  EXPECT_EQ(code_of([&] { memory.unregister_range(own.data() + 1); }), ErrorCode::InvalidValue);
  memory.unregister_range(own.data());
  EXPECT_FALSE(memory.find(own.data()));
  EXPECT_EQ(code_of([&] { memory.unregister_range(own.data()); }), ErrorCode::InvalidValue);
}

}  // namespace
}  // namespace vgpu
