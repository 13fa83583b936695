// Arrays that host and kernels share, for tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

template <class T>
T* managed(int count) {
  T* x = nullptr;
  cudaMallocManaged(&x, count * sizeof(T));
  return x;
}
inline int* numbers(int count) {
  int* x = managed<int>(count);
  for (int i = 0; i < count; ++i) x[i] = i * 7919 % 1000 - 300;
  return x;
}
