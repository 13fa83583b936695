// Kernels that launch kernels: arguments of all sizes, recursion, templates, order behind the parent, errors.
// SPDX-License-Identifier: MIT
#include "check.h"

#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)

struct Pair {
  char letter;
  double number;
};

__global__ void add(int* x, char c, Pair pair, short s) {
  atomicAdd(&x[threadIdx.x], c + int(pair.number) + s + (pair.letter == 'p'));
}
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }

template <class T, int kStep>
__global__ void descend(T* x, int depth) {
  if (threadIdx.x == 0 && depth > 0) descend<T, kStep><<<1, blockDim.x>>>(x, depth - 1);
  x[threadIdx.x] += kStep;
}

namespace tools {
__device__ void launch_from_function(int* x) {
  const Pair pair{'p', 100};
  add<<<2, 32>>>(x, 1, pair, 7);
}
__global__ void shared_sum(int* out, const int* x) {
  extern __shared__ int part[];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < blockDim.x; ++i) sum += part[i];
    *out = sum;
  }
}
}  // namespace tools

__global__ void parent(int* x) {
  if (threadIdx.x == 0) {
    tools::launch_from_function(x);
    LAUNCH(twice, x);
  }
  x[threadIdx.x] += 1;  // children come behind this, whatever its place
}

__global__ void parent_of_template(int* x) {
  if (threadIdx.x == 0) descend<int, 3><<<1, 32>>>(x, 9);
}

__global__ void every_item(int* x) {
  const Pair pair{'q', 1};
  add<<<1, 1>>>(x + threadIdx.x, 0, pair, 0);
}

__global__ void with_shared_memory(int* out, const int* x) {
  if (threadIdx.x == 0) tools::shared_sum<<<1, dim3(32, 1), 32 * sizeof(int)>>>(out, x);
}

__global__ void with_streams(int* x) {
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return;
  twice<<<1, 32, 0, stream>>>(x);
  twice<<<1, 32, 0, cudaStreamTailLaunch>>>(x);
  if (cudaGetLastError() == cudaSuccess) cudaStreamDestroy(stream);
}

__global__ void crash(int* x) { *x = 1; }
__global__ void parent_of_crash() { crash<<<1, 1>>>((int*)16); }
__global__ void parent_of_bad_size(int* x) { twice<<<1, 4096>>>(x); }

__global__ void with_own_memory(int* x, const int* from) {
  int* own = nullptr;
  cudaMalloc(&own, 32 * sizeof(int));
  cudaMemsetAsync(x + 32, 0, 32 * sizeof(int));
  cudaMemcpyAsync(own, from, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpyAsync(x, own, 32 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  cudaFree(own);
}

static int* zeros() {
  int* x = nullptr;
  cudaMallocManaged(&x, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) x[i] = 0;
  return x;
}

CASE(children_in_order) {
  int* x = zeros();
  parent<<<1, 32>>>(x);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x[0], (1 + 2 * 109) * 2);
  EXPECT_EQ(x[31], (1 + 2 * 109) * 2);
  EXPECT_EQ(x[32], 0);
  OK(cudaFree(x));
}

CASE(recursion) {
  int* x = zeros();
  parent_of_template<<<1, 32>>>(x);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x[31], 30);
  OK(cudaFree(x));
}

CASE(a_child_of_each_item) {
  int* x = zeros();
  every_item<<<3, 64>>>(x);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(x[i], 3);
  OK(cudaFree(x));
}

CASE(shared_memory_of_a_child) {
  int *x = zeros(), *out = zeros();
  for (int i = 0; i < 32; ++i) x[i] = i;
  with_shared_memory<<<1, 32>>>(out, x);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(*out, 31 * 16);
  OK(cudaFree(x));
  OK(cudaFree(out));
}

CASE(streams_in_kernels) {
  int* x = zeros();
  x[31] = 1;
  with_streams<<<1, 1>>>(x);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x[31], 4);
  OK(cudaFree(x));
}

CASE(memory_functions_in_kernels) {
  int *x = zeros(), *from = zeros();
  for (int i = 0; i < 32; ++i) from[i] = i, x[32 + i] = 7;
  with_own_memory<<<1, 1>>>(x, from);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(x[i], i < 32 ? i : 0);
  OK(cudaFree(x));
  OK(cudaFree(from));
}

CASE(errors_of_children) {
  parent_of_crash<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  OK(cudaDeviceReset());
  parent_of_bad_size<<<1, 1>>>(zeros());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorInvalidConfiguration);
  OK(cudaDeviceReset());
}

// Kernels of one name, by the number of their arguments and by their types, and a template whose arguments are deduced.
__global__ void named(int* x, int value) { x[threadIdx.x] += value; }
__global__ void named(int* x, int value, int factor) { x[threadIdx.x] += value * factor; }
__global__ void named(double* y, int value) { y[threadIdx.x] += value / 4.0; }
template <class T>
__global__ void scale(T* x, T factor) {
  x[threadIdx.x] *= factor;
}

__global__ void parent_of_overloads(int* x, double* y) {
  if (threadIdx.x != 0) return;
  named<<<1, 32>>>(x, 10);
  named<<<1, 32>>>(x, 10, short(7));
  named<<<1, 32>>>(y, 10);
  scale<<<1, 32>>>(x, 2);
  scale<<<1, 32>>>(y, 3.0);
}

CASE(children_with_one_name) {
  int* x;
  double* y;
  OK(cudaMallocManaged(&x, 32 * sizeof(int)));
  OK(cudaMallocManaged(&y, 32 * sizeof(double)));
  for (int i = 0; i < 32; ++i) x[i] = i, y[i] = i;
  parent_of_overloads<<<1, 32>>>(x, y);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(x[i], (i + 80) * 2);
    EXPECT_EQ(y[i], (i + 2.5) * 3);
  }
  OK(cudaFree(x));
  OK(cudaFree(y));
}

int main() { return run_cases(); }
