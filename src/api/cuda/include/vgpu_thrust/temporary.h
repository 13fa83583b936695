// Memory for the length of an algorithm of thrust, and what else differs between the host and a kernel.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_TEMPORARY_H
#define VGPU_THRUST_TEMPORARY_H

#include "vgpu_thrust/system.h"

namespace thrust {
namespace detail {

// What differs in a kernel, where an algorithm is a loop: nothing to wait for, another heap, one part.
VG_THRUST inline void wait_for_device() {
#ifndef __CUDA_ARCH__
  cudaDeviceSynchronize();
#endif
}
VG_THRUST inline void* get_memory(size_t bytes) {
  void* memory = nullptr;
#ifdef __CUDA_ARCH__
  memory = malloc(bytes);
#else
  if (cudaMallocManaged(&memory, bytes) != cudaSuccess) throw std::bad_alloc();
#endif
  memset(memory, 0, bytes);
  return memory;
}
VG_THRUST inline void return_memory(void* memory) {
#ifdef __CUDA_ARCH__
  free(memory);
#else
  cudaFree(memory);
#endif
}
// How many parts an algorithm cuts its input into, each the work of one thread.
VG_THRUST inline long part_count(long count) {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return count < 1024 ? 1 : count < (1 << 16) ? 64 : 1024;
#endif
}

// Memory for the length of an algorithm; contents start as bytes of zero.
template <class T>
class Temporary {
 public:
  VG_THRUST explicit Temporary(long count)
      : data_((T*)get_memory((count > 0 ? (size_t)count : 1) * sizeof(T))) {}
  VG_THRUST ~Temporary() { return_memory(data_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  VG_THRUST T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

}  // namespace detail
}  // namespace thrust

#endif
