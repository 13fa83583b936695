// thrust::placeholders: function objects written as expressions of _1, _2 and so on.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_PLACEHOLDERS_H
#define VGPU_THRUST_PLACEHOLDERS_H

#include <tuple>

#include "vgpu_thrust/functional.h"

namespace thrust {
namespace detail {

struct expression {};

template <int n>
struct argument : expression {
  template <class... Values>
  VG_THRUST auto operator()(const Values&... values) const {
    return std::get<n>(std::tie(values...));
  }
};
template <class T>
struct literal : expression {
  T value;
  VG_THRUST explicit literal(const T& v) : value(v) {}
  template <class... Values>
  VG_THRUST T operator()(const Values&...) const {
    return value;
  }
};
template <class Op, class A, class B>
struct binary_expression : expression {
  A a;
  B b;
  VG_THRUST binary_expression(const A& a_, const B& b_) : a(a_), b(b_) {}
  template <class... Values>
  VG_THRUST auto operator()(const Values&... values) const {
    return Op()(a(values...), b(values...));
  }
};
template <class Op, class A>
struct unary_expression : expression {
  A a;
  VG_THRUST explicit unary_expression(const A& a_) : a(a_) {}
  template <class... Values>
  VG_THRUST auto operator()(const Values&... values) const {
    return Op()(a(values...));
  }
};

template <class T>
using is_expression = std::is_base_of<expression, T>;
template <class T>
using operand = std::conditional_t<is_expression<T>::value, T, literal<T>>;

#define VG_EXPRESSION(op, name)                                                                  \
  template <class A, class B,                                                                    \
            class = std::enable_if_t<is_expression<A>::value || is_expression<B>::value>>        \
  VG_THRUST binary_expression<thrust::name<>, operand<A>, operand<B>> operator op(const A & a,   \
                                                                                  const B & b) { \
    return {operand<A>(a), operand<B>(b)};                                                       \
  }
VG_EXPRESSION(+, plus)
VG_EXPRESSION(-, minus)
VG_EXPRESSION(*, multiplies)
VG_EXPRESSION(/, divides)
VG_EXPRESSION(%, modulus)
VG_EXPRESSION(==, equal_to)
VG_EXPRESSION(!=, not_equal_to)
VG_EXPRESSION(<, less)
VG_EXPRESSION(>, greater)
VG_EXPRESSION(<=, less_equal)
VG_EXPRESSION(>=, greater_equal)
VG_EXPRESSION(&&, logical_and)
VG_EXPRESSION(||, logical_or)
VG_EXPRESSION(&, bit_and)
VG_EXPRESSION(|, bit_or)
VG_EXPRESSION(^, bit_xor)
#undef VG_EXPRESSION
template <class A, class = std::enable_if_t<is_expression<A>::value>>
VG_THRUST unary_expression<thrust::negate<>, A> operator-(const A& a) {
  return unary_expression<thrust::negate<>, A>(a);
}
template <class A, class = std::enable_if_t<is_expression<A>::value>>
VG_THRUST unary_expression<thrust::logical_not<>, A> operator!(const A& a) {
  return unary_expression<thrust::logical_not<>, A>(a);
}

}  // namespace detail

namespace placeholders {
constexpr detail::argument<0> _1{};
constexpr detail::argument<1> _2{};
constexpr detail::argument<2> _3{};
constexpr detail::argument<3> _4{};
}  // namespace placeholders

}  // namespace thrust

#endif
