// A record is its checksum and its bytes.
// SPDX-License-Identifier: MIT
#include "device/opencl/sealed_record.h"

#include <cstdint>
#include <cstring>

#include "base/log.h"
#include "compiler/archive.h"
#include "compiler/disk_cache.h"

namespace vgpu::opencl_device {
namespace {

constexpr std::uint64_t kSeed = 0x6f70656e636c0001;  // another kind of file has another sum

}  // namespace

void store_record(const Hash128& key, std::string_view bytes) {
  const std::uint64_t sum = compiler::checksum(bytes, kSeed);
  std::string sealed(reinterpret_cast<const char*>(&sum), sizeof sum);
  compiler::DiskCache::shared().store(key, sealed.append(bytes));
}

std::optional<std::string> find_record(const Hash128& key) {
  std::optional<std::string> sealed = compiler::DiskCache::shared().find(key);
  if (!sealed) return std::nullopt;
  std::uint64_t sum = 0;
  if (sealed->size() >= sizeof sum) {
    std::memcpy(&sum, sealed->data(), sizeof sum);
    sealed->erase(0, sizeof sum);
    if (sum == compiler::checksum(*sealed, kSeed)) return sealed;
  }
  log(LogLevel::compile, "opencl: a record in the kernel cache is damaged; it is made again");
  drop_record(key);
  return std::nullopt;
}

void drop_record(const Hash128& key) { compiler::DiskCache::shared().remove(key); }

}  // namespace vgpu::opencl_device
