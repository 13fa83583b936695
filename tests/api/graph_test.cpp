// Graphs: built by hand, captured from streams, launched again and again.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "kernels.h"

namespace {

using vgpu_test::NativeKernel;

class GraphTest : public testing::Test {
 protected:
  void SetUp() override {
    VG_OK(vgpuMalloc(reinterpret_cast<void**>(&data_), kCount * sizeof(int)));
    VG_OK(vgpuMemset(data_, 0, kCount * sizeof(int)));
    VG_OK(vgpuStreamCreate(&stream_));
    VG_OK(vgpuStreamCreate(&side_));
  }
  void TearDown() override {
    VG_OK(vgpuStreamDestroy(stream_));
    VG_OK(vgpuStreamDestroy(side_));
    VG_OK(vgpuFree(data_));
  }

  vgpuError_t launch_add(vgpuStream_t stream, int value) {
    int n = kCount;
    void* args[] = {&data_, &value, &n};
    return vgpuLaunchKernelAsync(add_.get(), dim3(4), dim3(64), args, 0, stream);
  }
  vgpuError_t add_kernel_node(vgpuGraphNode_t* node, vgpuGraph_t graph,
                              const std::vector<vgpuGraphNode_t>& after, int value) {
    int n = kCount;
    void* args[] = {&data_, &value, &n};
    vgpuKernelNodeParams params = {add_.get(), dim3(4), dim3(64), 0, args};
    return vgpuGraphAddKernelNode(node, graph, after.data(), after.size(), &params);
  }
  std::vector<int> read() {
    std::vector<int> values(kCount);
    EXPECT_EQ(vgpuMemcpy(values.data(), data_, kCount * sizeof(int), vgpuMemcpyDeviceToHost),
              vgpuSuccess);
    return values;
  }
  static std::vector<int> all(int value) { return std::vector<int>(kCount, value); }

  static constexpr int kCount = 200;
  NativeKernel add_{"graph_add", vgpu_test::kAddSignature, vgpu_test::add_value};
  int* data_ = nullptr;
  vgpuStream_t stream_ = nullptr, side_ = nullptr;
};

TEST_F(GraphTest, DiamondRunsInOrder) {
  vgpuGraph_t graph;
  vgpuGraphNode_t fill, left, right, back;
  std::vector<int> host(kCount);
  VG_OK(vgpuGraphCreate(&graph, 0));
  const vgpuMemsetNodeParams memset_params = {data_, 0, 0, 4, kCount, 1};
  VG_OK(vgpuGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset_params));
  VG_OK(add_kernel_node(&left, graph, {fill}, 5));
  VG_OK(add_kernel_node(&right, graph, {left}, 6));  // both write: one behind the other
  vgpuGraphNode_t idle;
  VG_OK(vgpuGraphAddEmptyNode(&idle, graph, &fill, 1));
  const vgpuGraphNode_t both[] = {right, idle};
  const vgpuMemcpyNodeParams copy = {host.data(),      0, data_, 0, kCount * sizeof(int), 1,
                                     vgpuMemcpyDefault};
  VG_OK(vgpuGraphAddMemcpyNode(&back, graph, both, 2, &copy));
  vgpuGraphExec_t exec;
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) {
    std::fill(host.begin(), host.end(), -1);
    VG_OK(vgpuGraphLaunch(exec, stream_));
    VG_OK(vgpuStreamSynchronize(stream_));
    EXPECT_EQ(host, all(11));
  }
  VG_OK(vgpuGraphExecDestroy(exec));
  EXPECT_EQ(vgpuGraphLaunch(exec, stream_), vgpuErrorInvalidHandle);
  VG_OK(vgpuGraphDestroy(graph));
  vgpuGraphNodeType type;
  EXPECT_EQ(vgpuGraphNodeGetType(fill, &type), vgpuErrorInvalidHandle);
}

TEST_F(GraphTest, ShapeCanBeAskedFor) {
  vgpuGraph_t graph, clone, other;
  vgpuGraphNode_t first, second, foreign;
  VG_OK(vgpuGraphCreate(&graph, 0));
  VG_OK(vgpuGraphCreate(&other, 0));
  VG_OK(vgpuGraphAddEmptyNode(&first, graph, nullptr, 0));
  VG_OK(add_kernel_node(&second, graph, {}, 1));
  VG_OK(vgpuGraphAddEmptyNode(&foreign, other, nullptr, 0));
  VG_OK(vgpuGraphAddDependencies(graph, &first, &second, 1));
  EXPECT_EQ(vgpuGraphAddDependencies(graph, &second, &first, 1), vgpuErrorInvalidValue)
      << "a circle";
  EXPECT_EQ(vgpuGraphAddDependencies(graph, &first, &first, 1), vgpuErrorInvalidValue);
  EXPECT_EQ(vgpuGraphAddDependencies(graph, &foreign, &first, 1), vgpuErrorInvalidValue);
  VG_OK(vgpuGraphClone(&clone, graph));
  size_t count = 0;
  VG_OK(vgpuGraphGetNodes(clone, nullptr, &count));
  EXPECT_EQ(count, 2u);
  vgpuGraphNode_t roots[4], from[4], to[4];
  count = 4;
  VG_OK(vgpuGraphGetRootNodes(graph, roots, &count));
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(roots[0], first);
  count = 4;
  VG_OK(vgpuGraphGetEdges(graph, from, to, &count));
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(from[0], first);
  EXPECT_EQ(to[0], second);
  vgpuGraphNodeType type;
  VG_OK(vgpuGraphNodeGetType(second, &type));
  EXPECT_EQ(type, vgpuGraphNodeTypeKernel);
  const std::string path = testing::TempDir() + "vgpu_graph_test.dot";
  VG_OK(vgpuGraphDebugDotPrint(graph, path.c_str(), 0));
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("graph_add"), std::string::npos) << text;
  std::remove(path.c_str());
  for (vgpuGraph_t each : {graph, clone, other}) VG_OK(vgpuGraphDestroy(each));
}

TEST_F(GraphTest, CaptureRunsNothingUntilLaunched) {
  vgpuStreamCaptureStatus status;
  vgpuGraph_t graph;
  vgpuGraphExec_t exec;
  VG_OK(vgpuStreamBeginCapture(stream_, vgpuStreamCaptureModeGlobal));
  VG_OK(vgpuStreamIsCapturing(stream_, &status));
  EXPECT_EQ(status, vgpuStreamCaptureStatusActive);
  VG_OK(launch_add(stream_, 1));
  VG_OK(launch_add(stream_, 2));
  VG_OK(vgpuStreamEndCapture(stream_, &graph));
  EXPECT_EQ(read(), all(0));
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 5; ++i) VG_OK(vgpuGraphLaunch(exec, stream_));
  EXPECT_EQ(read(), all(15));
  int n = kCount, value = 100;
  void* args[] = {&data_, &value, &n};
  vgpuKernelNodeParams params = {add_.get(), dim3(4), dim3(64), 0, args};
  vgpuGraphNode_t nodes[2];
  size_t count = 2;
  VG_OK(vgpuGraphGetNodes(graph, nodes, &count));
  VG_OK(vgpuGraphExecKernelNodeSetParams(exec, nodes[0], &params));
  VG_OK(vgpuGraphLaunch(exec, stream_));
  EXPECT_EQ(read(), all(117));
  VG_OK(vgpuGraphExecDestroy(exec));
  VG_OK(vgpuGraphDestroy(graph));
}

TEST_F(GraphTest, CaptureSpreadsOverEvents) {
  vgpuEvent_t fork, join;
  vgpuGraph_t graph;
  vgpuGraphExec_t exec;
  VG_OK(vgpuEventCreate(&fork));
  VG_OK(vgpuEventCreate(&join));
  VG_OK(vgpuStreamBeginCapture(stream_, vgpuStreamCaptureModeGlobal));
  VG_OK(launch_add(stream_, 1));
  VG_OK(vgpuEventRecord(fork, stream_));
  VG_OK(vgpuStreamWaitEvent(side_, fork, 0));
  VG_OK(launch_add(side_, 10));
  VG_OK(vgpuEventRecord(join, side_));
  VG_OK(vgpuStreamWaitEvent(stream_, join, 0));
  VG_OK(launch_add(stream_, 100));
  VG_OK(vgpuStreamEndCapture(stream_, &graph));
  size_t edges = 0;
  VG_OK(vgpuGraphGetEdges(graph, nullptr, nullptr, &edges));
  EXPECT_EQ(edges, 3u);  // 1 -> 10, 1 -> 100, 10 -> 100
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  VG_OK(vgpuGraphLaunch(exec, stream_));
  EXPECT_EQ(read(), all(111));
  VG_OK(launch_add(side_, 1));  // the side stream is free again
  EXPECT_EQ(read(), all(112));
  VG_OK(vgpuGraphExecDestroy(exec));
  VG_OK(vgpuGraphDestroy(graph));
  VG_OK(vgpuEventDestroy(fork));
  VG_OK(vgpuEventDestroy(join));
}

TEST_F(GraphTest, MistakesInCapturesAreErrors) {
  vgpuEvent_t event;
  vgpuGraph_t graph;
  VG_OK(vgpuEventCreate(&event));
  EXPECT_EQ(vgpuStreamEndCapture(stream_, &graph), vgpuErrorIllegalState);
  VG_OK(vgpuStreamBeginCapture(stream_, vgpuStreamCaptureModeGlobal));
  EXPECT_EQ(vgpuStreamBeginCapture(stream_, vgpuStreamCaptureModeGlobal), vgpuErrorIllegalState);
  VG_OK(launch_add(stream_, 1));
  VG_OK(vgpuEventRecord(event, stream_));
  VG_OK(vgpuStreamWaitEvent(side_, event, 0));
  VG_OK(launch_add(side_, 1));
  EXPECT_EQ(vgpuStreamEndCapture(stream_, &graph), vgpuErrorStreamCaptureUnjoined);
  VG_OK(vgpuStreamBeginCapture(stream_, vgpuStreamCaptureModeGlobal));
  EXPECT_EQ(vgpuStreamSynchronize(stream_), vgpuErrorStreamCaptureUnsupported);
  EXPECT_EQ(launch_add(stream_, 1), vgpuErrorStreamCaptureInvalidated);
  EXPECT_EQ(vgpuStreamEndCapture(stream_, &graph), vgpuErrorStreamCaptureInvalidated);
  VG_OK(vgpuStreamSynchronize(stream_));
  EXPECT_EQ(read(), all(0));
  VG_OK(vgpuEventDestroy(event));
}

TEST_F(GraphTest, ChildrenHostsAndEvents) {
  vgpuGraph_t graph, child;
  vgpuGraphNode_t node, last;
  vgpuEvent_t event;
  vgpuGraphExec_t exec;
  std::atomic<int> calls{0};
  VG_OK(vgpuEventCreate(&event));
  VG_OK(vgpuGraphCreate(&graph, 0));
  VG_OK(vgpuGraphCreate(&child, 0));
  VG_OK(add_kernel_node(&node, child, {}, 8));
  VG_OK(vgpuGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  VG_OK(vgpuGraphDestroy(child));  // the node has its own copy
  const vgpuHostNodeParams host = {[](void* data) { ++*static_cast<std::atomic<int>*>(data); },
                                   &calls};
  VG_OK(vgpuGraphAddHostNode(&last, graph, &node, 1, &host));
  VG_OK(vgpuGraphAddEventRecordNode(&node, graph, &last, 1, event));
  VG_OK(vgpuGraphAddEventWaitNode(&last, graph, &node, 1, event));
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  VG_OK(vgpuGraphLaunch(exec, stream_));
  VG_OK(vgpuGraphLaunch(exec, stream_));
  VG_OK(vgpuStreamSynchronize(stream_));
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(read(), all(16));
  VG_OK(vgpuEventQuery(event));
  VG_OK(vgpuGraphExecDestroy(exec));
  VG_OK(vgpuGraphDestroy(graph));
  VG_OK(vgpuEventDestroy(event));
}

// The condition's handle is the address of its value, so native code can set it too.
TEST_F(GraphTest, ConditionsChooseGraphs) {
  vgpuGraph_t graph;
  VG_OK(vgpuGraphCreate(&graph, 0));
  vgpuGraphCondition_t condition;
  VG_OK(vgpuGraphConditionCreate(&condition, graph, 3, 1));
  vgpuGraphNode_t node, inner, host;
  vgpuGraph_t* bodies = nullptr;
  VG_OK(vgpuGraphAddConditionalNode(&node, graph, nullptr, 0, condition, vgpuGraphConditionalWhile,
                                    1, &bodies));
  vgpuGraphNodeType type;
  VG_OK(vgpuGraphNodeGetType(node, &type));
  EXPECT_EQ(type, vgpuGraphNodeTypeConditional);
  VG_OK(add_kernel_node(&inner, bodies[0], {}, 5));
  const vgpuHostNodeParams count_down = {[](void* value) { --*static_cast<unsigned*>(value); },
                                         reinterpret_cast<void*>(condition)};
  VG_OK(vgpuGraphAddHostNode(&host, bodies[0], &inner, 1, &count_down));
  vgpuGraphExec_t exec;
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  VG_OK(vgpuGraphDestroy(graph));  // the condition lives on with the executable graph
  for (int runs = 1; runs <= 2; ++runs) {
    VG_OK(vgpuGraphLaunch(exec, stream_));
    VG_OK(vgpuStreamSynchronize(stream_));
    EXPECT_EQ(read(), all(15 * runs));
  }
  VG_OK(vgpuGraphExecDestroy(exec));
}

TEST_F(GraphTest, ConditionsThatAreRefused) {
  vgpuGraph_t graph;
  VG_OK(vgpuGraphCreate(&graph, 0));
  vgpuGraphCondition_t condition;
  VG_OK(vgpuGraphConditionCreate(&condition, graph, 0, 0));
  vgpuGraphNode_t node;
  vgpuGraph_t* bodies = nullptr;
  const auto add = [&](vgpuGraphCondition_t handle, vgpuGraphConditionalType type, size_t size) {
    return vgpuGraphAddConditionalNode(&node, graph, nullptr, 0, handle, type, size, &bodies);
  };
  EXPECT_EQ(add(condition + 4, vgpuGraphConditionalIf, 1), vgpuErrorInvalidValue);
  EXPECT_EQ(add(condition, vgpuGraphConditionalIf, 0), vgpuErrorInvalidValue);
  EXPECT_EQ(add(condition, vgpuGraphConditionalIf, 3), vgpuErrorInvalidValue);
  EXPECT_EQ(add(condition, vgpuGraphConditionalWhile, 2), vgpuErrorInvalidValue);
  EXPECT_EQ(add(condition, vgpuGraphConditionalSwitch, size_t{1} << 40), vgpuErrorInvalidValue);
  EXPECT_EQ(add(condition, static_cast<vgpuGraphConditionalType>(9), 1), vgpuErrorInvalidValue);
  VG_OK(add(condition, vgpuGraphConditionalIf, 2));
  const vgpuGraph_t body = bodies[0];
  VG_OK(vgpuGraphDestroy(graph));
  size_t count = 0;
  EXPECT_EQ(vgpuGraphGetNodes(body, nullptr, &count), vgpuErrorInvalidHandle);
}

TEST_F(GraphTest, CaptureIntoAGraph) {
  vgpuGraph_t graph, same, now;
  VG_OK(vgpuGraphCreate(&graph, 0));
  vgpuGraphNode_t first, last;
  VG_OK(add_kernel_node(&first, graph, {}, 1));
  VG_OK(vgpuStreamBeginCaptureToGraph(stream_, graph, &first, 1, vgpuStreamCaptureModeGlobal));
  VG_OK(launch_add(stream_, 10));
  size_t count = 1;
  VG_OK(vgpuStreamGetCapturePlace(stream_, &now, &last, &count));
  EXPECT_EQ(now, graph);
  EXPECT_EQ(count, 1u);
  VG_OK(vgpuStreamUpdateCaptureDependencies(stream_, &first, 1, 0));
  VG_OK(launch_add(stream_, 100));
  VG_OK(vgpuStreamEndCapture(stream_, &same));
  EXPECT_EQ(same, graph);
  size_t edges = 0;
  VG_OK(vgpuGraphGetEdges(graph, nullptr, nullptr, &edges));
  EXPECT_EQ(edges, 3u);
  EXPECT_EQ(vgpuStreamUpdateCaptureDependencies(stream_, nullptr, 0, 1), vgpuErrorIllegalState);
  VG_OK(vgpuStreamGetCapturePlace(stream_, &now, nullptr, nullptr));
  EXPECT_EQ(now, nullptr);
  vgpuGraphExec_t exec;
  VG_OK(vgpuGraphInstantiate(&exec, graph, 0));
  VG_OK(vgpuGraphNodeSetEnabled(exec, last, 0));
  VG_OK(vgpuGraphLaunch(exec, stream_));
  VG_OK(vgpuStreamSynchronize(stream_));
  EXPECT_EQ(read(), all(101));
  VG_OK(vgpuGraphExecDestroy(exec));
  VG_OK(vgpuGraphDestroy(graph));
}

}  // namespace
