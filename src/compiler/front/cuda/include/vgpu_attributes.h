// CUDA's words for functions and variables, and the basic types.
//
// In a file that another compiler than clang's CUDA mode reads, the words mean nothing.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_ATTRIBUTES_H
#define VG_VGPU_ATTRIBUTES_H

#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device)) __attribute__((annotate("vgpu.managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((annotate("vgpu.cluster", __VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#endif
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#if defined(__clang__) && !defined(__assume)
#define __assume(condition) __builtin_assume(condition)
#endif
// Words of NVIDIA's own headers that programs write before declarations of functions that CUDA has.
#define __device_builtin__
#define __cudart_builtin__
#define __inline_hint__
#define __maxnreg__(...)

// nvcc lets alignas stand behind __shared__; clang wants it before all other words, and a GNU attribute anywhere. Its
// argument is a number or a type.
#if defined(__CUDA__) && defined(__cplusplus)
template <__SIZE_TYPE__ bytes>
constexpr __SIZE_TYPE__ __vg_alignment() {
  return bytes;
}
template <class Type>
constexpr __SIZE_TYPE__ __vg_alignment() {
  return alignof(Type);
}
#define alignas(...) __attribute__((aligned(__vg_alignment<__VA_ARGS__>())))
#endif

// The C library spells attributes with underscores, so a program must not have these as macros.
#ifdef __CUDACC_RTC__
#define __noinline__ __attribute__((noinline))
#define __inline__ inline
#define __restrict __restrict__
#endif

#ifdef __CUDA__
#ifndef __CUDACC__
#define __CUDACC__ 1
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 5
#define __CUDACC_VER_BUILD__ 82
#endif
#define CUDART_VERSION 12050
#define CUDA_VERSION 12050

// For the headers of this folder: small functions that vanish into their callers.
#ifdef __CUDA__
#define VG_FN static __inline__ __attribute__((device, always_inline, unused, nodebug))
#define VG_FN_BOTH static __inline__ __attribute__((host, device, always_inline, unused, nodebug))
#define VG_MEMBER __attribute__((device, always_inline, nodebug))
#define VG_BOTH __attribute__((host, device, always_inline, nodebug))
#define VG_ALL_BOTH_BEGIN _Pragma("clang force_cuda_host_device begin")
#define VG_ALL_BOTH_END _Pragma("clang force_cuda_host_device end")
#else
#define VG_BOTH
#define VG_ALL_BOTH_BEGIN
#define VG_ALL_BOTH_END
#endif

#ifdef __CUDACC_RTC__
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#ifndef NULL
#define NULL __null
#endif
#else
#include <stddef.h>
#endif

#endif
