// Graphs: nodes of any kind by one function, edges and nodes taken away, nodes found in clones and switched off, edges
// with data, attributes, objects that graphs keep.
// SPDX-License-Identifier: MIT
#include "check.h"

__global__ void add(int* x, int value) { x[threadIdx.x] += value; }
__global__ void times(int* x, int value) { x[threadIdx.x] *= value; }

static void CUDART_CB count(void* data) { ++*static_cast<int*>(data); }

// x = (1 + 5) * 3 in four nodes, the last of which copies it to the host.
struct Chain {
  int *x = nullptr, host[32] = {}, five = 5, three = 3;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t fill, plus, product, copy;

  Chain() {
    OK(cudaMalloc(&x, sizeof host));
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNodeParams p = {cudaGraphNodeTypeMemset};
    p.memset.dst = x, p.memset.pitch = 0, p.memset.value = 1, p.memset.elementSize = 4;
    p.memset.width = 32, p.memset.height = 1;
    OK(cudaGraphAddNode(&fill, graph, nullptr, 0, &p));
    plus = kernel((void*)add, &five, fill);
    product = kernel((void*)times, &three, plus);
    cudaGraphNodeParams c = {cudaGraphNodeTypeMemcpy};
    c.memcpy.copyParams = {};
    c.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(x, sizeof host, sizeof host, 1);
    c.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(host, sizeof host, sizeof host, 1);
    c.memcpy.copyParams.extent = make_cudaExtent(sizeof host, 1, 1);
    c.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
    OK(cudaGraphAddNode(&copy, graph, &product, 1, &c));
  }
  ~Chain() {
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(x));
  }
  cudaGraphNodeParams kernel_params(void* function, int* value, void** arguments) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
    arguments[0] = &x, arguments[1] = value;
    p.kernel.func = function, p.kernel.gridDim = dim3(1), p.kernel.blockDim = dim3(32);
    p.kernel.sharedMemBytes = 0, p.kernel.kernelParams = arguments, p.kernel.extra = nullptr;
    return p;
  }
  cudaGraphNode_t kernel(void* function, int* value, cudaGraphNode_t after) {
    void* arguments[2];
    cudaGraphNodeParams p = kernel_params(function, value, arguments);
    cudaGraphNode_t node = nullptr;
    OK(cudaGraphAddNode(&node, graph, &after, 1, &p));
    return node;
  }
  int run(cudaGraphExec_t exec) {
    OK(cudaGraphLaunch(exec, 0));
    OK(cudaStreamSynchronize(0));
    return host[31];
  }
};

CASE(nodes_by_one_function) {
  Chain chain;
  cudaGraphExec_t exec;
  cudaGraphInstantiateParams how = {};
  OK(cudaGraphInstantiateWithParams(&exec, chain.graph, &how));
  EXPECT_EQ(how.result_out, cudaGraphInstantiateSuccess);
  EXPECT_EQ(chain.run(exec), 18);
  int seven = 7;
  void* arguments[2];
  cudaGraphNodeParams p = chain.kernel_params((void*)add, &seven, arguments);
  OK(cudaGraphExecNodeSetParams(exec, chain.plus, &p));
  EXPECT_EQ(chain.run(exec), 24);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphNodeSetParams(chain.product, &p));
  OK(cudaGraphInstantiate(&exec, chain.graph, 0));
  EXPECT_EQ(chain.run(exec), 13);
  OK(cudaGraphExecDestroy(exec));
  EXPECT_EQ(cudaGraphNodeSetParams(chain.fill, &p), cudaErrorInvalidValue);  // another kind
  cudaGraphNode_t node;
  EXPECT_EQ(cudaGraphAddNode(&node, chain.graph, nullptr, 0, nullptr), cudaErrorInvalidValue);
}

CASE(other_kinds_by_one_function) {
  Chain chain;
  int called = 0;
  cudaGraphNode_t child, call, empty, record;
  cudaGraph_t graph;
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNodeParams g = {cudaGraphNodeTypeGraph}, h = {cudaGraphNodeTypeHost},
                      e = {cudaGraphNodeTypeEmpty}, r = {cudaGraphNodeTypeEventRecord};
  g.graph.graph = chain.graph;
  h.host.fn = count, h.host.userData = &called;
  r.eventRecord.event = event;
  OK(cudaGraphAddNode(&child, graph, nullptr, 0, &g));
  OK(cudaGraphAddNode(&call, graph, &child, 1, &h));
  OK(cudaGraphAddNode(&empty, graph, &call, 1, &e));
  OK(cudaGraphAddNode(&record, graph, &empty, 1, &r));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  EXPECT_EQ(chain.run(exec), 18);
  EXPECT_EQ(called, 1);
  OK(cudaEventQuery(event));
  EXPECT_EQ(cudaGraphNodeSetEnabled(exec, call, 0), cudaErrorInvalidValue);  // the host's work
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaEventDestroy(event));
}

CASE(nodes_switched_off) {
  Chain chain;
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, chain.graph, 0));
  unsigned enabled = 7;
  OK(cudaGraphNodeGetEnabled(exec, chain.plus, &enabled));
  EXPECT_EQ(enabled, 1u);
  OK(cudaGraphNodeSetEnabled(exec, chain.plus, 0));
  OK(cudaGraphNodeGetEnabled(exec, chain.plus, &enabled));
  EXPECT_EQ(enabled, 0u);
  EXPECT_EQ(chain.run(exec), 3);
  OK(cudaGraphNodeSetEnabled(exec, chain.fill, 0));
  EXPECT_EQ(chain.run(exec), 9);
  OK(cudaGraphNodeSetEnabled(exec, chain.fill, 1));
  OK(cudaGraphNodeSetEnabled(exec, chain.plus, 1));
  EXPECT_EQ(chain.run(exec), 18);
  OK(cudaGraphExecDestroy(exec));
}

CASE(edges_and_nodes_taken_away) {
  Chain chain;
  cudaGraphExec_t before, exec;
  OK(cudaGraphInstantiate(&before, chain.graph, 0));
  OK(cudaGraphRemoveDependencies(chain.graph, &chain.fill, &chain.plus, 1));
  EXPECT_EQ(cudaGraphRemoveDependencies(chain.graph, &chain.fill, &chain.plus, 1),
            cudaErrorInvalidValue);
  OK(cudaGraphAddDependencies(chain.graph, &chain.fill, &chain.product, 1));
  OK(cudaGraphDestroyNode(chain.plus));
  cudaGraphNodeType type;
  EXPECT_EQ(cudaGraphNodeGetType(chain.plus, &type), cudaErrorInvalidResourceHandle);
  size_t nodes = 0, roots = 0, edges = 0;
  OK(cudaGraphGetNodes(chain.graph, nullptr, &nodes));
  OK(cudaGraphGetRootNodes(chain.graph, nullptr, &roots));
  OK(cudaGraphGetEdges(chain.graph, nullptr, nullptr, &edges));
  EXPECT(nodes == 3 && roots == 1 && edges == 2);
  OK(cudaGraphInstantiate(&exec, chain.graph, 0));
  EXPECT_EQ(chain.run(exec), 3);
  EXPECT_EQ(chain.run(before), 18);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphExecDestroy(before));
}

CASE(nodes_in_clones) {
  Chain chain, other;
  cudaGraph_t clone;
  cudaGraphNode_t found;
  cudaGraphNodeType type;
  OK(cudaGraphClone(&clone, chain.graph));
  OK(cudaGraphNodeFindInClone(&found, chain.copy, clone));
  OK(cudaGraphNodeGetType(found, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeMemcpy);
  EXPECT(found != chain.copy);
  EXPECT_EQ(cudaGraphNodeFindInClone(&found, other.copy, clone), cudaErrorInvalidValue);
  OK(cudaGraphNodeFindInClone(&found, chain.plus, clone));
  OK(cudaGraphDestroyNode(found));
  EXPECT_EQ(cudaGraphNodeFindInClone(&found, chain.plus, clone), cudaErrorInvalidValue);
  OK(cudaGraphDestroy(clone));
}

CASE(edges_with_data) {
  Chain chain;
  cudaGraphEdgeData edge = {}, found[3];
  edge.type = cudaGraphDependencyTypeProgrammatic;
  edge.from_port = cudaGraphKernelNodePortProgrammatic;
  OK(cudaGraphRemoveDependencies_v2(chain.graph, &chain.plus, &chain.product, nullptr, 1));
  OK(cudaGraphAddDependencies_v2(chain.graph, &chain.plus, &chain.product, &edge, 1));
  cudaGraphEdgeData wrong = {};
  wrong.type = 7;
  EXPECT_EQ(cudaGraphAddDependencies(chain.graph, &chain.fill, &chain.copy, &wrong, 1),
            cudaErrorInvalidValue);
  cudaGraphNode_t from[3], to[3];
  size_t count = 3;
  memset(found, 1, sizeof found);
  OK(cudaGraphGetEdges_v2(chain.graph, from, to, found, &count));
  EXPECT_EQ(count, size_t(3));
  for (const auto& one : found) EXPECT(one.type == 0 && one.from_port == 0);
  count = 1;
  OK(cudaGraphNodeGetDependencies_v2(chain.product, from, found, &count));
  EXPECT(count == 1 && from[0] == chain.plus);
  count = 1;
  OK(cudaGraphNodeGetDependentNodes(chain.product, to, found, &count));
  EXPECT(count == 1 && to[0] == chain.copy);
  void* arguments[2];
  cudaGraphNodeParams p = chain.kernel_params((void*)add, &chain.five, arguments);
  cudaGraphNode_t last;
  OK(cudaGraphAddNode_v2(&last, chain.graph, &chain.copy, &edge, 1, &p));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, chain.graph, 0));
  EXPECT_EQ(chain.run(exec), 18);
  OK(cudaGraphExecDestroy(exec));
}

CASE(attributes_of_kernels) {
  Chain chain;
  cudaKernelNodeAttrValue value = {}, back;
  value.accessPolicyWindow.base_ptr = chain.x;
  value.accessPolicyWindow.num_bytes = 128;
  value.accessPolicyWindow.hitRatio = 0.5f;
  OK(cudaGraphKernelNodeSetAttribute(chain.plus, cudaKernelNodeAttributeAccessPolicyWindow,
                                     &value));
  OK(cudaGraphKernelNodeCopyAttributes(chain.plus, chain.product));
  OK(cudaGraphKernelNodeGetAttribute(chain.product, cudaKernelNodeAttributeAccessPolicyWindow,
                                     &back));
  EXPECT(back.accessPolicyWindow.base_ptr == chain.x && back.accessPolicyWindow.hitRatio == 0.5f);
  OK(cudaGraphKernelNodeGetAttribute(chain.product, cudaLaunchAttributePriority, &back));
  EXPECT_EQ(back.priority, 0);
  EXPECT_EQ(cudaGraphKernelNodeGetAttribute(chain.copy, cudaLaunchAttributePriority, &back),
            cudaErrorInvalidValue);
}

// Objects end when nobody needs them any more: the program, a graph, a clone, an executable graph, a launch under way.
CASE(objects_live_as_long_as_graphs) {
  static int ended;
  ended = 0;
  const auto make = [](unsigned references) {
    cudaUserObject_t object;
    OK(cudaUserObjectCreate(&object, &ended, count, references, cudaUserObjectNoDestructorSync));
    return object;
  };
  cudaUserObject_t object = make(2);
  OK(cudaUserObjectRetain(object));
  OK(cudaUserObjectRelease(object, 2));
  EXPECT_EQ(ended, 0);
  EXPECT_EQ(cudaUserObjectRelease(object, 2), cudaErrorInvalidValue);
  OK(cudaUserObjectRelease(object));
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(cudaUserObjectRelease(object), cudaErrorInvalidValue);
  cudaGraphExec_t exec;
  cudaGraph_t clone;
  {
    Chain chain;
    object = make(1);
    OK(cudaGraphRetainUserObject(chain.graph, object, 1, cudaGraphUserObjectMove));
    EXPECT_EQ(cudaGraphRetainUserObject(nullptr, object, 1, 0), cudaErrorInvalidResourceHandle);
    OK(cudaGraphRetainUserObject(chain.graph, object));
    OK(cudaGraphReleaseUserObject(chain.graph, object));
    EXPECT_EQ(cudaGraphReleaseUserObject(chain.graph, object, 2), cudaErrorInvalidValue);
    OK(cudaGraphClone(&clone, chain.graph));
    OK(cudaGraphInstantiate(&exec, chain.graph, 0));
    EXPECT_EQ(chain.run(exec), 18);
  }
  EXPECT_EQ(ended, 1);
  OK(cudaGraphDestroy(clone));
  EXPECT_EQ(ended, 1);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(ended, 2);
}

int main() { return run_cases(); }
