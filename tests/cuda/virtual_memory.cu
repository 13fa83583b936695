// Memory mapped by hand: reserved addresses, created memory, access, two views of one memory, descriptors, misuse.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <unistd.h>

#include "check.h"

__global__ void count_up(int* values) { values[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

static CUmemAllocationProp properties() {
  CUmemAllocationProp wanted = {};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  return wanted;
}

static size_t granularity() {
  const CUmemAllocationProp wanted = properties();
  size_t size = 0;
  EXPECT_EQ(cuMemGetAllocationGranularity(&size, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
            CUDA_SUCCESS);
  return size;
}

static void allow(CUdeviceptr pointer, size_t size, CUmemAccess_flags flags) {
  CUmemAccessDesc access = {};
  access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.flags = flags;
  EXPECT_EQ(cuMemSetAccess(pointer, size, &access, 1), CUDA_SUCCESS);
}

CASE(kernels_use_it) {
  const CUmemAllocationProp wanted = properties();
  const size_t size = granularity();
  CUdeviceptr pointer = 0;
  CUmemGenericAllocationHandle handle = 0;
  EXPECT_EQ(cuMemAddressReserve(&pointer, 2 * size, 0, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(pointer % size, 0u);
  EXPECT_EQ(cuMemCreate(&handle, size, &wanted, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(pointer + size, size, 0, handle, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);  // the mapping keeps it
  allow(pointer + size, size, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  EXPECT_EQ(cuMemsetD32(pointer + size, 41, size / 4), CUDA_SUCCESS);
  int* values = (int*)(pointer + size);
  count_up<<<size / 4 / 256, 256>>>(values);
  int last = 0;
  EXPECT_EQ(cuMemcpyDtoH(&last, pointer + 2 * size - 4, 4), CUDA_SUCCESS);
  EXPECT_EQ(last, 42);
  cudaPointerAttributes seen = {};
  OK(cudaPointerGetAttributes(&seen, values + 7));
  EXPECT_EQ(seen.type, cudaMemoryTypeDevice);
  EXPECT_EQ(cuMemUnmap(pointer + size, size), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAddressFree(pointer, 2 * size), CUDA_SUCCESS);
}

CASE(two_views_and_a_descriptor) {
  const CUmemAllocationProp wanted = properties();
  const size_t size = granularity();
  CUdeviceptr pointer = 0;
  CUmemGenericAllocationHandle handle = 0, again = 0;
  EXPECT_EQ(cuMemAddressReserve(&pointer, 2 * size, 0, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemCreate(&handle, size, &wanted, 0), CUDA_SUCCESS);
  int file = -1;
  EXPECT_EQ(
      cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
      CUDA_SUCCESS);
  EXPECT_EQ(cuMemImportFromShareableHandle(&again, (void*)(size_t)file,
                                           CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
            CUDA_SUCCESS);
  close(file);
  EXPECT_EQ(cuMemMap(pointer, size, 0, handle, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(pointer + size, size, 0, again, 0), CUDA_SUCCESS);
  allow(pointer, 2 * size, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  count_up<<<1, 64>>>((int*)pointer);
  int seen[64] = {};
  EXPECT_EQ(cuMemcpyDtoH(seen, pointer + size, sizeof seen), CUDA_SUCCESS);
  EXPECT_EQ(seen[63], 1);
  CUmemGenericAllocationHandle retained = 0;
  EXPECT_EQ(cuMemRetainAllocationHandle(&retained, (void*)(pointer + 8)), CUDA_SUCCESS);
  EXPECT_EQ(retained, handle);
  EXPECT_EQ(cuMemRelease(retained), CUDA_SUCCESS);
  EXPECT_EQ(cuMemUnmap(pointer, 2 * size), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(again), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(again), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(pointer, 2 * size), CUDA_SUCCESS);
}

CASE(misuse) {
  CUmemAllocationProp wanted = properties();
  const size_t size = granularity();
  CUdeviceptr pointer = 0;
  CUmemGenericAllocationHandle handle = 0;
  EXPECT_EQ(cuMemCreate(&handle, size + 1, &wanted, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressReserve(&pointer, size, 0, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(pointer, size, 0, 12345, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemCreate(&handle, size, &wanted, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(pointer, 2 * size, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemMap(pointer, size, 0, handle, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(pointer, size, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(pointer, size), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemUnmap(pointer, size), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(handle), CUDA_SUCCESS);
  wanted.location.id = 1000;
  EXPECT_EQ(cuMemCreate(&handle, size, &wanted, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(pointer, size), CUDA_SUCCESS);
}

CASE(attributes) {
  int value = -1;
  EXPECT_EQ(
      cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0),
      CUDA_SUCCESS);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, 0), CUDA_SUCCESS);
  EXPECT(value != CU_COMPUTEMODE_PROHIBITED);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSurface2DHeight, 0));
  EXPECT_EQ(value, 65536);
}

// The context is the run time's.
static void start() {
  cuInit(0);
  cudaFree(0);
}

int main() { return start(), run_cases(); }
