// What iterators of thrust that compute their elements have in common.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_COMPUTED_H
#define VGPU_THRUST_COMPUTED_H

#include "vgpu_thrust/system.h"

namespace thrust {

namespace detail {
// All of an iterator but its element, which Self::at(index) gives, and the distance of two beginnings, which is
// Self::offset(other).
template <class Self, class Value, class Reference>
class Computed {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef Value value_type;
  typedef long difference_type;
  typedef const Value* pointer;
  typedef Reference reference;
  VG_THRUST explicit Computed(long index = 0) : index_(index) {}
  VG_THRUST long index() const { return index_; }  // how far it went from where it was made
  VG_THRUST Reference operator*() const { return self().at(index_); }
  VG_THRUST Reference operator[](long i) const { return self().at(index_ + i); }
  VG_THRUST Self& operator++() { return ++index_, self(); }
  VG_THRUST Self& operator--() { return --index_, self(); }
  VG_THRUST Self operator++(int) {
    Self old = self();
    return ++index_, old;
  }
  VG_THRUST Self operator--(int) {
    Self old = self();
    return --index_, old;
  }
  VG_THRUST Self& operator+=(long n) { return index_ += n, self(); }
  VG_THRUST Self& operator-=(long n) { return index_ -= n, self(); }
  VG_THRUST Self operator+(long n) const {
    Self moved = self();
    return moved += n;
  }
  VG_THRUST Self operator-(long n) const { return *this + -n; }
  VG_THRUST long operator-(const Self& other) const {
    return index_ - static_cast<const Computed&>(other).index_ + self().offset(other);
  }
  VG_THRUST bool operator==(const Self& other) const { return *this - other == 0; }
  VG_THRUST bool operator!=(const Self& other) const { return *this - other != 0; }
  VG_THRUST bool operator<(const Self& other) const { return *this - other < 0; }
  VG_THRUST bool operator>(const Self& other) const { return *this - other > 0; }
  VG_THRUST bool operator<=(const Self& other) const { return *this - other <= 0; }
  VG_THRUST bool operator>=(const Self& other) const { return *this - other >= 0; }
  VG_THRUST friend Self operator+(long n, const Self& it) { return it + n; }

 private:
  VG_THRUST Self& self() { return static_cast<Self&>(*this); }
  VG_THRUST const Self& self() const { return static_cast<const Self&>(*this); }
  long index_;
};
}  // namespace detail

}  // namespace thrust

#endif
