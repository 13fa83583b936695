// thrust::tuple: the standard's, with get as a member too, as programs of before CUDA 12 write it.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_TUPLE_H
#define VGPU_THRUST_TUPLE_H

#include <tuple>

#include "vgpu_thrust/system.h"

namespace thrust {

using std::get;
using std::ignore;
using std::make_pair;
using std::pair;
using std::tuple_element;
using std::tuple_size;

template <class... Types>
class tuple : public std::tuple<Types...> {
  typedef std::tuple<Types...> Base;

 public:
  using Base::Base;
  tuple() = default;
  tuple(const tuple&) = default;
  tuple(tuple&&) = default;
  VG_THRUST constexpr tuple(const Base& other) : Base(other) {}
  VG_THRUST constexpr tuple(Base&& other) : Base(std::move(other)) {}
  tuple& operator=(const tuple&) = default;
  tuple& operator=(tuple&&) = default;
  template <class Other>
  VG_THRUST constexpr tuple& operator=(Other&& other) {
    Base::operator=(std::forward<Other>(other));
    return *this;
  }

  template <size_t i>
  VG_THRUST constexpr decltype(auto) get() {
    return std::get<i>(static_cast<Base&>(*this));
  }
  template <size_t i>
  VG_THRUST constexpr decltype(auto) get() const {
    return std::get<i>(static_cast<const Base&>(*this));
  }
  VG_THRUST constexpr decltype(auto) get_head() const { return get<0>(); }
  VG_THRUST void swap(tuple& other) { Base::swap(other); }
};

#if __cplusplus >= 201703L
template <class... Types>
__host__ __device__ tuple(Types...) -> tuple<Types...>;
#endif

template <class... Types>
VG_THRUST constexpr auto make_tuple(Types&&... values) {
  return tuple<std::decay_t<Types>...>(std::forward<Types>(values)...);
}
template <class... Types>
VG_THRUST constexpr tuple<Types&...> tie(Types&... values) {
  return tuple<Types&...>(values...);
}

}  // namespace thrust

namespace std {
template <class... Types>
struct tuple_size<thrust::tuple<Types...>> : integral_constant<size_t, sizeof...(Types)> {};
template <size_t i, class... Types>
struct tuple_element<i, thrust::tuple<Types...>> : tuple_element<i, tuple<Types...>> {};
}  // namespace std

#endif
