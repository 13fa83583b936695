// CUDA's driver interface: parameters of graph nodes, edits and updates of graphs, streams that are captured, libraries.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <nvrtc.h>

#include <cstring>

#include "check.h"

#undef OK
#define OK(call) EXPECT_EQ(call, CUDA_SUCCESS)

static const char kSource[] = R"(
__device__ int number = 4;
extern "C" __global__ void add(int* x, int by) { x[threadIdx.x] += by; }
extern "C" __global__ void multiply(int* x, int by) { x[threadIdx.x] *= by; }
)";

static CUlibrary library() {
  static const std::vector<char> image = [] {
    nvrtcProgram program = nullptr;
    size_t size = 0;
    nvrtcCreateProgram(&program, kSource, "graphs.cu", 0, nullptr, nullptr);
    EXPECT_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
    nvrtcGetCUBINSize(program, &size);
    std::vector<char> bytes(size);
    nvrtcGetCUBIN(program, bytes.data());
    nvrtcDestroyProgram(&program);
    return bytes;
  }();
  CUlibrary made = nullptr;
  OK(cuLibraryLoadData(&made, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  return made;
}

static CUfunction function(const char* name) {
  static const CUlibrary loaded = library();
  CUkernel kernel = nullptr;
  CUfunction found = nullptr;
  OK(cuLibraryGetKernel(&kernel, loaded, name));
  OK(cuKernelGetFunction(&found, kernel));
  return found;
}

CASE(libraries) {
  CUlibrary made = library(), none;
  CUmodule module;
  CUkernel kernels[2];
  CUdeviceptr number;
  CUfunctionLoadingState state;
  CUmoduleLoadingMode mode;
  const char* name = nullptr;
  size_t bytes = 0, offset = 0, size = 0;
  unsigned count = 0;
  int value = 0;
  OK(cuLibraryGetKernelCount(&count, made));
  EXPECT_EQ(count, 2u);
  OK(cuLibraryEnumerateKernels(kernels, 2, made));
  OK(cuKernelGetName(&name, kernels[0]));
  EXPECT(!std::strcmp(name, "add") || !std::strcmp(name, "multiply"));
  OK(cuKernelGetParamInfo(kernels[0], 1, &offset, &size));
  EXPECT(offset == 8 && size == 4);
  EXPECT_EQ(cuKernelGetParamInfo(kernels[0], 2, &offset, &size), CUDA_ERROR_INVALID_VALUE);
  OK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernels[0], 0));
  EXPECT_EQ(value, 1024);
  OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024, kernels[0], 0));
  EXPECT_EQ(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, kernels[0], 99),
            CUDA_ERROR_INVALID_DEVICE);
  OK(cuKernelSetCacheConfig(kernels[0], cudaFuncCachePreferL1, 0));
  OK(cuFuncLoad(function("add")));
  OK(cuFuncIsLoaded(&state, function("add")));
  EXPECT_EQ(state, CU_FUNCTION_LOADING_STATE_LOADED);
  OK(cuModuleGetLoadingMode(&mode));
  OK(cuLibraryGetModule(&module, made));
  OK(cuLibraryGetGlobal(&number, &bytes, made, "number"));
  EXPECT_EQ(bytes, sizeof(int));
  OK(cuLibraryUnload(made));
  EXPECT_EQ(cuLibraryGetModule(&module, made), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLibraryLoadFromFile(&none, "/nonexistent", 0, 0, 0, 0, 0, 0),
            CUDA_ERROR_FILE_NOT_FOUND);
}

CASE(contexts) {
  CUcontext context;
  unsigned long long id = 0, other = 0;
  unsigned flags = 0;
  OK(cuCtxGetId(nullptr, &id));
  OK(cuCtxCreate(&context, 0, 0));
  OK(cuCtxGetId(context, &other));
  EXPECT(id != other);
  const CUctx_flags yields = CU_CTX_SCHED_YIELD;  // programs list the names of flags by type
  const CUevent_flags timeless = CU_EVENT_DISABLE_TIMING;
  const CUmemAttach_flags everywhere = CU_MEM_ATTACH_GLOBAL;
  EXPECT(timeless == 2 && everywhere == 1 && CUDA_ARRAY3D_2DARRAY == CUDA_ARRAY3D_LAYERED);
  OK(cuCtxSetFlags(yields));
  OK(cuCtxGetFlags(&flags));
  EXPECT_EQ(flags, unsigned(CU_CTX_SCHED_YIELD));
  OK(cuCtxDestroy(context));
  EXPECT_EQ(cuCtxGetId(context, &other), CUDA_ERROR_INVALID_CONTEXT);
}

static void count_up(void* number) { ++*(int*)number; }

// x = 3 everywhere, times 5, plus 1, back to the host, and a function there.
struct Chain {
  CUgraph graph = nullptr;
  CUgraphNode fill = nullptr, kernel = nullptr, copy = nullptr, host = nullptr;
  CUdeviceptr x = 0;
  int by = 5, got[8] = {}, calls = 0;

  Chain() {
    OK(cuMemAlloc(&x, sizeof got));
    OK(cuGraphCreate(&graph, 0));
    const CUDA_MEMSET_NODE_PARAMS threes{x, 0, 3, 4, 8, 1};
    OK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &threes, nullptr));
    const CUDA_KERNEL_NODE_PARAMS times = multiplied("multiply");
    OK(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &times));
    const CUDA_MEMCPY3D back = copied(got);
    OK(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &back, nullptr));
    const CUDA_HOST_NODE_PARAMS told{count_up, &calls};
    OK(cuGraphAddHostNode(&host, graph, &copy, 1, &told));
  }
  ~Chain() {
    OK(cuGraphDestroy(graph));
    OK(cuMemFree(x));
  }
  CUDA_KERNEL_NODE_PARAMS multiplied(const char* name) {
    arguments[0] = &x, arguments[1] = &by;
    return {function(name), 1, 1, 1, 8, 1, 1, 0, arguments, nullptr};
  }
  CUDA_MEMCPY3D copied(int* to) const {
    CUDA_MEMCPY3D back{};
    back.srcMemoryType = CU_MEMORYTYPE_DEVICE, back.srcDevice = x;
    back.dstMemoryType = CU_MEMORYTYPE_HOST, back.dstHost = to;
    back.WidthInBytes = sizeof got, back.Height = back.Depth = 1;
    return back;
  }
  void run(CUgraphExec exec) {
    OK(cuGraphLaunch(exec, nullptr));
    OK(cuCtxSynchronize());
  }
  void* arguments[2];
};

CASE(parameters_of_nodes) {
  Chain chain;
  CUDA_KERNEL_NODE_PARAMS kernel{};
  CUDA_MEMSET_NODE_PARAMS fill{};
  CUDA_MEMCPY3D copy{};
  CUDA_HOST_NODE_PARAMS host{};
  CUkernelNodeAttrValue value{}, seen{};
  OK(cuGraphKernelNodeGetParams(chain.kernel, &kernel));
  EXPECT(kernel.func == function("multiply") && kernel.blockDimX == 8);
  EXPECT_EQ(*(int*)kernel.kernelParams[1], 5);
  OK(cuGraphMemsetNodeGetParams(chain.fill, &fill));
  EXPECT(fill.dst == chain.x && fill.value == 3 && fill.width == 8);
  OK(cuGraphMemcpyNodeGetParams(chain.copy, &copy));
  EXPECT(copy.srcDevice == chain.x && copy.WidthInBytes == sizeof chain.got);
  OK(cuGraphHostNodeGetParams(chain.host, &host));
  EXPECT(host.userData == &chain.calls);
  value.priority = -1;
  OK(cuGraphKernelNodeSetAttribute(chain.kernel, cudaLaunchAttributePriority, &value));
  OK(cuGraphKernelNodeGetAttribute(chain.kernel, cudaLaunchAttributePriority, &seen));
  EXPECT_EQ(seen.priority, -1);
  // The node's own parameters, then what comes of them.
  chain.by = 7;
  kernel = chain.multiplied("add");
  OK(cuGraphKernelNodeSetParams(chain.kernel, &kernel));
  fill.value = 10;
  OK(cuGraphMemsetNodeSetParams(chain.fill, &fill));
  OK(cuGraphMemcpyNodeSetParams(chain.copy, &copy));
  OK(cuGraphHostNodeSetParams(chain.host, &host));
  CUgraphExec exec;
  OK(cuGraphInstantiateWithFlags(&exec, chain.graph, 0));
  chain.run(exec);
  EXPECT(chain.got[7] == 17 && chain.calls == 1);
  EXPECT_EQ(cuGraphMemsetNodeGetParams(chain.kernel, &fill), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphKernelNodeSetParams(chain.kernel, nullptr), CUDA_ERROR_INVALID_VALUE);
  OK(cuGraphExecDestroy(exec));
}

CASE(executable_graphs) {
  Chain chain;
  CUgraphExec exec;
  cuuint64_t flags = 7;
  int other[8] = {}, more_calls = 0;
  unsigned enabled = 0;
  OK(cuGraphInstantiate(&exec, chain.graph, 0));
  OK(cuGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(flags, 0u);
  chain.by = 2;
  const CUDA_KERNEL_NODE_PARAMS kernel = chain.multiplied("add");
  const CUDA_MEMSET_NODE_PARAMS fill{chain.x, 0, 1, 4, 8, 1};
  const CUDA_MEMCPY3D copy = chain.copied(other);
  const CUDA_HOST_NODE_PARAMS host{count_up, &more_calls};
  OK(cuGraphExecKernelNodeSetParams(exec, chain.kernel, &kernel));
  OK(cuGraphExecMemsetNodeSetParams(exec, chain.fill, &fill, nullptr));
  OK(cuGraphExecMemcpyNodeSetParams(exec, chain.copy, &copy, nullptr));
  OK(cuGraphExecHostNodeSetParams(exec, chain.host, &host));
  chain.run(exec);
  EXPECT(other[7] == 3 && more_calls == 1 && chain.calls == 0);
  OK(cuGraphNodeSetEnabled(exec, chain.kernel, 0));
  OK(cuGraphNodeGetEnabled(exec, chain.kernel, &enabled));
  EXPECT_EQ(enabled, 0u);
  chain.run(exec);
  EXPECT_EQ(other[7], 1);
  CUgraphExecUpdateResultInfo info{};
  OK(cuGraphExecUpdate(exec, chain.graph, &info));
  EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
  chain.run(exec);
  EXPECT_EQ(chain.got[7], 15);
  OK(cuGraphDestroyNode(chain.host));
  OK(cuGraphExecUpdate(exec, chain.graph, &info));  // of any shape, where GPUs ask for the same
  chain.run(exec);
  EXPECT_EQ(chain.calls, 1);
  OK(cuGraphExecDestroy(exec));
}

CASE(edges_clones_and_children) {
  Chain chain;
  CUgraph clone, outer, inner;
  CUgraphNode found, child, nodes[4];
  CUgraphNodeType type;
  size_t count = 4;
  OK(cuGraphNodeGetDependencies(chain.kernel, nodes, &count));
  EXPECT(count == 1 && nodes[0] == chain.fill);
  count = 4;
  OK(cuGraphNodeGetDependentNodes(chain.kernel, nodes, &count));
  EXPECT(count == 1 && nodes[0] == chain.copy);
  OK(cuGraphRemoveDependencies(chain.graph, &chain.copy, &chain.host, 1));
  count = 4;
  OK(cuGraphNodeGetDependencies(chain.host, nodes, &count));
  EXPECT_EQ(count, 0u);
  OK(cuGraphClone(&clone, chain.graph));
  OK(cuGraphNodeFindInClone(&found, chain.kernel, clone));
  OK(cuGraphNodeGetType(found, &type));
  EXPECT_EQ(type, CU_GRAPH_NODE_TYPE_KERNEL);
  OK(cuGraphCreate(&outer, 0));
  OK(cuGraphAddChildGraphNode(&child, outer, nullptr, 0, clone));
  OK(cuGraphChildGraphNodeGetGraph(child, &inner));
  EXPECT(inner != nullptr);
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, outer, 0));
  OK(cuGraphExecChildGraphNodeSetParams(exec, child, clone));
  chain.run(exec);
  EXPECT_EQ(chain.got[0], 15);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(outer));
  OK(cuGraphDestroy(clone));
}

CASE(events_memory_and_objects) {
  CUgraph graph;
  CUgraphNode allocate, record, wait, give_back;
  CUevent event;
  CUuserObject object;
  int destroyed = 0;
  CUDA_MEM_ALLOC_NODE_PARAMS wanted{};
  wanted.poolProps.allocType = cudaMemAllocationTypePinned;
  wanted.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  wanted.bytesize = 64;
  OK(cuEventCreate(&event, 0));
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &wanted));
  EXPECT(wanted.dptr != 0);
  OK(cuGraphAddEventRecordNode(&record, graph, &allocate, 1, event));
  OK(cuGraphAddEventWaitNode(&wait, graph, &record, 1, event));
  OK(cuGraphAddMemFreeNode(&give_back, graph, &wait, 1, wanted.dptr));
  OK(cuUserObjectCreate(&object, &destroyed, count_up, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuUserObjectRetain(object, 1));
  OK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  OK(cuUserObjectRelease(object, 1));
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, nullptr));
  OK(cuCtxSynchronize());
  OK(cuEventQuery(event));
  OK(cuGraphExecDestroy(exec));
  EXPECT_EQ(destroyed, 0);
  OK(cuGraphReleaseUserObject(graph, object, 1));
  OK(cuGraphDestroy(graph));
  OK(cuCtxSynchronize());
  EXPECT_EQ(destroyed, 1);
  OK(cuEventDestroy(event));
}

CASE(captured_streams) {
  CUstream stream, other;
  CUgraph graph, building;
  CUstreamCaptureStatus status;
  CUstreamAttrValue value{}, seen{};
  const CUgraphNode* dependencies = nullptr;
  cuuint64_t id = 0;
  size_t count = 0;
  Chain chain;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuMemsetD32Async(chain.x, 1, 8, stream));
  OK(cuStreamGetCaptureInfo(stream, &status, &id, &building, &dependencies, &count));
  EXPECT(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id != 0 && count == 1);
  OK(cuStreamUpdateCaptureDependencies(stream, nullptr, 0, cudaStreamSetCaptureDependencies));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphDestroy(graph));
  OK(cuGraphCreate(&building, 0));
  OK(cuStreamBeginCaptureToGraph(stream, building, nullptr, nullptr, 0,
                                 CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuMemsetD32Async(chain.x, 1, 8, stream));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphDestroy(building));
  value.syncPolicy = cudaSyncPolicySpin;
  OK(cuStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
  OK(cuStreamCopyAttributes(other, stream));
  OK(cuStreamGetAttribute(other, cudaLaunchAttributeSynchronizationPolicy, &seen));
  EXPECT_EQ(seen.syncPolicy, cudaSyncPolicySpin);
  OK(cuStreamDestroy(stream));
  OK(cuStreamDestroy(other));
}

CASE(ranges_of_memory) {
  CUdeviceptr managed;
  int where = -7, yes = 1;
  OK(cuMemAllocManaged(&managed, 1 << 16, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemRangeGetAttribute(&where, sizeof where, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, managed,
                            1 << 16));
  EXPECT_EQ(where, 0);
  void* places[] = {&where};
  size_t sizes[] = {sizeof where};
  CUmem_range_attribute attributes[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY};
  OK(cuMemRangeGetAttributes(places, sizes, attributes, 1, managed, 1 << 16));
  OK(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, managed));
  EXPECT_EQ(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_MAPPED, managed),
            CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(managed));
}

int main() { return run_cases(); }
