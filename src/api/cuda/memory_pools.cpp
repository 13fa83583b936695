// The functions of vgpu_api/memory_pool.h; see memory_pools.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/memory_pools.h"
#include "api/cuda/graph_memory.h"

#include <vgpu/c/device.h>
#include <vgpu/c/graph.h>
#include <vgpu/c/memory.h>
#include <vgpu/c/stream.h>

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "api/cuda/belongings.h"
#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/memory_pool.h"

namespace vgpu::cuda {
namespace {

using PoolRef = std::shared_ptr<MemoryPool>;

struct Block {
  PoolRef pool;
  std::size_t bytes;
};

struct Pools {
  std::mutex mutex;
  std::unordered_map<cudaMemPool_t, PoolRef> all;
  std::array<cudaMemPool_t, kMaxDevices> first{}, current{};
  std::unordered_map<void*, Block> blocks;
  std::atomic<std::size_t> block_count{0};
  std::atomic<bool> freed{false};  // something came back since the last trim

  PoolRef find(cudaMemPool_t pool) {
    const std::lock_guard lock(mutex);
    const auto found = all.find(pool);
    return found == all.end() ? nullptr : found->second;
  }
  cudaMemPool_t add(PoolRef pool) {
    const auto handle = reinterpret_cast<cudaMemPool_t>(pool.get());
    all[handle] = std::move(pool);
    return handle;
  }
  // The device's own pool, made when it is first asked for. The mutex is held.
  cudaMemPool_t first_of(int device) {
    cudaMemPool_t& pool = first[static_cast<std::size_t>(device)];
    if (pool == nullptr) pool = add(std::make_shared<MemoryPool>(device));
    return pool;
  }
  cudaMemPool_t current_of(int device) {
    const cudaMemPool_t pool = current[static_cast<std::size_t>(device)];
    return pool != nullptr ? pool : first_of(device);
  }
};

Pools& pools() {
  static auto* made = new Pools;
  return *made;
}

bool is_device(int device) { return device >= 0 && device < device_count(); }

cudaError_t is_capturing(cudaStream_t stream, bool* capturing) {
  vgpuStreamCaptureStatus status = vgpuStreamCaptureStatusNone;
  const vgpuError_t error = vgpuStreamIsCapturing(to_vgpu(stream), &status);
  *capturing = status != vgpuStreamCaptureStatusNone;
  return to_cuda(error);
}

cudaError_t allocate(void** pointer, std::size_t size, const PoolRef& pool, cudaStream_t stream) {
  if (pointer == nullptr || pool == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  bool capturing = false;
  if (const cudaError_t error = is_capturing(stream, &capturing); error != cudaSuccess)
    return error;
  if (size == 0) return cudaSuccess;
  if (capturing) return allocate_for_graph(pointer, size);
  Block block{pool, size};
  if (const cudaError_t error = pool->allocate(pointer, &block.bytes, stream); error != cudaSuccess)
    return error;
  keep_block(*pointer, pool, block.bytes);
  return cudaSuccess;
}

}  // namespace

std::shared_ptr<MemoryPool> find_pool(cudaMemPool_t pool) { return pools().find(pool); }

std::shared_ptr<MemoryPool> pool_of_block(void* pointer) {
  const std::lock_guard lock(pools().mutex);
  const auto found = pools().blocks.find(pointer);
  return found == pools().blocks.end() ? nullptr : found->second.pool;
}

cudaMemPool_t keep_pool(std::shared_ptr<MemoryPool> pool) {
  const std::lock_guard lock(pools().mutex);
  return pools().add(std::move(pool));
}

void keep_block(void* pointer, std::shared_ptr<MemoryPool> pool, std::size_t bytes) {
  const std::lock_guard lock(pools().mutex);
  pools().blocks[pointer] = {std::move(pool), bytes};
  ++pools().block_count;
}

cudaError_t free_to_pool(void* pointer, cudaStream_t stream) {
  Pools& all = pools();
  if (all.block_count.load(std::memory_order_relaxed) == 0) return cudaErrorInvalidDevicePointer;
  Block block{};
  {
    const std::lock_guard lock(all.mutex);
    const auto found = all.blocks.find(pointer);
    if (found == all.blocks.end()) return cudaErrorInvalidDevicePointer;
    block = std::move(found->second);
    all.blocks.erase(found);
    --all.block_count;
  }
  all.freed = true;
  return block.pool->free(pointer, block.bytes, stream);
}

void trim_pools() {
  Pools& all = pools();
  if (!all.freed.load(std::memory_order_relaxed)) return;
  all.freed = false;
  std::vector<PoolRef> present;
  {
    const std::lock_guard lock(all.mutex);
    for (const auto& [handle, pool] : all.all) present.push_back(pool);
  }
  for (const PoolRef& pool : present) {
    pool->trim_to_threshold();
    if (pool->above_threshold()) all.freed = true;  // not yet done: the next time
  }
}

void reset_pools(int device) {
  Pools& all = pools();
  std::vector<std::pair<void*, Block>> lost;
  std::vector<PoolRef> gone;  // destroyed without the lock
  {
    const std::lock_guard lock(all.mutex);
    for (const auto& [pointer, block] : all.blocks)
      if (block.pool->device() == device) lost.emplace_back(pointer, block);
    for (const auto& row : lost) all.blocks.erase(row.first);
    all.block_count -= lost.size();
    for (auto at = all.all.begin(); at != all.all.end();) {
      if (at->second->device() != device) {
        ++at;
        continue;
      }
      gone.push_back(at->second);
      at = all.all.erase(at);
    }
    all.first[static_cast<std::size_t>(device)] = nullptr;
    all.current[static_cast<std::size_t>(device)] = nullptr;
  }
  for (const auto& [pointer, block] : lost) block.pool->free(pointer, block.bytes, nullptr);
  vgpuDeviceSynchronize();
}

}  // namespace vgpu::cuda

using namespace vgpu::cuda;

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return call([&] { return allocate(pointer, size, pools().find(pool), stream); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
  return call([&] {
    int device = 0;
    if (vgpuStreamGetDevice(to_vgpu(stream), &device) != vgpuSuccess)
      return cudaErrorInvalidResourceHandle;
    cudaMemPool_t pool = nullptr;
    {
      const std::lock_guard lock(pools().mutex);
      pool = pools().current_of(device);
    }
    return allocate(pointer, size, pools().find(pool), stream);
  });
}

// Memory of cudaMalloc may be freed in this way too.
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return call([&] {
    bool capturing = false;
    if (const cudaError_t error = is_capturing(stream, &capturing); error != cudaSuccess)
      return error;
    if (pointer == nullptr) return cudaErrorInvalidValue;
    if (capturing) return is_owned(pointer) ? cudaSuccess : cudaErrorInvalidValue;
    if (is_graph_memory(pointer)) return cudaSuccess;
    const cudaError_t pooled = free_to_pool(pointer, stream);
    if (pooled != cudaErrorInvalidDevicePointer) return pooled;
    if (!disown(pointer)) return cudaErrorInvalidValue;
    return to_cuda(vgpuFreeAsync(pointer, to_vgpu(stream)));
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return call([&] {
    if (pool == nullptr || properties == nullptr) return cudaErrorInvalidValue;
    if (properties->allocType != cudaMemAllocationTypePinned) return cudaErrorInvalidValue;
    const bool given = properties->handleTypes == cudaMemHandleTypePosixFileDescriptor;
    if (!given && properties->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
    if (properties->location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
    if (!is_device(properties->location.id)) return cudaErrorInvalidDevice;
    const auto kind = given ? MemoryPool::Kind::given : MemoryPool::Kind::own;
    *pool =
        keep_pool(std::make_shared<MemoryPool>(properties->location.id, properties->maxSize, kind));
    return cudaSuccess;
  });
}

// Blocks in use keep the pool alive until they are freed.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call([&] {
    PoolRef last;  // destroyed without the lock
    const std::lock_guard lock(pools().mutex);
    const auto found = pools().all.find(pool);
    if (found == pools().all.end()) return cudaErrorInvalidValue;
    const auto device = static_cast<std::size_t>(found->second->device());
    if (pools().first[device] == pool) return cudaErrorInvalidValue;
    if (pools().current[device] == pool) pools().current[device] = nullptr;
    last = std::move(found->second);
    pools().all.erase(found);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) {
  return call([&] {
    const PoolRef found = pools().find(pool);
    if (found == nullptr) return cudaErrorInvalidValue;
    found->trim(keep);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return call([&] {
    const PoolRef found = pools().find(pool);
    return found == nullptr || value == nullptr ? cudaErrorInvalidValue
                                                : found->set(attribute, value);
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return call([&] {
    const PoolRef found = pools().find(pool);
    return found == nullptr || value == nullptr ? cudaErrorInvalidValue
                                                : found->get(attribute, value);
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, size_t count) {
  return call([&] {
    const PoolRef found = pools().find(pool);
    if (found == nullptr || (list == nullptr && count != 0)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      if (list[i].location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
      if (!is_device(list[i].location.id)) return cudaErrorInvalidDevice;
      const bool owner = list[i].location.id == found->device();
      if (owner && list[i].flags != cudaMemAccessFlagsProtReadWrite) return cudaErrorInvalidDevice;
    }
    for (size_t i = 0; i < count; ++i) found->set_access(list[i].location.id, list[i].flags);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  return call([&] {
    const PoolRef found = pools().find(pool);
    if (found == nullptr || flags == nullptr || location == nullptr) return cudaErrorInvalidValue;
    if (location->type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
    if (!is_device(location->id)) return cudaErrorInvalidDevice;
    *flags = found->access(location->id);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return call([&] {
    if (pool == nullptr) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    const std::lock_guard lock(pools().mutex);
    *pool = pools().first_of(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return call([&] {
    if (pool == nullptr) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    const std::lock_guard lock(pools().mutex);
    *pool = pools().current_of(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return call([&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    const PoolRef found = pools().find(pool);
    if (found == nullptr || found->device() != device) return cudaErrorInvalidValue;
    const std::lock_guard lock(pools().mutex);
    pools().current[static_cast<std::size_t>(device)] = pool;
    return cudaSuccess;
  });
}
