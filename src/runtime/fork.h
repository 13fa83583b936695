// Makes vGPU usable in the child of a fork().
//
// The child has none of the executors; it starts its own when it needs them. Work that they were doing is lost
// there and its streams say so at their next synchronisation. Memory and handles stay valid.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu {

class Context;

// Called once, when the context is made.
void watch_forks(Context& context);

}  // namespace vgpu
