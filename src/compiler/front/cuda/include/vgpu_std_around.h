// Headers of the host's library that NVIDIA's thrust, cub, libcu++ and cooperative groups bring along, so that programs
// use clocks, strings and limits without asking for them. The last thing that our headers of these names include.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_AROUND_H
#define VG_VGPU_STD_AROUND_H

// NVRTC and kernels compiled alone have no such library.
#if defined(__cplusplus) && !defined(__CUDACC_RTC__) && __has_include(<chrono>)
#include <semaphore.h>
#include <unistd.h>

#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#endif

#endif
