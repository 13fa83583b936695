// Graphs: nodes of all kinds, clones, pictures, updates, and captures that go wrong.
// SPDX-License-Identifier: MIT
#include <fstream>

#include "check.h"

__global__ void add(int* x, int value) { x[threadIdx.x] += value; }

static void CUDART_CB count(void* data) { ++*static_cast<int*>(data); }

CASE(nodes_of_all_kinds) {
  int *x, called = 0, host[32] = {}, value = 5;
  OK(cudaMalloc(&x, sizeof host));
  cudaGraph_t graph, inner, clone;
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphCreate(&inner, 0));
  cudaGraphNode_t set, kernel, child, copy, call, empty, record, in_child;
  cudaMemsetParams fill{x, 0, 1, 4, 32, 1};
  OK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
  void* arguments[] = {&x, &value};
  cudaKernelNodeParams params{(void*)add, dim3(1), dim3(32), 0, arguments, nullptr};
  OK(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &params));
  OK(cudaGraphAddKernelNode(&in_child, inner, nullptr, 0, &params));
  OK(cudaGraphAddChildGraphNode(&child, graph, &kernel, 1, inner));
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, &child, 1, host, x, sizeof host,
                              cudaMemcpyDeviceToHost));
  cudaHostNodeParams function{count, &called};
  OK(cudaGraphAddHostNode(&call, graph, &copy, 1, &function));
  OK(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
  OK(cudaGraphAddEventRecordNode(&record, graph, &call, 1, event));
  OK(cudaGraphAddDependencies(graph, &empty, &record, 1));
  EXPECT_EQ(cudaGraphAddDependencies(graph, &record, &set, 1), cudaErrorInvalidValue);  // a circle
  size_t nodes = 0, roots = 0, edges = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  OK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  OK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
  EXPECT(nodes == 7 && roots == 2 && edges == 6);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(record, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeEventRecord);
  OK(cudaGraphClone(&clone, graph));
  OK(cudaGraphDestroy(graph));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, clone, 0));
  OK(cudaGraphUpload(exec, 0));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaStreamSynchronize(0));
  OK(cudaEventQuery(event));
  EXPECT(host[31] == 11 && called == 1);
  const char* path = "/tmp/vgpu-test-graph.dot";
  OK(cudaGraphDebugDotPrint(clone, path, 0));
  std::string text;
  std::getline(std::ifstream(path), text);
  EXPECT(text.find("digraph") != std::string::npos);
  std::remove(path);
  OK(cudaGraphExecDestroy(exec));
  EXPECT_EQ(cudaGraphLaunch(exec, 0), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaGraphUpload(exec, 0), cudaErrorInvalidResourceHandle);
  OK(cudaGraphDestroy(clone));
  EXPECT_EQ(cudaGraphDestroy(clone), cudaErrorInvalidResourceHandle);
  OK(cudaGraphDestroy(inner));
  OK(cudaEventDestroy(event));
  OK(cudaFree(x));
  cudaGetLastError();
}

static void CUDART_CB count_twice(void* data) { *static_cast<int*>(data) += 2; }

CASE(parameters_of_nodes) {
  int *x, *y, called = 0, host[32] = {}, value = 5;
  OK(cudaMalloc(&x, sizeof host));
  OK(cudaMalloc(&y, sizeof host));
  OK(cudaMemset(y, 0, sizeof host));
  cudaGraph_t graph;
  cudaGraphNode_t set, kernel, copy, call;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemsetParams fill{x, 0, 1, 4, 32, 1};
  OK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
  void* arguments[] = {&x, &value};
  cudaKernelNodeParams params{(void*)add, dim3(1), dim3(32), 0, arguments, nullptr};
  OK(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &params));
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, x, sizeof host, cudaMemcpyDefault));
  cudaHostNodeParams function{count, &called};
  OK(cudaGraphAddHostNode(&call, graph, &copy, 1, &function));
  // What they were made with.
  cudaKernelNodeParams found{};
  OK(cudaGraphKernelNodeGetParams(kernel, &found));
  EXPECT(found.func == (void*)add && found.gridDim.x == 1 && found.blockDim.x == 32);
  EXPECT(*(int**)found.kernelParams[0] == x && *(int*)found.kernelParams[1] == 5);
  cudaMemsetParams found_fill{};
  OK(cudaGraphMemsetNodeGetParams(set, &found_fill));
  EXPECT(found_fill.dst == x && found_fill.value == 1 && found_fill.elementSize == 4 &&
         found_fill.width == 32);
  cudaMemcpy3DParms found_copy{};
  OK(cudaGraphMemcpyNodeGetParams(copy, &found_copy));
  EXPECT(found_copy.dstPtr.ptr == host && found_copy.srcPtr.ptr == x &&
         found_copy.extent.width == sizeof host);
  cudaHostNodeParams found_function{};
  OK(cudaGraphHostNodeGetParams(call, &found_function));
  EXPECT(found_function.fn == count && found_function.userData == &called);
  EXPECT_EQ(cudaGraphHostNodeGetParams(kernel, &found_function), cudaErrorInvalidValue);
  size_t before = 0, behind = 0;
  OK(cudaGraphNodeGetDependencies(kernel, nullptr, &before));
  OK(cudaGraphNodeGetDependentNodes(kernel, nullptr, &behind));
  EXPECT(before == 1 && behind == 1);
  cudaGraphNode_t neighbour{};
  OK(cudaGraphNodeGetDependentNodes(kernel, &neighbour, &behind));
  EXPECT(neighbour == copy);
  // Changed in the executable graph only, then in the graph.
  cudaGraphExec_t exec, later;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  *(int*)found.kernelParams[1] = 7;
  OK(cudaGraphExecKernelNodeSetParams(exec, kernel, &found));
  fill.value = 100;
  OK(cudaGraphExecMemsetNodeSetParams(exec, set, &fill));
  function.fn = count_twice;
  OK(cudaGraphExecHostNodeSetParams(exec, call, &function));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaStreamSynchronize(0));
  EXPECT(host[0] == 107 && host[31] == 107 && called == 2);
  OK(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, host, y, 4, cudaMemcpyDefault));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaStreamSynchronize(0));
  EXPECT(host[0] == 0 && host[1] == 107);
  found_fill.value = 20;
  OK(cudaGraphMemsetNodeSetParams(set, &found_fill));
  OK(cudaGraphKernelNodeSetParams(kernel, &found));
  found_copy.extent.width = 8;
  OK(cudaGraphMemcpyNodeSetParams(copy, &found_copy));
  OK(cudaGraphHostNodeSetParams(call, &function));
  EXPECT_EQ(cudaGraphMemsetNodeSetParams(kernel, &fill), cudaErrorInvalidValue);
  OK(cudaGraphInstantiate(&later, graph, 0));
  OK(cudaGraphLaunch(later, 0));
  OK(cudaStreamSynchronize(0));
  EXPECT(host[0] == 27 && host[1] == 27 && host[2] == 107 && called == 6);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphExecDestroy(later));
  OK(cudaGraphDestroy(graph));
  OK(cudaFree(x));
  OK(cudaFree(y));
  cudaGetLastError();
}

CASE(parameters_of_captured_kernels) {
  int *x, host[32] = {};
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  OK(cudaMalloc(&x, sizeof host));
  OK(cudaMemset(x, 0, sizeof host));
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<1, 32, 0, stream>>>(x, 3);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  cudaGraphNode_t node;
  size_t count = 1;
  OK(cudaGraphGetNodes(graph, &node, &count));
  cudaKernelNodeParams params{};
  OK(cudaGraphKernelNodeGetParams(node, &params));
  EXPECT(params.func == (void*)add && *(int*)params.kernelParams[1] == 3);
  *(int*)params.kernelParams[1] = 40;
  params.blockDim.x = 16;
  OK(cudaGraphExecKernelNodeSetParams(exec, node, &params));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDefault, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT(host[0] == 40 && host[15] == 40 && host[16] == 0);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(x));
}

CASE(captures_that_go_wrong) {
  int* x;
  cudaGraph_t graph = nullptr;
  cudaStream_t stream;
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  OK(cudaMalloc(&x, 128));
  OK(cudaStreamCreate(&stream));
  EXPECT(cudaStreamEndCapture(stream, &graph) != cudaSuccess);  // none has begun
  EXPECT(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal) != cudaSuccess);
  for (const auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                          cudaStreamCaptureModeRelaxed}) {
    OK(cudaStreamBeginCapture(stream, mode));
    OK(cudaStreamGetCaptureInfo(stream, &status, &id));
    EXPECT(status == cudaStreamCaptureStatusActive && id != 0);
    add<<<1, 32, 0, stream>>>(x, 1);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    OK(cudaStreamIsCapturing(stream, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusInvalidated);
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
    OK(cudaStreamIsCapturing(stream, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusNone);
  }
  cudaGetLastError();
  add<<<1, 32, 0, stream>>>(x, 1);
  OK(cudaStreamSynchronize(stream));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(x));
}

// A stream that joins a capture by an event must come back by one.
CASE(forks_must_join) {
  cudaStream_t main, side;
  cudaEvent_t fork;
  cudaGraph_t graph = nullptr;
  int* x;
  OK(cudaMalloc(&x, 128));
  OK(cudaStreamCreate(&main));
  OK(cudaStreamCreate(&side));
  OK(cudaEventCreate(&fork));
  for (const bool at_the_wrong_stream : {false, true}) {
    OK(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(fork, main));
    OK(cudaStreamWaitEvent(side, fork, 0));
    add<<<1, 32, 0, side>>>(x, 1);
    if (at_the_wrong_stream)
      EXPECT_EQ(cudaStreamEndCapture(side, &graph), cudaErrorStreamCaptureUnmatched);
    EXPECT_EQ(cudaStreamEndCapture(main, &graph), at_the_wrong_stream
                                                      ? cudaErrorStreamCaptureInvalidated
                                                      : cudaErrorStreamCaptureUnjoined);
  }
  cudaGetLastError();
  OK(cudaStreamDestroy(main));
  OK(cudaStreamDestroy(side));
  OK(cudaEventDestroy(fork));
  OK(cudaFree(x));
}

// A stream that has joined a capture and come back may end before the capture does.
CASE(joined_streams_may_go) {
  cudaStream_t main, side;
  cudaEvent_t event;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  int* x;
  OK(cudaMallocManaged(&x, 128));
  for (int i = 0; i < 32; ++i) x[i] = 0;
  OK(cudaStreamCreate(&main));
  OK(cudaStreamCreate(&side));
  OK(cudaEventCreate(&event));
  OK(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(event, main));
  OK(cudaStreamWaitEvent(side, event, 0));
  add<<<1, 32, 0, side>>>(x, 5);
  OK(cudaEventRecord(event, side));
  OK(cudaStreamWaitEvent(main, event, 0));
  OK(cudaStreamDestroy(side));
  OK(cudaStreamEndCapture(main, &graph));
  OK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(cudaGraphLaunch(exec, main));
  OK(cudaStreamSynchronize(main));
  EXPECT_EQ(x[31], 5);
  OK(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
  EXPECT_EQ(cudaStreamDestroy(main), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(main, &graph), cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();
  OK(cudaStreamDestroy(main));
  OK(cudaEventDestroy(event));
  OK(cudaFree(x));
}

static cudaMemAllocNodeParams some_memory(size_t bytes) {
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = bytes;
  return params;
}

// A graph may run again after the program has freed what it allocates.
CASE(nodes_that_allocate) {
  int one = 1, seen[32];
  cudaGraph_t graph;
  cudaGraphNode_t made, cleared, added;
  cudaMemAllocNodeParams memory = some_memory(32 * sizeof(int));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &memory));
  cudaMemsetParams zero = {};
  zero.dst = memory.dptr, zero.elementSize = 4, zero.width = 32, zero.height = 1;
  OK(cudaGraphAddMemsetNode(&cleared, graph, &made, 1, &zero));
  void* arguments[] = {&memory.dptr, &one};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)add, kernel.gridDim = 1, kernel.blockDim = 32;
  kernel.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&added, graph, &cleared, 1, &kernel));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int round = 0; round < 3; ++round) {
    OK(cudaGraphLaunch(exec, 0));
    OK(cudaMemcpy(seen, memory.dptr, sizeof seen, cudaMemcpyDeviceToHost));
    EXPECT_EQ(seen[31], 1);
    OK(round == 1 ? cudaFreeAsync(memory.dptr, 0) : cudaFree(memory.dptr));
    int* other = nullptr;  // would lie there if it had been given back
    OK(cudaMalloc(&other, 32 * sizeof(int)));
    EXPECT(other != memory.dptr);
    OK(cudaFree(other));
  }
  cudaGraphNode_t freed;
  OK(cudaGraphAddMemFreeNode(&freed, graph, &added, 1, memory.dptr));
  EXPECT_EQ(cudaGraphAddMemFreeNode(&freed, graph, nullptr, 0, seen), cudaErrorInvalidValue);
  memory.bytesize = 0;
  EXPECT_EQ(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &memory), cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

CASE(memory_of_graphs_is_counted) {
  unsigned long long before = 0, now = 0, most = 0, none = 0;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaMemAllocNodeParams params = some_memory(4096);
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &before));
  OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &none));
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &now));
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &most));
  EXPECT_EQ(now, before + 4096);
  EXPECT_EQ(most, now);
  OK(cudaDeviceGraphMemTrim(0));
  EXPECT_EQ(cudaDeviceGraphMemTrim(99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &none),
            cudaErrorInvalidValue);
  OK(cudaGraphDestroy(graph));
  cudaGetLastError();
}

int main() { return run_cases(); }
