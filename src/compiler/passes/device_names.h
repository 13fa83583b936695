// The names by which kernel code asks for what a device gives it (the module convention, docs/compiler.md).
//
// The device library and the front ends emit calls to these declarations; passes replace them.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::compiler {

inline constexpr char kBarrierName[] = "__vg_barrier";
inline constexpr char kGridBarrierName[] = "__vg_grid_barrier";
inline constexpr char kBallotName[] = "__vg_ballot";
inline constexpr char kActiveMaskName[] = "__vg_active_mask";
inline constexpr char kShuffle32Name[] = "__vg_shuffle32";
inline constexpr char kShuffle64Name[] = "__vg_shuffle64";
inline constexpr char kWarpBarrierName[] = "__vg_warp_barrier";
// An item waits for others in a loop: they may go on.
inline constexpr char kYieldName[] = "__vg_yield";
inline constexpr char kYieldService[] = "vgpu_service_yield";
inline constexpr char kDynamicLocalName[] = "__vg_dynamic_local";
inline constexpr char kGroupScratchName[] = "__vg_group_scratch";
// Functions of the library that stay calls, one a lane: long code for what is rare.
inline constexpr char kCalledPrefix[] = "__vg_called_";
inline constexpr unsigned kLocalSpace = 3;
// Flag of modules whose programs count on the order in which hardware runs warps: CUDA's do, OpenCL C promises none.
inline constexpr char kCountsOnWarps[] = "vg_counts_on_warps";

}  // namespace vgpu::compiler
