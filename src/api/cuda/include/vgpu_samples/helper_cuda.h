/* Checks of return values and the choice of a device, with the names of the headers beside NVIDIA's samples.
 *
 * A library's errors are known if its header stands before this one, as programs expect it. C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime.h"
#include "helper_string.h"

static inline const char* _cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
#ifdef __cuda_cuda_h__
static inline const char* _cudaGetErrorEnum(CUresult error) {
  const char* name = NULL;
  return cuGetErrorName(error, &name) == CUDA_SUCCESS ? name : "<unknown>";
}
#endif
#ifdef CUBLAS_API_H_
static inline const char* _cudaGetErrorEnum(cublasStatus_t error) {
  return cublasGetStatusName(error);
}
#endif

/* Other libraries say numbers. */
template <class T>
inline const char* _cudaGetErrorEnum(T error) {
  static thread_local char text[32];
  snprintf(text, sizeof text, "%d", static_cast<int>(error));
  return text;
}

template <class T>
void check(T result, char const* const call, const char* const file, int const line) {
  if (!static_cast<int>(result)) return;
  fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<int>(result),
          _cudaGetErrorEnum(result), call);
  exit(EXIT_FAILURE);
}

#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

inline bool __printLastCudaError(const char* message, const char* file, const int line) {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return false;
  fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message,
          static_cast<int>(error), cudaGetErrorString(error));
  return true;
}
inline void __getLastCudaError(const char* message, const char* file, const int line) {
  if (__printLastCudaError(message, file, line)) exit(EXIT_FAILURE);
}

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

/* To the nearest number, halves away from zero. */
inline int ftoi(float value) {
  return value >= 0 ? static_cast<int>(value + 0.5f) : static_cast<int>(value - 0.5f);
}

/* Cores of a multiprocessor, and the family's name. */
inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major < 3) return major < 2 ? 8 : minor == 0 ? 32 : 48;
  if (major == 3) return 192;
  if (major == 6 || major == 8) return minor == 0 ? 64 : 128;
  return major == 7 ? 64 : 128;
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
  static const char* const names[] = {"",        "Tesla",  "Fermi", "Kepler", "",
                                      "Maxwell", "Pascal", "Volta", "Ampere", "Hopper"};
  if (major == 7 && minor == 5) return "Turing";
  if (major == 8 && minor == 9) return "Ada";
  return major >= 1 && major <= 9 ? names[major] : "Graphics Device";
}

/* Makes a device the current one; negative: there is none of that number. */
inline int gpuDeviceInit(int device) {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (count == 0) {
    fprintf(stderr, "gpuDeviceInit() CUDA error: no devices supporting CUDA.\n");
    exit(EXIT_FAILURE);
  }
  if (device < 0) device = 0;
  if (device >= count) {
    fprintf(stderr, ">> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", device);
    return -device;
  }
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDeviceProperties(&properties, device));
  checkCudaErrors(cudaSetDevice(device));
  printf("gpuDeviceInit() CUDA Device [%d]: \"%s\"\n", device, properties.name);
  return device;
}

/* The device with the most cores times cycles. */
inline int gpuGetMaxGflopsDeviceId() {
  int count = 0, best = 0;
  double most = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    const double speed = static_cast<double>(properties.multiProcessorCount) *
                         _ConvertSMVer2Cores(properties.major, properties.minor) *
                         properties.clockRate;
    if (speed > most) best = device;
    most = fmax(speed, most);
  }
  return best;
}

/* The device that the command line names (-device=1), else the fastest. */
inline int findCudaDevice(int argc, const char** argv) {
  if (checkCmdLineFlag(argc, argv, "device")) {
    const int device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device="));
    if (device < 0) exit(EXIT_FAILURE);
    return device;
  }
  const int device = gpuGetMaxGflopsDeviceId();
  cudaDeviceProp properties;
  checkCudaErrors(cudaSetDevice(device));
  checkCudaErrors(cudaGetDeviceProperties(&properties, device));
  printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, properties.name,
         properties.major, properties.minor);
  return device;
}

inline bool checkCudaCapabilities(int major, int minor) {
  int device = 0;
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaGetDeviceProperties(&properties, device));
  const bool enough = properties.major * 100 + properties.minor >= major * 100 + minor;
  if (!enough)
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major,
           minor);
  return enough;
}

#endif
