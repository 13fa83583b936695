// Every C function with NULL where it needs a pointer or a handle: an error code, never a crash.
// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "kernels.h"

namespace {

struct Row {
  const char* name;
  vgpuError_t (*call)();
};

#define VG_NULL(function, ...) {#function, [] { return function(__VA_ARGS__); }}

char some_text[] = "x";
size_t some_size = 8;
int some_int = 0;
void* some_pointer = nullptr;
vgpuStream_t bad_stream = reinterpret_cast<vgpuStream_t>(0x1234567);

const std::vector<Row> kRows = {
    VG_NULL(vgpuGetDeviceCount, nullptr),
    VG_NULL(vgpuGetDevice, nullptr),
    VG_NULL(vgpuGetDeviceByName, nullptr, "cpu"),
    VG_NULL(vgpuGetDeviceByName, &some_int, nullptr),
    VG_NULL(vgpuGetDeviceProperties, nullptr, 0),
    VG_NULL(vgpuDeviceGetStreamPriorityRange, nullptr, nullptr),
    VG_NULL(vgpuDeviceGetPolicy, nullptr, 0),
    VG_NULL(vgpuDeviceGetWorkloadClass, nullptr, 0),
    VG_NULL(vgpuDeviceGetLastKernelTime, nullptr, 0),
    VG_NULL(vgpuMalloc, nullptr, 16),
    VG_NULL(vgpuMallocPitch, nullptr, &some_size, 16, 16),
    VG_NULL(vgpuMallocPitch, &some_pointer, nullptr, 16, 16),
    VG_NULL(vgpuMallocHost, nullptr, 16),
    VG_NULL(vgpuMallocManaged, nullptr, 16, 0),
    VG_NULL(vgpuMallocAsync, nullptr, 16, nullptr),
    VG_NULL(vgpuMemGetSubBuffer, nullptr, nullptr, 0, 1),
    VG_NULL(vgpuMemGetAddressRange, nullptr, nullptr, nullptr),
    VG_NULL(vgpuPointerGetAttributes, nullptr, some_text),
    VG_NULL(vgpuMemGetInfo, nullptr, nullptr),
    VG_NULL(vgpuMemGetStats, nullptr, 0),
    VG_NULL(vgpuHostGetDevicePointer, nullptr, nullptr, 0),
    VG_NULL(vgpuMemcpy, nullptr, some_text, 1, vgpuMemcpyDefault),
    VG_NULL(vgpuMemcpy, some_text, nullptr, 1, vgpuMemcpyDefault),
    VG_NULL(vgpuMemcpyAsync, nullptr, nullptr, 1, vgpuMemcpyDefault, nullptr),
    VG_NULL(vgpuMemcpy2D, nullptr, 1, nullptr, 1, 1, 1, vgpuMemcpyDefault),
    VG_NULL(vgpuMemcpy2DAsync, nullptr, 1, nullptr, 1, 1, 1, vgpuMemcpyDefault, nullptr),
    VG_NULL(vgpuMemcpyPeer, nullptr, 0, nullptr, 0, 1),
    VG_NULL(vgpuMemcpyPeerAsync, nullptr, 0, nullptr, 0, 1, nullptr),
    VG_NULL(vgpuMemset, nullptr, 0, 1),
    VG_NULL(vgpuMemsetAsync, nullptr, 0, 1, nullptr),
    VG_NULL(vgpuMemset2D, nullptr, 1, 0, 1, 1),
    VG_NULL(vgpuMemset2DAsync, nullptr, 1, 0, 1, 1, nullptr),
    VG_NULL(vgpuMemsetD16, nullptr, 0, 1),
    VG_NULL(vgpuMemsetD32, nullptr, 0, 1),
    VG_NULL(vgpuMemsetD32Async, nullptr, 0, 1, nullptr),
    VG_NULL(vgpuMemFillAsync, nullptr, some_text, 1, 1, nullptr),
    VG_NULL(vgpuMemFillAsync, some_text, nullptr, 1, 1, nullptr),
    VG_NULL(vgpuStreamCreate, nullptr),
    VG_NULL(vgpuStreamCreateWithFlags, nullptr, 0),
    VG_NULL(vgpuStreamCreateWithPriority, nullptr, 0, 0),
    VG_NULL(vgpuStreamDestroy, nullptr),
    VG_NULL(vgpuStreamSynchronize, bad_stream),
    VG_NULL(vgpuStreamQuery, bad_stream),
    VG_NULL(vgpuStreamWaitEvent, nullptr, nullptr, 0),
    VG_NULL(vgpuStreamGetFlags, nullptr, nullptr),
    VG_NULL(vgpuStreamGetPriority, nullptr, nullptr),
    VG_NULL(vgpuStreamGetDevice, nullptr, nullptr),
    VG_NULL(vgpuStreamSetName, nullptr, nullptr),
    VG_NULL(vgpuLaunchHostFunc, nullptr, nullptr, nullptr),
    VG_NULL(vgpuStreamAddCallback, nullptr, nullptr, nullptr, 0),
    VG_NULL(vgpuEventCreate, nullptr),
    VG_NULL(vgpuEventCreateWithFlags, nullptr, 0),
    VG_NULL(vgpuEventDestroy, nullptr),
    VG_NULL(vgpuEventRecord, nullptr, nullptr),
    VG_NULL(vgpuEventQuery, nullptr),
    VG_NULL(vgpuEventSynchronize, nullptr),
    VG_NULL(vgpuEventElapsedTime, nullptr, nullptr, nullptr),
    VG_NULL(vgpuModuleLoadSource, nullptr, some_text, vgpuLanguageCUDA, nullptr),
    VG_NULL(vgpuModuleLoadBinary, nullptr, nullptr, 0),
    VG_NULL(vgpuModuleLoadFile, nullptr, nullptr, nullptr),
    VG_NULL(vgpuModuleGetBinary, nullptr, nullptr, &some_size),
    VG_NULL(vgpuModuleGetKernel, nullptr, nullptr, nullptr),
    VG_NULL(vgpuModuleGetKernelCount, &some_int, nullptr),
    VG_NULL(vgpuModuleGetKernelName, nullptr, nullptr, 0),
    VG_NULL(vgpuModuleGetGlobal, nullptr, nullptr, nullptr, "x"),
    VG_NULL(vgpuModuleUnload, nullptr),
    VG_NULL(vgpuKernelGetAttributes, nullptr, nullptr),
    VG_NULL(vgpuKernelGetName, nullptr, nullptr),
    VG_NULL(vgpuKernelGetArgumentInfo, nullptr, nullptr, 0),
    VG_NULL(vgpuRegisterNativeKernel, nullptr, "x", "", nullptr, nullptr),
    VG_NULL(vgpuUnregisterNativeKernel, nullptr),
    VG_NULL(vgpuGetNativeKernel, nullptr, nullptr),
    VG_NULL(vgpuLaunchKernel, nullptr, dim3(1), dim3(1), nullptr),
    VG_NULL(vgpuLaunchKernelAsync, nullptr, dim3(1), dim3(1), nullptr, 0, nullptr),
    VG_NULL(vgpuLaunchCooperativeKernel, nullptr, dim3(1), dim3(1), nullptr, 0, nullptr),
    VG_NULL(vgpuLaunchKernelEx, nullptr, nullptr, nullptr),
    VG_NULL(vgpuOccupancyMaxActiveBlocksPerMultiprocessor, nullptr, nullptr, 1, 0),
    VG_NULL(vgpuOccupancyMaxPotentialBlockSize, nullptr, nullptr, nullptr, 0, 0),
    VG_NULL(vgpuGraphCreate, nullptr, 0),
    VG_NULL(vgpuGraphDestroy, nullptr),
    VG_NULL(vgpuGraphClone, nullptr, nullptr),
    VG_NULL(vgpuGraphAddKernelNode, nullptr, nullptr, nullptr, 0, nullptr),
    VG_NULL(vgpuGraphAddMemcpyNode, nullptr, nullptr, nullptr, 0, nullptr),
    VG_NULL(vgpuGraphAddMemsetNode, nullptr, nullptr, nullptr, 0, nullptr),
    VG_NULL(vgpuGraphAddHostNode, nullptr, nullptr, nullptr, 0, nullptr),
    VG_NULL(vgpuGraphAddChildGraphNode, nullptr, nullptr, nullptr, 0, nullptr),
    VG_NULL(vgpuGraphAddEmptyNode, nullptr, nullptr, nullptr, 0),
    VG_NULL(vgpuGraphAddEventRecordNode, nullptr, nullptr, nullptr, 0, nullptr),
    VG_NULL(vgpuGraphAddEventWaitNode, nullptr, nullptr, nullptr, 0, nullptr),
    VG_NULL(vgpuGraphAddDependencies, nullptr, nullptr, nullptr, 1),
    VG_NULL(vgpuGraphGetNodes, nullptr, nullptr, nullptr),
    VG_NULL(vgpuGraphGetRootNodes, nullptr, nullptr, nullptr),
    VG_NULL(vgpuGraphGetEdges, nullptr, nullptr, nullptr, nullptr),
    VG_NULL(vgpuGraphNodeGetType, nullptr, nullptr),
    VG_NULL(vgpuGraphDebugDotPrint, nullptr, nullptr, 0),
    VG_NULL(vgpuGraphInstantiate, nullptr, nullptr, 0),
    VG_NULL(vgpuGraphExecKernelNodeSetParams, nullptr, nullptr, nullptr),
    VG_NULL(vgpuGraphLaunch, nullptr, nullptr),
    VG_NULL(vgpuGraphExecDestroy, nullptr),
    VG_NULL(vgpuStreamBeginCapture, nullptr, vgpuStreamCaptureModeGlobal),  // the default stream
    VG_NULL(vgpuStreamEndCapture, nullptr, nullptr),
    VG_NULL(vgpuStreamIsCapturing, nullptr, nullptr),
    VG_NULL(vgpuRuntimeGetVersion, nullptr),
    VG_NULL(vgpuProfilerGetRecords, nullptr, nullptr),
    VG_NULL(vgpuTraceStart, nullptr),
};

TEST(NullPointer, IsAnErrorInEveryFunction) {
  for (const Row& row : kRows) {
    EXPECT_NE(row.call(), vgpuSuccess) << row.name;
    EXPECT_NE(vgpuGetLastError(), vgpuSuccess) << row.name;
    const std::string message = vgpuGetLastErrorMessage();
    EXPECT_EQ(message.rfind("[vgpu", 0), 0u) << row.name << ": " << message;
  }
}

// Freeing nothing is allowed, as in C and CUDA, and NULL as a stream is the default stream.
TEST(NullPointer, IsFineWhereItHasAMeaning) {
  EXPECT_EQ(vgpuFree(nullptr), vgpuSuccess);
  EXPECT_EQ(vgpuFreeHost(nullptr), vgpuSuccess);
  EXPECT_EQ(vgpuFreeAsync(nullptr, nullptr), vgpuSuccess);
  EXPECT_EQ(vgpuStreamSynchronize(nullptr), vgpuSuccess);
  EXPECT_EQ(vgpuStreamQuery(nullptr), vgpuSuccess);
  EXPECT_EQ(vgpuSetLogCallback(nullptr, nullptr), vgpuSuccess);
}

}  // namespace
