// Arrays that host and kernels share.
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

// An array of zeros that ends with its scope.
template <class T>
class Managed {
 public:
  explicit Managed(int count) : count_(count), data_(managed<T>(count)) { fill(T()); }
  ~Managed() { cudaFree(data_); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;

  T* get() const { return data_; }
  T& operator[](int i) const { return data_[i]; }
  void fill(T value) {
    for (int i = 0; i < count_; ++i) data_[i] = value;
  }

 private:
  int count_;
  T* data_;
};
