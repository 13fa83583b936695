// Memory and programs of an OpenCL device.
// SPDX-License-Identifier: MIT
#include "device/opencl/device_parts.h"

#include <algorithm>

#include "base/config.h"
#include "base/log.h"
#include "device/cpu/cpu_device.h"

namespace vgpu::opencl_device {
namespace {

DeviceMemory::Options memory_options(const std::shared_ptr<Arena>& arena) {
  DeviceMemory::Options options;
  options.name = "opencl";
  options.limit = arena->bytes();
  options.cache = config().memory_cache;
  options.source = arena;
  return options;
}

}  // namespace

DeviceParts::DeviceParts(DeviceRecord record, const ClApi* api)
    : connection(std::move(record), api),
      arena(make_arena(connection)),
      memory(memory_options(arena)),
      cpu(make_cpu_device()) {}

std::shared_ptr<Program> DeviceParts::find_program(const compiler::Module& module) {
  const std::lock_guard lock(mutex_);
  const auto found = programs_.find(&module);
  const bool living = found != programs_.end() && !found->second.module.expired();
  return living ? found->second.program : nullptr;
}

std::shared_ptr<Program> DeviceParts::program(Session& session,
                                              const std::shared_ptr<compiler::Module>& module) {
  if (auto found = find_program(*module)) return found;
  auto made = std::make_shared<Program>(session, *arena, *module);
  const std::lock_guard lock(mutex_);
  std::erase_if(programs_, [](const auto& entry) { return entry.second.module.expired(); });
  return programs_.try_emplace(module.get(), Entry{module, std::move(made)}).first->second.program;
}

void DeviceParts::log_replacement(const std::string& kernel, const std::string& reason) {
  if (!log_enabled(LogLevel::warning)) return;
  const std::lock_guard lock(mutex_);
  if (!logged_.insert(kernel + '\n' + reason).second) return;
  log(LogLevel::warning, "opencl: kernel {} runs on the cpu device: {}", kernel, reason);
}

void HostAccess::add(const void* pointer) {
  if (session_ == nullptr || parts_.arena->is_host()) return;
  const auto block = parts_.memory.find(pointer);
  const auto same = [&](const MemoryBlock& other) { return other.base == block->base; };
  if (!block || std::any_of(blocks_.begin(), blocks_.end(), same)) return;
  parts_.arena->begin_host(*session_, block->base, block->size);
  blocks_.push_back(*block);
}

HostAccess::~HostAccess() {
  for (const MemoryBlock& block : blocks_) {
    try {
      parts_.arena->end_host(*session_, block.base, block.size);
    } catch (const Error& error) {
      log(LogLevel::warning, "opencl: memory is not given back to the device: {}", error.message());
    }
  }
}

}  // namespace vgpu::opencl_device
