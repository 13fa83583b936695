// Gives the tests a kernel cache of their own.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::string folder = testing::TempDir() + "/vgpu-modules-XXXXXX";
  if (!mkdtemp(folder.data())) return 1;
  setenv("VGPU_CACHE_DIR", (folder + "/cache").c_str(), 1);
  setenv("VGPU_CONFIG", (folder + "/none.json").c_str(), 1);
  const int result = RUN_ALL_TESTS();
  std::filesystem::remove_all(folder);
  return result;
}
