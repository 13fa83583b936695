// cuda::std: the C++ library's types for both sides.
//
// The host's library serves: its constant expressions are the device's as well, and the headers that hold more are read
// with all their functions for both. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_H
#define VG_VGPU_STD_H

// Not for both: <streambuf> and <iterator> declare some of these algorithms again, for the host, and the operators of
// <new> have others for the device.
#include <bits/stl_algobase.h>
#include <new>
#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include <array>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <utility>
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <iterator>
#include <limits>
#include <ratio>
#if __cplusplus >= 202002L
#include <concepts>
#endif

#include "vgpu_attributes.h"
#include "vgpu_std/array.h"

#define CCCL_VERSION 2005000
#define CCCL_MAJOR_VERSION 2
#define CCCL_MINOR_VERSION 5
#define CCCL_PATCH_VERSION 0

namespace cuda {
namespace std {
using namespace ::std;
#if __cplusplus < 201703L
struct in_place_t {};
static constexpr in_place_t in_place{};
template <class T>
struct in_place_type_t {};
template <size_t i>
struct in_place_index_t {};
#endif
}  // namespace std
}  // namespace cuda

#endif
