// threadIdx, blockIdx, blockDim, gridDim, warpSize: variables that are calls. The host's half has only their types.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_BUILTIN_VARIABLES_H
#define VG_VGPU_BUILTIN_VARIABLES_H

#include "vgpu_convention.h"
#include "vgpu_vector_types.h"

#ifdef __CUDA_ARCH__
#define VG_AXIS(axis, query, number)                    \
  __declspec(property(get = get_##axis)) unsigned axis; \
  VG_MEMBER static unsigned get_##axis() { return (unsigned)query(number); }

// The objects exist only as names; nobody can change one. A copy says what the variable says.
#define VG_BUILTIN(type, name, query)                                           \
  struct type {                                                                 \
    VG_AXIS(x, query, 0)                                                        \
    VG_AXIS(y, query, 1)                                                        \
    VG_AXIS(z, query, 2)                                                        \
    VG_MEMBER operator dim3() const { return dim3(get_x(), get_y(), get_z()); } \
    VG_MEMBER operator uint3() const { return {get_x(), get_y(), get_z()}; }    \
    VG_MEMBER type(const type&) {}                                              \
    void operator=(const type&) const = delete;                                 \
    type* operator&() const = delete;                                           \
  };                                                                            \
  extern const __device__ __attribute__((weak)) type name;

VG_BUILTIN(__vg_thread_index, threadIdx, __vg_local_id)
VG_BUILTIN(__vg_block_index, blockIdx, __vg_group_id)
VG_BUILTIN(__vg_block_size, blockDim, __vg_enqueued_size)
VG_BUILTIN(__vg_grid_size, gridDim, __vg_group_count)
#undef VG_BUILTIN
#undef VG_AXIS
#else
// Programs may declare them again there, for functions of both halves.
extern const __device__ __attribute__((weak)) uint3 threadIdx, blockIdx;
extern const __device__ __attribute__((weak)) dim3 blockDim, gridDim;
#endif

constexpr int warpSize = 32;

#endif
