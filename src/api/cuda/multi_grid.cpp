// cudaLaunchCooperativeKernelMultiDevice: grids on several devices that wait for each other.
//
// Each device has the grids' places in a variable of cooperative_groups/multi_grid.h, in modules that use it; streams
// write it before their grid begins. SPDX-License-Identifier: MIT
#include <vgpu/c/device.h>
#include <vgpu/c/stream.h>

#include <memory>
#include <vector>

#include "api/cuda/call.h"
#include "api/cuda/on_device.h"
#include "api/cuda/pageable.h"
#include "api/cuda/program.h"

using namespace vgpu::cuda;

namespace {

constexpr char kPlaceName[] = "_ZN18cooperative_groups15__vg_multi_gridILi0EE5placeE";

struct Place {
  unsigned rank = 0, grids = 0, rounds = 0, reserved = 0;
  unsigned* arrived = nullptr;
  unsigned long long threads_before = 0, threads = 0;
};

// Goes with the last of its grids.
using Arrivals = std::shared_ptr<unsigned>;

unsigned long long threads_of(const cudaLaunchParams& one) {
  const dim3& grid = one.gridDim;
  const dim3& block = one.blockDim;
  return 1ull * grid.x * grid.y * grid.z * block.x * block.y * block.z;
}

cudaError_t tell_place(const cudaLaunchParams& one, int device, const Place& place) {
  const Function* function = find_function(one.func);
  if (function == nullptr) return cudaErrorInvalidDeviceFunction;
  vgpuModule_t module = nullptr;
  if (const cudaError_t error = function->program->module(device, &module)) return error;
  void* address = nullptr;
  std::size_t size = 0;
  if (vgpuModuleGetGlobal(&address, &size, module, kPlaceName) != vgpuSuccess ||
      size != sizeof place)
    return cudaSuccess;  // nothing there asks for it
  return to_cuda(copy_in_stream(address, &place, sizeof place, one.stream));
}

void forget(void* arrivals) { delete static_cast<Arrivals*>(arrivals); }

cudaError_t launch(const cudaLaunchParams& one, int device, const Place& place,
                   const Arrivals& arrivals) {
  const OnDevice on(device);
  if (const cudaError_t error = tell_place(one, device, place)) return error;
  auto kept = std::make_unique<Arrivals>(arrivals);
  const cudaError_t error = cudaLaunchCooperativeKernel(one.func, one.gridDim, one.blockDim,
                                                        one.args, one.sharedMem, one.stream);
  if (error != cudaSuccess) return error;
  return cudaLaunchHostFunc(one.stream, forget, kept.release());
}

}  // namespace

cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams* list, unsigned int count,
                                                   unsigned int flags) {
  return call([&] {
    if (list == nullptr || count == 0 || flags > 3) return cudaErrorInvalidValue;
    Place place;
    std::vector<int> devices(count);
    for (unsigned i = 0; i < count; ++i) {
      if (list[i].stream == nullptr ||
          vgpuStreamGetDevice(to_vgpu(list[i].stream), &devices[i]) != vgpuSuccess)
        return cudaErrorInvalidResourceHandle;
      for (unsigned j = 0; j < i; ++j)
        if (devices[j] == devices[i]) return cudaErrorInvalidDevice;
      place.threads += threads_of(list[i]);
    }
    const auto arrivals = std::make_shared<unsigned>(0);
    place.grids = count;
    place.arrived = arrivals.get();
    for (; place.rank < count; ++place.rank) {
      const cudaLaunchParams& one = list[place.rank];
      if (const cudaError_t error = launch(one, devices[place.rank], place, arrivals)) return error;
      place.threads_before += threads_of(one);
    }
    return cudaSuccess;
  });
}
