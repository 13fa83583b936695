// Runs a group item by item when its warps cannot be vectors: each item remembers the barrier it waits at.
//
// Shuffles and votes need all lanes of a warp at one place. Where the compiler cannot make a warp one vector (or was
// told not to), it cuts the kernel at these operations too and leaves their order to this function, which compiled code
// calls through services.def. Slow and simple; the result is what a GPU's independent threads would give.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/kernel_abi.h"

namespace vgpu::compiler {

// What an item passes on at a warp operation, and what it gets back in `value`.
struct ItemExchange {
  std::uint64_t value;
  std::uint32_t lane;
  std::uint32_t unused;
};

// Why items wait at a state; the order is that of the passes' WaitKind.
enum class StateKind : std::uint8_t { none, group, grid, ballot, active, shuffle, warp, yield };

// A constant in the compiled object; kinds[i] belongs to state i.
struct ItemStateTable {
  std::uint64_t items;
  std::uint64_t states_offset;    // in the frame: 4 bytes an item
  std::uint64_t exchange_offset;  // in the frame: one ItemExchange an item
  std::uint32_t states;
  StateKind kinds[1];
};

// Runs item x from state `state` to its next wait, whose state it returns; 0 = the item has ended.
using StepFunction = std::uint32_t (*)(const LaunchFrame* launch, const std::uint64_t* group_id,
                                       std::byte* local, std::byte* frame, std::uint64_t x,
                                       std::uint32_t state);

}  // namespace vgpu::compiler

// Same contract as GroupFunction.
extern "C" std::uint32_t vgpu_service_run_states(const vgpu::compiler::ItemStateTable* table,
                                                 vgpu::compiler::StepFunction step,
                                                 const vgpu::compiler::LaunchFrame* launch,
                                                 const std::uint64_t* group_id, std::byte* local,
                                                 std::byte* frame, std::uint32_t resume) noexcept;
