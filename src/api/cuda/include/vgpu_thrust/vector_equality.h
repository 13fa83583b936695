// Comparisons of thrust's vectors with each other and with the standard's.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_VECTOR_EQUALITY_H
#define VGPU_THRUST_VECTOR_EQUALITY_H

#include <algorithm>

#include "vgpu_thrust/vectors.h"

namespace thrust {

// Vectors are compared by their elements, wherever those are.
namespace detail {
template <class A, class B>
bool same_elements(const A& a, const B& b) {
  return a.size() == b.size() && std::equal(plain(a.begin()), plain(a.end()), plain(b.begin()));
}
}  // namespace detail
template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const device_vector<U, B>& b) {
  return detail::same_elements(a, b);
}
template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const std::vector<U, B>& b) {
  return detail::same_elements(a, b);
}
template <class T, class A, class U, class B>
bool operator==(const std::vector<T, A>& a, const device_vector<U, B>& b) {
  return detail::same_elements(a, b);
}
template <class T, class A, class U, class B>
bool operator!=(const device_vector<T, A>& a, const device_vector<U, B>& b) {
  return !(a == b);
}
template <class T, class A, class U, class B>
bool operator!=(const device_vector<T, A>& a, const std::vector<U, B>& b) {
  return !(a == b);
}
template <class T, class A, class U, class B>
bool operator!=(const std::vector<T, A>& a, const device_vector<U, B>& b) {
  return !(a == b);
}

}  // namespace thrust

#endif
