// Tests of base/error.h: names, texts, messages, conversion of foreign exceptions.
// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

namespace vgpu {
namespace {

TEST(Error, FailFormatsItsMessage) {
  try {
    fail(ErrorCode::InvalidValue, "size: {} of {}", 3, "x");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidValue);
    EXPECT_STREQ(error.what(), "size: 3 of x");
  }
}

TEST(Error, EveryCodeHasNameTextAndOwnValue) {
  std::set<int> values{0};
#define VGPU_ERROR(name, value, text)               \
  EXPECT_STREQ(error_name(ErrorCode::name), #name); \
  EXPECT_STRNE(error_text(ErrorCode::name), "");    \
  EXPECT_TRUE(values.insert(value).second) << #name " shares its value";
#include <vgpu/c/errors.def>
#undef VGPU_ERROR
  EXPECT_STREQ(error_name(ErrorCode::Success), "Success");
}

TEST(Error, NumberThatIsNoCodeStillHasTexts) {
  EXPECT_STREQ(error_name(static_cast<ErrorCode>(-5)), "Unrecognized");
  EXPECT_NE(error_text(static_cast<ErrorCode>(123456)), nullptr);
}

template <typename Thrown>
Error caught(const Thrown& thrown) {
  try {
    throw thrown;
  } catch (...) {
    return current_error("vgpuMalloc");
  }
}

TEST(Error, CurrentErrorAddsContextAndTranslates) {
  const Error own = caught(Error(ErrorCode::NotReady, "wait"));
  EXPECT_EQ(own.code(), ErrorCode::NotReady);
  EXPECT_EQ(own.message(), "[vgpuMalloc] wait");
  EXPECT_EQ(caught(std::bad_alloc()).code(), ErrorCode::MemoryAllocation);
  EXPECT_EQ(caught(std::runtime_error("odd")).message(), "[vgpuMalloc] odd");
  EXPECT_EQ(caught(42).code(), ErrorCode::Unknown);
}

TEST(Error, FormatsBytesForPeople) {
  EXPECT_EQ(format_bytes(0), "0 bytes");
  EXPECT_EQ(format_bytes(1023), "1023 bytes");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(format_bytes(3ull << 30), "3 GiB");
  EXPECT_EQ(format_bytes(~0ull), "16 EiB");
}

}  // namespace
}  // namespace vgpu
