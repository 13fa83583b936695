// The tuner's file: what was written is read; foreign and damaged files are ignored.
// SPDX-License-Identifier: MIT
#include "engine/tuner.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace vgpu::engine {
namespace {

class TunerFile : public testing::Test {
 protected:
  std::string path_ = testing::TempDir() + "vgpu_tuner_" + std::to_string(getpid()) + ".json";
  void TearDown() override { unlink(path_.c_str()); }
  void write(const std::string& text) const { std::ofstream(path_) << text; }
};

TEST_F(TunerFile, IsReadAsItWasWritten) {
  const std::map<std::string, TunedSizes> entries = {{"gemm.f32", {{"kc", 256}, {"mc", 70}}}};
  write_tuner_file(path_, entries);
  EXPECT_EQ(read_tuner_file(path_), entries);
}

TEST_F(TunerFile, DamagedOrForeignIsIgnored) {
  EXPECT_TRUE(read_tuner_file(path_).empty());
  EXPECT_TRUE(read_tuner_file("").empty());
  for (const char* text :
       {"", "{", "[]", "{\"machine\": 1}",
        "{\"machine\": {\"cpu\": \"x\"}, \"sizes\": {\"gemm.f32\": {\"kc\": 1}}}"}) {
    write(text);
    EXPECT_TRUE(read_tuner_file(path_).empty()) << text;
  }
}

TEST_F(TunerFile, AbsurdSizesAreIgnored) {
  write_tuner_file(path_, {{"gemm.f32", {{"kc", -5}}}});
  EXPECT_TRUE(read_tuner_file(path_).empty());
}

TEST(Tuner, CannotWriteEverywhere) {
  EXPECT_ANY_THROW(write_tuner_file("/no/such/folder/file.json", {}));
}

}  // namespace
}  // namespace vgpu::engine
