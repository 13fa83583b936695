// The functions of vgpu/c/launch.h.
// SPDX-License-Identifier: MIT
#include "runtime/launch.h"

#include <vgpu/c/launch.h>

#include "api/c/entry.h"
#include "runtime/capture.h"

using namespace vgpu;
using namespace vgpu::api;

namespace {

std::shared_ptr<const Kernel> find(vgpuKernel_t kernel) {
  return Context::shared().kernels.get(to_number(kernel));
}

void launch(const std::shared_ptr<const Kernel>& kernel, const GridShape& shape, void** args,
            const std::shared_ptr<Stream>& stream) {
  submit(stream, make_launch(kernel, shape, args, stream->device()));
}

// All groups must be able to wait for each other, so each needs memory of its own at the same time.
constexpr std::uint64_t kMaxCooperativeGroups = 1 << 16;

void check_cooperative(const GridShape& shape) {
  if (shape.group_count() > kMaxCooperativeGroups) {
    fail(ErrorCode::CooperativeLaunchTooLarge, "grid: {} groups are more than {}",
         shape.group_count(), kMaxCooperativeGroups);
  }
}

}  // namespace

vgpuError_t vgpuLaunchKernel(vgpuKernel_t kernel, dim3 grid, dim3 block, void** args) {
  return entry(__func__, [&] {
    launch(find(kernel), shape_of(grid, block, 0), args, Context::shared().stream(nullptr));
  });
}

vgpuError_t vgpuLaunchKernelAsync(vgpuKernel_t kernel, dim3 grid, dim3 block, void** args,
                                  size_t shared_bytes, vgpuStream_t stream) {
  return entry(__func__, [&] {
    launch(find(kernel), shape_of(grid, block, shared_bytes), args,
           Context::shared().stream(stream));
  });
}

vgpuError_t vgpuLaunchCooperativeKernel(vgpuKernel_t kernel, dim3 grid, dim3 block, void** args,
                                        size_t shared_bytes, vgpuStream_t stream) {
  return entry(__func__, [&] {
    GridShape shape = shape_of(grid, block, shared_bytes);
    shape.cooperative = true;
    const std::shared_ptr<const Kernel> found = find(kernel);
    const std::shared_ptr<Stream> on = Context::shared().stream(stream);
    check_shape(shape, *found, on->device());
    check_cooperative(shape);
    launch(found, shape, args, on);
  });
}

vgpuError_t vgpuLaunchKernelEx(const vgpuLaunchConfig* config, vgpuKernel_t kernel, void** args) {
  return entry(__func__, [&] {
    require(config, "config");
    const std::shared_ptr<const Kernel> found = find(kernel);
    const std::shared_ptr<Stream> on = Context::shared().stream(config->stream);
    const GridShape shape = shape_of(*config, *found, on->device());
    check_shape(shape, *found, on->device());
    if (shape.cooperative) check_cooperative(shape);
    launch(found, shape, args, on);
  });
}

vgpuError_t vgpuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, vgpuKernel_t kernel,
                                                          int block_size, size_t shared_bytes) {
  return entry(__func__, [&] {
    require(blocks, "blocks");
    const std::shared_ptr<const Kernel> found = find(kernel);
    if (block_size <= 0) fail(ErrorCode::InvalidValue, "blockSize: {} is not positive", block_size);
    *blocks = static_cast<int>(active_groups(*found, static_cast<std::uint64_t>(block_size),
                                             shared_bytes, Context::shared().current()));
  });
}

vgpuError_t vgpuOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, vgpuKernel_t kernel,
                                               size_t shared_bytes, int block_limit) {
  return entry(__func__, [&] {
    require(grid_size, "gridSize");
    require(block_size, "blockSize");
    const std::shared_ptr<const Kernel> found = find(kernel);
    if (block_limit < 0) fail(ErrorCode::InvalidValue, "blockLimit: {} is negative", block_limit);
    const DeviceContext& device = Context::shared().current();
    const unsigned items =
        suggest_block(*found, shared_bytes, static_cast<unsigned>(block_limit), device);
    if (items == 0) {
      fail(ErrorCode::LaunchOutOfResources, "sharedBytes: no block can have {} bytes",
           shared_bytes);
    }
    const unsigned active = active_groups(*found, items, shared_bytes, device);
    *block_size = static_cast<int>(items);
    *grid_size = static_cast<int>(active) * device.properties().multiProcessorCount;
  });
}
