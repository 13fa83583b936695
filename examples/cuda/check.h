// What every example needs: calls that must succeed, and a last line that says PASS or FAIL.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t error_ = (call);                                                     \
    if (error_ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (0)

inline int finish(const char* name, bool good) {
  std::printf("%s: %s\n", name, good ? "PASS" : "FAIL");
  return good ? 0 : 1;
}
