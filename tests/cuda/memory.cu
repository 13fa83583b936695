// Memory of the CUDA run time: every kind of allocation, copy and fill, symbols, managed variables.
// SPDX-License-Identifier: MIT
#include "check.h"

__constant__ float weights[4];
__device__ int table[5] = {1, 2, 3, 4, 5};
__device__ int* pointer_to_table = table;
__managed__ int counter = 7;
__managed__ double shared_values[16];

__global__ void add_one(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1;
}

__global__ void use_symbols(float* out) {
  out[threadIdx.x] = weights[threadIdx.x] * pointer_to_table[threadIdx.x];
  atomicAdd(&counter, 1);
  shared_values[threadIdx.x] += threadIdx.x;
}

__global__ void transpose_pitched(const float* in, size_t in_pitch, float* out, size_t out_pitch,
                                  int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    *(float*)((char*)out + x * out_pitch + y * sizeof(float)) =
        *(const float*)((const char*)in + y * in_pitch + x * sizeof(float));
}

CASE(linear) {
  std::vector<int> host(1000, 41);
  int* device = nullptr;
  OK(cudaMalloc(&device, host.size() * sizeof(int)));
  OK(cudaMemcpy(device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
  add_one<<<(1000 + 127) / 128, 128>>>(device, 1000);
  OK(cudaGetLastError());
  OK(cudaMemcpy(host.data(), device, host.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (int value : host) EXPECT_EQ(value, 42);
  OK(cudaMemset(device, 0xff, 8));
  OK(cudaMemcpy(host.data(), device, 12, cudaMemcpyDefault));
  EXPECT_EQ(host[1], -1);
  EXPECT_EQ(host[2], 42);
  OK(cudaFree(device));
  OK(cudaFree(nullptr));
}

CASE(nothing_to_allocate) {
  int* device = (int*)8;
  OK(cudaMalloc(&device, 0));
  EXPECT(device == nullptr);
}

// Programs with lists that are empty at times: nothing has no address.
CASE(no_bytes_from_and_to_nowhere) {
  void* none = nullptr;
  const std::vector<int> empty;
  OK(cudaMemcpy(none, empty.data(), 0, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(nullptr, none, 0, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpyAsync(nullptr, none, 0, cudaMemcpyDeviceToHost, nullptr));
  OK(cudaMemcpy2D(none, 0, empty.data(), 0, 0, 0, cudaMemcpyDefault));
  OK(cudaMemset(none, 0, 0));
  OK(cudaMemsetAsync(none, 0, 0, nullptr));
  OK(cudaMemset2D(none, 0, 0, 0, 0));
  EXPECT_EQ(cudaMemset(none, 0, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

CASE(pitched) {
  const int width = 37, height = 21;
  float *in = nullptr, *out = nullptr;
  size_t in_pitch = 0, out_pitch = 0;
  OK(cudaMallocPitch(&in, &in_pitch, width * sizeof(float), height));
  OK(cudaMallocPitch(&out, &out_pitch, height * sizeof(float), width));
  EXPECT(in_pitch >= width * sizeof(float));
  std::vector<float> host(width * height), back(width * height);
  for (int i = 0; i < width * height; ++i) host[i] = float(i);
  OK(cudaMemcpy2D(in, in_pitch, host.data(), width * sizeof(float), width * sizeof(float), height,
                  cudaMemcpyHostToDevice));
  transpose_pitched<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(
      in, in_pitch, out, out_pitch, width, height);
  OK(cudaMemcpy2D(back.data(), height * sizeof(float), out, out_pitch, height * sizeof(float),
                  width, cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) EXPECT_EQ(back[x * height + y], host[y * width + x]);
  OK(cudaMemset2D(in, in_pitch, 0, width * sizeof(float), height));
  EXPECT_EQ(cudaMemcpy2D(in, 4, host.data(), 400, 400, 2, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  cudaGetLastError();
  OK(cudaFree(in));
  OK(cudaFree(out));
}

CASE(boxes) {
  const cudaExtent extent = make_cudaExtent(8 * sizeof(int), 4, 3);
  cudaPitchedPtr box{};
  OK(cudaMalloc3D(&box, extent));
  OK(cudaMemset3D(box, 0, extent));
  std::vector<int> host(8 * 4 * 3), back(8 * 4 * 3, -1);
  for (size_t i = 0; i < host.size(); ++i) host[i] = int(i);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(host.data(), 8 * sizeof(int), 8, 4);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  cudaMemcpy3DParms again{};
  again.srcPtr = box;
  again.dstPtr = make_cudaPitchedPtr(back.data(), 8 * sizeof(int), 8, 4);
  again.extent = extent;
  again.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&again));
  EXPECT(host == back);
  OK(cudaFree(box.ptr));
}

CASE(symbols) {
  const float values[4] = {0.5f, 1.5f, 2.5f, 3.5f};
  OK(cudaMemcpyToSymbol(weights, values, sizeof values));
  const int ten = 10;
  OK(cudaMemcpyToSymbol(table, &ten, sizeof ten, 3 * sizeof(int)));
  float* out = nullptr;
  OK(cudaMallocManaged(&out, 4 * sizeof(float)));
  EXPECT_EQ(counter, 7);
  counter = 100;
  shared_values[2] = 0.25;
  use_symbols<<<1, 4>>>(out);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(out[2], 7.5f);
  EXPECT_EQ(out[3], 35.0f);
  EXPECT_EQ(counter, 104);
  EXPECT_EQ(shared_values[2], 2.25);
  int copy[5];
  OK(cudaMemcpyFromSymbol(copy, table, sizeof copy));
  EXPECT_EQ(copy[3], 10);
  size_t size = 0;
  OK(cudaGetSymbolSize(&size, table));
  EXPECT_EQ(size, sizeof copy);
  void* address = nullptr;
  OK(cudaGetSymbolAddress(&address, counter));
  EXPECT(address == &counter);
  EXPECT_EQ(cudaMemcpyToSymbol(weights, copy, 17), cudaErrorInvalidValue);
  float not_a_symbol = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(not_a_symbol, copy, 4), cudaErrorInvalidSymbol);
  cudaGetLastError();
  OK(cudaFree(out));
}

// Programs of CUDA 4 and older name variables by text.
__device__ char letters[8] = "abc";
CASE(symbols_by_name) {
  const float values[4] = {2, 4, 6, 8};
  OK(cudaMemcpyToSymbol("weights", values, sizeof values, 0, cudaMemcpyHostToDevice));
  float copy[4] = {};
  OK(cudaMemcpyFromSymbol(copy, "weights", sizeof copy));
  EXPECT_EQ(copy[3], 8);
  size_t size = 0;
  // A name that the compiler does not see as text is none, as in CUDA 5 and later.
  const char* name = "weights";
  EXPECT_EQ(cudaMemcpyToSymbol(name, values, sizeof values), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyFromSymbol(copy, "no such name", sizeof copy), cudaErrorInvalidSymbol);
  cudaGetLastError();
  OK(cudaGetSymbolSize(&size, "table"));
  EXPECT_EQ(size, 5 * sizeof(int));
  char text[8] = {};
  OK(cudaMemcpyFromSymbol(text, letters, sizeof text));
  EXPECT_EQ(text[2], 'c');
  EXPECT_EQ(cudaMemcpyToSymbol("no_such_variable", values, 4), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidSymbol);
}

CASE(host_memory) {
  int *pinned = nullptr, *mapped = nullptr;
  OK(cudaMallocHost(&pinned, 64 * sizeof(int)));
  OK(cudaHostAlloc(&mapped, 64 * sizeof(int), cudaHostAllocMapped));
  int* device = nullptr;
  OK(cudaHostGetDevicePointer(&device, mapped, 0));
  for (int i = 0; i < 64; ++i) mapped[i] = i;
  add_one<<<1, 64>>>(device, 64);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(mapped[63], 64);
  std::vector<int> plain(64, 1);
  OK(cudaHostRegister(plain.data(), 64 * sizeof(int), cudaHostRegisterMapped));
  EXPECT_EQ(cudaHostRegister(plain.data(), 4, 0), cudaErrorHostMemoryAlreadyRegistered);
  OK(cudaHostGetDevicePointer(&device, plain.data(), 0));
  add_one<<<1, 64>>>(device, 64);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(plain[5], 2);
  OK(cudaHostUnregister(plain.data()));
  EXPECT_EQ(cudaHostUnregister(plain.data()), cudaErrorHostMemoryNotRegistered);
  cudaGetLastError();
  OK(cudaFreeHost(pinned));
  OK(cudaFreeHost(mapped));
}

CASE(pointer_attributes) {
  int *device = nullptr, *managed = nullptr, *pinned = nullptr, local = 0;
  OK(cudaMalloc(&device, 64));
  OK(cudaMallocManaged(&managed, 64));
  OK(cudaMallocHost(&pinned, 64));
  cudaPointerAttributes attributes{};
  OK(cudaPointerGetAttributes(&attributes, device));
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  EXPECT_EQ(attributes.device, 0);
  OK(cudaPointerGetAttributes(&attributes, managed));
  EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
  OK(cudaPointerGetAttributes(&attributes, pinned));
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  OK(cudaPointerGetAttributes(&attributes, &local));
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
  OK(cudaMemAdvise(managed, 64, cudaMemAdviseSetReadMostly, 0));
  OK(cudaMemPrefetchAsync(managed, 64, 0));
  OK(cudaMemPrefetchAsync(managed, 64, cudaCpuDeviceId));
  EXPECT_EQ(cudaMemPrefetchAsync(device, 64, 0), cudaErrorInvalidValue);
  cudaGetLastError();
  size_t free_bytes = 0, total = 0;
  OK(cudaMemGetInfo(&free_bytes, &total));
  EXPECT(free_bytes > 0 && free_bytes <= total);
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 0));
  EXPECT_EQ(total, properties.totalGlobalMem);
  OK(cudaFree(device));
  OK(cudaFree(managed));
  OK(cudaFreeHost(pinned));
}

CASE(in_a_streams_order) {
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  int* device = nullptr;
  OK(cudaMallocAsync(&device, 256 * sizeof(int), stream));
  OK(cudaMemsetAsync(device, 0, 256 * sizeof(int), stream));
  add_one<<<2, 128, 0, stream>>>(device, 256);
  std::vector<int> host(256);
  OK(cudaMemcpyAsync(host.data(), device, 256 * sizeof(int), cudaMemcpyDeviceToHost, stream));
  OK(cudaFreeAsync(device, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(host[255], 1);
  OK(cudaStreamDestroy(stream));
}

CASE(from_array_to_array) {
  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t from, to;
  OK(cudaMallocArray(&from, &bytes, 16, 8));
  OK(cudaMallocArray(&to, &bytes, 16, 8));
  unsigned char values[8 * 16], back[3 * 4];
  for (int i = 0; i < 8 * 16; ++i) values[i] = (unsigned char)i;
  OK(cudaMemcpy2DToArray(from, 0, 0, values, 16, 16, 8, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DArrayToArray(to, 5, 2, from, 1, 3, 4, 3));
  OK(cudaMemcpy2DFromArray(back, 4, to, 5, 2, 4, 3, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 12; ++i) EXPECT_EQ((int)back[i], (3 + i / 4) * 16 + 1 + i % 4);
  EXPECT_EQ(cudaMemcpy2DArrayToArray(to, 5, 7, from, 1, 3, 4, 3), cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaFreeArray(from));
  OK(cudaFreeArray(to));
}

CASE(many_attributes_at_once) {
  int* managed;
  OK(cudaMallocManaged(&managed, 4096));
  int first = -5, second = -5;
  void* data[] = {&first, &second};
  size_t sizes[] = {sizeof(int), sizeof(int)};
  cudaMemRangeAttribute names[] = {cudaMemRangeAttributeReadMostly,
                                   cudaMemRangeAttributePreferredLocation};
  OK(cudaMemRangeGetAttributes(data, sizes, names, 2, managed, 4096));
  EXPECT(first == 0 && second == cudaInvalidDeviceId);
  OK(cudaFree(managed));
}

CASE(arrays) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  OK(cudaMallocArray(&array, &format, 6, 5));
  std::vector<float> host(30), back(30);
  for (int i = 0; i < 30; ++i) host[i] = float(i);
  OK(cudaMemcpy2DToArray(array, 0, 0, host.data(), 6 * sizeof(float), 6 * sizeof(float), 5,
                         cudaMemcpyHostToDevice));
  OK(cudaMemcpyFromArray(back.data(), array, 0, 0, 30 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT(host == back);
  cudaChannelFormatDesc found{};
  cudaExtent extent{};
  unsigned flags = 9;
  OK(cudaArrayGetInfo(&found, &extent, &flags, array));
  EXPECT_EQ(found.x, 32);
  EXPECT_EQ(extent.width, size_t(6));
  EXPECT_EQ(extent.height, size_t(5));
  OK(cudaFreeArray(array));
}

int main() { return run_cases(); }
