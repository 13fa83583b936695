// The kernel cache on disk: hits, damage, limits, unusable folders, many writers.
// SPDX-License-Identifier: MIT
#include "compiler/disk_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace vgpu::compiler {
namespace {

namespace fs = std::filesystem;

class DiskCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/vgpu-cache-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  // The only file of the cache.
  fs::path only_file() const {
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) return entry.path();
    }
    return {};
  }
  std::string folder_;
};

Hash128 key(int number) { return Hasher().add(number).finish(); }

TEST_F(DiskCacheTest, GivesBackWhatWasStored) {
  DiskCache cache(folder_ + "/new/folder", 1 << 20);
  EXPECT_FALSE(cache.find(key(1)).has_value());
  cache.store(key(1), "one");
  cache.store(key(2), std::string("\0two", 4));
  EXPECT_EQ(cache.find(key(1)), "one");
  EXPECT_EQ(cache.find(key(2)), std::string("\0two", 4));
  cache.store(key(1), "another");
  EXPECT_EQ(cache.find(key(1)), "another");
  EXPECT_EQ(cache.usage().files, 2u);
  EXPECT_EQ(cache.usage().bytes, 11u);
  cache.remove(key(1));
  EXPECT_FALSE(cache.find(key(1)).has_value());
  cache.clear();
  EXPECT_EQ(cache.usage().files, 0u);
}

TEST_F(DiskCacheTest, WithoutAFolderNothingIsKept) {
  DiskCache cache("", 1 << 20);
  cache.store(key(1), "one");
  EXPECT_FALSE(cache.find(key(1)).has_value());
  EXPECT_EQ(cache.usage().files, 0u);
}

TEST_F(DiskCacheTest, GoesOnWhereTheFolderCannotBeUsed) {
  std::ofstream(folder_ + "/file") << "not a folder";
  DiskCache blocked(folder_ + "/file", 1 << 20);
  blocked.store(key(1), "one");
  EXPECT_FALSE(blocked.find(key(1)).has_value());

  DiskCache nowhere("/proc/self/no-such-folder", 1 << 20);
  nowhere.store(key(1), "one");
  EXPECT_FALSE(nowhere.find(key(1)).has_value());

  // Root writes into read-only folders too; then it is simply a cache.
  fs::create_directory(folder_ + "/closed");
  fs::permissions(folder_ + "/closed", fs::perms::owner_read | fs::perms::owner_exec);
  DiskCache closed(folder_ + "/closed", 1 << 20);
  closed.store(key(1), "one");
  const bool found = closed.find(key(1)).has_value();
  EXPECT_EQ(found, geteuid() == 0);
  fs::permissions(folder_ + "/closed", fs::perms::owner_all);
}

TEST_F(DiskCacheTest, GoesOnWhenTheDiskIsFull) {
  // /dev/full takes no byte, so a cache below it can neither make folders nor files.
  DiskCache cache("/dev/full", 1 << 20);
  cache.store(key(1), "one");
  EXPECT_FALSE(cache.find(key(1)).has_value());
}

TEST_F(DiskCacheTest, DoesNotTrustFilesThatOthersMayWrite) {
  DiskCache cache(folder_, 1 << 20);
  cache.store(key(1), "one");
  ASSERT_EQ(chmod(only_file().c_str(), 0666), 0);
  EXPECT_FALSE(cache.find(key(1)).has_value());
  ASSERT_EQ(chmod(only_file().c_str(), 0600), 0);
  EXPECT_TRUE(cache.find(key(1)).has_value());
}

TEST_F(DiskCacheTest, DoesNotFollowLinks) {
  DiskCache cache(folder_, 1 << 20);
  cache.store(key(1), "one");
  const fs::path file = only_file();
  std::ofstream(folder_ + "/elsewhere") << "evil";
  fs::remove(file);
  fs::create_symlink(folder_ + "/elsewhere", file);
  EXPECT_FALSE(cache.find(key(1)).has_value());
}

TEST_F(DiskCacheTest, DropsTheLeastRecentlyUsed) {
  DiskCache cache(folder_, 1000);
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 9; ++i) {
    cache.store(key(i), std::string(100, 'x'));
    // Ages: key 0 the oldest, but for key 3, which was used just now.
    const std::string name = key(i).hex();
    fs::last_write_time(folder_ + "/" + name.substr(0, 2) + "/" + name.substr(2),
                        i == 3 ? now : now - std::chrono::hours(100 - i));
  }
  cache.store(key(9), std::string(100, 'x'));
  cache.store(key(10), std::string(100, 'x'));
  cache.trim();
  EXPECT_LE(cache.usage().bytes, 1000u);
  EXPECT_FALSE(cache.find(key(0)).has_value());
  EXPECT_TRUE(cache.find(key(3)).has_value());
  EXPECT_TRUE(cache.find(key(10)).has_value());
}

TEST_F(DiskCacheTest, StaysWithinItsLimitByItself) {
  DiskCache cache(folder_, 10000);
  for (int i = 0; i < 200; ++i) cache.store(key(i), std::string(500, 'x'));
  EXPECT_LE(cache.usage().bytes, 13000u);  // looked at now and then, not at every file
  cache.store(key(1000), std::string(20000, 'x'));
  EXPECT_FALSE(cache.find(key(1000)).has_value());
}

TEST_F(DiskCacheTest, TouchesOnlyItsOwnFiles) {
  std::ofstream(folder_ + "/letter.txt") << std::string(5000, 'x');
  fs::create_directories(folder_ + "/ab");
  std::ofstream(folder_ + "/ab/notes") << std::string(5000, 'x');
  DiskCache cache(folder_, 1000);
  for (int i = 0; i < 20; ++i) cache.store(key(i), std::string(400, 'x'));
  cache.trim();
  cache.clear();
  EXPECT_TRUE(fs::exists(folder_ + "/letter.txt"));
  EXPECT_TRUE(fs::exists(folder_ + "/ab/notes"));
}

TEST_F(DiskCacheTest, ReadersNeverSeeHalfAFile) {
  const auto contents = [](int number) {
    return std::string(20000, static_cast<char>('a' + number));
  };
  constexpr int kProcesses = 4;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child != 0) continue;
    DiskCache cache(folder_, 1 << 20);
    int wrong = 0;
    for (int round = 0; round < 50; ++round) {
      cache.store(key(round % 5), contents(process));
      const auto found = cache.find(key(round % 5));
      if (found &&
          (found->size() != 20000 || found->find_first_not_of((*found)[0]) != found->npos)) {
        wrong = 1;
      }
    }
    _exit(wrong);
  }
  for (int process = 0; process < kProcesses; ++process) {
    int status = 0;
    ASSERT_GT(wait(&status), 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  DiskCache cache(folder_, 1 << 20);
  EXPECT_EQ(cache.usage().files, 5u);
}

}  // namespace
}  // namespace vgpu::compiler
