/* Devices: how many there are, what they are, which one the calling thread uses.
 *
 * As in CUDA each host thread has a current device (0 at first); functions without a device
 * argument act on it.
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_DEVICE_H
#define VGPU_C_DEVICE_H

#include <vgpu/c/error.h>

typedef enum vgpuDeviceKind VGPU_INT_ENUM {
  vgpuDeviceKindCpu = 0, /**< SIMD kernels on the cores of this machine */
  vgpuDeviceKindNull =
      1, /**< takes every command and does nothing: for tests of graphs and planning */
  vgpuDeviceKindSim = 2,   /**< a GPU with registers, rings and a simulated clock: vgpu/sim.h */
  vgpuDeviceKindOpenCL = 3 /**< a device of an OpenCL driver of this machine */
} vgpuDeviceKind;

/** What a device is. CUDA's names where the meaning is CUDA's. */
typedef struct vgpuDeviceProp {
  char name[256];
  char vendor[64];
  char instructionSet[32]; /**< what kernels are compiled for: "baseline", "avx2", "avx512" */
  vgpuDeviceKind kind;
  int major, minor;      /**< compute capability that kernels see */
  size_t totalGlobalMem; /**< bytes that can be allocated; the machine's memory or the limit set */
  size_t sharedMemPerBlock; /**< bytes of local (shared) memory a group may use */
  size_t totalConstMem;
  size_t memPitch;         /**< largest pitch of a 2-D copy */
  size_t textureAlignment; /**< alignment of every allocation */
  int multiProcessorCount; /**< compute units: worker threads that run groups */
  int warpSize;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int regsPerBlock;
  int clockRate;                                            /**< kHz, 0 if not known */
  int memoryBusWidth;                                       /**< bits, 0 if not known */
  int l1CacheSize, l2CacheSize, l3CacheSize, cacheLineSize; /**< bytes, 0 if not known */
  int simdWidth;                                            /**< bits of a vector register */
  int numaNodes;
  int coreCount; /**< physical cores */
  int concurrentKernels, cooperativeLaunch, managedMemory, unifiedAddressing, integrated;
  int canMapHostMemory, streamPrioritiesSupported, asyncEngineCount;
  char driverVersion[32];            /**< of a driver that is not vGPU's own; else empty */
  int fp16, fp64, subGroups, images; /**< not 0: kernels may use them there */
  int reserved[4];
} vgpuDeviceProp;

/** What the runtime should be sparing of. */
typedef enum vgpuPolicy VGPU_INT_ENUM {
  vgpuPolicyPerformance =
      0, /**< all threads, which wait spinning for a short time; pools keep memory */
  vgpuPolicyBalanced = 1,    /**< the default */
  vgpuPolicyMemorySaver = 2, /**< freed memory goes back to the system at once */
  vgpuPolicyPowerSaver = 3   /**< half of the threads */
} vgpuPolicy;

/** What the program does; a hint that later layers use to choose block sizes and memory tiers. */
typedef enum vgpuWorkloadClass VGPU_INT_ENUM {
  vgpuWorkloadAuto = 0,
  vgpuWorkloadMlTraining = 1,
  vgpuWorkloadMlInference = 2,
  vgpuWorkloadScientific = 3,
  vgpuWorkloadGraphics = 4,
  vgpuWorkloadDataProcessing = 5
} vgpuWorkloadClass;

VGPU_C_BEGIN

/** Finds the devices. Every other function does so too where needed; here the error can be seen
 * alone. */
VGPU_API vgpuError_t vgpuInit(void);

VGPU_API vgpuError_t vgpuGetDeviceCount(int* count);

/** The calling thread's current device. */
VGPU_API vgpuError_t vgpuGetDevice(int* device);
VGPU_API vgpuError_t vgpuSetDevice(int device);

/** The first device of that kind ("cpu", "sim", "null", "opencl"), of that full name, or with that text in its name. */
VGPU_API vgpuError_t vgpuGetDeviceByName(int* device, const char* name);

VGPU_API vgpuError_t vgpuGetDeviceProperties(vgpuDeviceProp* properties, int device);

/** Waits for all work of the current device; gives its first asynchronous error and clears it. */
VGPU_API vgpuError_t vgpuDeviceSynchronize(void);

/** Numerically lower is more urgent: *greatest <= *least. */
VGPU_API vgpuError_t vgpuDeviceGetStreamPriorityRange(int* least, int* greatest);

/** The most memory that allocations of this device may have together; 0 takes the limit away. */
VGPU_API vgpuError_t vgpuDeviceSetMemoryLimit(int device, size_t bytes);

VGPU_API vgpuError_t vgpuDeviceSetPolicy(int device, vgpuPolicy policy);
VGPU_API vgpuError_t vgpuDeviceGetPolicy(vgpuPolicy* policy, int device);
VGPU_API vgpuError_t vgpuDeviceSetWorkloadClass(int device, vgpuWorkloadClass workload);
VGPU_API vgpuError_t vgpuDeviceGetWorkloadClass(vgpuWorkloadClass* workload, int device);

/** The time that the device's last finished kernel took, in milliseconds; 0 before the first one.
 */
VGPU_API vgpuError_t vgpuDeviceGetLastKernelTime(float* milliseconds, int device);

VGPU_C_END

#endif
