// Iterators that programs write by thrust's facade and adaptor.
//
// A program's class says what its iterator points to and how it moves; these make the operators of that.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_FACADE_H
#define VGPU_THRUST_FACADE_H

#include "vgpu_thrust/iterator_names.h"

namespace thrust {

typedef std::random_access_iterator_tag random_access_traversal_tag;
typedef std::bidirectional_iterator_tag bidirectional_traversal_tag;
typedef std::forward_iterator_tag forward_traversal_tag;
typedef std::input_iterator_tag single_pass_traversal_tag;
typedef std::input_iterator_tag incrementable_traversal_tag;

// What programs make a friend of their class.
class iterator_core_access {
 public:
  template <class It>
  VG_THRUST static decltype(auto) dereference(const It& it) {
    return it.dereference();
  }
  template <class It>
  VG_THRUST static void advance(It& it, long n) {
    it.advance(n);
  }
  template <class It, class Other>
  VG_THRUST static long distance(const It& from, const Other& to) {
    return (long)from.distance_to(to);
  }
};

template <class Derived, class Value, class System, class, class Reference, class Distance = long>
class iterator_facade {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef std::remove_cv_t<Value> value_type;
  typedef Distance difference_type;
  typedef const value_type* pointer;
  typedef Reference reference;
  typedef System system_category;
  VG_THRUST Reference operator*() const { return iterator_core_access::dereference(self()); }
  VG_THRUST Reference operator[](long n) const { return *(*this + n); }
  VG_THRUST Derived& operator+=(long n) { return iterator_core_access::advance(self(), n), self(); }
  VG_THRUST Derived& operator-=(long n) { return *this += -n; }
  VG_THRUST Derived& operator++() { return *this += 1; }
  VG_THRUST Derived& operator--() { return *this += -1; }
  VG_THRUST Derived operator++(int) {
    Derived old = self();
    return ++*this, old;
  }
  VG_THRUST Derived operator--(int) {
    Derived old = self();
    return --*this, old;
  }
  VG_THRUST Derived operator+(long n) const {
    Derived moved = self();
    return moved += n;
  }
  VG_THRUST Derived operator-(long n) const { return *this + -n; }
  VG_THRUST Distance operator-(const Derived& other) const {
    return (Distance)iterator_core_access::distance(other, self());
  }
  VG_THRUST bool operator==(const Derived& other) const { return *this - other == 0; }
  VG_THRUST bool operator!=(const Derived& other) const { return *this - other != 0; }
  VG_THRUST bool operator<(const Derived& other) const { return *this - other < 0; }
  VG_THRUST bool operator>(const Derived& other) const { return *this - other > 0; }
  VG_THRUST bool operator<=(const Derived& other) const { return *this - other <= 0; }
  VG_THRUST bool operator>=(const Derived& other) const { return *this - other >= 0; }
  VG_THRUST friend Derived operator+(long n, const Derived& it) { return it + n; }

 private:
  VG_THRUST Derived& self() { return static_cast<Derived&>(*this); }
  VG_THRUST const Derived& self() const { return static_cast<const Derived&>(*this); }
};

namespace detail {
template <class Wanted, class Default>
using chosen = std::conditional_t<std::is_same<Wanted, use_default>::value, Default, Wanted>;
template <class Derived, class Base, class Value, class System, class Reference, class Distance>
using adapted = iterator_facade<
    Derived, chosen<Value, typename std::iterator_traits<Base>::value_type>,
    chosen<System, typename system_of<Base>::type>, use_default,
    chosen<Reference, std::conditional_t<std::is_same<Value, use_default>::value,
                                         typename std::iterator_traits<Base>::reference, Value&>>,
    chosen<Distance, typename std::iterator_traits<Base>::difference_type>>;
}  // namespace detail

// An iterator around another one; what the program's class does not say is done with that.
template <class Derived, class Base, class Value = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default,
          class Distance = use_default>
class iterator_adaptor : public detail::adapted<Derived, Base, Value, System, Reference, Distance> {
 public:
  typedef Base base_type;
  typedef iterator_adaptor iterator_adaptor_;
  typedef detail::adapted<Derived, Base, Value, System, Reference, Distance> super_t;
  VG_THRUST iterator_adaptor() {}
  VG_THRUST explicit iterator_adaptor(const Base& base) : base_(base) {}
  VG_THRUST const Base& base() const { return base_; }

 protected:
  VG_THRUST const Base& base_reference() const { return base_; }
  VG_THRUST Base& base_reference() { return base_; }

 private:
  friend class iterator_core_access;
  VG_THRUST typename super_t::reference dereference() const { return *base_; }
  VG_THRUST void advance(long n) { base_ += n; }
  VG_THRUST long distance_to(const iterator_adaptor& other) const { return other.base_ - base_; }
  Base base_;
};

}  // namespace thrust

#endif
