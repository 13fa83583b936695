// Where an algorithm of thrust runs: kernels for device iterators, loops for all others.
//
// Everything is built on one function, for_each_index. Algorithms return when they are done.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_SYSTEM_H
#define VGPU_THRUST_SYSTEM_H

#include <cuda_runtime.h>

#include <iterator>
#include <new>
#include <type_traits>

#define VG_THRUST __host__ __device__

namespace thrust {

struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {};  // counting iterators and such, which live nowhere

namespace detail {
struct host_policy {
  typedef host_system_tag system;
};
struct device_policy {
  typedef device_system_tag system;
  device_policy on(cudaStream_t stream) const {
    cudaStreamSynchronize(stream);
    return *this;
  }
};
template <class T, class = void>
struct is_policy : std::false_type {};
template <class T>
struct is_policy<T, std::enable_if_t<std::is_base_of_v<host_policy, std::decay_t<T>> ||
                                     std::is_base_of_v<device_policy, std::decay_t<T>>>>
    : std::true_type {};

// A type's own word on where it lives; plain pointers and the standard's iterators are the host's.
template <class T, class = void>
struct system_of {
  typedef host_system_tag type;
};
template <class T>
struct system_of<T, std::void_t<typename T::system_category>> {
  typedef typename T::system_category type;
};
template <class A, class B>
struct join_systems {
  typedef A type;
};
template <class B>
struct join_systems<any_system_tag, B> {
  typedef B type;
};
template <class A, class B>
using joined =
    typename join_systems<typename system_of<A>::type, typename system_of<B>::type>::type;

template <class Function>
__global__ void run_indices(long count, Function function) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) function(i);
}

// Calls function(i) for every i below count.
template <class System, class Function>
void for_each_index(long count, Function function) {
  if (count <= 0) return;
  if constexpr (std::is_same_v<System, device_system_tag>) {
    run_indices<<<(unsigned)((count + 255) / 256), 256>>>(count, function);
    cudaDeviceSynchronize();
  } else {
    for (long i = 0; i < count; ++i) function(i);
  }
}

// Memory for the length of an algorithm; contents start as bytes of zero.
template <class T>
class Temporary {
 public:
  explicit Temporary(long count) {
    if (cudaMallocManaged(&data_, (count > 0 ? count : 1) * sizeof(T)) != cudaSuccess)
      throw std::bad_alloc();
    cudaMemset(data_, 0, (count > 0 ? count : 1) * sizeof(T));
  }
  ~Temporary() { cudaFree(data_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

// How many parts an algorithm cuts its input into, each the work of one thread.
inline long part_count(long count) { return count < 1024 ? 1 : count < (1 << 16) ? 64 : 1024; }
}  // namespace detail

inline constexpr detail::host_policy host{};
inline constexpr detail::host_policy seq{};
inline constexpr detail::device_policy device{};
namespace cuda {
inline constexpr detail::device_policy par{};
}  // namespace cuda

}  // namespace thrust

#endif
