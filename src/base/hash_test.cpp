// Tests of base/hash.h: stable values, field boundaries, spread.
// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>

namespace vgpu {
namespace {

TEST(Hash, EveryByteAndLengthMatters) {
  std::set<std::uint64_t> seen;
  std::string text(67, 'a');
  for (std::size_t size = 0; size <= text.size(); ++size) {
    ASSERT_TRUE(seen.insert(hash64(text.data(), size)).second) << size;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    text[at] = 'b';
    ASSERT_TRUE(seen.insert(hash64(text)).second) << at;
    text[at] = 'a';
  }
  EXPECT_NE(hash64("x", 1), hash64("x", 2));
}

TEST(Hash, FieldsDoNotRunTogether) {
  EXPECT_NE(Hasher().add("ab").add("c").finish(), Hasher().add("a").add("bc").finish());
  EXPECT_NE(Hasher().add("").add("a").finish(), Hasher().add("a").finish());
  EXPECT_NE(Hasher().add(1).add(2).finish(), Hasher().add(2).add(1).finish());
  EXPECT_EQ(Hasher().add("a").add(3).finish(), Hasher().add("a").add(3).finish());
}

// Keys of files: a change of the function would make every cached kernel unreachable, so it must be noticed.
TEST(Hash, ValuesAreTheSameInEveryVersion) {
  EXPECT_EQ(hash128("vgpu").hex(), hash128(std::string("vg") + "pu").hex());
  EXPECT_EQ(hash128("vgpu").hex().size(), 32u);
  EXPECT_EQ(hash128("vgpu").hex(), "8f55c22f7a28fa875c80bbb3effe3186");
}

TEST(Hash, OneBitChangesAboutHalf) {
  int changed = 0, cases = 0;
  for (int bit = 0; bit < 256; ++bit, ++cases) {
    std::string text(32, '\x5a');
    const Hash128 before = hash128(text);
    text[static_cast<std::size_t>(bit / 8)] ^= static_cast<char>(1 << bit % 8);
    const Hash128 after = hash128(text);
    changed += std::popcount(before.high ^ after.high) + std::popcount(before.low ^ after.low);
  }
  EXPECT_NEAR(static_cast<double>(changed) / cases, 64.0, 4.0);
}

}  // namespace
}  // namespace vgpu
