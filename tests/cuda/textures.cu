// Texture objects as programs treat them: destroyed while the kernels that read them have yet to run.
// SPDX-License-Identifier: MIT
#include "check.h"

__global__ void wait_long(int* done) {
  for (int i = 0; i < 200; ++i) __nanosleep(1000000);
  *done = 1;
}

__global__ void read_all(cudaTextureObject_t texture, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = tex1Dfetch<float>(texture, i);
}

static cudaTextureObject_t texture_of(float* values, int count) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = values;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = count * sizeof(float);
  cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  OK(cudaCreateTextureObject(&texture, &resource, &settings, nullptr));
  return texture;
}

CASE(destroyed_before_its_kernel_runs) {
  const int count = 1000;
  float *from = nullptr, *to = nullptr, *others = nullptr;
  int* done = nullptr;
  OK(cudaMallocManaged(&from, count * sizeof(float)));
  OK(cudaMallocManaged(&to, count * sizeof(float)));
  OK(cudaMallocManaged(&others, count * sizeof(float)));
  OK(cudaMallocManaged(&done, sizeof(int)));
  for (int i = 0; i < count; ++i) from[i] = i, others[i] = -1;
  const cudaTextureObject_t texture = texture_of(from, count);
  wait_long<<<1, 1>>>(done);
  read_all<<<(count + 255) / 256, 256>>>(texture, to, count);
  OK(cudaDestroyTextureObject(texture));
  std::vector<cudaTextureObject_t> later;
  for (int i = 0; i < 50; ++i) later.push_back(texture_of(others, count));
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < count; i += 99) EXPECT_EQ(to[i], (float)i);
  for (cudaTextureObject_t one : later) OK(cudaDestroyTextureObject(one));
  for (void* memory : {(void*)from, (void*)to, (void*)others, (void*)done}) OK(cudaFree(memory));
}

CASE(many_come_and_go) {
  float* values = nullptr;
  OK(cudaMalloc(&values, 64));
  for (int i = 0; i < 3000; ++i) OK(cudaDestroyTextureObject(texture_of(values, 16)));
  OK(cudaFree(values));
}

CASE(no_object) { EXPECT_EQ(cudaDestroyTextureObject(12345), cudaErrorInvalidValue); }

int main() { return run_cases(); }
