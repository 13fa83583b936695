// Modules from text and binaries: what is compiled, what is cached, and what is done with damage.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "compiler/disk_cache.h"
#include "compiler/service.h"

namespace vgpu::compiler {
namespace {

namespace fs = std::filesystem;

constexpr Size3 kLocal{16, 1, 1};

// How often the compiler was called since the last question: f text to module, g module to code.
std::string calls() {
  const std::string path = std::getenv("FAKE_COMPILER_CALLS");
  std::ifstream file(path);
  std::string letters;
  file >> letters;
  file.close();
  fs::remove(path);
  return letters;
}

FrontRequest request(const std::string& source) {
  FrontRequest result;
  result.source = source;
  result.file_name = "toy.cl";
  return result;
}

std::shared_ptr<Module> compile(const std::string& source) {
  return Module::compile(request(source), nullptr);
}

std::shared_ptr<const Code> first_code(Module& module, const Size3& local = kLocal) {
  return module.code(module.info().kernels.at(0), local);
}

class ModuleTest : public testing::Test {
 protected:
  void SetUp() override {
    DiskCache::shared().clear();
    calls();
  }
};

TEST_F(ModuleTest, IsCompiledOnceForAllProcesses) {
  EXPECT_NE(first_code(*compile("kernel a"))->entry, nullptr);
  EXPECT_EQ(calls(), "fg");
  const auto again = compile("kernel a");
  EXPECT_EQ(first_code(*again)->info.width, 16u);
  EXPECT_EQ(calls(), "");
}

TEST_F(ModuleTest, IsCompiledAgainForAnythingElse) {
  compile("kernel a");
  compile("kernel b");
  FrontRequest changed = request("kernel a");
  changed.options = "-DN=4";
  Module::compile(changed, nullptr);
  changed = request("kernel a");
  changed.headers.emplace_back("h.h", "x");
  Module::compile(changed, nullptr);
  changed.headers[0].second = "y";
  Module::compile(changed, nullptr);
  changed = request("kernel a");
  changed.language = Language::cuda;
  Module::compile(changed, nullptr);
  EXPECT_EQ(calls(), "ffffff");
}

TEST_F(ModuleTest, CodeIsMadeOncePerSize) {
  const auto module = compile("kernel a\nkernel b");
  const KernelInfo& kernel = module->info().kernels[0];
  const auto code = module->code(kernel, kLocal);
  EXPECT_EQ(module->code(kernel, kLocal), code);
  EXPECT_NE(module->code(kernel, {8, 1, 1}), code);
  EXPECT_NE(module->code(kernel, {8, 1, 1}, kLocal), code);
  module->code(module->info().kernels[1], kLocal);
  EXPECT_EQ(calls(), "fgggg");
  EXPECT_EQ(code->remarks.size(), 1u);
}

TEST_F(ModuleTest, ThreadsWaitForEachOthersCode) {
  const auto module = compile("kernel a");
  std::vector<std::shared_ptr<const Code>> codes(8);
  std::vector<std::thread> threads;
  for (auto& code : codes) threads.emplace_back([&] { code = first_code(*module); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& code : codes) EXPECT_EQ(code, codes[0]);
  EXPECT_EQ(calls(), "fg");
}

TEST_F(ModuleTest, ErrorsHaveTheCompilersWords) {
  std::string log;
  try {
    Module::compile(request("error oops"), &log);
    FAIL() << "compiled";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::CompilationFailed);
    EXPECT_NE(error.message().find("oops"), std::string::npos);
  }
  EXPECT_EQ(log, "toy.cl: error oops\n");
  EXPECT_THROW(Module::compile(request("error oops"), &log), Error);
  EXPECT_EQ(calls(), "ff");  // failures are not cached
}

TEST_F(ModuleTest, WarningsComeFromTheCacheToo) {
  for (int i = 0; i < 2; ++i) {
    std::string log;
    Module::compile(request("warning careful\nkernel a"), &log);
    EXPECT_EQ(log, "toy.cl: warning careful\n");
  }
  EXPECT_EQ(calls(), "f");
}

TEST_F(ModuleTest, AKernelThatCannotBeCompiledIsAnErrorEachTime) {
  const auto module = compile("kernel bad");
  for (int i = 0; i < 2; ++i) {
    try {
      first_code(*module);
      FAIL() << "compiled";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::CompilationFailed);
      EXPECT_NE(error.message().find("this kernel is bad"), std::string::npos);
    }
  }
  EXPECT_EQ(calls(), "fgg");
}

TEST_F(ModuleTest, AKernelOfAnotherModuleIsRefused) {
  const auto one = compile("kernel a"), two = compile("kernel b");
  EXPECT_THROW(one->code(two->info().kernels[0], kLocal), Error);
}

TEST_F(ModuleTest, ChangedIncludesAreNoticed) {
  const std::string path = DiskCache::shared().folder() + "-include.h";
  std::ofstream(path) << "first";
  compile("kernel a\ninclude " + path);
  compile("kernel a\ninclude " + path);
  EXPECT_EQ(calls(), "f");
  std::ofstream(path) << "second";
  compile("kernel a\ninclude " + path);
  EXPECT_EQ(calls(), "f");
  fs::remove(path);
  compile("kernel a\ninclude " + path);
  EXPECT_EQ(calls(), "f");
}

TEST_F(ModuleTest, DamagedCacheFilesAreCompiledAgain) {
  first_code(*compile("kernel a"));
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(DiskCache::shared().folder())) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  ASSERT_EQ(files.size(), 2u);
  for (const fs::path& file : files) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(100);
    const char byte = static_cast<char>(stream.get() ^ 4);
    stream.seekp(100);
    stream.put(byte);
  }
  calls();
  EXPECT_NE(first_code(*compile("kernel a"))->entry, nullptr);
  EXPECT_EQ(calls(), "fg");
  for (const fs::path& file : files) fs::resize_file(file, 50);
  EXPECT_NE(first_code(*compile("kernel a"))->entry, nullptr);
  EXPECT_EQ(calls(), "fg");
  EXPECT_NE(first_code(*compile("kernel a"))->entry, nullptr);
  EXPECT_EQ(calls(), "");
}

TEST_F(ModuleTest, BinariesCarryTheirCode) {
  const auto module = compile("kernel a\nvariable v 7");
  first_code(*module);
  const std::string binary = module->save();
  DiskCache::shared().clear();
  calls();
  const auto back = Module::load(binary);
  EXPECT_NE(first_code(*back)->entry, nullptr);
  EXPECT_EQ(calls(), "");
  first_code(*back, {4, 1, 1});  // made from the IR in the binary
  EXPECT_EQ(calls(), "g");
  EXPECT_EQ(back->info().variables.at(0).name, "v");
}

TEST_F(ModuleTest, OtherBytesAreNoBinary) {
  std::string binary = compile("kernel a")->save();
  for (const std::string& bytes :
       {std::string(), std::string("ELF"), binary.substr(0, binary.size() / 2), binary + "x"}) {
    try {
      Module::load(bytes);
      FAIL() << "loaded";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidKernelImage);
    }
  }
}

TEST_F(ModuleTest, VariablesHaveTheirValues) {
  const auto module = compile("variable a 5\nvariable b 6\npointer p b");
  std::size_t size = 0;
  auto* b = static_cast<std::uint64_t*>(module->variable("b", &size));
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(size, 8u);
  EXPECT_EQ(*b, 6u);
  EXPECT_EQ(*static_cast<std::uint64_t**>(module->variable("p", nullptr)), b);
  EXPECT_EQ(module->variable("none", nullptr), nullptr);
  EXPECT_THROW(module->bind_variables(&size), Error);  // they have a place already
}

TEST_F(ModuleTest, VariablesLiveWhereTheCallerWants) {
  const auto module = compile("variable a 5\nvariable b 6\npointer p b");
  ASSERT_EQ(module->image_bytes(), 24u);
  alignas(128) std::uint64_t memory[3] = {};
  EXPECT_LE(module->image_alignment(), 128u);
  module->bind_variables(memory);
  EXPECT_EQ(memory[0], 5u);
  EXPECT_EQ(module->variable("b", nullptr), &memory[1]);
  EXPECT_EQ(memory[2], reinterpret_cast<std::uint64_t>(&memory[1]));
}

TEST_F(ModuleTest, EachInstanceHasItsOwnVariables) {
  const auto one = compile("variable a 5"), two = compile("variable a 5");
  EXPECT_NE(one->variable("a", nullptr), two->variable("a", nullptr));
}

TEST_F(ModuleTest, APointerToNothingIsAnError) {
  EXPECT_THROW(compile("pointer p none")->variable("p", nullptr), Error);
}

}  // namespace
}  // namespace vgpu::compiler
