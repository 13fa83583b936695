// Several devices: what NVML says of them, memory and streams of each, copies between them, peers, a current device of each thread.
// build: -lnvidia-ml
// environment: VGPU_DEVICE_COUNT=3 VGPU_CUDA_DEVICE=v100
// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <nvml.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "check.h"

__device__ int variable = 1;
__global__ void add(int* x, int value) { x[threadIdx.x] += value + variable; }

CASE(count_and_properties) {
  int count = 0;
  OK(cudaGetDeviceCount(&count));
  EXPECT_EQ(count, 3);
  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 2));
  EXPECT(std::strstr(p.name, "V100") != nullptr);
  EXPECT(p.major == 7 && p.minor == 0 && p.multiProcessorCount == 80);
  char bus[20];
  int same = -1;
  OK(cudaDeviceGetPCIBusId(bus, sizeof bus, 2));
  OK(cudaDeviceGetByPCIBusId(&same, bus));
  EXPECT_EQ(same, 2);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&same, "0000:77:00.0"), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&same, "rubbish"), cudaErrorInvalidValue);
  EXPECT_EQ(cudaSetDevice(3), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
  cudaGetLastError();
}

#define NVML_OK(call) EXPECT_EQ(call, NVML_SUCCESS)

CASE(nvml_knows_the_devices) {
  unsigned count = 0, index = 0;
  nvmlDevice_t device = nullptr, other = nullptr;
  EXPECT_EQ(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
  NVML_OK(nvmlInit());
  NVML_OK(nvmlDeviceGetCount(&count));
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(nvmlDeviceGetHandleByIndex(3, &device), NVML_ERROR_INVALID_ARGUMENT);
  NVML_OK(nvmlDeviceGetHandleByIndex(2, &device));
  char name[NVML_DEVICE_NAME_BUFFER_SIZE], uuid[NVML_DEVICE_UUID_BUFFER_SIZE];
  NVML_OK(nvmlDeviceGetName(device, name, sizeof name));
  EXPECT(std::strstr(name, "V100") != nullptr);
  EXPECT_EQ(nvmlDeviceGetName(device, name, 4), NVML_ERROR_INSUFFICIENT_SIZE);
  EXPECT_EQ(nvmlDeviceGetName(nullptr, name, sizeof name), NVML_ERROR_INVALID_ARGUMENT);
  nvmlPciInfo_t place;
  NVML_OK(nvmlDeviceGetPciInfo(device, &place));
  NVML_OK(nvmlDeviceGetHandleByPciBusId(place.busId, &other));
  EXPECT(other == device);
  NVML_OK(nvmlDeviceGetUUID(device, uuid, sizeof uuid));
  NVML_OK(nvmlDeviceGetHandleByUUID(uuid, &other));
  NVML_OK(nvmlDeviceGetIndex(other, &index));
  EXPECT_EQ(index, 2u);
  unsigned mhz = 0, cores = 0;
  int major = 0, minor = 0;
  NVML_OK(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &mhz));
  NVML_OK(nvmlDeviceGetNumGpuCores(device, &cores));
  NVML_OK(nvmlDeviceGetCudaComputeCapability(device, &major, &minor));
  EXPECT(mhz == 1530 && cores == 5120 && major == 7 && minor == 0);
  NVML_OK(nvmlShutdown());
  EXPECT_EQ(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
}

CASE(nvml_counts_memory_and_says_what_it_lacks) {
  NVML_OK(nvmlInit());
  nvmlDevice_t device = nullptr;
  NVML_OK(nvmlDeviceGetHandleByIndex(1, &device));
  nvmlMemory_t before, after;
  NVML_OK(nvmlDeviceGetMemoryInfo(device, &before));
  EXPECT_EQ(before.free + before.used, before.total);
  OK(cudaSetDevice(1));
  void* memory = nullptr;
  OK(cudaMalloc(&memory, 64 << 20));
  OK(cudaSetDevice(0));
  NVML_OK(nvmlDeviceGetMemoryInfo(device, &after));
  EXPECT(after.used >= before.used + (64 << 20));
  int current = -1;
  OK(cudaGetDevice(&current));
  EXPECT_EQ(current, 0);
  nvmlProcessInfo_t process;
  unsigned count = 1, value = 0;
  NVML_OK(nvmlDeviceGetComputeRunningProcesses(device, &count, &process));
  EXPECT(count == 1 && process.pid == (unsigned)getpid() && process.usedGpuMemory >= (64 << 20));
  OK(cudaFree(memory));
  nvmlUtilization_t rates;
  EXPECT_EQ(nvmlDeviceGetUtilizationRates(device, &rates), NVML_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &value),
            NVML_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(nvmlDeviceGetPowerUsage(device, &value), NVML_ERROR_NOT_SUPPORTED);
  unsigned long long reasons = 0;
  EXPECT_EQ(nvmlDeviceGetSupportedClocksThrottleReasons(device, &reasons),
            NVML_ERROR_NOT_SUPPORTED);
  EXPECT(std::strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "Not Supported") == 0);
  NVML_OK(nvmlShutdown());
}

// Programs that load the library ask for names without a version, whose structures are shorter.
CASE(nvml_names_of_long_ago) {
  using PciInfo = nvmlReturn_t (*)(nvmlDevice_t, nvmlPciInfo_t*);
  NVML_OK(nvmlInit());
  nvmlDevice_t device = nullptr;
  nvmlPciInfo_t place, older, oldest;
  NVML_OK(nvmlDeviceGetHandleByIndex(2, &device));
  NVML_OK(nvmlDeviceGetPciInfo(device, &place));
  std::memset(&older, 0x55, sizeof older);
  std::memset(&oldest, 0x55, sizeof oldest);
  const auto second = (PciInfo)dlsym(RTLD_DEFAULT, "nvmlDeviceGetPciInfo_v2");
  const auto first = (PciInfo)dlsym(RTLD_DEFAULT, "nvmlDeviceGetPciInfo");
  EXPECT(first != nullptr && second != nullptr);
  NVML_OK(second(device, &older));
  NVML_OK(first(device, &oldest));
  EXPECT(std::strcmp(oldest.busIdLegacy, place.busIdLegacy) == 0 && oldest.bus == place.bus);
  EXPECT(older.device == place.device && older.pciSubSystemId == place.pciSubSystemId);
  EXPECT(older.busId[0] == 0x55 && oldest.pciSubSystemId == 0x55555555u);
  EXPECT_EQ(first(device, nullptr), NVML_ERROR_INVALID_ARGUMENT);
  NVML_OK(nvmlShutdown());
}

CASE(each_thread_has_its_own) {
  int mine = -1;
  OK(cudaSetDevice(1));
  std::thread([] {
    int here = -1;
    OK(cudaGetDevice(&here));
    EXPECT_EQ(here, 0);
    OK(cudaSetDevice(2));
  }).join();
  OK(cudaGetDevice(&mine));
  EXPECT_EQ(mine, 1);
  OK(cudaSetDevice(0));
}

CASE(memory_and_copies) {
  int *x[3], host[32];
  for (int d = 0; d < 3; ++d) {
    OK(cudaSetDevice(d));
    OK(cudaMalloc(&x[d], sizeof host));
    OK(cudaMemset(x[d], 0, sizeof host));
    add<<<1, 32>>>(x[d], 10 * d);
    OK(cudaDeviceSynchronize());
    cudaPointerAttributes attributes;
    OK(cudaPointerGetAttributes(&attributes, x[d]));
    EXPECT_EQ(attributes.device, d);
  }
  OK(cudaMemcpyPeer(x[0], 0, x[2], 2, sizeof host));
  OK(cudaMemcpy(host, x[0], sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[31], 21);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));  // of device 2
  OK(cudaMemcpyPeerAsync(x[2], 2, x[1], 1, sizeof host, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(host, x[2], sizeof host, cudaMemcpyDefault));
  EXPECT_EQ(host[0], 11);
  EXPECT(cudaMemcpyPeer(x[0], 7, x[2], 2, 4) != cudaSuccess);
  cudaGetLastError();
  OK(cudaStreamDestroy(stream));
  for (int* one : x) OK(cudaFree(one));
  OK(cudaSetDevice(0));
}

CASE(peers) {
  int can = 0, value = -1;
  OK(cudaDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(can, 1);
  OK(cudaDeviceCanAccessPeer(&can, 1, 1));
  EXPECT_EQ(can, 0);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 9), cudaErrorInvalidDevice);
  OK(cudaDeviceEnablePeerAccess(1, 0));
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(2, 1), cudaErrorInvalidValue);
  OK(cudaDeviceDisablePeerAccess(1));
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
  OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 2));
  EXPECT_EQ(value, 1);
  EXPECT_EQ(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0),
            cudaErrorInvalidDevice);
  cudaGetLastError();
}

// A box goes from one device to the other; places are named, and a stream knows its device.
CASE(places) {
  int host[24], back[24] = {}, *from, *to;
  for (int i = 0; i < 24; ++i) host[i] = i;
  OK(cudaSetDevice(1));
  OK(cudaMalloc(&from, sizeof host));
  OK(cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice));
  cudaStream_t stream;
  int device = -1;
  OK(cudaStreamCreate(&stream));
  OK(cudaSetDevice(2));
  OK(cudaMalloc(&to, sizeof host));
  OK(cudaMemset(to, 0, sizeof host));
  OK(cudaStreamGetDevice(stream, &device));
  EXPECT_EQ(device, 1);
  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = make_cudaPitchedPtr(from, 6 * sizeof(int), 6, 4), box.srcDevice = 1;
  box.dstPtr = make_cudaPitchedPtr(to, 6 * sizeof(int), 6, 4), box.dstDevice = 2;
  box.extent = make_cudaExtent(3 * sizeof(int), 4, 1);
  OK(cudaMemcpy3DPeer(&box));
  box.dstDevice = 3;
  EXPECT_EQ(cudaMemcpy3DPeerAsync(&box, stream), cudaErrorInvalidDevice);
  OK(cudaMemcpy(back, to, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 24; ++i) EXPECT_EQ(back[i], i % 6 < 3 ? i : 0);
  int* shared;
  OK(cudaMallocManaged(&shared, 4096));
  const cudaMemLocation there = {cudaMemLocationTypeDevice, 2}, here = {cudaMemLocationTypeHost, 0};
  OK(cudaMemAdvise(shared, 4096, cudaMemAdviseSetPreferredLocation, there));
  OK(cudaMemPrefetchAsync(shared, 4096, there, 0));
  OK(cudaMemPrefetchAsync_v2(shared, 4096, here, 0, 0));
  const cudaMemLocation beyond = {cudaMemLocationTypeDevice, 9};
  EXPECT_EQ(cudaMemPrefetchAsync(shared, 4096, beyond, 0), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaMemPrefetchAsync(shared, 4096, there, 1), cudaErrorInvalidValue);
  cudaGetLastError();
  size_t bytes = 0;
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1, 128));
  EXPECT(bytes > 0);
  EXPECT(cudaCreateChannelDescHalf4().w == 16 && cudaCreateChannelDescHalf2().z == 0);
  OK(cudaDeviceSynchronize());
  OK(cudaStreamDestroy(stream));
  for (int* memory : {from, to, shared}) OK(cudaFree(memory));
  OK(cudaSetDevice(0));
}

CASE(variables_of_each) {
  int value = 0;
  for (int d = 0; d < 3; ++d) {
    OK(cudaSetDevice(d));
    const int own = 100 + d;
    OK(cudaMemcpyToSymbol(variable, &own, sizeof own));
  }
  OK(cudaSetDevice(1));
  OK(cudaMemcpyFromSymbol(&value, variable, sizeof value));
  EXPECT_EQ(value, 101);
  OK(cudaSetDevice(0));
}

CASE(reset_is_of_one_device) {
  void *here, *there;
  OK(cudaMalloc(&here, 100));
  OK(cudaSetDevice(1));
  OK(cudaMalloc(&there, 100));
  OK(cudaDeviceReset());
  EXPECT_EQ(cudaFree(there), cudaErrorInvalidValue);
  OK(cudaSetDevice(0));
  OK(cudaFree(here));
  cudaGetLastError();
}

// A device in error leaves the others alone.
CASE(errors_of_one_device) {
  OK(cudaSetDevice(1));
  add<<<1, 1>>>((int*)16, 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  OK(cudaSetDevice(0));
  void* p;
  OK(cudaMalloc(&p, 16));
  OK(cudaFree(p));
  OK(cudaSetDevice(1));
  EXPECT_EQ(cudaMalloc(&p, 16), cudaErrorIllegalAddress);
  OK(cudaDeviceReset());
  OK(cudaMalloc(&p, 16));
  OK(cudaDeviceReset());
  OK(cudaSetDevice(0));
}

int main() { return run_cases(); }
