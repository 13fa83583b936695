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

texture<unsigned char, 2, cudaReadModeNormalizedFloat> byte_reference;
static texture<float> float_reference;
texture<float2, 2> pair_reference(1, cudaFilterModeLinear, cudaAddressModeWrap);
surface<void, cudaSurfaceType2D> surface_reference;

__global__ void read_references(float* out) {
  const int i = threadIdx.x;
  const float before = surf2Dread<float>(surface_reference, i * sizeof(float), 1);
  surf2Dwrite(before + 1, surface_reference, i * sizeof(float), 2);
  out[i] = tex1Dfetch(float_reference, i) + tex2D(byte_reference, i + 0.5f, 1.5f) +
           surf2Dread<float>(surface_reference, i * sizeof(float), 2);
}
// The interface of C takes formats and read modes from the reference itself.
CASE(references_know_their_format) {
  EXPECT_EQ(pair_reference.channelDesc.y, 32);
  EXPECT_EQ(pair_reference.channelDesc.f, cudaChannelFormatKindFloat);
  EXPECT_EQ(byte_reference.channelDesc.f, cudaChannelFormatKindUnsigned);
  float *floats = nullptr, *out = nullptr;
  unsigned char* bytes = nullptr;
  size_t pitch = 0, offset = 0;
  OK(cudaMallocManaged(&floats, 16 * sizeof(float)));
  OK(cudaMallocManaged(&out, 16 * sizeof(float)));
  OK(cudaMallocPitch((void**)&bytes, &pitch, 16, 4));
  OK(cudaMemset2D(bytes, pitch, 51, 16, 4));
  for (int i = 0; i < 16; ++i) floats[i] = 10 * i;
  const textureReference* found = nullptr;
  OK(cudaGetTextureReference(&found, "pair_reference"));  // by name, as before CUDA 5
  EXPECT(found == &pair_reference);
  OK(cudaGetTextureReference(&found, &float_reference));
  OK(cudaBindTexture(&offset, found, floats, &found->channelDesc, 16 * sizeof(float)));
  OK(cudaBindTexture2D(&offset, &byte_reference, bytes, &byte_reference.channelDesc, 16, 4, pitch));
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 16, 4, cudaArraySurfaceLoadStore));
  OK(cudaMemcpy2DToArray(array, 0, 1, floats, 64, 64, 1, cudaMemcpyHostToDevice));
  OK(cudaBindSurfaceToArray(surface_reference, array));
  read_references<<<1, 16>>>(out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 16; ++i) EXPECT_EQ(out[i], 20 * i + 1.2f);
  OK(cudaFreeArray(array));
  for (void* memory : {(void*)floats, (void*)out, (void*)bytes}) OK(cudaFree(memory));
}

int main() { return run_cases(); }
