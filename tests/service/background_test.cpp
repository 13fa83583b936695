// Code that is made in the background: launches do not wait for it longer than they must.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "compiler/code_task.h"
#include "compiler/disk_cache.h"
#include "compiler/service.h"
#include "device/cpu/compiled_launch.h"

namespace vgpu::compiler {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr Size3 kLocal{16, 1, 1};

// The stand-in's kernel "slow" is not ready before open().
class Gate {
 public:
  Gate() : path_(std::getenv("FAKE_COMPILER_GATE")) { fs::remove(path_); }
  ~Gate() { open(); }
  void open() { std::ofstream(path_) << "open"; }

 private:
  std::string path_;
};

class BackgroundTest : public testing::Test {
 protected:
  void SetUp() override { DiskCache::shared().clear(); }

  static std::shared_ptr<Module> compile(const std::string& source) {
    FrontRequest request;
    request.source = source;
    return Module::compile(request, nullptr);
  }
  static std::shared_ptr<CodeTask> start(Module& module, std::size_t kernel = 0) {
    return module.start_code(module.info().kernels.at(kernel), kLocal, kLocal);
  }
  static CompiledLaunch prepare(const std::shared_ptr<Module>& module, std::uint64_t groups,
                                std::uint64_t* counter) {
    GridShape shape;
    shape.work_dim = 1;
    shape.global_size = {groups * kLocal[0], 1, 1};
    shape.local_size = kLocal;
    return CompiledLaunch::prepare(module, module->info().kernels.at(0), shape,
                                   reinterpret_cast<const std::byte*>(&counter));
  }
};

TEST_F(BackgroundTest, TheCallerGoesOnWhileCodeIsMade) {
  Gate gate;
  const auto module = compile("kernel slow\nkernel a");
  const auto slow = start(*module);
  EXPECT_FALSE(slow->wait(milliseconds(5)));
  EXPECT_EQ(start(*module), slow);                      // one task a size
  EXPECT_NE(start(*module, 1)->get()->entry, nullptr);  // others are not held up
  EXPECT_FALSE(slow->is_done());
  gate.open();
  EXPECT_NE(slow->get()->entry, nullptr);
  EXPECT_TRUE(slow->wait(milliseconds(0)));
}

TEST_F(BackgroundTest, CachedCodeIsThereAtOnce) {
  start(*compile("kernel a"))->get();
  EXPECT_TRUE(start(*compile("kernel a"))->is_done());
}

TEST_F(BackgroundTest, QuickCodeDoesNotReachTheCaches) {
  Gate gate;
  const auto module = compile("kernel slow");
  const auto task = start(*module);
  const KernelInfo& kernel = module->info().kernels.at(0);
  const auto quick = module->quick_code(kernel, kLocal, kLocal);
  EXPECT_TRUE(quick->info.lockstep);
  EXPECT_EQ(module->quick_code(kernel, kLocal, kLocal), quick);
  gate.open();
  EXPECT_FALSE(task->get()->info.lockstep);
  const auto again = compile("kernel slow");
  EXPECT_FALSE(start(*again)->get()->info.lockstep);
}

TEST_F(BackgroundTest, AFailureIsTheLaunchsAndNotForEver) {
  const auto module = compile("kernel bad");
  for (int round = 0; round < 2; ++round) {
    try {
      start(*module)->get();
      FAIL() << "compiled";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::CompilationFailed);
    }
  }
}

TEST_F(BackgroundTest, AModuleMayGoWhileItsCodeIsMade) {
  Gate gate;
  auto module = compile("kernel slow");
  const auto task = start(*module);
  module.reset();
  gate.open();
  EXPECT_NE(task->get()->entry, nullptr);
}

TEST_F(BackgroundTest, ALaunchStartsWithQuickCode) {
  Gate gate;
  const auto module = compile("kernel slow");
  std::uint64_t count = 0;
  const CompiledLaunch launch = prepare(module, 100, &count);
  EXPECT_FALSE(launch.is_ready());
  launch.run();  // the real code is behind the gate
  EXPECT_EQ(count, 100u);
  gate.open();
  start(*module)->get();
  EXPECT_TRUE(launch.is_ready());
  launch.run();
  EXPECT_EQ(count, 200u);
}

TEST_F(BackgroundTest, ALaunchChangesToTheRealCodeOnItsWay) {
  Gate gate;
  const auto module = compile("kernel slow");
  std::uint64_t count = 0;
  constexpr std::uint64_t kGroups = 1 << 20;
  const CompiledLaunch launch = prepare(module, kGroups, &count);
  launch.wait_until_ready();
  std::thread opener([&gate] { gate.open(); });
  launch.run();
  opener.join();
  EXPECT_EQ(count, kGroups);
}

}  // namespace
}  // namespace vgpu::compiler
