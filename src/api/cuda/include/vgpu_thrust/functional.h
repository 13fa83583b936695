// Function objects of thrust.
//
// Each takes any types where it is written without one: plus<>. SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_FUNCTIONAL_H
#define VGPU_THRUST_FUNCTIONAL_H

#include "vgpu_thrust/system.h"
#include "vgpu_thrust/zero.h"

namespace thrust {

#define VG_BINARY_OBJECT(name, result, value)                                   \
  template <class T = void>                                                     \
  struct name {                                                                 \
    typedef T first_argument_type, second_argument_type, result_type;           \
    VG_THRUST result operator()(const T& a, const T& b) const { return value; } \
  };                                                                            \
  template <>                                                                   \
  struct name<void> {                                                           \
    template <class A, class B>                                                 \
    VG_THRUST auto operator()(const A& a, const B& b) const {                   \
      return value;                                                             \
    }                                                                           \
  };
VG_BINARY_OBJECT(plus, auto, a + b)
VG_BINARY_OBJECT(minus, auto, a - b)
VG_BINARY_OBJECT(multiplies, auto, a* b)
VG_BINARY_OBJECT(divides, auto, a / b)
VG_BINARY_OBJECT(modulus, auto, a % b)
VG_BINARY_OBJECT(equal_to, bool, a == b)
VG_BINARY_OBJECT(not_equal_to, bool, a != b)
VG_BINARY_OBJECT(less, bool, a < b)
VG_BINARY_OBJECT(greater, bool, b < a)
VG_BINARY_OBJECT(less_equal, bool, !(b < a))
VG_BINARY_OBJECT(greater_equal, bool, !(a < b))
VG_BINARY_OBJECT(logical_and, bool, a&& b)
VG_BINARY_OBJECT(logical_or, bool, a || b)
VG_BINARY_OBJECT(bit_and, auto, a& b)
VG_BINARY_OBJECT(bit_or, auto, a | b)
VG_BINARY_OBJECT(bit_xor, auto, a ^ b)
VG_BINARY_OBJECT(minimum, auto, b < a ? b : a)
VG_BINARY_OBJECT(maximum, auto, a < b ? b : a)
#undef VG_BINARY_OBJECT

#define VG_UNARY_OBJECT(name, value)                              \
  template <class T = void>                                       \
  struct name {                                                   \
    typedef T argument_type, result_type;                         \
    VG_THRUST auto operator()(const T& x) const { return value; } \
  };                                                              \
  template <>                                                     \
  struct name<void> {                                             \
    template <class A>                                            \
    VG_THRUST auto operator()(const A& x) const {                 \
      return value;                                               \
    }                                                             \
  };
VG_UNARY_OBJECT(negate, -x)
VG_UNARY_OBJECT(identity, x)
VG_UNARY_OBJECT(logical_not, !x)
VG_UNARY_OBJECT(square, x* x)
#undef VG_UNARY_OBJECT

// The first or the second of two, which may differ in type.
template <class A = void, class B = A>
struct project1st {
  VG_THRUST const A& operator()(const A& a, const B&) const { return a; }
};
template <class A = void, class B = A>
struct project2nd {
  VG_THRUST const B& operator()(const A&, const B& b) const { return b; }
};
template <>
struct project1st<void, void> {
  template <class A, class B>
  VG_THRUST A operator()(const A& a, const B&) const {
    return a;
  }
};
template <>
struct project2nd<void, void> {
  template <class A, class B>
  VG_THRUST B operator()(const A&, const B& b) const {
    return b;
  }
};

// The opposite of a predicate.
template <class Predicate>
struct unary_negate {
  Predicate predicate;
  template <class A>
  VG_THRUST bool operator()(const A& a) const {
    return !predicate(a);
  }
};
template <class Predicate>
struct binary_negate {
  Predicate predicate;
  template <class A, class B>
  VG_THRUST bool operator()(const A& a, const B& b) const {
    return !predicate(a, b);
  }
};
template <class Predicate>
VG_THRUST unary_negate<Predicate> not1(const Predicate& predicate) {
  return {predicate};
}
template <class Predicate>
VG_THRUST binary_negate<Predicate> not2(const Predicate& predicate) {
  return {predicate};
}

template <class A, class R>
struct unary_function {
  typedef A argument_type;
  typedef R result_type;
};
template <class A, class B, class R>
struct binary_function {
  typedef A first_argument_type;
  typedef B second_argument_type;
  typedef R result_type;
};

}  // namespace thrust

#endif
