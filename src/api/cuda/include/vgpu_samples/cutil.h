/* The helpers of the CUDA SDK up to version 4: flags, timers by number, comparisons, images, checks that end the program.
 *
 * Programs of those years include cutil.h or cutil_inline.h and link -lcutil; few bring them along. Functions return
 * CUTTrue or CUTFalse. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef _CUTIL_H_
#define _CUTIL_H_

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "cuda_runtime.h"
#include "cutil_arrays.h"
#include "helper_cuda.h"
#include "helper_timer.h"

/* Flags of the command line; a value that is not there stays what it was. */
inline CUTBoolean cutCheckCmdLineFlag(const int argc, const char** argv, const char* flag) {
  return vgpuCutBoolean(checkCmdLineFlag(argc, argv, flag));
}
inline CUTBoolean cutGetCmdLineArgumenti(const int argc, const char** argv, const char* flag,
                                         int* value) {
  return vgpuCutBoolean(getCmdLineArgumentValue(argc, argv, flag, value));
}
inline CUTBoolean cutGetCmdLineArgumentf(const int argc, const char** argv, const char* flag,
                                         float* value) {
  const char* text = vgpuFlagValue(argc, argv, flag);
  if (text != NULL) *value = static_cast<float>(atof(text));
  return vgpuCutBoolean(text != NULL);
}
inline CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char** argv, const char* flag,
                                           char** value) {
  const char* text = vgpuFlagValue(argc, argv, flag);
  if (text != NULL) *value = strdup(text);
  return vgpuCutBoolean(text != NULL);
}
inline char* cutFindFilePath(const char* filename, const char* executable) {
  return sdkFindFilePath(filename, executable);
}
inline void cutFree(void* memory) { free(memory); }

/* Timers have numbers, from 1 on. */
inline StopWatchInterface** vgpuCutTimer(unsigned int number, bool add) {
  static std::vector<StopWatchInterface*> timers(1, nullptr);
  if (add) timers.push_back(nullptr);
  return &timers[add ? timers.size() - 1 : number < timers.size() ? number : 0];
}
inline CUTBoolean cutCreateTimer(unsigned int* number) {
  StopWatchInterface** timer = vgpuCutTimer(0, true);
  *number = static_cast<unsigned int>(timer - vgpuCutTimer(0, false));
  return vgpuCutBoolean(sdkCreateTimer(timer));
}
inline CUTBoolean cutDeleteTimer(unsigned int number) {
  return vgpuCutBoolean(sdkDeleteTimer(vgpuCutTimer(number, false)));
}
inline CUTBoolean cutStartTimer(const unsigned int number) {
  return vgpuCutBoolean(sdkStartTimer(vgpuCutTimer(number, false)));
}
inline CUTBoolean cutStopTimer(const unsigned int number) {
  return vgpuCutBoolean(sdkStopTimer(vgpuCutTimer(number, false)));
}
inline CUTBoolean cutResetTimer(const unsigned int number) {
  return vgpuCutBoolean(sdkResetTimer(vgpuCutTimer(number, false)));
}
inline float cutGetTimerValue(const unsigned int number) {
  return sdkGetTimerValue(vgpuCutTimer(number, false));
}
inline float cutGetAverageTimerValue(const unsigned int number) {
  return sdkGetAverageTimerValue(vgpuCutTimer(number, false));
}

/* Checks: what fails is told, with its place, and ends the program. */
inline void vgpuCutCheck(bool good, const char* what, const char* reason, const char* file,
                         int line) {
  if (good) return;
  fprintf(stderr, "%s in file '%s' in line %i : %s.\n", what, file, line, reason);
  exit(EXIT_FAILURE);
}
inline void vgpuCutCheckCall(cudaError_t error, const char* file, int line) {
  vgpuCutCheck(error == cudaSuccess, "Cuda error", cudaGetErrorString(error), file, line);
}

#define CUDA_SAFE_CALL_NO_SYNC(call) vgpuCutCheckCall(call, __FILE__, __LINE__)
#define CUDA_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CU_SAFE_CALL_NO_SYNC(call) \
  vgpuCutCheck((call) == CUDA_SUCCESS, "Cuda driver error", #call, __FILE__, __LINE__)
#define CU_SAFE_CALL(call) CU_SAFE_CALL_NO_SYNC(call)
#define CUFFT_SAFE_CALL(call) vgpuCutCheck((call) == 0, "CUFFT error", #call, __FILE__, __LINE__)
#define CUT_SAFE_CALL(call) vgpuCutCheck((call) == CUTTrue, "Cut error", #call, __FILE__, __LINE__)
#define CUT_SAFE_MALLOC(call) \
  vgpuCutCheck(!!(call), "Host malloc failure", #call, __FILE__, __LINE__)
#define CUT_CONDITION(value) vgpuCutCheck(!!(value), "Condition failed", #value, __FILE__, __LINE__)
#define CUT_CHECK_ERROR(message)                                                               \
  do {                                                                                         \
    const cudaError_t vgpu_error = cudaGetLastError();                                         \
    vgpuCutCheck(vgpu_error == cudaSuccess, message, cudaGetErrorString(vgpu_error), __FILE__, \
                 __LINE__);                                                                    \
  } while (0)
#define CUT_BANK_CHECKER(array, index) array[index]

/* With or without the words of main(). */
inline void vgpuCutDeviceInit() { cudaSetDevice(0); }
template <class Words>
inline void vgpuCutDeviceInit(int argc, Words argv) {
  findCudaDevice(argc, const_cast<const char**>(argv));
}
#define CUT_DEVICE_INIT(...) vgpuCutDeviceInit(__VA_ARGS__)
#define CUT_EXIT(argc, argv) exit(EXIT_SUCCESS)

#endif
