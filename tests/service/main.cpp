// Gives the tests a cache folder of their own and the stand-in for the compiler.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::string folder = testing::TempDir() + "/vgpu-service-XXXXXX";
  if (!mkdtemp(folder.data())) return 1;
  setenv("VGPU_CACHE_DIR", (folder + "/cache").c_str(), 1);
  setenv("VGPU_CACHE", "1", 1);
  setenv("VGPU_COMPILER", FAKE_COMPILER, 1);
  setenv("VGPU_CONFIG", (folder + "/none.json").c_str(), 1);
  setenv("FAKE_COMPILER_CALLS", (folder + "/calls").c_str(), 1);
  setenv("FAKE_COMPILER_GATE", (folder + "/gate").c_str(), 1);
  setenv("VGPU_COMPILE_WAIT", "5", 1);
  unsetenv("VGPU_DEBUG");
  unsetenv("VGPU_WIDTH");
  const int result = RUN_ALL_TESTS();
  std::filesystem::remove_all(folder);
  return result;
}
