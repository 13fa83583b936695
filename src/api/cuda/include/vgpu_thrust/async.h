// thrust::async: algorithms that give an event or a future. They are done when they return, so nothing is waited for.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ASYNC_H
#define VGPU_THRUST_ASYNC_H

#include "vgpu_thrust/ordering.h"
#include "vgpu_thrust/scan_by_key.h"
#include "vgpu_thrust/vectors.h"

namespace thrust {

class device_event {
 public:
  device_event() = default;
  explicit device_event(bool valid) : valid_(valid) {}
  bool valid_stream() const { return valid_; }
  bool valid() const { return valid_; }
  bool ready() const { return valid_; }
  void wait() const {}

 private:
  bool valid_ = false;
};
template <class T>
class device_future : public device_event {
 public:
  device_future() = default;
  explicit device_future(T value) : device_event(true), value_(value) {}
  bool valid_content() const { return valid(); }
  T get() const { return value_; }
  T extract() { return value_; }

 private:
  T value_{};
};
template <class T, class = device_system_tag>
using unique_eager_future = device_future<T>;
using unique_eager_event = device_event;

template <class... Events>
device_event when_all(Events&&...) {
  return device_event(true);
}

namespace async {

template <class... Arguments>
auto reduce(Arguments&&... arguments) {
  auto value = thrust::reduce(std::forward<Arguments>(arguments)...);
  return device_future<decltype(value)>(value);
}

namespace detail {
template <class It, class Out, class... Rest>
void reduce_into(It first, It last, Out out, Rest... rest) {
  *out = thrust::reduce(thrust::device, first, last, rest...);
}
}  // namespace detail
// The sum's place stands behind the range.
template <class First, class... Rest>
device_event reduce_into(First first, Rest... rest) {
  if constexpr (thrust::detail::is_policy<First>::value)
    detail::reduce_into(rest...);
  else
    detail::reduce_into(first, rest...);
  return device_event(true);
}

#define VG_ASYNC(name)                                   \
  template <class... Arguments>                          \
  device_event name(Arguments&&... arguments) {          \
    thrust::name(std::forward<Arguments>(arguments)...); \
    return device_event(true);                           \
  }
VG_ASYNC(copy)
VG_ASYNC(transform)
VG_ASYNC(for_each)
VG_ASYNC(sort)
VG_ASYNC(stable_sort)
VG_ASYNC(inclusive_scan)
VG_ASYNC(exclusive_scan)
#undef VG_ASYNC

}  // namespace async
}  // namespace thrust

#endif
