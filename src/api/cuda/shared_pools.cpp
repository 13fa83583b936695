// cudaMemPoolExport... and Import...: pools whose blocks several processes map.
//
// A pool's handle is a file that says which pool of which process it is; a block's data is that and the name of its
// pages, which are shared as those of cudaIpcGetMemHandle. SPDX-License-Identifier: MIT
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/memory_pool.h"
#include "api/cuda/memory_pools.h"

using namespace vgpu::cuda;

namespace {

constexpr char kFileName[] = "vgpu pool";

struct BlockName {
  cudaIpcMemHandle_t pages;
  PoolName pool;
};

// What the handle of pages uses of its 64 bytes; the pool's name stands behind it.
constexpr std::size_t kPagesBytes = 32;
static_assert(kPagesBytes + sizeof(PoolName) <= sizeof(cudaMemPoolPtrExportData));

void write_name(const BlockName& name, cudaMemPoolPtrExportData* data) {
  std::memset(data, 0, sizeof *data);
  std::memcpy(data->reserved, &name.pages, kPagesBytes);
  std::memcpy(data->reserved + kPagesBytes, &name.pool, sizeof name.pool);
}

BlockName read_name(const cudaMemPoolPtrExportData& data) {
  BlockName name{};
  std::memcpy(&name.pages, data.reserved, kPagesBytes);
  std::memcpy(&name.pool, data.reserved + kPagesBytes, sizeof name.pool);
  return name;
}

}  // namespace

cudaError_t cudaMemPoolExportToShareableHandle(void* handle, cudaMemPool_t pool,
                                               cudaMemAllocationHandleType type,
                                               unsigned int flags) {
  return call([&] {
    const auto found = find_pool(pool);
    if (handle == nullptr || found == nullptr || flags != 0 ||
        type != cudaMemHandleTypePosixFileDescriptor || found->kind() != MemoryPool::Kind::given)
      return cudaErrorInvalidValue;
    const PoolName name = found->name();
    const int file = memfd_create(kFileName, MFD_CLOEXEC);
    if (file < 0) return cudaErrorOperatingSystem;
    if (pwrite(file, &name, sizeof name, 0) != static_cast<ssize_t>(sizeof name)) {
      close(file);
      return cudaErrorOperatingSystem;
    }
    *static_cast<int*>(handle) = file;
    return cudaSuccess;
  });
}

// The file stays the program's.
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* pool, void* handle,
                                                 cudaMemAllocationHandleType type,
                                                 unsigned int flags) {
  return call([&] {
    if (pool == nullptr || flags != 0 || type != cudaMemHandleTypePosixFileDescriptor)
      return cudaErrorInvalidValue;
    const int file = static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
    PoolName name;
    if (pread(file, &name, sizeof name, 0) != static_cast<ssize_t>(sizeof name) ||
        name.magic != kPoolMagic)
      return cudaErrorInvalidValue;
    if (name.device < 0 || name.device >= device_count()) return cudaErrorInvalidDevice;
    *pool = keep_pool(std::make_shared<MemoryPool>(name));
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData* data, void* pointer) {
  return call([&] {
    const auto pool = pool_of_block(pointer);
    if (data == nullptr || pool == nullptr || pool->kind() != MemoryPool::Kind::given)
      return cudaErrorInvalidValue;
    BlockName name{{}, pool->name()};
    if (const cudaError_t error = cudaIpcGetMemHandle(&name.pages, pointer); error != cudaSuccess)
      return error;
    write_name(name, data);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolImportPointer(void** pointer, cudaMemPool_t pool,
                                     cudaMemPoolPtrExportData* data) {
  return call([&] {
    const auto found = find_pool(pool);
    if (pointer == nullptr || data == nullptr || found == nullptr) return cudaErrorInvalidValue;
    const BlockName name = read_name(*data);
    if (found->kind() != MemoryPool::Kind::taken || name.pool != found->name())
      return cudaErrorInvalidValue;
    const cudaError_t error =
        cudaIpcOpenMemHandle(pointer, name.pages, cudaIpcMemLazyEnablePeerAccess);
    if (error == cudaSuccess) keep_block(*pointer, found, 0);
    return error;
  });
}
