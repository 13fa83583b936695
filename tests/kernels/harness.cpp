// The harness: compiles, packs arguments, runs groups, compares.
//
// SPDX-License-Identifier: MIT
#include "kernels/harness.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/cpu_features.h"
#include "kernels/run_kernel.h"
#include "kernels/run_on_device.h"

namespace vgpu::test {
namespace {

using compiler::InstructionSet;

std::vector<InstructionSet> instruction_sets() {
  std::vector<InstructionSet> sets = {InstructionSet::baseline};
  if (simd_level() >= SimdLevel::avx2) sets.push_back(InstructionSet::avx2);
  if (simd_level() == SimdLevel::avx512) sets.push_back(InstructionSet::avx512);
  return sets;
}

}  // namespace

std::string Setting::name() const {
  return "width " + std::to_string(width) + ", jam " + std::to_string(jam_x) + "x" +
         std::to_string(jam_y) + ", lockstep " + std::to_string(lockstep) + ", set " +
         std::to_string(static_cast<int>(set)) + (quick ? ", quick" : "");
}

std::vector<Setting> all_settings() {
  InstructionSet best = instruction_sets().back();
  std::vector<Setting> settings;
  auto add = [&](std::uint32_t width, std::uint32_t x, std::uint32_t y, std::int32_t lockstep,
                 InstructionSet set) { settings.push_back({width, x, y, lockstep, set, false}); };
  add(1, 1, 1, 0, best);
  for (InstructionSet set : instruction_sets()) add(0, 0, 0, -1, set);
  add(4, 1, 1, 0, InstructionSet::baseline);
  add(8, 1, 1, 0, best);
  add(8, 2, 1, 0, best);
  add(8, 1, 2, 0, best);
  add(4, 2, 2, 0, best);
  add(16, 1, 1, 1, best);
  add(32, 1, 1, 0, best);
  add(8, 0, 0, 1, best);
  return settings;
}

const compiler::Plugin& plugin() {
  static const compiler::Plugin* table = [] {
    const char* file = std::getenv("VGPU_TEST_COMPILER");
    void* library = dlopen(file != nullptr ? file : VGPU_COMPILER_FILE, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::exit(1);
    }
    using Entry = const compiler::Plugin* (*)();
    return reinterpret_cast<Entry>(dlsym(library, "vgpu_compiler_plugin"))();
  }();
  return *table;
}

Kernel::Kernel(const compiler::FrontRequest& request)
    : request_(request), module_(std::make_shared<compiler::FrontResult>(plugin().front(request))) {
  EXPECT_TRUE(module_->ok) << module_->log;
  if (module_->ok && !module_->info.kernels.empty()) name_ = module_->info.kernels[0].name;
}

Kernel Kernel::opencl(const std::string& source, const std::string& options) {
  compiler::FrontRequest request;
  request.source = source;
  request.options = options;
  return Kernel(request);
}

Kernel Kernel::cuda(const std::string& source, const std::string& options) {
  compiler::FrontRequest request;
  request.language = compiler::Language::cuda;
  request.source = source;
  request.options = options;
  return Kernel(request);
}

Kernel& Kernel::use(const std::string& name) {
  name_ = name;
  return *this;
}

Kernel& Kernel::shape(Size3 global, Size3 local) {
  global_ = global;
  local_ = local;
  return *this;
}

Kernel& Kernel::dynamic_local(std::uint32_t bytes) {
  dynamic_local_ = bytes;
  return *this;
}

Kernel& Kernel::offset(std::array<std::uint64_t, 3> global_offset) {
  offset_ = global_offset;
  return *this;
}

const compiler::KernelInfo& Kernel::info() const {
  for (const compiler::KernelInfo& kernel : module_->info.kernels) {
    if (kernel.name == name_ || kernel.symbol == name_) return kernel;
  }
  static const compiler::KernelInfo none;
  ADD_FAILURE() << "no kernel " << name_;
  return none;
}

Buffers Kernel::run(const Arguments& arguments, const Setting& setting, std::string& error) const {
  LaunchShape shape{global_, local_, offset_, dynamic_local_};
  return run_kernel(*module_, info(), shape, arguments, setting, error);
}

void Kernel::compare(const Buffers& buffers, std::size_t index,
                     const std::vector<std::byte>& expected, std::size_t element,
                     const std::string& where) const {
  ASSERT_LT(index, buffers.size()) << where;
  ASSERT_EQ(buffers[index].size(), expected.size()) << where;
  auto [wrong, right] =
      std::mismatch(buffers[index].begin(), buffers[index].end(), expected.begin());
  EXPECT_TRUE(wrong == buffers[index].end())
      << where << ": first difference in element "
      << static_cast<std::size_t>(wrong - buffers[index].begin()) / element;
}

void Kernel::compare_all(const Arguments& arguments, std::size_t index,
                         const std::vector<std::byte>& expected, std::size_t element) const {
  if (const char* device = std::getenv("VGPU_TEST_DEVICE")) {
    const DeviceRun result = run_on_device(device, request_, name_,
                                           {global_, local_, offset_, dynamic_local_}, arguments);
    if (!result.unsupported.empty()) GTEST_SKIP() << result.unsupported;
    ASSERT_EQ(result.error, "");
    return compare(result.buffers, index, expected, element, device);
  }
  for (const Setting& setting : all_settings()) {
    std::string error;
    const Buffers buffers = run(arguments, setting, error);
    ASSERT_EQ(error, "") << setting.name();
    compare(buffers, index, expected, element, setting.name());
  }
}

}  // namespace vgpu::test
