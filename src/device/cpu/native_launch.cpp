// Native kernels on the cpu device.
// SPDX-License-Identifier: MIT
#include "device/cpu/native_launch.h"

#include <cstring>

#include "base/error.h"
#include "base/thread_pool.h"
#include "device/cpu/unit_limit.h"

namespace vgpu {
namespace {

constexpr std::size_t kMaxInlineArguments = 16;

// Dynamic local memory of the group that this thread runs. Kept for the next one: a launch of many small groups must
// not allocate for each.
void* local_memory(std::size_t bytes) {
  thread_local std::vector<std::max_align_t> memory;
  const std::size_t needed = (bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
  if (memory.size() < needed) memory.resize(needed);
  return bytes == 0 ? nullptr : memory.data();
}

unsigned to_unsigned(std::uint64_t value) { return static_cast<unsigned>(value); }

}  // namespace

NativeLaunch::NativeLaunch(const std::shared_ptr<const Kernel>& kernel, const GridShape& shape,
                           const std::byte* arguments)
    : kernel_(kernel), shape_(shape) {
  const std::size_t bytes = kernel->info().argument_bytes;
  if (bytes > kInlineBytes) {
    large_arguments_.assign(arguments, arguments + bytes);
  } else if (bytes > 0) {
    std::memcpy(inline_arguments_.data(), arguments, bytes);
  }
}

void NativeLaunch::run() const {
  const std::uint64_t groups = shape_.group_count();
  if (groups == 1) return run_groups(0, 1);
  ThreadPool::shared().parallel_for(
      groups, std::max<std::uint64_t>(1, limiting_grain(shape_, groups)),
      [this](std::uint64_t begin, std::uint64_t end, unsigned) { run_groups(begin, end); });
}

void NativeLaunch::run_groups(std::uint64_t begin, std::uint64_t end) const {
  const auto& arguments = kernel_->info().arguments;
  std::array<void*, kMaxInlineArguments> few;
  std::vector<void*> many;
  void** addresses = few.data();
  if (arguments.size() > few.size()) {
    many.resize(arguments.size());
    addresses = many.data();
  }
  const std::byte* block =
      large_arguments_.empty() ? inline_arguments_.data() : large_arguments_.data();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    addresses[i] = const_cast<std::byte*>(block) + arguments[i].offset;
  }
  vgpuNativeGroup group{};
  group.gridDim = dim3(to_unsigned(shape_.groups(0)), to_unsigned(shape_.groups(1)),
                       to_unsigned(shape_.groups(2)));
  group.sharedBytes = shape_.dynamic_local_bytes;
  group.shared = local_memory(group.sharedBytes);
  for (std::uint64_t index = begin; index < end; ++index) run_group(group, addresses, index);
}

void NativeLaunch::run_group(vgpuNativeGroup& group, void* const* arguments,
                             std::uint64_t index) const {
  const std::uint64_t x = shape_.groups(0), y = shape_.groups(1);
  const std::array<std::uint64_t, 3> id{index % x, index / x % y, index / x / y};
  std::array<unsigned, 3> items;
  for (unsigned d = 0; d < 3; ++d) {  // the last group of a ragged grid is smaller
    const std::uint64_t rest = shape_.global_size[d] - id[d] * shape_.local_size[d];
    items[d] = to_unsigned(std::min<std::uint64_t>(rest, shape_.local_size[d]));
  }
  group.blockIdx = dim3(to_unsigned(id[0]), to_unsigned(id[1]), to_unsigned(id[2]));
  group.blockDim = dim3(items[0], items[1], items[2]);
  const vgpuError_t result = kernel_->function()(&group, arguments, kernel_->user_data());
  if (result != vgpuSuccess) {
    fail(static_cast<ErrorCode>(result), "kernel {}: group ({}, {}, {}) returned {}",
         kernel_->name(), id[0], id[1], id[2], error_name(static_cast<ErrorCode>(result)));
  }
}

}  // namespace vgpu
