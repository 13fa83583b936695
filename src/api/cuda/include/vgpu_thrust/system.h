// Where an algorithm of thrust runs: kernels for device iterators, loops for all others.
//
// Everything is built on one function, for_each_index. Algorithms return when they are done.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_SYSTEM_H
#define VGPU_THRUST_SYSTEM_H

#include <cuda_runtime.h>

#include <iterator>
#include <new>
#include <system_error>
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
  // What is waited for is done: algorithms return when they are.
  template <class... Events>
  device_policy after(Events&&...) const {
    return *this;
  }
  // Memory comes from the device whatever allocator is named.
  template <class Allocator>
  device_policy operator()(Allocator&&) const {
    return *this;
  }
};
template <class T, class = void>
struct is_policy : std::false_type {};
template <class T>
struct is_policy<T, std::enable_if_t<std::is_base_of<host_policy, std::decay_t<T>>::value ||
                                     std::is_base_of<device_policy, std::decay_t<T>>::value>>
    : std::true_type {};

template <class>
using void_type = void;

// A type's own word on where it lives; plain pointers and the standard's iterators are the host's.
template <class T, class = void>
struct system_of {
  typedef host_system_tag type;
};
template <class T>
struct system_of<T, void_type<typename T::system_category>> {
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

// Calls function(i) for every i below count: as a kernel unless the data are the host's, and in kernels as a loop.
#pragma clang force_cuda_host_device begin
template <class System, class Function>
void for_each_index(long count, Function function) {
  if (count <= 0) return;
  if constexpr (!std::is_same<System, host_system_tag>::value) {
    // Where no launch stands the device's half of a program would not have the kernel.
    static_assert(&run_indices<Function> != nullptr, "");
#ifdef __CUDA_ARCH__
    for (long i = 0; i < count; ++i) function(i);
#else
    run_indices<<<(unsigned)((count + 255) / 256), 256>>>(count, function);
    cudaDeviceSynchronize();
#endif
  } else {
    for (long i = 0; i < count; ++i) function(i);
  }
}
#pragma clang force_cuda_host_device end

}  // namespace detail

inline constexpr detail::host_policy host{};
inline constexpr detail::host_policy seq{};
inline constexpr detail::device_policy device{};
namespace cuda {
inline constexpr detail::device_policy par{};
inline constexpr detail::device_policy par_nosync{};
}  // namespace cuda
// Errors are thrown as the standard's.
using std::error_code;
using std::system_error;
inline const std::error_category& cuda_category() { return std::generic_category(); }
namespace system {
using std::error_code;
using std::system_error;
using thrust::cuda_category;
namespace cuda = thrust::cuda;
}  // namespace system
namespace omp {
inline constexpr detail::host_policy par{};
}  // namespace omp
namespace tbb = omp;
namespace cpp = omp;

}  // namespace thrust

#endif
