/* A C99 program on the public header: it must compile without a warning and get its sum right.
 * SPDX-License-Identifier: MIT
 */
#include <vgpu/runtime.h>

enum { kCount = 1000 };

static vgpuError_t square(const vgpuNativeGroup* group, void* const* args, void* userData) {
  int* data = *(int**)args[0];
  const int n = *(int*)args[1];
  unsigned t;
  (void)userData;
  for (t = 0; t < group->blockDim.x; ++t) {
    const int i = (int)(group->blockIdx.x * group->blockDim.x + t);
    if (i < n) data[i] *= data[i];
  }
  return vgpuSuccess;
}

/* The sum of the squares of 0..999, or a negative line number. */
long c_program_sum(void) {
  static int host[kCount];
  const dim3 grid = {8, 1, 1}, block = {128, 1, 1};
  int n = kCount, i;
  long sum = 0;
  int* device = NULL;
  vgpuKernel_t kernel;
  void* args[2];
  for (i = 0; i < kCount; ++i) host[i] = i;
  if (vgpuMalloc((void**)&device, sizeof host) != vgpuSuccess) return -__LINE__;
  if (vgpuMemcpy(device, host, sizeof host, vgpuMemcpyHostToDevice) != vgpuSuccess)
    return -__LINE__;
  if (vgpuRegisterNativeKernel(&kernel, "c_square", "int* data, int n", square, NULL) !=
      vgpuSuccess) {
    return -__LINE__;
  }
  args[0] = &device;
  args[1] = &n;
  if (vgpuLaunchKernel(kernel, grid, block, args) != vgpuSuccess) return -__LINE__;
  if (vgpuMemcpy(host, device, sizeof host, vgpuMemcpyDeviceToHost) != vgpuSuccess)
    return -__LINE__;
  if (vgpuUnregisterNativeKernel(kernel) != vgpuSuccess) return -__LINE__;
  if (vgpuFree(device) != vgpuSuccess) return -__LINE__;
  for (i = 0; i < kCount; ++i) sum += host[i];
  return sum;
}
