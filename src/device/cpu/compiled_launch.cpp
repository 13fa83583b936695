// Checks launches of compiled kernels and finds their code (see compiled_launch.h).
// SPDX-License-Identifier: MIT
#include "device/cpu/compiled_launch.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>

#include "base/config.h"
#include "base/cpu_features.h"
#include "base/error.h"
#include "base/log.h"
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
                                       const std::byte* arguments) {
  require_kernel_cpu();
  check_local_size(kernel, shape);
  check_grid(shape);
  CompiledLaunch launch;
  launch.module_ = std::move(module);
  launch.kernel_ = &kernel;
  launch.shape_ = shape;
  launch.copy_arguments(arguments);
  // Before the code is made: a compilation for a launch that cannot run would be wasted.
  const std::uint64_t bytes = kernel.static_local_bytes + std::uint64_t{shape.dynamic_local_bytes} +
                              local_argument_bytes(kernel, launch.arguments_.get());
  if (bytes > kMaxLocalBytes) {
    fail(ErrorCode::LaunchOutOfResources, "local memory: kernel {} needs {}, a group has {}",
         kernel.name, format_bytes(bytes), format_bytes(kMaxLocalBytes));
  }
  launch.start_code();
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

// The size of the groups at that edge of the grid; zero in a dimension if there are none.
compiler::Size3 CompiledLaunch::local_size_at(unsigned edge) const {
  compiler::Size3 local = shape_.local_size;
  for (unsigned d = 0; d < 3; ++d) {
    const bool last = edge >> d & 1;
    if (last) local[d] = static_cast<std::uint32_t>(shape_.global_size[d] % local[d]);
    if (!last && shape_.global_size[d] < local[d]) local[d] = 0;
  }
  return local;
}

void CompiledLaunch::start_code() {
  for (unsigned edge = 0; edge < tasks_.size(); ++edge) {
    const compiler::Size3 local = local_size_at(edge);
    if (local[0] == 0 || local[1] == 0 || local[2] == 0) continue;
    tasks_[edge] = module_->start_code(*kernel_, local, shape_.local_size);
    if (tasks_[edge]->is_done()) tasks_[edge]->get();  // an error that is known is the caller's
  }
}

bool CompiledLaunch::is_compiled() const {
  return std::all_of(tasks_.begin(), tasks_.end(),
                     [](const auto& task) { return !task || task->is_done(); });
}

LaunchCode CompiledLaunch::compiled_code() const {
  LaunchCode code;
  for (unsigned edge = 0; edge < tasks_.size(); ++edge) {
    if (tasks_[edge]) code.by_edge[edge] = tasks_[edge]->get();
  }
  add_up_memory(code);
  return code;
}

LaunchCode CompiledLaunch::first_code() const {
  // Somebody who wants to see the compiler at work wants to see the real code.
  const bool hurries = config().compile_wait != 0 && !log_enabled(LogLevel::code);
  const std::chrono::milliseconds patience(config().compile_wait);
  LaunchCode code;
  for (unsigned edge = 0; edge < tasks_.size(); ++edge) {
    if (!tasks_[edge]) continue;
    if (!hurries || tasks_[edge]->wait(patience)) {
      code.by_edge[edge] = tasks_[edge]->get();
    } else {
      code.by_edge[edge] = module_->quick_code(*kernel_, local_size_at(edge), shape_.local_size);
    }
  }
  add_up_memory(code);
  return code;
}

void CompiledLaunch::add_up_memory(LaunchCode& set) const {
  for (const auto& code : set.by_edge) {
    if (!code) continue;
    set.local_bytes = std::max<std::size_t>(set.local_bytes, aligned(code->info.local_bytes));
    set.frame_bytes = std::max<std::size_t>(set.frame_bytes, aligned(code->info.frame_bytes));
  }
  set.local_bytes += aligned(shape_.dynamic_local_bytes);
  set.local_bytes += local_argument_bytes(*kernel_, arguments_.get());
}

bool CompiledLaunch::is_ready() const { return is_compiled(); }

void CompiledLaunch::wait_until_ready() const { first_code(); }

void CompiledLaunch::run() const { GridRunner(*this).run(); }

}  // namespace vgpu
