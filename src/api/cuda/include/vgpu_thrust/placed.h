// How the policy in front of an algorithm of thrust decides where the data are, and how results get their own types back.
//
// A raw pointer, or a zip or transform of such, is the host's by its type; behind thrust::device it is the device's.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_PLACED_H
#define VGPU_THRUST_PLACED_H

#include "vgpu_thrust/zip_iterator.h"

namespace thrust {
namespace detail {
VG_ALL_BOTH_BEGIN

// Another iterator's elements, on a system of the policy's choice.
template <class It, class System>
class Placed : public Computed<Placed<It, System>, typename std::iterator_traits<It>::value_type,
                               typename std::iterator_traits<It>::reference> {
 public:
  typedef System system_category;
  Placed() = default;
  Placed(It start) : start_(start) {}
  It base() const { return start_ + this->index(); }
  typename std::iterator_traits<It>::reference at(long i) const { return *(start_ + i); }
  long offset(const Placed& other) const { return start_ - other.start_; }

 private:
  It start_;
};

template <class T, class = void>
struct says_where : std::false_type {};
template <class T>
struct says_where<T, void_type<typename T::system_category>> : std::true_type {};

// Iterators that are elsewhere than the policy: those of the host under the device's, and under the host's what lives
// nowhere and would else be walked by a kernel. The library's containers and the program's own classes stay as they are.
template <class System, class T>
constexpr bool is_elsewhere() {
  typedef typename system_of<T>::type Own;
  if (std::is_same<System, device_system_tag>::value)
    return says_where<T>::value && std::is_same<Own, host_system_tag>::value;
  return std::is_same<Own, any_system_tag>::value;
}

template <class System, class T>
auto place(T value) {
  if constexpr (std::is_same<System, device_system_tag>::value && std::is_pointer<T>::value &&
                !std::is_function<std::remove_pointer_t<T>>::value)
    return device_ptr<std::remove_pointer_t<T>>(value);
  else if constexpr (is_elsewhere<System, T>())
    return Placed<T, System>(value);
  else
    return value;
}

// What an algorithm gives, in the types that it was called with: `raw` if there was a raw pointer among them.
template <bool raw>
struct Unplace {
  template <class T>
  auto operator()(const T& value) const {
    return value;
  }
  template <class T>
  auto operator()(const device_ptr<T>& value) const {
    if constexpr (raw)
      return value.get();
    else
      return value;
  }
  template <class It, class System>
  auto operator()(const Placed<It, System>& value) const {
    return value.base();
  }
  template <class A, class B>
  auto operator()(const pair<A, B>& both) const {
    return pair<decltype((*this)(both.first)), decltype((*this)(both.second))>(
        (*this)(both.first), (*this)(both.second));
  }
};

template <class First, class Call, class... Rest>
auto dispatch(Call call, First first, Rest... rest) {
  if constexpr (is_policy<First>::value) {
    typedef typename policy_system<First>::found::system System;
    constexpr bool raw = (std::is_pointer<Rest>::value || ...);
    typedef decltype(call(place<System>(rest)...)) Result;
    if constexpr (std::is_void<Result>::value)
      call(place<System>(rest)...);
    else
      return Unplace<raw>()(call(place<System>(rest)...));
  } else {
    return call(first, rest...);
  }
}

VG_ALL_BOTH_END
}  // namespace detail

// The public name: with or without a policy in front.
#define VG_ALGORITHM(name)                                                                       \
  template <class First, class... Rest>                                                          \
  VG_THRUST auto name(First first, Rest... rest) {                                               \
    return detail::dispatch<First>([](auto... values) { return detail::core::name(values...); }, \
                                   first, rest...);                                              \
  }

}  // namespace thrust

#endif
