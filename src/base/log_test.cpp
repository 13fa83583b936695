// Tests of base/log.h: levels, the callback, no formatting where nobody listens.
// SPDX-License-Identifier: MIT
#include "base/log.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vgpu {
namespace {

class Log : public testing::Test {
 protected:
  void SetUp() override {
    set_log_callback(
        [](int level, const char* text, void* user) {
          static_cast<Log*>(user)->lines_.push_back(std::to_string(level) + " " + text);
        },
        this);
  }
  void TearDown() override {
    set_log_callback(nullptr, nullptr);
    set_log_level(-1);
  }
  std::vector<std::string> lines_;
};

TEST_F(Log, LevelsFilter) {
  set_log_level(2);
  log(LogLevel::warning, "one {}", 1);
  log(LogLevel::launch, "two {}", "x");
  log(LogLevel::compile, "three");
  EXPECT_EQ(lines_, (std::vector<std::string>{"1 one 1", "2 two x"}));
}

TEST_F(Log, OffIsSilent) {
  set_log_level(0);
  EXPECT_FALSE(log_enabled(LogLevel::warning));
  log(LogLevel::warning, "nothing");
  EXPECT_TRUE(lines_.empty());
}

}  // namespace
}  // namespace vgpu
