// Macros of thrust's configuration that programs ask for or build their own functions with.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_MACROS_H
#define VGPU_THRUST_MACROS_H

#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM_OMP 2
#define THRUST_DEVICE_SYSTEM_TBB 3
#define THRUST_DEVICE_SYSTEM_CPP 4
#define THRUST_HOST_SYSTEM_CPP 1
#define THRUST_HOST_SYSTEM_OMP 2
#define THRUST_HOST_SYSTEM_TBB 3
#ifndef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CUDA
#endif
#ifndef THRUST_HOST_SYSTEM
#define THRUST_HOST_SYSTEM THRUST_HOST_SYSTEM_CPP
#endif

#if __cplusplus >= 202002L
#define THRUST_CPP_DIALECT 2020
#elif __cplusplus >= 201703L
#define THRUST_CPP_DIALECT 2017
#else
#define THRUST_CPP_DIALECT 2014
#endif
#define THRUST_OPTIONAL_CPP11_CONSTEXPR constexpr
#define THRUST_CONSTEXPR constexpr
#define THRUST_OVERRIDE override
#define THRUST_FINAL final
#define THRUST_NOEXCEPT noexcept
#define THRUST_NODISCARD [[nodiscard]]
#define THRUST_DEPRECATED [[deprecated]]
#define THRUST_STATIC_ASSERT(condition) static_assert(condition, #condition)
#define THRUST_STATIC_ASSERT_MSG(condition, text) static_assert(condition, text)
#define THRUST_FWD(value) ::std::forward<decltype(value)>(value)
#define THRUST_MVCAP(name) name = ::std::move(name)
#define THRUST_RETURNS(...) \
  noexcept(noexcept(__VA_ARGS__)) { return (__VA_ARGS__); }
#define THRUST_DECLTYPE_RETURNS(...) \
  noexcept(noexcept(__VA_ARGS__))->decltype(__VA_ARGS__) { return (__VA_ARGS__); }

#define THRUST_NAMESPACE_BEGIN namespace thrust {
#define THRUST_NAMESPACE_END }
#define THRUST_NS_QUALIFIER ::thrust

#endif
