// CUDA's driver interface: contexts, modules, launches, memory, copies, arrays, textures, streams, graphs, misuse.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <dlfcn.h>
#include <nvrtc.h>

#include <cstdint>
#include <cstring>
#include <thread>

#include "check.h"

#undef OK
#define OK(call) EXPECT_EQ(call, CUDA_SUCCESS)

static const char kSource[] = R"(
#include "vgpu_texture.h"
__constant__ int factor = 3;
extern "C" __global__ void scale(int* x, char c, double d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * factor + c + (int)d;
}
extern "C" __global__ void sample(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex1D<float>(t, threadIdx.x + 0.5f);
}
extern "C" __global__ void shared_user(int* out) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = memory[blockDim.x - 1 - threadIdx.x];
}
)";

static const std::vector<char>& image() {
  static const std::vector<char> made = [] {
    nvrtcProgram program = nullptr;
    size_t size = 0;
    nvrtcCreateProgram(&program, kSource, "driver.cu", 0, nullptr, nullptr);
    const char* options[] = {"--gpu-architecture=sm_80"};
    EXPECT_EQ(nvrtcCompileProgram(program, 1, options), NVRTC_SUCCESS);
    nvrtcGetCUBINSize(program, &size);
    std::vector<char> bytes(size);
    nvrtcGetCUBIN(program, bytes.data());
    nvrtcDestroyProgram(&program);
    return bytes;
  }();
  return made;
}

static CUfunction function(const char* name) {
  static CUmodule module = nullptr;
  CUfunction found = nullptr;
  if (module == nullptr) OK(cuModuleLoadData(&module, image().data()));
  OK(cuModuleGetFunction(&found, module, name));
  return found;
}

CASE(contexts) {
  CUcontext primary, own, current, popped;
  CUdevice device = -1;
  unsigned flags = 0, version = 0;
  int active = -1;
  OK(cuInit(0));
  EXPECT_EQ(cuInit(1), CUDA_ERROR_INVALID_VALUE);
  OK(cuDeviceGet(&device, 0));
  EXPECT_EQ(cuDeviceGet(&device, 99), CUDA_ERROR_INVALID_DEVICE);
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT_EQ(active, 0);
  OK(cuDevicePrimaryCtxRetain(&primary, 0));
  OK(cuCtxSetCurrent(primary));
  OK(cuCtxCreate(&own, CU_CTX_SCHED_SPIN, 0));
  EXPECT(own != primary);
  OK(cuCtxGetCurrent(&current));
  EXPECT_EQ(current, own);
  OK(cuCtxGetFlags(&flags));
  EXPECT_EQ(flags, unsigned(CU_CTX_SCHED_SPIN));
  OK(cuCtxGetApiVersion(own, &version));
  EXPECT_EQ(version, unsigned(CUDA_VERSION));
  OK(cuCtxPopCurrent(&popped));
  EXPECT_EQ(popped, own);
  OK(cuCtxGetCurrent(&current));
  EXPECT_EQ(current, primary);
  OK(cuCtxPushCurrent(own));
  OK(cuCtxDestroy(own));
  EXPECT_EQ(cuCtxDestroy(own), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxPushCurrent(own), CUDA_ERROR_INVALID_CONTEXT);
  OK(cuCtxSetCurrent(nullptr));
  EXPECT_EQ(cuCtxPopCurrent(&popped), CUDA_ERROR_INVALID_CONTEXT);
  OK(cuDevicePrimaryCtxRelease(0));
  EXPECT_EQ(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxCreate(&own, 0, 99), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuCtxCreate(nullptr, 0, 0), CUDA_ERROR_INVALID_VALUE);
  size_t heap = 0;
  OK(cuCtxGetLimit(&heap, CU_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT(heap > 0);
  OK(cuCtxSynchronize());
}

CASE(names_of_errors) {
  const char* text = nullptr;
  OK(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text));
  EXPECT_EQ(std::string(text), "CUDA_ERROR_INVALID_VALUE");
  OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  EXPECT_EQ(std::string(text), "out of memory");
  EXPECT_EQ(cuGetErrorName((CUresult)4711, &text), CUDA_ERROR_INVALID_VALUE);
  EXPECT(text == nullptr);
}

CASE(devices) {
  char name[100], bus[20];
  int major = 0, value = 0;
  size_t bytes = 0;
  CUdevice same = -1;
  CUdevprop properties;
  CUuuid id;
  OK(cuDeviceGetName(name, sizeof name, 0));
  OK(cuDeviceTotalMem(&bytes, 0));
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  OK(cuDeviceGetProperties(&properties, 0));
  OK(cuDeviceGetUuid(&id, 0));
  EXPECT(std::strlen(name) > 0 && bytes > 0 && major >= 6 && value == 32);
  EXPECT_EQ(properties.maxThreadsPerBlock, 1024);
  OK(cuDeviceGetPCIBusId(bus, sizeof bus, 0));
  OK(cuDeviceGetByPCIBusId(&same, bus));
  EXPECT_EQ(same, 0);
  EXPECT_EQ(cuDeviceGetPCIBusId(bus, 3, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGetName(name, sizeof name, 9), CUDA_ERROR_INVALID_DEVICE);
  void* address = nullptr;
  OK(cuGetProcAddress("cuMemAlloc", &address, CUDA_VERSION, CU_GET_PROC_ADDRESS_DEFAULT));
  EXPECT(address == (void*)cuMemAlloc);
  OK(cuGetProcAddress("cuMemAlloc_v2", &address, CUDA_VERSION, CU_GET_PROC_ADDRESS_DEFAULT));
  EXPECT_EQ(cuGetProcAddress("cuNobody", &address, CUDA_VERSION, 0), CUDA_ERROR_NOT_FOUND);
  cudaDriverEntryPointQueryResult status;
  EXPECT_EQ(cudaGetDriverEntryPoint("cuNobody", &address, cudaEnableDefault, &status), cudaSuccess);
  EXPECT_EQ(status, cudaDriverEntryPointSymbolNotFound);
}

CASE(modules) {
  CUmodule module, other;
  CUfunction all[3];
  CUdeviceptr variable;
  unsigned count = 0;
  size_t bytes = 0;
  char log[16] = "not empty";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER};
  void* values[] = {log};
  OK(cuModuleLoadDataEx(&module, image().data(), 1, options, values));
  EXPECT_EQ(std::string(log), "");
  OK(cuModuleLoadFatBinary(&other, image().data()));
  OK(cuModuleGetFunctionCount(&count, module));
  EXPECT_EQ(count, 3u);
  OK(cuModuleEnumerateFunctions(all, 3, module));
  OK(cuModuleGetGlobal(&variable, &bytes, module, "factor"));
  EXPECT_EQ(bytes, sizeof(int));
  EXPECT_EQ(cuModuleGetGlobal(&variable, &bytes, module, "nobody"), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuModuleGetFunction(&all[0], module, "nobody"), CUDA_ERROR_NOT_FOUND);
  OK(cuModuleUnload(module));
  EXPECT_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuModuleGetFunction(&all[0], module, "scale"), CUDA_ERROR_INVALID_HANDLE);
  OK(cuModuleUnload(other));
  EXPECT_EQ(cuModuleLoad(&module, "/nonexistent"), CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT_EQ(cuModuleLoadData(&module, "// a comment\n.version 8.0\n.target sm_80\nrubbish;"),
            CUDA_ERROR_INVALID_PTX);
  EXPECT_EQ(cuModuleLoadData(&module, "rubbish rubbish rubbish rubbish rubbish"),
            CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(cuModuleLoadData(&module, nullptr), CUDA_ERROR_INVALID_VALUE);
}

CASE(linking) {
  CUlinkState state;
  void* linked = nullptr;
  size_t size = 0;
  CUmodule module;
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  EXPECT_EQ(cuLinkComplete(state, &linked, &size), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void*)".version 8.0", 13, "x", 0, 0, 0),
            CUDA_ERROR_INVALID_PTX);
  EXPECT_EQ(cuLinkAddFile(state, CU_JIT_INPUT_CUBIN, "/nonexistent", 0, 0, 0),
            CUDA_ERROR_FILE_NOT_FOUND);
  OK(cuLinkAddData(state, CU_JIT_INPUT_CUBIN, (void*)image().data(), image().size(), "a", 0, 0, 0));
  OK(cuLinkComplete(state, &linked, &size));
  OK(cuModuleLoadData(&module, linked));
  OK(cuModuleUnload(module));
  OK(cuLinkDestroy(state));
}

CASE(launches) {
  constexpr int n = 100;
  CUdeviceptr x;
  int host[n], count = n;
  char c = 1;
  double d = 2;
  OK(cuMemAlloc(&x, sizeof host));
  OK(cuMemsetD32(x, 5, n));
  void* arguments[] = {&x, &c, &d, &count};
  OK(cuLaunchKernel(function("scale"), 1, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(host, x, sizeof host));
  EXPECT_EQ(host[99], 18);
  struct Packed {
    CUdeviceptr x;
    char c;
    double d;
    int n;
  } packed{x, 1, 2, n};
  size_t size = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  OK(cuLaunchKernel(function("scale"), 1, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra));
  OK(cuMemcpyDtoH(host, x, sizeof host));
  EXPECT_EQ(host[99], 57);
  size = 8;
  EXPECT_EQ(cuLaunchKernel(function("scale"), 1, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(function("scale"), 1, 1, 1, 128, 1, 1, 0, nullptr, arguments, extra),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(function("scale"), 1, 1, 1, 128, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuLaunchKernel(function("scale"), 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr) !=
         CUDA_SUCCESS);
  OK(cuMemFree(x));
  EXPECT_EQ(cuMemFree(x), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc(&x, 0), CUDA_ERROR_INVALID_VALUE);
}

CASE(launches_as_before_CUDA_4) {
  constexpr int n = 100;
  CUdeviceptr x;
  int host[n];
  double d = 2;
  const CUfunction scale = function("scale"), shared_user = function("shared_user");
  OK(cuMemAlloc(&x, sizeof host));
  OK(cuMemsetD32(x, 5, n));
  OK(cuParamSetv(scale, 0, &x, sizeof x));
  OK(cuParamSeti(scale, 8, 1));
  OK(cuParamSetv(scale, 16, &d, sizeof d));
  OK(cuParamSeti(scale, 24, n));
  OK(cuParamSetSize(scale, 28));
  OK(cuFuncSetBlockShape(scale, 32, 1, 1));
  OK(cuLaunchGrid(scale, 4, 1));
  OK(cuLaunchGridAsync(scale, 4, 1, nullptr));
  OK(cuMemcpyDtoH(host, x, sizeof host));
  EXPECT_EQ(host[0], 57);
  EXPECT_EQ(host[99], 57);
  OK(cuParamSetv(shared_user, 0, &x, sizeof x));
  OK(cuFuncSetBlockShape(shared_user, 10, 10, 1));
  OK(cuFuncSetBlockShape(shared_user, 64, 1, 1));
  OK(cuFuncSetSharedSize(shared_user, 64 * sizeof(int)));
  OK(cuLaunch(shared_user));
  OK(cuMemcpyDtoH(host, x, sizeof host));
  EXPECT_EQ(host[0], 63);
  OK(cuParamSetSize(scale, 8));
  EXPECT_EQ(cuLaunch(scale), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuParamSetf(scale, 5000, 1.0f), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncSetBlockShape(scale, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuParamSeti(nullptr, 0, 1), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuLaunchGrid(scale, 0, 1), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(x));
}

CASE(attributes_and_occupancy) {
  CUfunction f = function("shared_user");
  CUdeviceptr out;
  int value = 0, grid = 0, block = 0;
  const char* name = nullptr;
  OK(cuMemAlloc(&out, 4096));
  void* arguments[] = {&out};
  EXPECT_EQ(cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 60 << 10, nullptr, arguments, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  OK(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60 << 10));
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, f));
  EXPECT_EQ(value, 60 << 10);
  OK(cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 60 << 10, nullptr, arguments, nullptr));
  OK(cuCtxSynchronize());
  EXPECT_EQ(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_NUM_REGS, 1), CUDA_ERROR_INVALID_VALUE);
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
  EXPECT_EQ(value, 1024);
  OK(cuFuncGetName(&name, f));
  EXPECT_EQ(std::string(name), "shared_user");
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, 256, 0));
  EXPECT(value >= 1);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, nullptr, 0, 0));
  EXPECT(grid >= 1 && block % 32 == 0);
  OK(cuMemFree(out));
}

CASE(memory) {
  CUdeviceptr x, base;
  size_t size = 0, pitch = 0;
  OK(cuMemAlloc(&x, 1024));
  OK(cuMemGetAddressRange(&base, &size, x + 100));
  EXPECT(base == x && size >= 1024);
  int local = 0;
  EXPECT_EQ(cuMemGetAddressRange(&base, &size, (CUdeviceptr)&local), CUDA_ERROR_NOT_FOUND);
  CUmemorytype type;
  unsigned managed = 9;
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, x));
  EXPECT_EQ(type, CU_MEMORYTYPE_DEVICE);
  OK(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, x));
  EXPECT_EQ(managed, 0u);
  EXPECT_EQ(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&local),
            CUDA_ERROR_INVALID_VALUE);
  OK(cuMemsetD16(x, 0x1234, 512));
  OK(cuMemsetD16Async(x, 0x4321, 3, nullptr));
  std::vector<uint16_t> words(512);
  OK(cuMemcpyDtoH(words.data(), x, 1024));
  EXPECT(words[2] == 0x4321 && words[3] == 0x1234);
  OK(cuMemFree(x));
  EXPECT_EQ(cuMemAllocPitch(&x, &pitch, 100, 10, 3), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemAllocPitch(&x, &pitch, 100, 10, 4));
  OK(cuMemsetD2D32(x, pitch, 77, 25, 10));
  int rows[10][25];
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = x, copy.srcPitch = pitch;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = rows, copy.dstPitch = 100;
  copy.WidthInBytes = 100, copy.Height = 10;
  OK(cuMemcpy2D(&copy));
  EXPECT_EQ(rows[9][24], 77);
  copy.dstHost = nullptr;
  EXPECT_EQ(cuMemcpy2D(&copy), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(x));
  OK(cuMemAllocAsync(&x, 256, CU_STREAM_PER_THREAD));
  OK(cuMemFreeAsync(x, CU_STREAM_PER_THREAD));
  OK(cuStreamSynchronize(CU_STREAM_PER_THREAD));
  void* host = nullptr;
  OK(cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
  OK(cuMemHostGetDevicePointer(&x, host, 0));
  EXPECT_EQ(x, (CUdeviceptr)host);
  OK(cuMemFreeHost(host));
}

CASE(arrays_and_textures) {
  CUarray array;
  CUDA_ARRAY_DESCRIPTOR wanted{32, 0, CU_AD_FORMAT_FLOAT, 1}, found{};
  float values[32], got[32];
  for (int i = 0; i < 32; ++i) values[i] = float(i * i);
  OK(cuArrayCreate(&array, &wanted));
  OK(cuArrayGetDescriptor(&found, array));
  EXPECT(found.Width == 32 && found.Format == CU_AD_FORMAT_FLOAT && found.NumChannels == 1);
  OK(cuMemcpyHtoA(array, 0, values, sizeof values));
  CUDA_RESOURCE_DESC resource{};
  CUDA_TEXTURE_DESC texture{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUtexObject object;
  CUdeviceptr out;
  OK(cuTexObjectCreate(&object, &resource, &texture, nullptr));
  OK(cuMemAlloc(&out, sizeof got));
  void* arguments[] = {&object, &out};
  OK(cuLaunchKernel(function("sample"), 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(got, out, sizeof got));
  EXPECT_EQ(got[31], 961.0f);
  OK(cuTexObjectDestroy(object));
  EXPECT_EQ(cuTexObjectDestroy(object), CUDA_ERROR_INVALID_VALUE);
  OK(cuArrayDestroy(array));
  EXPECT_EQ(cuArrayDestroy(array), CUDA_ERROR_INVALID_HANDLE);
  wanted.NumChannels = 3;
  EXPECT_EQ(cuArrayCreate(&array, &wanted), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(out));
}

CASE(arrays_to_arrays_and_other_processes) {
  CUDA_ARRAY_DESCRIPTOR line{16, 0, CU_AD_FORMAT_SIGNED_INT32, 1};
  CUarray one, two;
  OK(cuArrayCreate(&one, &line));
  OK(cuArrayCreate(&two, &line));
  int host[16], back[4] = {};
  for (int i = 0; i < 16; ++i) host[i] = i * i;
  OK(cuMemcpyHtoA(one, 0, host, sizeof host));
  OK(cuMemcpyAtoA(two, 8, one, 16, sizeof back));
  OK(cuMemcpyAtoH(back, two, 8, sizeof back));
  EXPECT_EQ(back[0], 16);
  EXPECT_EQ(back[3], 49);
  EXPECT_EQ(cuMemcpyAtoA(two, 0, one, 0, 1000000), CUDA_ERROR_INVALID_VALUE);
  OK(cuArrayDestroy(one));
  OK(cuArrayDestroy(two));
  CUdeviceptr x;
  CUipcMemHandle handle;
  OK(cuMemAlloc(&x, 4096));
  OK(cuIpcGetMemHandle(&handle, x));
  EXPECT_EQ(cuIpcGetMemHandle(nullptr, x), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(x));
  int mostly = -1;
  OK(cuMemAllocManaged(&x, 4096, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemRangeGetAttribute(&mostly, sizeof mostly, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, x, 4096));
  EXPECT_EQ(mostly, 0);
  OK(cuMemFree(x));
}

CASE(streams_and_graphs) {
  CUstream stream;
  CUevent event;
  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode nodes[2];
  CUdeviceptr x;
  CUcontext context;
  int n = 64, host[64];
  char c = 0;
  double d = 0;
  OK(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0));
  OK(cuStreamGetCtx(stream, &context));
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  OK(cuMemAlloc(&x, sizeof host));
  OK(cuMemsetD32Async(x, 1, 64, stream));
  OK(cuStreamSynchronize(stream));
  void* arguments[] = {&x, &c, &d, &n};
  CUDA_KERNEL_NODE_PARAMS kernel{function("scale"), 1, 1, 1, 64, 1, 1, 0, arguments, nullptr};
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddKernelNode(&nodes[0], graph, nullptr, 0, &kernel));
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = x;
  copy.srcPitch = copy.dstPitch = copy.WidthInBytes = sizeof host;
  copy.srcHeight = copy.dstHeight = copy.Height = copy.Depth = 1;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = host;
  OK(cuGraphAddMemcpyNode(&nodes[1], graph, nodes, 1, &copy, context));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuGraphLaunch(exec, stream));
  OK(cuEventRecord(event, stream));
  OK(cuEventSynchronize(event));
  EXPECT_EQ(host[63], 9);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuEventDestroy(event));
  OK(cuStreamDestroy(stream));
  EXPECT_EQ(cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuEventQuery(event), CUDA_ERROR_INVALID_HANDLE);
  OK(cuMemFree(x));
}

// One allocation at two addresses, and a range that grows.
CASE(virtual_memory) {
  int supported = 0;
  OK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
  EXPECT_EQ(supported, 1);
  CUmemAllocationProp kind{};
  kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  kind.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  size_t step = 0;
  OK(cuMemGetAllocationGranularity(&step, &kind, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  CUdeviceptr range = 0, other = 0;
  OK(cuMemAddressReserve(&range, 16 * step, 4 * step, 0, 0));
  OK(cuMemAddressReserve(&other, step, 0, 0, 0));
  EXPECT_EQ(range % (4 * step), 0u);
  CUmemGenericAllocationHandle first = 0, second = 0;
  OK(cuMemCreate(&first, step, &kind, 0));
  OK(cuMemCreate(&second, 2 * step, &kind, 0));
  EXPECT_EQ(cuMemCreate(&second, step + 1, &kind, 0), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemMap(range, step, 0, first, 0));
  OK(cuMemMap(range + step, 2 * step, 0, second, 0));
  OK(cuMemMap(other, step, 0, first, 0));
  EXPECT_EQ(cuMemMap(range, step, 0, first, 0), CUDA_ERROR_INVALID_VALUE);
  const CUmemAccessDesc all{kind.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  OK(cuMemSetAccess(range, 3 * step, &all, 1));
  OK(cuMemSetAccess(other, step, &all, 1));
  OK(cuMemRelease(first));
  OK(cuMemRelease(second));
  // A kernel over the border of both, seen through the other address as well.
  int n = 64, host[64];
  char c = 0;
  double d = 0;
  CUdeviceptr x = range + step - 32 * sizeof(int);
  OK(cuMemsetD8(x, 1, sizeof host));
  void* arguments[] = {&x, &c, &d, &n};
  OK(cuLaunchKernel(function("scale"), 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(host, x, sizeof host));
  EXPECT_EQ(host[63], 3 * 0x01010101);
  OK(cuMemcpyDtoH(host, other + step - 4, 4));
  EXPECT_EQ(host[0], 3 * 0x01010101);
  EXPECT_EQ(cuMemAddressFree(range, 16 * step), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemUnmap(range, 3 * step));
  OK(cuMemUnmap(other, step));
  unsigned long long access = 0;
  EXPECT_EQ(cuMemGetAccess(&access, &kind.location, range), CUDA_ERROR_INVALID_VALUE);
  OK(cuMemAddressFree(range, 16 * step));
  OK(cuMemAddressFree(other, step));
}

// Programs that open the driver's library by hand ask for names that cuda.h hides.
CASE(names_of_the_second_interface) {
  typedef CUresult (*Allocate)(CUdeviceptr*, size_t);
  typedef CUresult (*Free)(CUdeviceptr);
  const auto allocate = (Allocate)dlsym(RTLD_DEFAULT, "cuMemAlloc_v2");
  const auto free_it = (Free)dlsym(RTLD_DEFAULT, "cuMemFree_v2");
  EXPECT(allocate != nullptr && free_it != nullptr);
  CUdeviceptr memory = 0;
  OK(allocate(&memory, 64));
  OK(cuMemsetD8_v2(memory, 1, 64));
  OK(free_it(memory));
  for (const char* name : {"cublasCreate_v2", "cuTexRefSetAddress2D_v3", "cuGetExportTable",
                           "cuGraphicsResourceGetMappedPointer_v2"})
    EXPECT(dlsym(RTLD_DEFAULT, name) != nullptr);
  EXPECT_EQ(cuGraphicsUnregisterResource(nullptr), CUDA_ERROR_INVALID_HANDLE);
  void* found = nullptr;
  OK(cuGetProcAddress("cuMemcpyHtoD_v2", &found, CUDA_VERSION, 0, nullptr));
  EXPECT(found == (void*)&cuMemcpyHtoD);
  OK(cuProfilerInitialize("settings", "profile.csv", CU_OUT_CSV));
  EXPECT_EQ(cuProfilerInitialize("", "", (CUoutput_mode)5), CUDA_ERROR_INVALID_VALUE);
  OK(cuProfilerStart());
  OK(cuProfilerStop());
}

int main() { return run_cases(); }
