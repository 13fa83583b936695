// A launch of a native kernel: calls the user's C function once a group, over the thread pool.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "device/device.h"

namespace vgpu {

class NativeLaunch final : public Launch {
 public:
  NativeLaunch(const std::shared_ptr<const Kernel>& kernel, const GridShape& shape,
               const std::byte* arguments);

  // Throws Error with the code that the first failing group returned.
  void run() const override;

 private:
  void run_groups(std::uint64_t begin, std::uint64_t end) const;
  void run_group(vgpuNativeGroup& group, void* const* arguments, std::uint64_t index) const;

  static constexpr std::size_t kInlineBytes =
      64;  // most kernels' arguments; no allocation for them

  std::shared_ptr<const Kernel> kernel_;
  GridShape shape_;
  alignas(16) std::array<std::byte, kInlineBytes> inline_arguments_;
  std::vector<std::byte> large_arguments_;
};

}  // namespace vgpu
