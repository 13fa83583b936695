// Launches: sizes, arguments, occupancy.
// SPDX-License-Identifier: MIT
#include "runtime/launch.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"
#include "runtime/device_context.h"
#include "runtime/works.h"

namespace vgpu {
namespace {

constexpr char kAxis[] = {'x', 'y', 'z'};

std::uint32_t local_bytes(std::size_t bytes) {
  if (bytes > UINT32_MAX) {
    fail(ErrorCode::LaunchOutOfResources, "sharedBytes: {} is more than any device has", bytes);
  }
  return static_cast<std::uint32_t>(bytes);
}

// Room for the packed arguments; nearly all kernels need no allocation.
class ArgumentBlock {
 public:
  ArgumentBlock(const compiler::KernelInfo& info, void** args) {
    if (info.argument_bytes > small_.size()) large_.resize(info.argument_bytes);
    if (args == nullptr && !info.arguments.empty()) {
      fail(ErrorCode::InvalidValue, "args: is NULL, but {} takes {} arguments", info.name,
           info.arguments.size());
    }
    for (std::size_t i = 0; i < info.arguments.size(); ++i) copy(info.arguments[i], args[i], i);
  }
  std::byte* data() { return large_.empty() ? small_.data() : large_.data(); }

 private:
  void copy(const compiler::KernelArgument& argument, const void* value, std::size_t index) {
    if (value == nullptr) {
      fail(ErrorCode::InvalidValue, "args[{}]: is NULL ({} {})", index, argument.type_name,
           argument.name);
    }
    std::memcpy(data() + argument.offset, value, argument.size);
  }

  alignas(16) std::array<std::byte, 256> small_;
  std::vector<std::byte> large_;
};

void check_groups(const GridShape& shape, const vgpuDeviceProp& properties) {
  for (unsigned d = 0; d < 3; ++d) {
    if (shape.global_size[d] == 0 || shape.local_size[d] == 0) {
      fail(ErrorCode::InvalidConfiguration, "{}.{}: is 0",
           shape.local_size[d] == 0 ? "block" : "grid", kAxis[d]);
    }
    const auto most_items = static_cast<std::uint64_t>(properties.maxThreadsDim[d]);
    if (shape.local_size[d] > most_items) {
      fail(ErrorCode::InvalidConfiguration, "block.{}: {} is more than the device's {}", kAxis[d],
           shape.local_size[d], most_items);
    }
    const auto most_groups = static_cast<std::uint64_t>(properties.maxGridSize[d]);
    if (shape.groups(d) > most_groups) {
      fail(ErrorCode::InvalidConfiguration, "grid.{}: {} is more than the device's {}", kAxis[d],
           shape.groups(d), most_groups);
    }
  }
}

}  // namespace

GridShape shape_of(dim3 grid, dim3 block, std::size_t shared_bytes) {
  GridShape shape;
  shape.work_dim = 3;
  shape.local_size = {block.x, block.y, block.z};
  shape.global_size = {std::uint64_t{grid.x} * block.x, std::uint64_t{grid.y} * block.y,
                       std::uint64_t{grid.z} * block.z};
  shape.dynamic_local_bytes = local_bytes(shared_bytes);
  return shape;
}

GridShape shape_of(const vgpuLaunchConfig& config, const Kernel& kernel,
                   const DeviceContext& device) {
  GridShape shape;
  shape.work_dim = config.workDim == 0 ? 3 : config.workDim;
  if (shape.work_dim > 3)
    fail(ErrorCode::InvalidConfiguration, "workDim: {} is more than 3", shape.work_dim);
  shape.dynamic_local_bytes = local_bytes(config.sharedBytes);
  shape.cooperative = config.cooperative != 0;
  for (unsigned d = 0; d < shape.work_dim; ++d) {
    shape.global_size[d] = config.globalSize[d];
    shape.global_offset[d] = config.globalOffset[d];
    shape.local_size[d] = std::max(config.block[d], 1u);
  }
  if (config.block[0] == 0 && config.block[1] == 0 && config.block[2] == 0) {
    const auto& required = kernel.info().required_local_size;
    const unsigned items = suggest_block(kernel, config.sharedBytes, 0, device);
    if (required[0] != 0) {
      shape.local_size = required;
    } else {
      shape.any_local_size = true;
      shape.local_size[0] =
          static_cast<std::uint32_t>(std::clamp<std::uint64_t>(shape.global_size[0], 1, items));
    }
  }
  return shape;
}

void check_shape(const GridShape& shape, const Kernel& kernel, const DeviceContext& device) {
  const vgpuDeviceProp& properties = device.properties();
  const compiler::KernelInfo& info = kernel.info();
  check_groups(shape, properties);
  const std::uint64_t most = std::min<std::uint64_t>(
      static_cast<std::uint64_t>(properties.maxThreadsPerBlock), info.max_local_items);
  if (shape.local_items() > most) {
    fail(ErrorCode::InvalidConfiguration, "block: {} threads are more than the {} that {} can have",
         shape.local_items(), most, info.name);
  }
  if (info.required_local_size[0] != 0 && shape.local_size != info.required_local_size) {
    fail(ErrorCode::InvalidConfiguration, "block: {} requires {} x {} x {}", info.name,
         info.required_local_size[0], info.required_local_size[1], info.required_local_size[2]);
  }
  const std::uint64_t bytes = std::uint64_t{shape.dynamic_local_bytes} + info.static_local_bytes;
  if (bytes > properties.sharedMemPerBlock) {
    fail(ErrorCode::LaunchOutOfResources,
         "sharedBytes: {} bytes of local memory, the device has {}", bytes,
         properties.sharedMemPerBlock);
  }
}

WorkRef make_launch(const std::shared_ptr<const Kernel>& kernel, const GridShape& shape,
                    void** args, DeviceContext& device) {
  check_shape(shape, *kernel, device);
  ArgumentBlock arguments(kernel->info(), args);
  return prepare_launch(kernel, shape, arguments.data(), device);
}

WorkRef prepare_launch(const std::shared_ptr<const Kernel>& kernel, const GridShape& shape,
                       const std::byte* arguments, DeviceContext& device) {
  auto launch = device.device().prepare(kernel, shape, arguments);
  return std::make_shared<LaunchWork>(kernel, shape, std::move(launch));
}

unsigned active_groups(const Kernel& kernel, std::uint64_t local_items, std::uint64_t local_bytes,
                       const DeviceContext& device) {
  if (local_items > static_cast<std::uint64_t>(device.properties().maxThreadsPerBlock)) return 0;
  return device.device().resident_groups(kernel, local_items, local_bytes);
}

// Full warps, and enough of them that the cost of a group is spread, but no more than leaves several groups
// for each thread in most launches.
unsigned suggest_block(const Kernel& kernel, std::uint64_t local_bytes, unsigned limit,
                       const DeviceContext& device) {
  constexpr unsigned kUsual = 256;
  unsigned most = std::min(kUsual, kernel.info().max_local_items);
  if (limit != 0) most = std::min(most, limit);
  const auto warp = static_cast<unsigned>(device.properties().warpSize);
  const unsigned items = most >= warp ? most / warp * warp : most;
  return active_groups(kernel, items, local_bytes, device) == 0 ? 0 : items;
}

}  // namespace vgpu
