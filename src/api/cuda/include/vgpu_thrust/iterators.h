// Iterators of thrust that compute what they point to: counting, constant, transform, permutation, zip.
//
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_ITERATORS_H
#define VGPU_THRUST_ITERATORS_H

#include "vgpu_thrust/computed.h"
#include "vgpu_thrust/tuple.h"
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

template <class T>
class constant_iterator : public detail::Computed<constant_iterator<T>, T, T> {
 public:
  typedef any_system_tag system_category;
  VG_THRUST explicit constant_iterator(T value = T(), long index = 0)
      : detail::Computed<constant_iterator<T>, T, T>(index), value_(value) {}
  VG_THRUST T at(long) const { return value_; }
  VG_THRUST long offset(const constant_iterator&) const { return 0; }

 private:
  T value_;
};
template <class T>
VG_THRUST constant_iterator<T> make_constant_iterator(T value) {
  return constant_iterator<T>(value);
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
  VG_THRUST Value at(long i) const { return function_(base_[i]); }
  VG_THRUST long offset(const transform_iterator& other) const { return base_ - other.base_; }

 private:
  It base_;
  mutable Function function_;  // its operator need not be const
};
template <class Function, class It>
transform_iterator<Function, It> make_transform_iterator(It base, Function function) {
  return transform_iterator<Function, It>(base, function);
}

template <class It, class Indices>
class permutation_iterator : public detail::Computed<permutation_iterator<It, Indices>,
                                                     typename std::iterator_traits<It>::value_type,
                                                     typename std::iterator_traits<It>::reference> {
 public:
  typedef detail::joined<It, Indices> system_category;
  VG_THRUST permutation_iterator(It base, Indices indices) : base_(base), indices_(indices) {}
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
permutation_iterator<It, Indices> make_permutation_iterator(It base, Indices indices) {
  return permutation_iterator<It, Indices>(base, indices);
}

namespace detail {
template <class... Its>
struct system_of_all {
  typedef any_system_tag type;
};
template <class It, class... Its>
struct system_of_all<It, Its...> {
  typedef typename join_systems<typename system_of<It>::type,
                                typename system_of_all<Its...>::type>::type type;
};
}  // namespace detail

template <class Tuple>
class zip_iterator;
template <class... Its>
class zip_iterator<tuple<Its...>>
    : public detail::Computed<zip_iterator<tuple<Its...>>,
                              tuple<typename std::iterator_traits<Its>::value_type...>,
                              tuple<typename std::iterator_traits<Its>::reference...>> {
 public:
  typedef typename detail::system_of_all<Its...>::type system_category;
  typedef tuple<typename std::iterator_traits<Its>::reference...> References;
  VG_THRUST explicit zip_iterator(tuple<Its...> bases) : bases_(bases) {}
  VG_THRUST References at(long i) const { return pick(i, std::index_sequence_for<Its...>()); }
  VG_THRUST long offset(const zip_iterator& other) const {
    return std::get<0>(bases_) - std::get<0>(other.bases_);
  }

 private:
  template <size_t... n>
  VG_THRUST References pick(long i, std::index_sequence<n...>) const {
    return References(std::get<n>(bases_)[i]...);
  }
  tuple<Its...> bases_;
};
template <class... Its>
VG_THRUST zip_iterator<tuple<Its...>> make_zip_iterator(tuple<Its...> bases) {
  return zip_iterator<tuple<Its...>>(bases);
}
template <class... Its>
VG_THRUST zip_iterator<tuple<Its...>> make_zip_iterator(Its... bases) {
  return zip_iterator<tuple<Its...>>(tuple<Its...>(bases...));
}

}  // namespace thrust

#endif
