// A pool of device memory that is allocated and freed in the order of streams.
//
// A freed block stays in the pool, with an event behind the stream's work so far. The same stream may have it
// again at once; others when the event is done, or behind a wait for it. What the pool holds beyond its
// threshold goes back to the device when the program synchronises. Called by memory_pools.cpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace vgpu::cuda {

inline constexpr std::uint64_t kPoolMagic = 0x6c6f6f7075706776;  // "vgpupool"

// Which pool of which process: what a pool's handle stands for, and what exported blocks say with theirs.
struct PoolName {
  std::uint64_t magic = 0;
  std::int32_t process = 0, device = -1;
  std::uint64_t number = 0;
  bool operator==(const PoolName&) const = default;
};

class MemoryPool {
 public:
  // A given pool's blocks may go to other processes; a taken one is such a process's view of it.
  enum class Kind : std::uint8_t { own, given, taken };

  explicit MemoryPool(int device, std::size_t most = 0, Kind kind = Kind::own)
      : device_(device), most_(most), kind_(kind) {}
  explicit MemoryPool(const PoolName& taken)
      : device_(taken.device), most_(0), kind_(Kind::taken), taken_(taken) {}
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  int device() const { return device_; }
  Kind kind() const { return kind_; }
  PoolName name() const;

  // *bytes becomes what the block really has, which free() wants back.
  cudaError_t allocate(void** pointer, std::size_t* bytes, cudaStream_t stream);
  cudaError_t free(void* pointer, std::size_t bytes, cudaStream_t stream);

  // Gives back what nobody uses until `keep` bytes are left, used ones included.
  void trim(std::size_t keep);
  void trim_to_threshold() { trim(threshold()); }
  bool above_threshold();

  cudaError_t set(cudaMemPoolAttr attribute, const void* value);
  cudaError_t get(cudaMemPoolAttr attribute, void* value);
  void set_access(int device, cudaMemAccessFlags flags);
  cudaMemAccessFlags access(int device);

 private:
  struct Free {
    void* pointer;
    cudaStream_t stream;
    cudaEvent_t done;  // nobody uses it any more
  };
  using Cache = std::multimap<std::size_t, Free>;

  std::uint64_t threshold();
  bool usable(const Free& block, cudaStream_t stream) const;
  Cache::iterator find(std::size_t bytes, cudaStream_t stream);
  bool reuse(void** pointer, std::size_t* bytes, cudaStream_t stream);
  void count(std::size_t bytes);

  const int device_;
  const std::size_t most_;  // bytes in use; 0: no limit
  const Kind kind_;
  const PoolName taken_;
  std::mutex mutex_;
  Cache cache_;
  std::array<int, 3> reuse_{1, 1, 1};  // cudaMemPoolReuse*, in their order
  std::uint64_t threshold_ = 0;
  std::uint64_t used_ = 0, used_high_ = 0, reserved_ = 0, reserved_high_ = 0;
  std::map<int, cudaMemAccessFlags> access_;
};

}  // namespace vgpu::cuda
