// The policies of thrust, the first arguments that say where an algorithm runs.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_POLICIES_H
#define VGPU_THRUST_POLICIES_H

#include <cuda_runtime.h>

#include <type_traits>

#define VG_THRUST __host__ __device__

// g++ takes what these headers use of C++17 in C++14 too, but would say so a hundred times.
#if defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) && __cplusplus < 201703L
#pragma GCC diagnostic ignored "-Wc++17-extensions"
#endif

namespace thrust {

// The tags of systems are policies too.
struct host_system_tag {
  typedef host_system_tag system;
};
struct device_system_tag {
  typedef device_system_tag system;
};
struct any_system_tag {};  // counting iterators and such, which live nowhere

namespace detail {
// What programs take any policy by, to hand it on as it is or as Derived.
template <class Derived>
struct execution_policy_base {};
template <class Derived>
VG_THRUST const Derived& derived_cast(const execution_policy_base<Derived>& policy) {
  return static_cast<const Derived&>(policy);
}
template <class Policy>
VG_THRUST const Policy& strip_const(const Policy& policy) {
  return policy;
}

struct host_policy : execution_policy_base<host_policy> {
  typedef host_system_tag system;
};
struct device_policy : execution_policy_base<device_policy> {
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
template <class T>
struct policy_system {
  template <class Policy>
  static Policy find(const execution_policy_base<Policy>*);
  static host_system_tag find(const host_system_tag*);
  static device_system_tag find(const device_system_tag*);
  static void find(...);
  typedef decltype(find((std::decay_t<T>*)nullptr)) found;
};
template <class T>
using is_policy =
    std::integral_constant<bool, !std::is_void<typename policy_system<T>::found>::value>;
}  // namespace detail

}  // namespace thrust

#endif
