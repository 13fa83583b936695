// Iterators of thrust that change what is written, throw it away or walk backwards.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_MORE_ITERATORS_H
#define VGPU_THRUST_MORE_ITERATORS_H

#include "vgpu_thrust/iterator_names.h"

namespace thrust {

namespace detail {
struct Nowhere {
  template <class T>
  VG_THRUST const Nowhere& operator=(const T&) const {
    return *this;
  }
};
// What `place = value` means for an iterator that changes values on their way.
template <class Function, class Reference>
struct ChangedOnWrite {
  mutable Function function;
  Reference place;
  template <class T>
  VG_THRUST const ChangedOnWrite& operator=(const T& value) const {
    place = function(value);
    return *this;
  }
};
template <class Read, class Write, class Reference>
struct ChangedBothWays {
  mutable Read read;
  mutable Write write;
  Reference place;
  VG_THRUST operator std::decay_t<decltype(std::declval<Read&>()(std::declval<Reference>()))>()
      const {
    return read(place);
  }
  template <class T>
  VG_THRUST const ChangedBothWays& operator=(const T& value) const {
    place = write(value);
    return *this;
  }
};
}  // namespace detail

template <class System = any_system_tag>
class discard_iterator
    : public detail::Computed<discard_iterator<System>, detail::Nowhere, detail::Nowhere> {
 public:
  typedef any_system_tag system_category;
  VG_THRUST explicit discard_iterator(long index = 0)
      : detail::Computed<discard_iterator<System>, detail::Nowhere, detail::Nowhere>(index) {}
  template <class Other>
  VG_THRUST discard_iterator(const discard_iterator<Other>& other)
      : discard_iterator(other.base()) {}
  VG_THRUST long base() const { return this->index(); }
  VG_THRUST detail::Nowhere at(long) const { return {}; }
  VG_THRUST long offset(const discard_iterator&) const { return 0; }
};
VG_THRUST inline discard_iterator<> make_discard_iterator(long index = 0) {
  return discard_iterator<>(index);
}

// A base and how its elements are reached: at(i) is View{functions..., base[i]}.
template <class Self, class It, class View, class Value>
class viewing_iterator : public detail::Computed<Self, Value, View> {
 public:
  typedef typename detail::system_of<It>::type system_category;
  VG_THRUST viewing_iterator() = default;
  VG_THRUST explicit viewing_iterator(It base) : base_(base) {}
  VG_THRUST long offset(const Self& other) const { return base_ - other.base_; }

 protected:
  It base_;
};

template <class Function, class It>
class transform_output_iterator
    : public viewing_iterator<
          transform_output_iterator<Function, It>, It,
          detail::ChangedOnWrite<Function, typename std::iterator_traits<It>::reference>, void> {
 public:
  typedef detail::ChangedOnWrite<Function, typename std::iterator_traits<It>::reference> View;
  VG_THRUST transform_output_iterator(It base, Function function)
      : viewing_iterator<transform_output_iterator, It, View, void>(base), function_(function) {}
  VG_THRUST View at(long i) const { return {function_, this->base_[i]}; }

 private:
  Function function_;
};
template <class Function, class It>
VG_THRUST transform_output_iterator<Function, It> make_transform_output_iterator(
    It base, Function function) {
  return {base, function};
}

template <class Read, class Write, class It>
class transform_input_output_iterator
    : public viewing_iterator<
          transform_input_output_iterator<Read, Write, It>, It,
          detail::ChangedBothWays<Read, Write, typename std::iterator_traits<It>::reference>,
          std::decay_t<decltype(std::declval<Read&>()(*std::declval<It&>()))>> {
 public:
  typedef detail::ChangedBothWays<Read, Write, typename std::iterator_traits<It>::reference> View;
  typedef std::decay_t<decltype(std::declval<Read&>()(*std::declval<It&>()))> Value;
  VG_THRUST transform_input_output_iterator(It base, Read read, Write write)
      : viewing_iterator<transform_input_output_iterator, It, View, Value>(base),
        read_(read),
        write_(write) {}
  VG_THRUST View at(long i) const { return {read_, write_, this->base_[i]}; }

 private:
  Read read_;
  Write write_;
};
template <class Read, class Write, class It>
VG_THRUST transform_input_output_iterator<Read, Write, It> make_transform_input_output_iterator(
    It base, Read read, Write write) {
  return {base, read, write};
}

template <class It>
class reverse_iterator : public viewing_iterator<reverse_iterator<It>, It,
                                                 typename std::iterator_traits<It>::reference,
                                                 typename std::iterator_traits<It>::value_type> {
  typedef viewing_iterator<reverse_iterator<It>, It, typename std::iterator_traits<It>::reference,
                           typename std::iterator_traits<It>::value_type>
      Base;

 public:
  VG_THRUST reverse_iterator() = default;
  VG_THRUST explicit reverse_iterator(It base) : Base(base) {}
  template <class Other, class = std::enable_if_t<std::is_convertible<Other, It>::value>>
  VG_THRUST reverse_iterator(const reverse_iterator<Other>& other) : Base(other.base()) {}
  VG_THRUST It base() const { return this->base_ - this->index(); }
  VG_THRUST typename std::iterator_traits<It>::reference at(long i) const {
    return this->base_[-1 - i];
  }
  VG_THRUST long offset(const reverse_iterator& other) const { return other.base_ - this->base_; }
};
template <class It>
VG_THRUST reverse_iterator<It> make_reverse_iterator(It base) {
  return reverse_iterator<It>(base);
}

}  // namespace thrust

#endif
