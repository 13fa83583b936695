// Checks launches of compiled kernels and finds their code (see compiled_launch.h).
// SPDX-License-Identifier: MIT
#include "device/cpu/compiled_launch.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/cpu_features.h"
#include "base/error.h"
#include "device/cpu/grid_runner.h"

namespace vgpu {
namespace {

using compiler::ArgumentKind;
using compiler::KernelArgument;
using compiler::KernelInfo;
using compiler::kFrameAlignment;

constexpr std::uint64_t kMaxGroups = std::uint64_t{1} << 48;

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
}

void check_local_size(const KernelInfo& kernel, const GridShape& shape) {
  const auto& local = shape.local_size;
  std::uint64_t items = 1;
  for (const std::uint32_t size : local) {
    if (size == 0) fail(ErrorCode::InvalidConfiguration, "local size: a dimension is 0");
    items = std::min<std::uint64_t>(items * size, std::uint64_t{1} << 32);
  }
  if (items > kernel.max_local_items) {
    fail(ErrorCode::InvalidConfiguration,
         "local size: {}x{}x{} work-items in a group, kernel {} allows {}", local[0], local[1],
         local[2], kernel.name, kernel.max_local_items);
  }
  const auto& required = kernel.required_local_size;
  if (required[0] != 0 && required != local) {
    fail(ErrorCode::InvalidConfiguration, "local size: {}x{}x{}, kernel {} requires {}x{}x{}",
         local[0], local[1], local[2], kernel.name, required[0], required[1], required[2]);
  }
}

void check_grid(const GridShape& shape) {
  std::uint64_t groups = 1;
  for (unsigned d = 0; d < 3; ++d) {
    const std::uint64_t count = shape.groups(d);
    if (count != 0 && groups > kMaxGroups / count) {
      fail(ErrorCode::InvalidConfiguration, "grid: more than 2^48 groups");
    }
    groups *= count;
  }
}

std::uint64_t local_argument_bytes(const KernelInfo& kernel, const std::byte* arguments) {
  std::uint64_t bytes = 0;
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.kind != ArgumentKind::local) continue;
    std::uint64_t size = 0;
    std::memcpy(&size, arguments + argument.offset, sizeof size);
    // Two sizes near the end of the range must not wrap around to a small sum.
    bytes += aligned(std::min<std::uint64_t>(size, kMaxLocalBytes + 1));
  }
  return bytes;
}

}  // namespace

void CompiledLaunch::FreeArguments::operator()(std::byte* block) const {
  ::operator delete(block, std::align_val_t{kFrameAlignment});
}

CompiledLaunch CompiledLaunch::prepare(std::shared_ptr<compiler::Module> module,
                                       const KernelInfo& kernel, const GridShape& shape,
                                       const std::byte* arguments, bool saves_power) {
  require_kernel_cpu();
  check_local_size(kernel, shape);
  check_grid(shape);
  CompiledLaunch launch;
  launch.module_ = std::move(module);
  launch.kernel_ = &kernel;
  launch.shape_ = shape;
  launch.saves_power_ = saves_power;
  launch.copy_arguments(arguments);
  // Before the code is made: a compilation for a launch that cannot run would be wasted.
  const std::uint64_t bytes = kernel.static_local_bytes + std::uint64_t{shape.dynamic_local_bytes} +
                              local_argument_bytes(kernel, launch.arguments_.get());
  if (bytes > kMaxLocalBytes) {
    fail(ErrorCode::LaunchOutOfResources, "local memory: kernel {} needs {}, a group has {}",
         kernel.name, format_bytes(bytes), format_bytes(kMaxLocalBytes));
  }
  launch.find_code();
  launch.add_up_memory();
  return launch;
}

// Vector arguments are read with their own alignment, so the block has the largest there is.
void CompiledLaunch::copy_arguments(const std::byte* arguments) {
  const std::size_t bytes = kernel_->argument_bytes;
  if (bytes == 0) return;
  arguments_.reset(
      static_cast<std::byte*>(::operator new(aligned(bytes), std::align_val_t{kFrameAlignment})));
  std::memcpy(arguments_.get(), arguments, bytes);
}

void CompiledLaunch::find_code() {
  std::array<std::uint32_t, 3> remainder{};
  for (unsigned d = 0; d < 3; ++d) {
    remainder[d] = static_cast<std::uint32_t>(shape_.global_size[d] % shape_.local_size[d]);
  }
  for (unsigned ragged = 0; ragged < 8; ++ragged) {
    compiler::Size3 local = shape_.local_size;
    bool needed = true;
    for (unsigned d = 0; d < 3; ++d) {
      const bool last = ragged >> d & 1;
      if (last) local[d] = remainder[d];
      needed = needed && (last ? remainder[d] != 0 : shape_.global_size[d] >= local[d]);
    }
    if (needed) code_[ragged] = module_->code(*kernel_, local, shape_.local_size);
  }
}

void CompiledLaunch::add_up_memory() {
  for (const auto& code : code_) {
    if (!code) continue;
    local_bytes_ = std::max<std::size_t>(local_bytes_, aligned(code->info.local_bytes));
    frame_bytes_ = std::max<std::size_t>(frame_bytes_, aligned(code->info.frame_bytes));
  }
  local_bytes_ += aligned(shape_.dynamic_local_bytes);
  local_bytes_ += local_argument_bytes(*kernel_, arguments_.get());
}

void CompiledLaunch::run() const { GridRunner(*this).run(); }

}  // namespace vgpu
