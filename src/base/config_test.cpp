// Tests of base/config.h: precedence, bad values, unknown names, sizes.
// SPDX-License-Identifier: MIT
#include "base/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <string>

namespace vgpu {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A configuration file that lives as long as the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(testing::TempDir() + "vgpu_config_test_" + std::to_string(getpid()) + ".json") {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

const OptionInfo& option(const ConfigReport& report, const std::string& name) {
  for (const OptionInfo& info : report.options) {
    if (info.name == name) return info;
  }
  throw std::out_of_range(name);
}

TEST(Config, DefaultsWhereNothingIsSet) {
  ConfigReport report;
  const Config loaded = load_config({{"PATH=/bin", "HOME=/x"}, ""}, report);
  EXPECT_EQ(loaded.threads, 0);
  EXPECT_TRUE(loaded.huge_pages);
  EXPECT_EQ(loaded.isa, "auto");
  EXPECT_THAT(report.problems, IsEmpty());
  EXPECT_FALSE(report.file_exists);
  EXPECT_EQ(option(report, "threads").source, "default");
}

TEST(Config, EnvironmentWinsOverFile) {
  TemporaryFile file(R"({"threads": 3, "huge_pages": false, "memory_limit": "2G", "isa": "avx2"})");
  ConfigReport report;
  const Config loaded = load_config({{"VGPU_THREADS=5"}, file.path()}, report);
  EXPECT_EQ(loaded.threads, 5);
  EXPECT_FALSE(loaded.huge_pages);
  EXPECT_EQ(loaded.memory_limit, 2ull << 30);
  EXPECT_EQ(loaded.isa, "avx2");
  EXPECT_THAT(report.problems, IsEmpty());
  EXPECT_EQ(option(report, "threads").source, "environment");
  EXPECT_EQ(option(report, "threads").fallback, "0");
  EXPECT_EQ(option(report, "isa").source, file.path());
}

TEST(Config, BadValuesNameTheirVariableAndLeaveTheDefault) {
  ConfigReport report;
  const Config loaded = load_config(
      {{"VGPU_THREADS=many", "VGPU_HUGE_PAGES=perhaps", "VGPU_MEMORY_LIMIT=-1"}, ""}, report);
  EXPECT_EQ(loaded.threads, 0);
  EXPECT_EQ(loaded.memory_limit, 0u);
  EXPECT_EQ(report.errors, 3u);
  EXPECT_THAT(report.problems,
              ElementsAre(AllOf(HasSubstr("VGPU_THREADS"), HasSubstr("many")),
                          AllOf(HasSubstr("VGPU_MEMORY_LIMIT"), HasSubstr("512M")),
                          AllOf(HasSubstr("VGPU_HUGE_PAGES"), HasSubstr("true or false"))));
}

TEST(Config, UnknownNamesAreReported) {
  TemporaryFile file(R"({"thread": 3, "cache": [1]})");
  ConfigReport report;
  load_config({{"VGPU_THREAD=5", "VGPU_CONFIG=/elsewhere"}, file.path()}, report);
  EXPECT_EQ(report.errors, 1u) << "unknown names are no errors";
  EXPECT_THAT(report.problems, ElementsAre(AllOf(HasSubstr("\"cache\""), HasSubstr("simple")),
                                           AllOf(HasSubstr("VGPU_THREAD"), HasSubstr("no option")),
                                           AllOf(HasSubstr("\"thread\""), HasSubstr("no option"))));
}

TEST(Config, FileThatIsNoJsonIsAProblem) {
  for (const char* text : {"{", "[1, 2]", "", "threads = 4"}) {
    TemporaryFile file(text);
    ConfigReport report;
    load_config({{}, file.path()}, report);
    EXPECT_THAT(report.problems, ElementsAre(HasSubstr(file.path()))) << text;
  }
}

TEST(Config, EveryOptionIsDocumentedAndHasItsOwnName) {
  ConfigReport report;
  load_config({}, report);
  std::set<std::string> names;
  for (const OptionInfo& info : report.options) {
    EXPECT_TRUE(names.insert(info.environment).second) << info.name;
    EXPECT_GT(info.doc.size(), 10u) << info.name;
  }
}

TEST(Config, ParsesSizes) {
  std::uint64_t bytes = 0;
  EXPECT_TRUE(parse_bytes("100", bytes) && bytes == 100);
  EXPECT_TRUE(parse_bytes("4k", bytes) && bytes == 4096);
  EXPECT_TRUE(parse_bytes("3 MiB", bytes) && bytes == 3u << 20);
  EXPECT_TRUE(parse_bytes("2GB", bytes) && bytes == 2ull << 30);
  for (const char* bad : {"", "k", "1x", "1kk", "-1", "1.5G", "99999999999P", "1 2"}) {
    EXPECT_FALSE(parse_bytes(bad, bytes)) << bad;
  }
}

}  // namespace
}  // namespace vgpu
