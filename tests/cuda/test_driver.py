"""The driver interface: a module that vgpucc has written, loaded and launched by name.

SPDX-License-Identifier: MIT
"""
from build import run, vgpucc

KERNEL = """
__constant__ int factor = 3;
extern "C" __global__ void scale(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}
"""
PROGRAM = """
#include <cuda.h>
#include <cstdio>
#include <vector>
#define CHECK(call) do { CUresult r_ = (call); if (r_ != CUDA_SUCCESS) { const char* t; cuGetErrorName(r_, &t); \\
  std::printf("%s: %s\\n", #call, t); return 1; } } while (0)
int main(int, char** values) {
  CUdevice device; CUcontext context; CUmodule module; CUfunction scale; CUdeviceptr x, factor;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuCtxCreate(&context, 0, device));
  if (cuModuleLoad(&module, "/nonexistent") != CUDA_ERROR_FILE_NOT_FOUND) return 2;
  CHECK(cuModuleLoad(&module, values[1]));
  if (cuModuleGetFunction(&scale, module, "nobody") != CUDA_ERROR_NOT_FOUND) return 3;
  CHECK(cuModuleGetFunction(&scale, module, "scale"));
  std::vector<int> host(1000, 7);
  CHECK(cuMemAlloc(&x, host.size() * sizeof(int)));
  CHECK(cuMemcpyHtoD(x, host.data(), host.size() * sizeof(int)));
  size_t bytes = 0;
  CHECK(cuModuleGetGlobal(&factor, &bytes, module, "factor"));
  int n = 1000, five = 5;
  CHECK(cuMemcpyHtoD(factor, &five, bytes));
  void* arguments[] = {&x, &n};
  CHECK(cuLaunchKernel(scale, 8, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemcpyDtoH(host.data(), x, host.size() * sizeof(int)));
  std::printf("%d %d\\n", host[0], host[999]);
  CHECK(cuMemFree(x));
  CHECK(cuModuleUnload(module));
  CHECK(cuCtxDestroy(context));
}
"""


def test_module(tmp_path):
    (tmp_path / "kernel.cu").write_text(KERNEL)
    (tmp_path / "program.cpp").write_text(PROGRAM)
    vgpucc("-cubin", tmp_path / "kernel.cu", "-o", tmp_path / "kernel.cubin")
    vgpucc(tmp_path / "program.cpp", "-lcuda", "-o", tmp_path / "program")
    assert run([tmp_path / "program", tmp_path / "kernel.cubin"]).stdout == "35 35\n"
