// Names of iterators' types, steps between iterators, thrust's min, max and swap, and functions of zipped values.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ITERATOR_NAMES_H
#define VGPU_THRUST_ITERATOR_NAMES_H

#include "vgpu_thrust/iterators.h"

namespace thrust {

using std::iterator_traits;
template <class It>
struct iterator_value {
  typedef typename std::iterator_traits<It>::value_type type;
};
template <class It>
struct iterator_difference {
  typedef typename std::iterator_traits<It>::difference_type type;
};
template <class It>
struct iterator_reference {
  typedef typename std::iterator_traits<It>::reference type;
};
template <class It>
struct iterator_pointer {
  typedef typename std::iterator_traits<It>::pointer type;
};
template <class It>
struct iterator_system {
  typedef typename detail::system_of<It>::type type;
};

template <class It>
VG_THRUST auto distance(It first, It last) {
  return last - first;
}
template <class It, class Distance>
VG_THRUST void advance(It& it, Distance n) {
  it += n;
}
template <class It>
VG_THRUST It next(It it, long n = 1) {
  return it + n;
}
template <class It>
VG_THRUST It prev(It it, long n = 1) {
  return it - n;
}
template <class T>
VG_THRUST T min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
VG_THRUST T max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T, class Less>
VG_THRUST T min(const T& a, const T& b, Less less_than) {
  return less_than(b, a) ? b : a;
}
template <class T, class Less>
VG_THRUST T max(const T& a, const T& b, Less less_than) {
  return less_than(a, b) ? b : a;
}
template <class T>
VG_THRUST void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}

// f((a, b)) as f(a, b).
template <class Function>
class zip_function {
 public:
  VG_THRUST explicit zip_function(Function function) : function_(function) {}
  template <class Tuple>
  VG_THRUST decltype(auto) operator()(Tuple&& values) const {
    return apply(values, std::make_index_sequence<std::tuple_size<std::decay_t<Tuple>>::value>());
  }

 private:
  template <class Tuple, size_t... n>
  VG_THRUST decltype(auto) apply(Tuple& values, std::index_sequence<n...>) const {
    return function_(std::get<n>(values)...);
  }
  mutable Function function_;
};
template <class Function>
VG_THRUST zip_function<Function> make_zip_function(Function function) {
  return zip_function<Function>(function);
}

}  // namespace thrust

#endif
