// From a user's launch to work: checks the sizes, packs the arguments, asks the device to prepare.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/launch.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "device/grid_shape.h"
#include "device/kernel.h"
#include "runtime/work.h"

namespace vgpu {

// grid counts groups, as in CUDA. Error(InvalidConfiguration) for a zero.
GridShape shape_of(dim3 grid, dim3 block, std::size_t shared_bytes);
GridShape shape_of(const vgpuLaunchConfig& config, const Kernel& kernel,
                   const DeviceContext& device);

// Throws Error unless the kernel can run in that shape on that device.
void check_shape(const GridShape& shape, const Kernel& kernel, const DeviceContext& device);

// Work for the launch; args[i] points to argument i, whose value is copied.
WorkRef make_launch(const std::shared_ptr<const Kernel>& kernel, const GridShape& shape,
                    void** args, DeviceContext& device);

// The same for arguments that are packed already (KernelArgument::offset) and a shape that the caller has checked.
WorkRef prepare_launch(const std::shared_ptr<const Kernel>& kernel, const GridShape& shape,
                       const std::byte* arguments, DeviceContext& device);

// Groups that one compute unit keeps busy with; 0: not possible.
unsigned active_groups(const Kernel& kernel, std::uint64_t local_items, std::uint64_t local_bytes,
                       const DeviceContext& device);

// A block size that suits the kernel, at most `limit` (0: no limit).
unsigned suggest_block(const Kernel& kernel, std::uint64_t local_bytes, unsigned limit,
                       const DeviceContext& device);

}  // namespace vgpu
