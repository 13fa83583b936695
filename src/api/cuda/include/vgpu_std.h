// cuda::std: the C++ library's types for both sides.
//
// The host's library serves: its constant expressions are the device's as well, and the headers that hold more are read
// with all their functions for both. SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_H
#define VG_VGPU_STD_H

// Not for both: <streambuf> and <iterator> declare some of these algorithms again, for the host.
#include <bits/stl_algobase.h>
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
#include <functional>
#include <limits>
#include <ratio>

namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda

#endif
