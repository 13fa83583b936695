// A program's functions for the elements of one side of a transform, and the memory between them and the transform.
//
// Used by cufft.cpp, whose plans own one for each side. SPDX-License-Identifier: MIT
#pragma once

#include <vgpu_cufft_callbacks.h>

#include <cstddef>

namespace vgpu::cuda {

class FftCallback {
 public:
  FftCallback() = default;
  ~FftCallback();
  FftCallback(const FftCallback&) = delete;
  FftCallback& operator=(const FftCallback&) = delete;

  bool is_set() const { return kernel_ != nullptr; }
  void set(void* routine, void* info, const void* kernel);
  void clear() { kernel_ = nullptr; }
  void set_shared_bytes(std::size_t bytes) { shared_bytes_ = bytes; }

  // Memory that holds this side's elements at their places; null if there is none.
  void* buffer(const __vgpuCufftPlaces& places, std::size_t element_bytes);

  // Calls the function for all elements between `data` and the buffer.
  cufftResult run(void* data, const __vgpuCufftPlaces& places, cudaStream_t stream) const;

 private:
  void *routine_ = nullptr, *info_ = nullptr, *memory_ = nullptr;
  const void* kernel_ = nullptr;
  std::size_t shared_bytes_ = 0, bytes_ = 0;
};

}  // namespace vgpu::cuda
