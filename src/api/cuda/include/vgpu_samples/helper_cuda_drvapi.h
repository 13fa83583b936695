/* The choice of a device for programs of the driver interface, with the names of the headers beside NVIDIA's samples.
 *
 * C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_HELPER_CUDA_DRVAPI_H_
#define COMMON_HELPER_CUDA_DRVAPI_H_

#include <stdio.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>
#include <string>

#include "cuda.h"
#include "helper_cuda.h"

template <class T>
inline void getCudaAttribute(T* value, CUdevice_attribute attribute, int device) {
  int found = 0;
  checkCudaErrors(cuDeviceGetAttribute(&found, attribute, device));
  *value = static_cast<T>(found);
}

inline int _ConvertSMVer2CoresDRV(int major, int minor) {
  return _ConvertSMVer2Cores(major, minor);
}

/* The number of a device that is there; negative: there is none of that number. */
inline int gpuDeviceInitDRV(int argc, const char** argv) {
  int device = getCmdLineArgumentInt(argc, argv, "device="), count = 0;
  checkCudaErrors(cuInit(0));
  checkCudaErrors(cuDeviceGetCount(&count));
  if (device < 0) device = 0;
  if (device >= count) {
    fprintf(stderr, ">> cudaDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", device);
    return -device;
  }
  char name[100];
  checkCudaErrors(cuDeviceGetName(name, sizeof name, device));
  if (!checkCmdLineFlag(argc, argv, "quiet"))
    printf("gpuDeviceInitDRV() Using CUDA Device [%d]: %s\n", device, name);
  return device;
}

inline int gpuGetMaxGflopsDeviceIdDRV() {
  checkCudaErrors(cuInit(0));
  return gpuGetMaxGflopsDeviceId();
}

/* The device that the command line names (-device=1), else the fastest. */
inline CUdevice findCudaDeviceDRV(int argc, const char** argv) {
  CUdevice device = 0;
  if (checkCmdLineFlag(argc, argv, "device")) {
    const int number = gpuDeviceInitDRV(argc, argv);
    if (number < 0) exit(EXIT_SUCCESS);
    checkCudaErrors(cuDeviceGet(&device, number));
    return device;
  }
  checkCudaErrors(cuDeviceGet(&device, gpuGetMaxGflopsDeviceIdDRV()));
  char name[100];
  checkCudaErrors(cuDeviceGetName(name, sizeof name, device));
  printf("> Using CUDA Device [%d]: %s\n", device, name);
  return device;
}

inline bool checkCudaCapabilitiesDRV(int major, int minor, int device) {
  int found[2];
  getCudaAttribute(&found[0], CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  getCudaAttribute(&found[1], CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  const bool enough = found[0] * 100 + found[1] >= major * 100 + minor;
  if (!enough)
    printf("No GPU device was found that can support CUDA compute capability %d.%d.\n", major,
           minor);
  return enough;
}

/* Looks for a module's file around the program and reads it. */
inline bool findFatbinPath(const char* file, std::string& path, char** argv,
                           std::ostringstream& content) {
  char* found = sdkFindFilePath(file, argv[0]);
  path = found != NULL ? found : "";
  free(found);
  if (path.empty()) {
    printf("> findFatbinPath could not find file: <%s> \n", file);
    return false;
  }
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return true;
}

#endif
