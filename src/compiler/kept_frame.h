// What compiled groups leave in their frame for the next group that the same thread runs.
//
// Most kernels leave nothing. One that does exports a function beside vgpu_group that says so; the device then keeps the
// frame from group to group and treats it as described here. Included by the compiler's passes and by devices; free of
// LLVM. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vgpu::compiler {

struct KeptFrame {
  // The device clears these bytes of the frame before the first group of a launch that it runs in it.
  std::uint64_t offset = 0, bytes = 0;
  std::uint32_t band =
      0;  // groups along y that should follow each other before x changes; 0: any order
  std::uint32_t flush = 0;  // behind the last group, the group function is called with kResumeFlush
};

using KeptFrameFunction = void (*)(KeptFrame*);

inline constexpr char kKeptFrameSymbol[] = "vgpu_kept_frame";
// As `resume` of a GroupFunction: no group, but the end of what this thread runs.
inline constexpr std::uint32_t kResumeFlush = ~std::uint32_t{0};

}  // namespace vgpu::compiler
