// Memory and events of one process that another one opens.
// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "check.h"

namespace {

constexpr int kCount = 5000;

struct Offer {
  cudaIpcMemHandle_t memory, small;
  cudaIpcEventHandle_t filled, changed;
};

int to_child[2], to_parent[2];

__global__ void fill(int* x, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = i;
  for (int round = 0; round < rounds; ++round) value = value * 1664525 + 1013904223;
  x[i] = rounds > 0 && value == 12345 ? -1 : i;  // takes a while, whatever the compiler knows
}
__global__ void add(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}

bool is(const int* x, int n, int offset) {
  for (int i = 0; i < n; ++i)
    if (x[i] != i + offset) return false;
  return true;
}

// The other process: waits for the first event on its stream, adds, records the second.
int run_child() {
  Offer offer;
  if (read(to_child[0], &offer, sizeof offer) != sizeof offer) return 1;
  int *x, *small;
  cudaEvent_t filled, changed;
  cudaStream_t stream;
  OK(cudaIpcOpenMemHandle((void**)&x, offer.memory, cudaIpcMemLazyEnablePeerAccess));
  OK(cudaIpcOpenMemHandle((void**)&small, offer.small, cudaIpcMemLazyEnablePeerAccess));
  OK(cudaIpcOpenEventHandle(&filled, offer.filled));
  OK(cudaIpcOpenEventHandle(&changed, offer.changed));
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamWaitEvent(stream, filled, 0));
  add<<<(kCount + 255) / 256, 256, 0, stream>>>(x, kCount, 1000);
  add<<<1, 32, 0, stream>>>(small, 3, 7);
  OK(cudaEventRecord(changed, stream));
  char told = 'k';
  if (write(to_parent[1], &told, 1) != 1) return 1;
  OK(cudaStreamSynchronize(stream));
  int copied[kCount];
  OK(cudaMemcpy(copied, x, sizeof copied, cudaMemcpyDeviceToHost));
  EXPECT(is(copied, kCount, 1000));
  OK(cudaIpcCloseMemHandle(x));
  EXPECT_EQ(cudaIpcCloseMemHandle(x), cudaErrorInvalidValue);
  OK(cudaIpcCloseMemHandle(small));
  OK(cudaEventDestroy(filled));
  OK(cudaEventDestroy(changed));
  return failures();
}

CASE(two_processes_work_on_one_array) {
  int *x, *small, copied[kCount];
  cudaEvent_t filled, changed;
  Offer offer;
  OK(cudaMalloc(&x, sizeof copied));
  OK(cudaMalloc(&small, 3 * sizeof(int)));
  OK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming | cudaEventInterprocess));
  OK(cudaEventCreateWithFlags(&changed, cudaEventDisableTiming | cudaEventInterprocess));
  fill<<<1, 32>>>(small, 3, 0);
  OK(cudaIpcGetMemHandle(&offer.memory, x));
  OK(cudaIpcGetMemHandle(&offer.small, small));
  OK(cudaIpcGetEventHandle(&offer.filled, filled));
  OK(cudaIpcGetEventHandle(&offer.changed, changed));
  cudaIpcMemHandle_t again;
  OK(cudaIpcGetMemHandle(&again, x));
  EXPECT(std::memcmp(&again, &offer.memory, sizeof again) == 0);
  fill<<<(kCount + 255) / 256, 256>>>(x, kCount, 20000);
  OK(cudaEventRecord(filled));
  EXPECT_EQ(write(to_child[1], &offer, sizeof offer), ssize_t(sizeof offer));
  char told = 0;
  EXPECT_EQ(read(to_parent[0], &told, 1), 1);
  OK(cudaEventSynchronize(changed));
  OK(cudaEventQuery(changed));
  OK(cudaMemcpy(copied, x, sizeof copied, cudaMemcpyDeviceToHost));
  EXPECT(is(copied, kCount, 1000));
  OK(cudaMemcpy(copied, small, 3 * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT(is(copied, 3, 7));
  int status = 0;
  EXPECT(wait(&status) > 0);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  OK(cudaFree(x));
  OK(cudaFree(small));
  OK(cudaEventDestroy(filled));
  OK(cudaEventDestroy(changed));
}

CASE(wrong_handles_are_refused) {
  cudaIpcMemHandle_t memory{};
  cudaIpcEventHandle_t event_handle{};
  void* pointer = nullptr;
  cudaEvent_t event;
  int here = 0;
  EXPECT_EQ(cudaIpcOpenMemHandle(&pointer, memory, cudaIpcMemLazyEnablePeerAccess),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaIpcOpenEventHandle(&event, event_handle), cudaErrorInvalidValue);
  EXPECT_EQ(cudaIpcGetMemHandle(&memory, &here), cudaErrorInvalidValue);
  EXPECT_EQ(cudaIpcCloseMemHandle(&here), cudaErrorInvalidValue);
  cudaGetLastError();
}

}  // namespace

int main() {
  if (pipe(to_child) != 0 || pipe(to_parent) != 0) return 1;
  if (fork() == 0) return run_child();  // before either side has touched the device
  return run_cases();
}
