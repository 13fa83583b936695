/* Modules: kernels and variables compiled from source or loaded from a binary.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VGPU_C_MODULE_H
#define VGPU_C_MODULE_H

#include <vgpu/c/error.h>

typedef enum vgpuLanguage VGPU_INT_ENUM {
  vgpuLanguageOpenCL = 0, /**< OpenCL C 1.2 and 3.0 */
  vgpuLanguageCUDA = 1,   /**< CUDA C++ */
  vgpuLanguageSPIRV = 2   /**< a SPIR-V module; vgpuBuildOptions::sourceSize gives its bytes */
} vgpuLanguage;

/** How to compile; all zeros is fine. */
typedef struct vgpuBuildOptions {
  const char* options;  /**< as on a command line: "-DN=4 -cl-fast-relaxed-math" */
  const char* fileName; /**< shown in messages */
  int headerCount;      /**< texts that #include finds by name */
  const char* const* headerNames;
  const char* const* headerTexts;
  char* log;         /**< gets the compiler's messages, always 0-terminated */
  size_t logSize;    /**< bytes of log */
  size_t sourceSize; /**< bytes of the source, 0: it ends with a 0 byte */
  int debugInfo;     /**< not 0: code that a debugger and a profiler can name */
  size_t reserved[4];
} vgpuBuildOptions;

VGPU_C_BEGIN

/** Compiles for the current device. options may be NULL. */
VGPU_API vgpuError_t vgpuModuleLoadSource(vgpuModule_t* module, const char* source,
                                          vgpuLanguage language, const vgpuBuildOptions* options);

/** Loads what vgpuModuleGetBinary gave. */
VGPU_API vgpuError_t vgpuModuleLoadBinary(vgpuModule_t* module, const void* data, size_t size);

/** Links device code of several files, which vgpucc -dc has left unlinked in a program. */
VGPU_API vgpuError_t vgpuModuleLinkParts(vgpuModule_t* module, int count, const void* const* data,
                                         const size_t* sizes);

/** Loads a file: a binary, or source in the language of its ending (.cl, .cu, .spv). options may be
 * NULL. */
VGPU_API vgpuError_t vgpuModuleLoadFile(vgpuModule_t* module, const char* path,
                                        const vgpuBuildOptions* options);

/** The module as bytes that vgpuModuleLoadBinary takes. data may be NULL to ask for the size first;
 * *size gives the room in data and gets the bytes needed. */
VGPU_API vgpuError_t vgpuModuleGetBinary(vgpuModule_t module, void* data, size_t* size);

VGPU_API vgpuError_t vgpuModuleGetKernel(vgpuKernel_t* kernel, vgpuModule_t module,
                                         const char* name);

VGPU_API vgpuError_t vgpuModuleGetKernelCount(int* count, vgpuModule_t module);

/** Of kernel 0..count-1; the text lives as long as the module. */
VGPU_API vgpuError_t vgpuModuleGetKernelName(const char** name, vgpuModule_t module, int index);

/** Address and size of a program-scope variable. Either result may be NULL. */
VGPU_API vgpuError_t vgpuModuleGetGlobal(void** pointer, size_t* size, vgpuModule_t module,
                                         const char* name);

/** Makes a __managed__ variable live at the address given, which host and kernels then share; what stands there
 * is left as it is. To be called before the module's first launch. */
VGPU_API vgpuError_t vgpuModuleMoveManaged(vgpuModule_t module, const char* name, void* address);

/** Waits for the module's launches; its kernels' handles are dead then. */
VGPU_API vgpuError_t vgpuModuleUnload(vgpuModule_t module);

VGPU_C_END

#endif
