// The type in which elements are brought together: what the operation makes of the start and an element.
//
// So bytes add up to an int, and floats from a start of 0 to a float that is cast once, at the end.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ACCUMULATORS_H
#define VGPU_THRUST_ACCUMULATORS_H

#include "vgpu_thrust/iterators.h"

namespace thrust {
namespace detail {

template <class Op, class T, class Value>
using operated = std::decay_t<decltype(std::declval<Op&>()(std::declval<const T&>(),
                                                           std::declval<const Value&>()))>;

// The start's own for operations that take elements only as such.
template <class Op, class T, class Value, class = void>
struct Accumulator {
  typedef T type;
};
template <class Op, class T, class Value>
struct Accumulator<Op, T, Value, std::enable_if_t<!std::is_void<operated<Op, T, Value>>::value>> {
  typedef operated<Op, T, Value> type;
};
template <class Op, class T, class Value>
using accumulated = typename Accumulator<Op, T, Value>::type;

template <class To>
struct CastTo {
  template <class From>
  VG_THRUST To operator()(const From& value) const {
    return (To)value;
  }
};
// The elements as another type; the iterator itself if it is theirs.
template <class To, class It>
auto elements_as(It it) {
  if constexpr (std::is_same<To, typename std::iterator_traits<It>::value_type>::value)
    return it;
  else
    return transform_iterator<CastTo<To>, It, To>(it, CastTo<To>());
}

}  // namespace detail
}  // namespace thrust

#endif
