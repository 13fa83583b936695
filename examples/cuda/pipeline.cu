// Copies and kernels of several streams that overlap, then the same work as a graph.
// SPDX-License-Identifier: MIT
#include "check.h"

__global__ void step(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * 0.5f + 1.0f;
}

int main() {
  const int streams = 4, n = 1 << 14;
  float *host, *device;
  CHECK(cudaMallocHost(&host, streams * n * sizeof(float)));
  CHECK(cudaMalloc(&device, streams * n * sizeof(float)));
  for (int i = 0; i < streams * n; ++i) host[i] = float(i % 50);
  cudaStream_t stream[streams];
  for (int s = 0; s < streams; ++s) {
    CHECK(cudaStreamCreate(&stream[s]));
    float *from = host + s * n, *on = device + s * n;
    CHECK(cudaMemcpyAsync(on, from, n * sizeof(float), cudaMemcpyHostToDevice, stream[s]));
    step<<<(n + 255) / 256, 256, 0, stream[s]>>>(on, n);
    CHECK(cudaMemcpyAsync(from, on, n * sizeof(float), cudaMemcpyDeviceToHost, stream[s]));
  }
  CHECK(cudaDeviceSynchronize());
  bool good = true;
  for (int i = 0; i < streams * n; ++i) good = good && host[i] == (i % 50) * 0.5f + 1.0f;

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeGlobal));
  step<<<(n + 255) / 256, 256, 0, stream[0]>>>(device, n);
  step<<<(n + 255) / 256, 256, 0, stream[0]>>>(device, n);
  CHECK(cudaMemcpyAsync(host, device, n * sizeof(float), cudaMemcpyDeviceToHost, stream[0]));
  CHECK(cudaStreamEndCapture(stream[0], &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 20; ++i) CHECK(cudaGraphLaunch(exec, stream[0]));
  CHECK(cudaStreamSynchronize(stream[0]));
  for (int i = 0; i < n; ++i) good = good && host[i] > 1.999f && host[i] < 2.001f;
  return finish("pipeline", good);
}
