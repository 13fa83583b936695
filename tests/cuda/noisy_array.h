// Arrays of noise for the tests of libraries, seen by host and device, with room for one element more.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "check.h"
#include "complex_numbers.h"

template <class T>
struct Array {
  T* x = nullptr;
  explicit Array(size_t n) { OK(cudaMallocManaged(&x, (n + 1) * sizeof(T))); }
  Array(size_t n, size_t seed) : Array(n) {
    for (size_t i = 0; i < n; ++i) set(x[i], {noise(i + seed), noise(i + seed + 77)});
  }
  explicit Array(const std::vector<T>& from) : Array(from.size()) {
    std::copy(from.begin(), from.end(), x);
  }
  Array(const Array&) = delete;
  ~Array() { cudaFree(x); }
};
