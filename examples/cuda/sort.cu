// Bitonic sort in shared memory, and thrust's sort of the same numbers.
// SPDX-License-Identifier: MIT
#include <thrust/device_vector.h>
#include <thrust/sort.h>

#include <algorithm>
#include <vector>

#include "check.h"

constexpr int kCount = 512;

__global__ void bitonic(int* values) {
  __shared__ int shared[kCount];
  shared[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  for (int size = 2; size <= kCount; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = threadIdx.x ^ step;
      if (other > threadIdx.x) {
        const bool up = (threadIdx.x & size) == 0;
        const int a = shared[threadIdx.x], b = shared[other];
        if ((a > b) == up) shared[threadIdx.x] = b, shared[other] = a;
      }
      __syncthreads();
    }
  values[threadIdx.x] = shared[threadIdx.x];
}

int main() {
  std::vector<int> host(kCount);
  unsigned state = 7;
  for (int& value : host) value = int((state = state * 1664525u + 1013904223u) >> 16);
  thrust::device_vector<int> device(host), other(host);
  bitonic<<<1, kCount>>>(thrust::raw_pointer_cast(device.data()));
  CHECK(cudaDeviceSynchronize());
  thrust::sort(other.begin(), other.end());
  std::sort(host.begin(), host.end());
  bool good = true;
  for (int i = 0; i < kCount; ++i) good = good && device[i] == host[i] && other[i] == host[i];
  return finish("sort", good);
}
