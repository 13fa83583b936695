/* A file of kernels made into a module while the program runs, with the names of the headers beside NVIDIA's samples.
 *
 * C++ only.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_NVRTC_HELPER_H_
#define COMMON_NVRTC_HELPER_H_

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "helper_cuda_drvapi.h"
#include "nvrtc.h"

#define NVRTC_SAFE_CALL(name, call)                             \
  do {                                                          \
    const nvrtcResult vgpu_result = call;                       \
    if (vgpu_result != NVRTC_SUCCESS) {                         \
      std::cerr << "\nerror: " << name << " failed with error " \
                << nvrtcGetErrorString(vgpu_result);            \
      exit(1);                                                  \
    }                                                           \
  } while (0)

/* The caller frees what is made. */
inline void compileFileToCUBIN(char* filename, int, char**, char** cubin, size_t* size, int = 0) {
  std::ifstream in(filename, std::ios::binary);
  if (!in) {
    std::cerr << "\nerror: unable to open " << filename << " for reading!\n";
    exit(1);
  }
  std::ostringstream source;
  source << in.rdbuf();
  int numbers[2];
  const CUdevice device = findCudaDeviceDRV(0, NULL);
  getCudaAttribute(&numbers[0], CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  getCudaAttribute(&numbers[1], CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  const std::string architecture =
      "--gpu-architecture=sm_" + std::to_string(numbers[0]) + std::to_string(numbers[1]);
  const char* options[] = {architecture.c_str()};
  nvrtcProgram program;
  NVRTC_SAFE_CALL("nvrtcCreateProgram",
                  nvrtcCreateProgram(&program, source.str().c_str(), filename, 0, NULL, NULL));
  const nvrtcResult result = nvrtcCompileProgram(program, 1, options);
  size_t length = 0;
  NVRTC_SAFE_CALL("nvrtcGetProgramLogSize", nvrtcGetProgramLogSize(program, &length));
  std::vector<char> log(length + 1);
  NVRTC_SAFE_CALL("nvrtcGetProgramLog", nvrtcGetProgramLog(program, log.data()));
  if (length > 1) std::cerr << "\n compilation log ---\n" << log.data() << "\n end log ---\n";
  NVRTC_SAFE_CALL("nvrtcCompileProgram", result);
  NVRTC_SAFE_CALL("nvrtcGetCUBINSize", nvrtcGetCUBINSize(program, size));
  *cubin = static_cast<char*>(malloc(*size));
  NVRTC_SAFE_CALL("nvrtcGetCUBIN", nvrtcGetCUBIN(program, *cubin));
  NVRTC_SAFE_CALL("nvrtcDestroyProgram", nvrtcDestroyProgram(&program));
}

/* Into a context of the device that the command line names. */
inline CUmodule loadCUBIN(char* cubin, int argc, char** argv) {
  CUcontext context;
  CUmodule module;
  const CUdevice device = findCudaDeviceDRV(argc, const_cast<const char**>(argv));
  checkCudaErrors(cuInit(0));
  checkCudaErrors(cuCtxCreate(&context, 0, device));
  checkCudaErrors(cuModuleLoadData(&module, cubin));
  free(cubin);
  return module;
}

#endif
