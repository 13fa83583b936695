// What a compiled kernel and the device that runs it agree upon.
//
// The compiler makes one object per (kernel, local size, instruction set). Its exported function,
// kGroupSymbol, runs one work-group to its end. A device calls it once a group, on any thread; some
// objects export kGroupsSymbol as well, which runs several at once. Included by the compiler's passes and by devices; it must stay free of LLVM and of
// everything else.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::compiler {

// One launch as its groups see it: the same for all of them, read-only. Compiled code reads the
// members by their offset (passes/ keep a mirror of this struct), so a change here raises
// kAbiVersion.
struct LaunchFrame {
  const std::byte* arguments;    // packed: argument i stands at KernelArgument::offset
  std::uint64_t group_count[3];  // groups in each dimension
  std::uint64_t global_size[3];  // work-items in each dimension
  std::uint64_t global_offset[3];
  std::uint32_t work_dim;             // 1..3
  std::uint32_t dynamic_local_bytes;  // CUDA's third launch parameter
  void* services;  // what the host functions named in services.def get as first argument
};

// Runs one group. `local` holds CodeInfo::local_bytes + dynamic_local_bytes and the local-pointer
// arguments, `frame`, right behind it, CodeInfo::frame_bytes; both aligned to kFrameAlignment and private to the
// call. A first call passes resume = 0. The result is 0 when the group has ended; another value
// means that it waits for the whole grid (cooperative groups): once every group has come that far,
// call again with that value as `resume` and the same local and frame, whose contents must have
// been kept. Code may leave something in its frame for the thread's next group (kept_frame.h).
using GroupFunction = std::uint32_t (*)(const LaunchFrame* launch, const std::uint64_t* group_id,
                                        std::byte* local, std::byte* frame, std::uint32_t resume);

// Runs `count` groups, at least one, that differ in x only. Their ids stand one behind the other;
// they share `local` and `frame`, of which they use nothing. The result is 0.
using GroupsFunction = std::uint32_t (*)(const LaunchFrame* launch, const std::uint64_t* group_ids,
                                         std::byte* local, std::byte* frame, std::uint32_t count);

inline constexpr char kGroupSymbol[] = "vgpu_group";
inline constexpr char kGroupsSymbol[] = "vgpu_groups";
inline constexpr std::size_t kFrameAlignment = 128;
inline constexpr std::uint32_t kWarpSize = 32;
inline constexpr std::uint32_t kAbiVersion = 6;

}  // namespace vgpu::compiler
