// A number that CUDA's libraries get by pointer: one of the host's is read at the call, one of the device's by the task
// that needs it, once its turn has come. So nobody waits, and captured work reads it anew at every launch.
// SPDX-License-Identifier: MIT
#pragma once

namespace vgpu::cuda {

template <typename T>
class Scalar {
 public:
  // False for a null pointer.
  bool take(const T* pointer, bool of_device) {
    if (pointer == nullptr) return false;
    if (of_device)
      pointer_ = pointer;
    else
      value_ = *pointer;
    return true;
  }
  T get() const { return pointer_ == nullptr ? value_ : *pointer_; }

 private:
  T value_{};
  const T* pointer_ = nullptr;
};

}  // namespace vgpu::cuda
