// Which kind of memory a device gets.
// SPDX-License-Identifier: MIT
#include "device/opencl/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/config.h"
#include "base/error.h"
#include "device/opencl/buffer_arena.h"
#include "device/opencl/svm_arena.h"

namespace vgpu::opencl_device {
namespace {

constexpr std::size_t kSpan = std::size_t{2} << 20;  // the unit of DeviceMemory

// The largest block that the driver gives, less room to align it.
std::size_t block_bytes(const DeviceRecord& record) {
  std::uint64_t bytes = std::min(record.max_allocation, record.memory_bytes);
  if (config().opencl_limit != 0) bytes = std::min<std::uint64_t>(bytes, config().opencl_limit);
  return std::max<std::uint64_t>(bytes / kSpan, 2) * kSpan - kSpan;
}

}  // namespace

MemoryObjects::~MemoryObjects() {
  for (cl_mem object : objects_) api_.clReleaseMemObject(object);
}

Arena::Arena(Connection& connection)
    : connection_(connection), bytes_(block_bytes(connection.record())) {}

std::shared_ptr<Arena> make_arena(Connection& connection) {
  const std::uint64_t svm = connection.record().svm;
  const bool fine = (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
  const bool coarse = (svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0;
  const std::string& wanted = config().opencl_memory;
  if (wanted != "auto" && wanted != "shared" && wanted != "svm" && wanted != "buffers" &&
      wanted != "separate") {
    fail(ErrorCode::InvalidValue,
         "VGPU_OPENCL_MEMORY: \"{}\" is not auto, shared, svm, buffers or separate", wanted);
  }
  if (wanted == "separate") return std::make_shared<BufferArena>(connection, false);
  if (wanted == "buffers" || (!fine && !coarse)) {
    return std::make_shared<BufferArena>(connection, connection.record().shared_memory);
  }
  return std::make_shared<SvmArena>(connection, fine && wanted != "svm");
}

std::byte* reserve_host_block(std::size_t bytes, std::size_t alignment) {
  void* raw = mmap(nullptr, bytes + alignment, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) {
    fail(ErrorCode::MemoryAllocation, "{} of addresses cannot be reserved: {}", format_bytes(bytes),
         std::strerror(errno));
  }
  const auto address = reinterpret_cast<std::uintptr_t>(raw);
  return static_cast<std::byte*>(raw) + (alignment - address % alignment) % alignment;
}

}  // namespace vgpu::opencl_device
