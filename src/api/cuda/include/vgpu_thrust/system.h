// Where an algorithm of thrust runs: kernels for device iterators, loops for all others.
//
// Everything is built on one function, for_each_index. Algorithms return when they are done.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_SYSTEM_H
#define VGPU_THRUST_SYSTEM_H

#include <iterator>
#include <new>
#include <system_error>

#include "vgpu_thrust/policies.h"

namespace thrust {

namespace detail {
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

#ifdef __CUDA__
template <class Function>
__global__ void run_indices(long count, Function function) {
  const long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) function(i);
}

// Calls function(i) for every i below count: as a kernel unless the data are the host's, and in kernels as a loop.
VG_ALL_BOTH_BEGIN
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
VG_ALL_BOTH_END
#else
// In files for other compilers there are no kernels. The device's memory is the host's too, so a loop does.
template <class System, class Function>
void for_each_index(long count, Function function) {
  if (!std::is_same<System, host_system_tag>::value) cudaDeviceSynchronize();
  for (long i = 0; i < count; ++i) function(i);
}
#endif

}  // namespace detail

template <class Derived>
using execution_policy = detail::execution_policy_base<Derived>;
inline constexpr detail::host_policy host{};
inline constexpr detail::host_policy seq{};
inline constexpr detail::device_policy device{};
namespace cuda {
typedef device_system_tag tag;
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
typedef host_system_tag tag;
inline constexpr detail::host_policy par{};
}  // namespace omp
namespace tbb = omp;
namespace cpp = omp;

}  // namespace thrust

#endif
