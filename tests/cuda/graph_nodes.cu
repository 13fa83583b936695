// Graphs: conditional nodes, captures into graphs, children that grow, variables.
// SPDX-License-Identifier: MIT
#include <vector>

#include "check.h"

__device__ int collected;

__global__ void add(int* x, int value) { x[threadIdx.x] += value; }
__global__ void set_condition(cudaGraphConditionalHandle handle, unsigned value) {
  if (threadIdx.x == 0) cudaGraphSetConditional(handle, value);
}
// Counts down and says whether to go on.
__global__ void count_down(int* left, cudaGraphConditionalHandle handle) {
  --*left;
  cudaGraphSetConditional(handle, *left > 0);
}

namespace {

struct Graph {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  Graph() { OK(cudaGraphCreate(&graph, 0)); }
  ~Graph() {
    if (exec != nullptr) OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
  }
  void instantiate() { OK(cudaGraphInstantiate(&exec, graph, 0)); }
  void run() {
    OK(cudaGraphLaunch(exec, 0));
    OK(cudaStreamSynchronize(0));
  }
};

// One number that kernels and the host see.
struct Number {
  int* at = nullptr;
  explicit Number(int value) {
    OK(cudaMallocManaged(&at, sizeof(int)));
    *at = value;
  }
  ~Number() { OK(cudaFree(at)); }
};

cudaGraphNode_t add_kernel(cudaGraph_t graph, void* kernel, void** arguments,
                           std::vector<cudaGraphNode_t> after = {}) {
  cudaGraphNodeParams params = {cudaGraphNodeTypeKernel};
  params.kernel.func = kernel;
  params.kernel.gridDim = params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddNode(&node, graph, after.data(), after.size(), &params));
  return node;
}

cudaGraphNode_t add_number(cudaGraph_t graph, int* x, int value,
                           std::vector<cudaGraphNode_t> after = {}) {
  void* arguments[] = {&x, &value};
  return add_kernel(graph, (void*)add, arguments, after);
}

std::vector<cudaGraph_t> add_condition(cudaGraph_t graph, cudaGraphConditionalHandle handle,
                                       cudaGraphConditionalNodeType type, unsigned size,
                                       std::vector<cudaGraphNode_t> after = {}) {
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = type;
  params.conditional.size = size;
  cudaGraphNode_t node = nullptr;
  OK(cudaGraphAddNode(&node, graph, after.data(), after.size(), &params));
  cudaGraphNodeType made;
  OK(cudaGraphNodeGetType(node, &made));
  EXPECT_EQ(made, cudaGraphNodeTypeConditional);
  return {params.conditional.phGraph_out, params.conditional.phGraph_out + size};
}

}  // namespace

CASE(if_and_else) {
  Number x(0);
  Graph all;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, all.graph));
  unsigned value = 1;
  void* arguments[] = {&handle, &value};
  const cudaGraphNode_t setter = add_kernel(all.graph, (void*)set_condition, arguments);
  const auto bodies = add_condition(all.graph, handle, cudaGraphCondTypeIf, 2, {setter});
  add_number(bodies[0], x.at, 1);
  add_number(bodies[1], x.at, 100);
  all.instantiate();
  all.run();
  EXPECT_EQ(*x.at, 1);
  value = 0;
  cudaGraphNodeParams params = {cudaGraphNodeTypeKernel};
  params.kernel.func = (void*)set_condition;
  params.kernel.gridDim = params.kernel.blockDim = dim3(32);
  params.kernel.kernelParams = arguments;
  OK(cudaGraphExecNodeSetParams(all.exec, setter, &params));
  all.run();
  EXPECT_EQ(*x.at, 101);
}

CASE(while_it_is_set) {
  Number left(5), x(0);
  Graph all;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, all.graph, 1, cudaGraphCondAssignDefault));
  const cudaGraph_t body = add_condition(all.graph, handle, cudaGraphCondTypeWhile, 1)[0];
  const cudaGraphNode_t adder = add_number(body, x.at, 2);
  void* arguments[] = {&left.at, &handle};
  add_kernel(body, (void*)count_down, arguments, {adder});
  all.instantiate();
  all.run();
  EXPECT_EQ(*x.at, 10);
  *left.at = 3;  // the condition begins anew with each launch
  all.run();
  EXPECT_EQ(*x.at, 16);
}

CASE(switch_between_graphs) {
  Number x(0);
  Graph all;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, all.graph));
  unsigned value = 0;
  void* arguments[] = {&handle, &value};
  const cudaGraphNode_t setter = add_kernel(all.graph, (void*)set_condition, arguments);
  const auto bodies = add_condition(all.graph, handle, cudaGraphCondTypeSwitch, 3, {setter});
  for (int i = 0, amount = 1; i < 3; ++i, amount *= 10) add_number(bodies[i], x.at, amount);
  all.instantiate();
  const int expected[] = {1, 11, 111, 111};  // the last has no graph
  for (value = 0; value < 4; ++value) {
    cudaKernelNodeParams params{(void*)set_condition, dim3(1), dim3(1), 0, arguments, nullptr};
    OK(cudaGraphExecKernelNodeSetParams(all.exec, setter, &params));
    all.run();
    EXPECT_EQ(*x.at, expected[value]);
  }
}

CASE(capture_into_a_body) {
  Number left(4), x(0);
  Graph all;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, all.graph, 1, cudaGraphCondAssignDefault));
  const cudaGraphNode_t first = add_number(all.graph, x.at, 1);
  const cudaGraph_t body = add_condition(all.graph, handle, cudaGraphCondTypeWhile, 1, {first})[0];
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0,
                                   cudaStreamCaptureModeRelaxed));
  add<<<1, 1, 0, stream>>>(x.at, 10);
  count_down<<<1, 1, 0, stream>>>(left.at, handle);
  cudaGraph_t captured = nullptr;
  OK(cudaStreamEndCapture(stream, &captured));
  EXPECT(captured == body);
  // Whoever brings the graph need not ask for it.
  const Graph own;
  std::size_t nodes = 0;
  OK(cudaStreamBeginCaptureToGraph(stream, own.graph, nullptr, nullptr, 0,
                                   cudaStreamCaptureModeRelaxed));
  add<<<1, 1, 0, stream>>>(x.at, 10);
  OK(cudaStreamEndCapture(stream, nullptr));
  OK(cudaGraphGetNodes(own.graph, nullptr, &nodes));
  EXPECT_EQ(nodes, 1u);
  OK(cudaStreamDestroy(stream));
  all.instantiate();
  all.run();
  EXPECT_EQ(*x.at, 41);
}

CASE(conditions_gone_wrong) {
  Graph all;
  cudaGraphConditionalHandle handle;
  EXPECT_EQ(cudaGraphConditionalHandleCreate(nullptr, all.graph), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphConditionalHandleCreate(&handle, all.graph, 0, 6), cudaErrorInvalidValue);
  OK(cudaGraphConditionalHandleCreate(&handle, all.graph));
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle + 4;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  EXPECT_EQ(cudaGraphAddNode(&node, all.graph, nullptr, 0, &params), cudaErrorInvalidValue);
  params.conditional.handle = handle;
  for (unsigned size : {0u, 3u}) {
    params.conditional.size = size;
    EXPECT_EQ(cudaGraphAddNode(&node, all.graph, nullptr, 0, &params), cudaErrorInvalidValue);
  }
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 2;
  EXPECT_EQ(cudaGraphAddNode(&node, all.graph, nullptr, 0, &params), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphAddNode(&node, all.graph, nullptr, 0, nullptr), cudaErrorInvalidValue);
  size_t nodes = 7;
  OK(cudaGraphGetNodes(all.graph, nullptr, &nodes));
  EXPECT_EQ(nodes, 0u);
}

CASE(a_child_that_grows) {
  Number x(0);
  Graph all, child;
  add_number(child.graph, x.at, 1);
  cudaGraphNodeParams params = {cudaGraphNodeTypeGraph};
  params.graph.graph = child.graph;
  cudaGraphNode_t node;
  OK(cudaGraphAddNode(&node, all.graph, nullptr, 0, &params));
  add_number(child.graph, x.at, 1000);  // the node has its own copy
  cudaGraph_t inside, again;
  OK(cudaGraphChildGraphNodeGetGraph(node, &inside));
  OK(cudaGraphChildGraphNodeGetGraph(node, &again));
  EXPECT(inside == again && inside != child.graph);
  add_number(inside, x.at, 10);
  all.instantiate();
  all.run();
  EXPECT_EQ(*x.at, 11);
}

CASE(where_a_capture_stands) {
  Number x(0);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  cudaStreamCaptureStatus status;
  unsigned long long id = 7;
  cudaGraph_t graph;
  const cudaGraphNode_t* dependencies = nullptr;
  size_t count = 7;
  OK(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &dependencies, &count));
  EXPECT(status == cudaStreamCaptureStatusNone && graph == nullptr && count == 0 && id == 0);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, stream>>>(x.at, 1);
  OK(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &dependencies, &count));
  EXPECT(status == cudaStreamCaptureStatusActive && count == 1 && id != 0);
  cudaGraphNode_t mine = add_number(graph, x.at, 10, {dependencies[0]});
  OK(cudaStreamUpdateCaptureDependencies(stream, &mine, 1, cudaStreamSetCaptureDependencies));
  add<<<1, 1, 0, stream>>>(x.at, 100);
  cudaGraph_t made;
  OK(cudaStreamEndCapture(stream, &made));
  EXPECT(made == graph);
  size_t edges = 0;
  OK(cudaGraphGetEdges(made, nullptr, nullptr, &edges));
  EXPECT_EQ(edges, 2u);
  cudaGraphInstantiateParams params = {};
  params.flags = cudaGraphInstantiateFlagUseNodePriority;
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithParams(&exec, made, &params));
  unsigned long long flags = 0;
  OK(cudaGraphExecGetFlags(exec, &flags));
  EXPECT(flags == params.flags && params.result_out == cudaGraphInstantiateSuccess);
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(*x.at, 111);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(made));
  OK(cudaStreamDestroy(stream));
}

CASE(variables_in_graphs) {
  int in = 42, out = 0;
  Graph all;
  cudaGraphNode_t to, from;
  OK(cudaGraphAddMemcpyNodeToSymbol(&to, all.graph, nullptr, 0, collected, &in, sizeof in, 0,
                                    cudaMemcpyHostToDevice));
  OK(cudaGraphAddMemcpyNodeFromSymbol(&from, all.graph, &to, 1, &out, collected, sizeof out, 0,
                                      cudaMemcpyDeviceToHost));
  EXPECT_EQ(cudaGraphAddMemcpyNodeFromSymbol(&from, all.graph, &to, 1, &out, collected, sizeof out,
                                             1, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  all.instantiate();
  all.run();
  EXPECT_EQ(out, 42);
}

int main() { return run_cases(); }
