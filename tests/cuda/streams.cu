// Order in the CUDA run time: streams, events, callbacks, graphs, cooperative launches, occupancy, properties.
// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include <atomic>

#include "check.h"

__global__ void add(int* x, int value) { x[blockIdx.x * blockDim.x + threadIdx.x] += value; }
__global__ void twice(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

__global__ void grid_sum(int* x, int* sum) {
  atomicAdd(sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
  cooperative_groups::this_grid().sync();
  x[blockIdx.x * blockDim.x + threadIdx.x] = *sum;
}

static int* ones(int count) {
  int* x = nullptr;
  cudaMallocManaged(&x, count * sizeof(int));
  for (int i = 0; i < count; ++i) x[i] = 1;
  return x;
}

CASE(events_order_streams) {
  int* x = ones(256);
  cudaStream_t first, second;
  cudaEvent_t done, start;
  OK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithPriority(&second, cudaStreamNonBlocking, 0));
  OK(cudaEventCreate(&start));
  OK(cudaEventCreateWithFlags(&done, cudaEventDefault));
  OK(cudaEventRecord(start, first));
  add<<<2, 128, 0, first>>>(x, 4);
  OK(cudaEventRecord(done, first));
  OK(cudaStreamWaitEvent(second, done, 0));
  twice<<<2, 128, 0, second>>>(x);
  OK(cudaStreamSynchronize(second));
  EXPECT_EQ(x[255], 10);
  float time = -1;
  OK(cudaEventSynchronize(done));
  OK(cudaEventElapsedTime(&time, start, done));
  EXPECT(time >= 0);
  OK(cudaEventQuery(done));
  OK(cudaStreamQuery(first));
  OK(cudaEventDestroy(start));
  OK(cudaEventDestroy(done));
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
  OK(cudaFree(x));
}

static std::atomic<int> g_called{0};
static void CUDART_CB called(cudaStream_t, cudaError_t status, void* data) {
  if (status == cudaSuccess) g_called += *static_cast<int*>(data);
}
static void CUDART_CB called_back(void* data) { g_called += *static_cast<int*>(data); }

CASE(callbacks) {
  int five = 5;
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamAddCallback(stream, called, &five, 0));
  OK(cudaLaunchHostFunc(stream, called_back, &five));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(g_called.load(), 10);
  OK(cudaStreamDestroy(stream));
}

CASE(captured_graph) {
  int* x = ones(128);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<1, 128, 0, stream>>>(x, 1);
  twice<<<1, 128, 0, stream>>>(x);
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  EXPECT_EQ(count, size_t(2));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 3; ++i) OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(x[0], 22);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(x));
}

CASE(graph_by_hand) {
  int *x = ones(128), value = 3, host[128];
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t nodes[2];
  void* args[] = {&x, &value};
  cudaKernelNodeParams kernel{};
  kernel.func = (void*)add;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = args;
  OK(cudaGraphAddKernelNode(&nodes[0], graph, nullptr, 0, &kernel));
  OK(cudaGraphAddMemcpyNode1D(&nodes[1], graph, nodes, 1, host, x, sizeof host,
                              cudaMemcpyDeviceToHost));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(host[127], 4);
  value = 6;
  OK(cudaGraphExecKernelNodeSetParams(exec, nodes[0], &kernel));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(host[0], 10);
  OK(cudaGraphExecUpdate(exec, graph, nullptr));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(x));
}

CASE(cooperative_launch) {
  int *x = ones(4 * 64), *sum = ones(1);
  *sum = 0;
  void* args[] = {&x, &sum};
  OK(cudaLaunchCooperativeKernel(grid_sum, 4, 64, args));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x[0], 256);
  EXPECT_EQ(x[255], 256);
  OK(cudaFree(x));
  OK(cudaFree(sum));
}

CASE(launch_by_name) {
  int *x = ones(64), value = 9;
  void* args[] = {&x, &value};
  OK(cudaLaunchKernel((void*)add, dim3(1), dim3(64), args, 0, nullptr));
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(64);
  OK(cudaLaunchKernelEx(&config, twice, x));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(x[63], 20);
  OK(cudaFree(x));
}

CASE(properties) {
  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  EXPECT(p.major >= 6 && p.warpSize == 32 && p.maxThreadsPerBlock == 1024);
  EXPECT(p.totalGlobalMem > 0 && p.multiProcessorCount > 0 && p.clockRate > 0);
  int value = 0;
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
  EXPECT_EQ(value, p.major);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  EXPECT_EQ(value, 32);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0), cudaErrorInvalidValue);
  cudaGetLastError();
  int driver = 0, runtime = 0;
  OK(cudaDriverGetVersion(&driver));
  OK(cudaRuntimeGetVersion(&runtime));
  EXPECT(driver >= runtime && runtime == CUDART_VERSION);
  size_t limit = 0;
  OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  EXPECT_EQ(limit, size_t(32 << 20));
}

CASE(occupancy) {
  int grid = 0, block = 0, blocks = 0;
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0));
  EXPECT(grid > 0 && block >= 32 && block <= 1024 && block % 32 == 0);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0));
  EXPECT(blocks >= 1 && blocks <= 8);
  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, twice));
  EXPECT_EQ(attributes.maxThreadsPerBlock, 1024);
}

__device__ int counter;
__global__ void work_long(float* x) {
  float value = x[threadIdx.x];
  for (int i = 0; i < 2000000; ++i) value = value * 0.999f + 0.5f;
  x[threadIdx.x] = value;
}
// Copies from variables of this function, which are others when it has returned.
static void copy_from_variables(int* few, int* many, cudaStream_t stream) {
  int value = 7;
  std::vector<int> values(100000, 5);
  OK(cudaMemcpyAsync(few, &value, sizeof(int), cudaMemcpyHostToDevice, stream));
  OK(cudaMemcpyToSymbolAsync(counter, &value, sizeof(int), 0, cudaMemcpyHostToDevice, stream));
  OK(cudaMemcpyAsync(many, values.data(), 400000, cudaMemcpyHostToDevice, stream));
  value = 9;
  for (int& x : values) x = 9;
}
CASE(pageable_memory_is_done_with_at_the_return) {
  float* x;
  int *few, *many;
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc(&x, 32 * sizeof(float)));
  OK(cudaMalloc(&few, sizeof(int)));
  OK(cudaMalloc(&many, 400000));
  OK(cudaMemset(x, 0, 32 * sizeof(float)));
  work_long<<<1, 32, 0, stream>>>(x);
  copy_from_variables(few, many, stream);
  work_long<<<1, 32, 0, stream>>>(x);
  int value = 0, symbol = 0;
  std::vector<int> values(100000);
  OK(cudaMemcpyAsync(&value, few, sizeof(int), cudaMemcpyDeviceToHost, stream));
  EXPECT_EQ(value, 7);
  OK(cudaMemcpyFromSymbolAsync(&symbol, counter, sizeof(int), 0, cudaMemcpyDeviceToHost, stream));
  EXPECT_EQ(symbol, 7);
  OK(cudaMemcpy2DAsync(values.data(), 400, many, 400, 400, 1000, cudaMemcpyDeviceToHost, stream));
  EXPECT(values[0] == 5 && values[99999] == 5);
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(x));
  OK(cudaFree(few));
  OK(cudaFree(many));
}

int main() { return run_cases(); }
