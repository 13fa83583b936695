// cudaIpc*MemHandle: device memory that several processes map.
//
// The first handle of an allocation puts a file under its pages, at the same address, while nothing runs on the device;
// freeing it takes the file away.
// SPDX-License-Identifier: MIT
#include <sys/mman.h>
#include <unistd.h>
#include <vgpu/c/device.h>
#include <vgpu/c/memory.h>

#include <atomic>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <set>

#include "api/cuda/call.h"
#include "api/cuda/interprocess_memory.h"
#include "api/cuda/shared_pages.h"

using namespace vgpu::cuda;

namespace {

static_assert(sizeof(SharedPagesName) <= sizeof(cudaIpcMemHandle_t));

constexpr std::uintptr_t kPage = 4096;

// Pages of ours with a file under them, and the allocations in them that have handles.
struct Given {
  std::uintptr_t first;
  SharedPagesName name;
  std::set<const void*> allocations;
};

struct Tables {
  std::mutex mutex;
  std::map<std::uintptr_t, Given> given;                       // by the first page
  std::map<const void*, std::pair<void*, std::size_t>> taken;  // pointer to mapping
  std::atomic<bool> used{false};
};

Tables& tables() {
  static auto* all = new Tables;  // programs free memory while they end
  return *all;
}

// What the pages hold goes into the file, which then takes their place.
bool share_pages(std::uintptr_t first, SharedPagesName* name) {
  auto* const pages = reinterpret_cast<std::byte*>(first);
  name->file = make_shared_file(name->bytes);
  if (name->file < 0) return false;
  void* const copy = map_shared_file(name->file, name->bytes);
  if (copy == nullptr) return false;
  std::memcpy(copy, pages, name->bytes);
  munmap(copy, name->bytes);
  return map_shared_file(name->file, name->bytes, pages) != nullptr;
}

// The pages become the process's own again, before somebody else gets them.
void take_back(std::uintptr_t first, const SharedPagesName& name) {
  void* const pages = reinterpret_cast<void*>(first);
  const void* const held = map_shared_file(name.file, name.bytes);
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (held != nullptr &&
      mmap(pages, name.bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED)
    std::memcpy(pages, held, name.bytes);
  if (held != nullptr) munmap(const_cast<void*>(held), name.bytes);
  close(name.file);
}

// The entry that holds all of [first, end), made if there is none; null if the system refuses or another one begins or
// ends inside.
Given* share(std::uintptr_t first, std::uintptr_t end) {
  auto& given = tables().given;
  auto next = given.upper_bound(first);
  if (next != given.begin()) {
    Given& before = std::prev(next)->second;
    const std::uintptr_t before_end = std::prev(next)->first + before.name.bytes;
    if (end <= before_end) return &before;
    if (first < before_end) return nullptr;
  }
  if (next != given.end() && next->first < end) return nullptr;
  Given made{first, {kSharedMemory, getpid(), -1, end - first, 0}, {}};
  return share_pages(first, &made.name) ? &given.emplace(first, std::move(made)).first->second
                                        : nullptr;
}

}  // namespace

void vgpu::cuda::unshare_memory(const void* pointer) {
  if (!tables().used.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(tables().mutex);
  for (auto one = tables().given.begin(); one != tables().given.end(); ++one) {
    if (one->second.allocations.erase(pointer) == 0) continue;
    // Not cudaDeviceSynchronize, which trims pools: they are who calls, and locked.
    if (!one->second.allocations.empty() || vgpuDeviceSynchronize() != vgpuSuccess) return;
    take_back(one->first, one->second.name);
    tables().given.erase(one);
    return;
  }
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
  return call([&] {
    void* base = nullptr;
    std::size_t bytes = 0;
    if (handle == nullptr) return cudaErrorInvalidValue;
    if (vgpuMemGetAddressRange(&base, &bytes, pointer) != vgpuSuccess) return cudaErrorInvalidValue;
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) return error;
    const auto begin = reinterpret_cast<std::uintptr_t>(base);
    const std::uintptr_t first = begin / kPage * kPage;
    const std::uintptr_t end = (begin + bytes + kPage - 1) / kPage * kPage;
    const std::lock_guard lock(tables().mutex);
    Given* const given = share(first, end);
    if (given == nullptr) return cudaErrorNotSupported;
    given->allocations.insert(base);
    tables().used.store(true);
    SharedPagesName name = given->name;
    name.offset = begin - given->first;
    std::memset(handle, 0, sizeof *handle);
    std::memcpy(handle, &name, sizeof name);
    return cudaSuccess;
  });
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned int flags) {
  return call([&] {
    SharedPagesName name;
    std::memcpy(&name, &handle, sizeof name);
    if (pointer == nullptr || flags != cudaIpcMemLazyEnablePeerAccess ||
        name.magic != kSharedMemory)
      return cudaErrorInvalidValue;
    void* const pages = map_shared_pages(name);
    if (pages == nullptr) return cudaErrorMapBufferObjectFailed;
    *pointer = static_cast<std::byte*>(pages) + name.offset;
    const std::lock_guard lock(tables().mutex);
    tables().taken[*pointer] = {pages, name.bytes};
    return cudaSuccess;
  });
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
  return call([&] {
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) return error;
    const std::lock_guard lock(tables().mutex);
    const auto found = tables().taken.find(pointer);
    if (found == tables().taken.end()) return cudaErrorInvalidValue;
    munmap(found->second.first, found->second.second);
    tables().taken.erase(found);
    return cudaSuccess;
  });
}
