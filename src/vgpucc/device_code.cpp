// Device code from clang's IR to the bytes that stand in the program; see device_code.h.
// SPDX-License-Identifier: MIT
#include "vgpucc/device_code.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <set>
#include <sstream>
#include <thread>

#include "api/cuda/embedded_program.h"
#include "base/error.h"
#include "compiler/loader.h"
#include "compiler/service.h"
#include "compiler/units.h"

namespace vgpu::vgpucc {
namespace {

using compiler::KernelInfo;
using compiler::Module;
using compiler::Size3;

// For launches whose block size only the running program knows; others are compiled at their first launch.
constexpr Size3 kUsualSize = {256, 1, 1};

struct Work {
  const KernelInfo* kernel;
  Size3 size;
};

std::set<Size3> sizes_of(const KernelInfo& kernel,
                         const std::vector<compiler::LaunchSite>& launches) {
  std::set<Size3> sizes;
  for (const compiler::LaunchSite& launch : launches)
    if (launch.kernel == kernel.symbol && launch.block[0] != 0) sizes.insert(launch.block);
  if (sizes.empty()) sizes.insert(kUsualSize);
  std::erase_if(sizes, [&](const Size3& size) {
    return std::uint64_t{size[0]} * size[1] * size[2] > kernel.max_local_items;
  });
  return sizes;
}

// A kernel that does not compile for one size may never be launched with it; the launch will fail then.
void compile_one(Module& module, const Work& work) {
  try {
    module.code(*work.kernel, work.size);
  } catch (const Error& error) {
    std::fprintf(stderr, "vgpucc: warning: %s\n", error.message().c_str());
  }
}

void compile_ahead(Module& module, const std::vector<compiler::LaunchSite>& launches) {
  std::vector<Work> all;
  for (const KernelInfo& kernel : module.info().kernels)
    for (const Size3& size : sizes_of(kernel, launches)) all.push_back({&kernel, size});
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) compile_one(module, all[i]);
  };
  std::vector<std::thread> threads;
  const std::size_t wanted = std::min<std::size_t>(std::thread::hardware_concurrency(), all.size());
  for (std::size_t i = 1; i < wanted; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

// The compiler's words on a file whose functions may be defined in another one.
void check_part(const std::string& module, bool debug) {
  compiler::FrontRequest request;
  request.language = compiler::Language::cuda;
  request.options = compiler::kCheckOption;
  request.modules = {module};
  request.debug_info = debug;
  const compiler::FrontResult result = compiler::load_compiler().front(request);
  if (!result.ok) fail(ErrorCode::CompilationFailed, "{}", result.log);
}

std::string with_head(const char (&magic)[8], const std::string& bytes, bool managed,
                      unsigned architecture) {
  cuda::ProgramHead head{};
  std::memcpy(head.magic, magic, sizeof head.magic);
  head.bytes = bytes.size();
  head.managed = managed;
  head.architecture = architecture;
  return std::string(reinterpret_cast<const char*>(&head), sizeof head) + bytes;
}

}  // namespace

std::string make_device_code(const DeviceRequest& wanted) {
  compiler::FrontRequest request;
  request.language = compiler::Language::cuda;
  request.modules = wanted.modules;
  request.debug_info = wanted.debug;
  const auto module = Module::compile(request, nullptr);
  if (wanted.ahead) compile_ahead(*module, wanted.launches);
  const auto& variables = module->info().variables;
  const bool managed = std::any_of(variables.begin(), variables.end(),
                                   [](const auto& variable) { return variable.managed; });
  return with_head(cuda::kProgramMagic, module->save(), managed, wanted.architecture);
}

std::string make_device_part(const DeviceRequest& wanted) {
  const std::string& module = wanted.modules.front();
  check_part(module, wanted.debug);
  std::ostringstream launches;
  for (const compiler::LaunchSite& launch : wanted.launches)
    launches << launch.kernel << ' ' << launch.block[0] << ' ' << launch.block[1] << ' '
             << launch.block[2] << '\n';
  return with_head(cuda::kPartMagic, module, false, wanted.architecture) +
         with_head(cuda::kLaunchesMagic, launches.str(), false, 0);
}

ObjectParts read_device_parts(const std::string& section) {
  ObjectParts parts;
  std::size_t at = 0;
  while (at + sizeof(cuda::ProgramHead) <= section.size()) {
    cuda::ProgramHead head;
    std::memcpy(&head, section.data() + at, sizeof head);
    const auto is = [&](const char(&magic)[8]) {
      return std::memcmp(head.magic, magic, sizeof magic) == 0;
    };
    if (!is(cuda::kPartMagic) && !is(cuda::kLaunchesMagic)) {  // zeros between two files
      ++at;
      continue;
    }
    const std::string content = section.substr(at + sizeof head, head.bytes);
    at += sizeof head + content.size();
    if (is(cuda::kPartMagic)) {
      parts.modules.push_back(content);
      parts.architecture = std::max(parts.architecture, head.architecture);
      continue;
    }
    std::istringstream lines(content);
    for (compiler::LaunchSite one;
         lines >> one.kernel >> one.block[0] >> one.block[1] >> one.block[2];)
      parts.launches.push_back(one);
  }
  return parts;
}

}  // namespace vgpu::vgpucc
