// What cuda::std::variant does by the number of the type it holds; see cuda/std/variant.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_VARIANT_CALLS_H
#define VG_VGPU_STD_VARIANT_CALLS_H

#include "vgpu_std/variant_parts.h"

namespace cuda {
namespace std {

template <class Variant, size_t... i>
VG_BOTH void __vg_destroy(Variant& v, ::std::index_sequence<i...>) {
  const auto end = [](auto& x) {
    typedef ::std::decay_t<decltype(x)> T;
    x.~T();
  };
  ((v.index() == i ? end(__vg_part<i>(v)) : void()), ...);
}
template <class Variant, class Other, size_t... i>
VG_BOTH void __vg_take(Variant& v, Other&& other, ::std::index_sequence<i...>) {
  const auto pass = [](auto& x) -> decltype(auto) {
    if constexpr (::std::is_lvalue_reference<Other>::value)
      return (x);
    else
      return ::std::move(x);
  };
  const size_t which = other.index();
  ((which == i ? (void)v.template emplace<i>(pass(__vg_part<i>(other))) : void()), ...);
}
template <class Variant, size_t... i>
VG_BOTH constexpr bool __vg_same(const Variant& a, const Variant& b, ::std::index_sequence<i...>) {
  bool same = false;
  ((a.index() == i ? void(same = __vg_part<i>(a) == __vg_part<i>(b)) : void()), ...);
  return same;
}

// function(parts...) of the variants, whose numbers become known one after the other.
template <class Result, class Function>
VG_BOTH constexpr Result __vg_visit(Function&& function) {
  return function();
}
template <class Result, size_t i, class Function, class Variant, class... Others>
VG_BOTH constexpr Result __vg_visit_from(Function&& function, Variant&& v, Others&&... others) {
  if constexpr (i + 1 < variant_size_v<::std::remove_reference_t<Variant>>)
    if (v.index() != i)
      return __vg_visit_from<Result, i + 1>(function, ::std::forward<Variant>(v),
                                            ::std::forward<Others>(others)...);
  auto& part = __vg_part<i>(v);
  return __vg_visit<Result>(
      [&](auto&&... rest) -> Result {
        if constexpr (::std::is_lvalue_reference<Variant>::value)
          return function(part, ::std::forward<decltype(rest)>(rest)...);
        else
          return function(::std::move(part), ::std::forward<decltype(rest)>(rest)...);
      },
      ::std::forward<Others>(others)...);
}
template <class Result, class Function, class Variant, class... Others>
VG_BOTH constexpr Result __vg_visit(Function&& function, Variant&& v, Others&&... others) {
  if (v.valueless_by_exception()) __builtin_trap();
  return __vg_visit_from<Result, 0>(function, ::std::forward<Variant>(v),
                                    ::std::forward<Others>(others)...);
}

}  // namespace std
}  // namespace cuda

#endif
