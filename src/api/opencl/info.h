// The answer to a clGet*Info call.
//
// Tables of queries (*_info.def) are rows of VG_INFO(name, type, value); a row with a type of void writes text or a list
// through `reply` itself.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "api/opencl/entry.h"

namespace vgpu::opencl {

class InfoReply {
 public:
  InfoReply(std::size_t room, void* value, std::size_t* size)
      : room_(room), value_(value), size_(size) {}

  template <typename T>
  void put(const T& value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&value, sizeof value);
  }

  // Text is zero-terminated, and its zero counts.
  void text(std::string_view text) const {
    check_room(text.size() + 1);
    if (value_ == nullptr) return;
    if (!text.empty()) std::memcpy(value_, text.data(), text.size());
    static_cast<char*>(value_)[text.size()] = '\0';
  }

  template <typename T>
  void list(const std::vector<T>& values) const {
    bytes(values.data(), values.size() * sizeof(T));
  }

  void bytes(const void* data, std::size_t size) const {
    check_room(size);
    if (value_ != nullptr && size != 0) std::memcpy(value_, data, size);
  }

 private:
  void check_room(std::size_t size) const {
    require(value_ == nullptr || room_ >= size, CL_INVALID_VALUE);
    if (size_ != nullptr) *size_ = size;
  }

  std::size_t room_;
  void* value_;
  std::size_t* size_;
};

// Copies up to `room` handles and says how many there are, as clGetPlatformIDs and its like do.
template <typename T>
void put_handles(const std::vector<T>& handles, cl_uint room, T* out, cl_uint* count) {
  if (count != nullptr) *count = static_cast<cl_uint>(handles.size());
  for (cl_uint i = 0; out != nullptr && i < room && i < handles.size(); ++i) out[i] = handles[i];
}

}  // namespace vgpu::opencl
