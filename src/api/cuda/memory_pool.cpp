// A pool of device memory; see memory_pool.h.
// SPDX-License-Identifier: MIT
#include "api/cuda/memory_pool.h"

#include <vgpu/c/device.h>
#include <vgpu/c/event.h>
#include <vgpu/c/memory.h>
#include <vgpu/c/stream.h>

#include <unistd.h>

#include <algorithm>

#include "api/cuda/call.h"
#include "api/cuda/devices.h"
#include "api/cuda/interprocess_memory.h"
#include "api/cuda/on_device.h"

namespace vgpu::cuda {
namespace {

constexpr std::size_t kGranule = 512;

bool is_done(cudaEvent_t event) { return vgpuEventQuery(to_vgpu(event)) != vgpuErrorNotReady; }

// cudaStreamPerThread is another stream in every thread.
bool same_stream(cudaStream_t a, cudaStream_t b) {
  const auto plain = [](cudaStream_t s) { return s == cudaStreamLegacy ? nullptr : s; };
  return a != cudaStreamPerThread && plain(a) == plain(b);
}

// Behind the event, on a stream without other work: nobody has to wait for the whole device.
void give_back(void* pointer, cudaEvent_t done) {
  vgpuStream_t stream = nullptr;
  if (vgpuStreamCreateWithFlags(&stream, vgpuStreamNonBlocking) != vgpuSuccess) return;
  const bool at_once = is_done(done);
  vgpuStreamWaitEvent(stream, to_vgpu(done), 0);
  unshare_memory(pointer);
  vgpuFreeAsync(pointer, stream);
  if (at_once) vgpuStreamSynchronize(stream);
  vgpuStreamDestroy(stream);
  vgpuEventDestroy(to_vgpu(done));
}

}  // namespace

PoolName MemoryPool::name() const {
  if (kind_ == Kind::taken) return taken_;
  return {kPoolMagic, getpid(), device_, reinterpret_cast<std::uintptr_t>(this)};
}

bool MemoryPool::usable(const Free& block, cudaStream_t stream) const {
  if (same_stream(block.stream, stream)) return true;
  if (reuse_[1] != 0 && is_done(block.done)) return true;
  return reuse_[2] != 0;  // behind a wait
}

// The smallest block that is large enough and not wastefully large.
MemoryPool::Cache::iterator MemoryPool::find(std::size_t bytes, cudaStream_t stream) {
  const std::size_t largest = bytes + bytes / 4;
  for (auto at = cache_.lower_bound(bytes); at != cache_.end() && at->first <= largest; ++at)
    if (usable(at->second, stream)) return at;
  return cache_.end();
}

bool MemoryPool::reuse(void** pointer, std::size_t* bytes, cudaStream_t stream) {
  const auto found = find(*bytes, stream);
  if (found == cache_.end()) return false;
  const Free block = found->second;
  if (!same_stream(block.stream, stream) && !is_done(block.done) &&
      vgpuStreamWaitEvent(to_vgpu(stream), to_vgpu(block.done), 0) != vgpuSuccess)
    return false;
  *pointer = block.pointer;
  *bytes = found->first;
  cache_.erase(found);
  vgpuEventDestroy(to_vgpu(block.done));
  return true;
}

void MemoryPool::count(std::size_t bytes) {
  used_ += bytes;
  used_high_ = std::max(used_high_, used_);
  reserved_high_ = std::max(reserved_high_, reserved_);
}

cudaError_t MemoryPool::allocate(void** pointer, std::size_t* bytes, cudaStream_t stream) {
  if (kind_ == Kind::taken) return cudaErrorNotSupported;  // its own process allocates
  if (*bytes > SIZE_MAX - kGranule) return cudaErrorMemoryAllocation;
  *bytes = (*bytes + kGranule - 1) / kGranule * kGranule;
  const OnDevice on(device_);
  for (int attempt = 0; attempt < 2; ++attempt) {
    {
      const std::lock_guard lock(mutex_);
      if (most_ != 0 && *bytes > most_ - std::min<std::size_t>(most_, used_))
        return cudaErrorMemoryAllocation;
      const bool cached = reuse(pointer, bytes, stream);
      if (cached || vgpuMalloc(pointer, *bytes) == vgpuSuccess) {
        if (!cached) reserved_ += *bytes;
        count(*bytes);
        return cudaSuccess;
      }
    }
    trim(0);
  }
  return cudaErrorMemoryAllocation;
}

cudaError_t MemoryPool::free(void* pointer, std::size_t bytes, cudaStream_t stream) {
  if (kind_ == Kind::taken) {
    const vgpuError_t waited = vgpuStreamSynchronize(to_vgpu(stream));
    return waited != vgpuSuccess ? to_cuda(waited) : cudaIpcCloseMemHandle(pointer);
  }
  Free block{pointer, stream, nullptr};
  vgpuError_t error = vgpuEventCreateWithFlags(to_vgpu(&block.done), vgpuEventDisableTiming);
  if (error != vgpuSuccess) return to_cuda(error);
  error = vgpuEventRecord(to_vgpu(block.done), to_vgpu(stream));
  if (error != vgpuSuccess) {
    vgpuEventDestroy(to_vgpu(block.done));
    return to_cuda(error);
  }
  const std::lock_guard lock(mutex_);
  used_ -= bytes;
  cache_.emplace(bytes, block);
  return cudaSuccess;
}

MemoryPool::~MemoryPool() {
  const OnDevice on(device_);
  for (const auto& [bytes, block] : cache_) give_back(block.pointer, block.done);
}

void MemoryPool::trim(std::size_t keep) {
  const OnDevice on(device_);
  const std::lock_guard lock(mutex_);
  for (auto at = cache_.begin(); at != cache_.end() && reserved_ > keep;) {
    if (!is_done(at->second.done)) {
      ++at;
      continue;
    }
    give_back(at->second.pointer, at->second.done);
    reserved_ -= at->first;
    at = cache_.erase(at);
  }
}

std::uint64_t MemoryPool::threshold() {
  const std::lock_guard lock(mutex_);
  return threshold_;
}

bool MemoryPool::above_threshold() {
  const std::lock_guard lock(mutex_);
  return !cache_.empty() && reserved_ > threshold_;
}

cudaError_t MemoryPool::set(cudaMemPoolAttr attribute, const void* value) {
  const std::lock_guard lock(mutex_);
  const auto number = [&] { return *static_cast<const std::uint64_t*>(value); };
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      reuse_[static_cast<std::size_t>(attribute - 1)] = *static_cast<const int*>(value) != 0;
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      threshold_ = number();
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      if (number() != 0) return cudaErrorInvalidValue;  // it can only begin anew
      reserved_high_ = reserved_;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      if (number() != 0) return cudaErrorInvalidValue;
      used_high_ = used_;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t MemoryPool::get(cudaMemPoolAttr attribute, void* value) {
  const std::lock_guard lock(mutex_);
  if (attribute < cudaMemPoolReuseFollowEventDependencies || attribute > cudaMemPoolAttrUsedMemHigh)
    return cudaErrorInvalidValue;
  if (attribute <= cudaMemPoolReuseAllowInternalDependencies) {
    *static_cast<int*>(value) = reuse_[static_cast<std::size_t>(attribute - 1)];
    return cudaSuccess;
  }
  const std::uint64_t numbers[] = {threshold_, reserved_, reserved_high_, used_, used_high_};
  *static_cast<std::uint64_t*>(value) = numbers[attribute - cudaMemPoolAttrReleaseThreshold];
  return cudaSuccess;
}

void MemoryPool::set_access(int device, cudaMemAccessFlags flags) {
  const std::lock_guard lock(mutex_);
  access_[device] = flags;
}

// The owner can always do everything.
cudaMemAccessFlags MemoryPool::access(int device) {
  const std::lock_guard lock(mutex_);
  if (device == device_) return cudaMemAccessFlagsProtReadWrite;
  const auto found = access_.find(device);
  return found == access_.end() ? cudaMemAccessFlagsProtNone : found->second;
}

}  // namespace vgpu::cuda
