// An engine's computation as a command on a stream.
//
// Engines compute on host memory with the thread pool, so they run where the device's memory is the host's. Called by
// the C functions of engines, after they have checked their arguments.
// SPDX-License-Identifier: MIT
#pragma once

#include <vgpu/c/types.h>

#include <functional>

namespace vgpu::engine {

// Computations below this many operations do not wake a thread; whoever synchronises does them on the spot.
inline constexpr double kSmallOperations = 2e6;

// Calls `run` in the stream's order (or each time that a graph runs, if the stream is captured). `name` is a literal: what
// profiles and traces call it. `operations` is about how much there is to do. What `run` throws sticks to the stream.
// Error(NotSupported) on devices whose memory is not the host's; the null device does nothing.
void enqueue(vgpuStream_t stream, const char* name, double operations, std::function<void()> run);

}  // namespace vgpu::engine
