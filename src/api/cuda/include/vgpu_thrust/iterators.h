// Iterators of thrust that compute what they point to: counting, constant, transform, permutation.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ITERATORS_H
#define VGPU_THRUST_ITERATORS_H

#include "vgpu_thrust/computed.h"
#include "vgpu_thrust/vectors.h"

namespace thrust {

struct use_default {};

// The other parameters are for those who name them: it lives anywhere and counts in long.
template <class T, class System = any_system_tag, class Traversal = use_default,
          class Difference = long>
class counting_iterator
    : public detail::Computed<counting_iterator<T, System, Traversal, Difference>, T, T> {
 public:
  typedef any_system_tag system_category;
  VG_THRUST explicit counting_iterator(T first = T()) : first_(first) {}
  template <class Other, class Way, class Step>
  VG_THRUST counting_iterator(const counting_iterator<T, Other, Way, Step>& other)
      : first_(*other) {}
  VG_THRUST T base() const { return **this; }
  VG_THRUST T at(long i) const { return first_ + (T)i; }
  VG_THRUST long offset(const counting_iterator& other) const {
    return (long)first_ - (long)other.first_;
  }

 private:
  T first_;
};
template <class T>
VG_THRUST counting_iterator<T> make_counting_iterator(T first) {
  return counting_iterator<T>(first);
}

template <class T, class Index = long, class System = any_system_tag>
class constant_iterator : public detail::Computed<constant_iterator<T, Index, System>, T, T> {
 public:
  typedef any_system_tag system_category;
  VG_THRUST constant_iterator(T value = T(), Index index = 0)
      : detail::Computed<constant_iterator<T, Index, System>, T, T>((long)index), value_(value) {}
  template <class Other>
  VG_THRUST constant_iterator(const constant_iterator<T, Index, Other>& other)
      : constant_iterator(other.value(), other.base()) {}
  VG_THRUST const T& value() const { return value_; }
  VG_THRUST Index base() const { return (Index)this->index(); }
  VG_THRUST T at(long) const { return value_; }
  VG_THRUST long offset(const constant_iterator&) const { return 0; }

 private:
  T value_;
};
template <class T, class Index = long>
VG_THRUST constant_iterator<T, Index> make_constant_iterator(T value, Index index = 0) {
  return constant_iterator<T, Index>(value, index);
}

namespace detail {
template <class Function, class It>
using transformed = std::decay_t<decltype(std::declval<Function&>()(*std::declval<It&>()))>;
}

template <class Function, class It, class Value = detail::transformed<Function, It>>
class transform_iterator
    : public detail::Computed<transform_iterator<Function, It, Value>, Value, Value> {
 public:
  typedef typename detail::system_of<It>::type system_category;
  VG_THRUST transform_iterator(It base, Function function) : base_(base), function_(function) {}
  VG_THRUST transform_iterator() = default;
  VG_THRUST explicit transform_iterator(It base) : base_(base), function_() {}
  VG_THRUST It base() const { return base_ + this->index(); }
  VG_THRUST Function functor() const { return function_; }
  VG_THRUST Value at(long i) const { return function_(base_[i]); }
  VG_THRUST long offset(const transform_iterator& other) const { return base_ - other.base_; }

 private:
  It base_;
  mutable Function function_;  // its operator need not be const
};
template <class Function, class It>
VG_THRUST transform_iterator<Function, It> make_transform_iterator(It base, Function function) {
  return transform_iterator<Function, It>(base, function);
}

template <class It, class Indices>
class permutation_iterator : public detail::Computed<permutation_iterator<It, Indices>,
                                                     typename std::iterator_traits<It>::value_type,
                                                     typename std::iterator_traits<It>::reference> {
 public:
  typedef detail::joined<It, Indices> system_category;
  VG_THRUST permutation_iterator() = default;
  VG_THRUST permutation_iterator(It base, Indices indices) : base_(base), indices_(indices) {}
  VG_THRUST Indices base() const { return indices_ + this->index(); }
  VG_THRUST typename std::iterator_traits<It>::reference at(long i) const {
    return base_[(long)indices_[i]];
  }
  VG_THRUST long offset(const permutation_iterator& other) const {
    return indices_ - other.indices_;
  }

 private:
  It base_;
  Indices indices_;
};
template <class It, class Indices>
VG_THRUST permutation_iterator<It, Indices> make_permutation_iterator(It base, Indices indices) {
  return permutation_iterator<It, Indices>(base, indices);
}

}  // namespace thrust

#endif
