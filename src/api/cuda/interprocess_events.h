// Events that several processes record and wait for.
//
// Such an event is a pair of counters in pages that they share: how often it was recorded, and up to which record the
// streams have come. event.cpp and stream.cpp ask here first.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>

namespace vgpu::cuda {

struct SharedEvent {
  std::atomic<std::uint64_t> recorded, reached;
  bool is_done() const { return reached.load() >= recorded.load(); }
};

// Null if the event is its process's own.
SharedEvent* find_shared_event(cudaEvent_t event);
void forget_shared_event(cudaEvent_t event);

// In the stream's order: tells that this record is reached, or waits for the last one made so far.
cudaError_t record_shared_event(SharedEvent& event, cudaStream_t stream);
cudaError_t wait_for_shared_event(SharedEvent& event, cudaStream_t stream);
void wait_on_host(const SharedEvent& event);

}  // namespace vgpu::cuda
