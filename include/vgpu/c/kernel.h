/* Kernels: what is known of them, and native ones: C functions registered with a signature.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_KERNEL_H
#define VGPU_C_KERNEL_H

#include <vgpu/c/error.h>

typedef struct vgpuKernelAttributes {
  int maxThreadsPerBlock;
  int requiredBlock[3];   /**< reqd_work_group_size, or zeros */
  size_t sharedSizeBytes; /**< static local (shared) memory */
  int argumentCount;
  size_t argumentBytes; /**< of all arguments, packed */
  int preferredBlockMultiple;
  int usesBarrier, usesWarp, cooperative, native; /**< 0 or 1 */
} vgpuKernelAttributes;

typedef enum vgpuArgumentKind VGPU_INT_ENUM {
  vgpuArgumentValue = 0,    /**< copied */
  vgpuArgumentGlobal = 1,   /**< a pointer to device memory */
  vgpuArgumentConstant = 2, /**< a pointer to read-only device memory */
  vgpuArgumentLocal = 3,    /**< args[i] points to a size_t: so many bytes of local memory */
  vgpuArgumentImage = 4,
  vgpuArgumentSampler = 5
} vgpuArgumentKind;

typedef struct vgpuArgumentInfo {
  const char* name;     /**< may be empty */
  const char* typeName; /**< as written: "const float*" */
  vgpuArgumentKind kind;
  size_t size, alignment, offset; /**< in the packed block */
  unsigned int flags; /**< 1 const, 2 restrict, 4 volatile, 8 read-only, 16 write-only */
} vgpuArgumentInfo;

/** One group of a native kernel's launch. */
typedef struct vgpuNativeGroup {
  dim3 gridDim, blockDim, blockIdx;
  void* shared; /**< the launch's dynamic local memory, private to the group, or NULL */
  size_t sharedBytes;
} vgpuNativeGroup;

/** Runs one group: loops over its blockDim threads itself. args[i] points to argument i, as at the
 * launch. Called on several threads at once. Any result but vgpuSuccess becomes the stream's error.
 */
typedef vgpuError_t (*vgpuNativeFunction_t)(const vgpuNativeGroup* group, void* const* args,
                                            void* userData);

VGPU_C_BEGIN

VGPU_API vgpuError_t vgpuKernelGetAttributes(vgpuKernelAttributes* attributes, vgpuKernel_t kernel);

/** The text lives as long as the kernel. */
VGPU_API vgpuError_t vgpuKernelGetName(const char** name, vgpuKernel_t kernel);
VGPU_API vgpuError_t vgpuKernelGetArgumentInfo(vgpuArgumentInfo* info, vgpuKernel_t kernel,
                                               int index);

/** Makes a C function a kernel. The signature is a C parameter list of pointers, fixed-size
 * integers, float, double and size_t: "float* y, const float* x, int n". userData is handed
 * through. The name must be free. */
VGPU_API vgpuError_t vgpuRegisterNativeKernel(vgpuKernel_t* kernel, const char* name,
                                              const char* signature, vgpuNativeFunction_t function,
                                              void* userData);

/** Work already enqueued still runs, so userData must live until it is done. */
VGPU_API vgpuError_t vgpuUnregisterNativeKernel(vgpuKernel_t kernel);

/** The registered native kernel of that name. */
VGPU_API vgpuError_t vgpuGetNativeKernel(vgpuKernel_t* kernel, const char* name);

VGPU_C_END

#endif
