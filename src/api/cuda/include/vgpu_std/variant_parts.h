// What cuda::std::variant is made of: its types by number, and room for one of them; see cuda/std/variant.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_VARIANT_PARTS_H
#define VG_VGPU_STD_VARIANT_PARTS_H

#include <vgpu_std.h>

#include <new>

namespace cuda {
namespace std {

template <class... Types>
class variant;

static constexpr size_t variant_npos = (size_t)-1;

struct monostate {};
VG_BOTH constexpr bool operator==(monostate, monostate) { return true; }
VG_BOTH constexpr bool operator!=(monostate, monostate) { return false; }
VG_BOTH constexpr bool operator<(monostate, monostate) { return false; }

template <class T>
struct variant_size;
template <class... Types>
struct variant_size<variant<Types...>> : ::std::integral_constant<size_t, sizeof...(Types)> {};
template <class T>
struct variant_size<const T> : variant_size<T> {};
template <class T>
inline constexpr size_t variant_size_v = variant_size<T>::value;
template <size_t i, class T>
struct variant_alternative;
template <size_t i, class... Types>
struct variant_alternative<i, variant<Types...>> : ::std::tuple_element<i, ::std::tuple<Types...>> {
};
template <size_t i, class T>
using variant_alternative_t = typename variant_alternative<i, T>::type;

template <class T>
struct __vg_is_in_place : ::std::false_type {};
template <class T>
struct __vg_is_in_place<in_place_type_t<T>> : ::std::true_type {};
template <size_t i>
struct __vg_is_in_place<in_place_index_t<i>> : ::std::true_type {};

template <class T, class... Types>
VG_BOTH constexpr size_t __vg_index_of() {
  const bool same[] = {::std::is_same<T, Types>::value...};
  for (size_t i = 0; i < sizeof...(Types); ++i)
    if (same[i]) return i;
  return variant_npos;
}

// The type that a value becomes: overloads that take one each, of which the compiler chooses.
template <class Value, size_t i, class T, class = void>
struct __vg_choice {
  void operator()();
};
template <class T>
struct __vg_room {
  T room[1];
};
template <class Value, size_t i, class T>  // a type that the value fits without narrowing
struct __vg_choice<Value, i, T, ::std::void_t<decltype(__vg_room<T>{{::std::declval<Value>()}})>> {
  ::std::integral_constant<size_t, i> operator()(T);
};
template <class Value, class Numbers, class... Types>
struct __vg_choices;
template <class Value, size_t... i, class... Types>
struct __vg_choices<Value, ::std::index_sequence<i...>, Types...>
    : __vg_choice<Value, i, Types>... {
  using __vg_choice<Value, i, Types>::operator()...;
};
template <class Value, class... Types>
inline constexpr size_t __vg_chosen =
    decltype(__vg_choices<Value, ::std::index_sequence_for<Types...>, Types...>()(
        ::std::declval<Value>()))::value;

// Room for one of the types.
template <class... Types>
union __vg_storage {
  char none;
};
template <class First, class... Rest>
union __vg_storage<First, Rest...> {
  char none;
  First first;
  __vg_storage<Rest...> rest;
  VG_BOTH constexpr __vg_storage() : none(0) {}
  template <class... Arguments>
  VG_BOTH constexpr explicit __vg_storage(in_place_index_t<0>, Arguments&&... arguments)
      : first(::std::forward<Arguments>(arguments)...) {}
  template <size_t i, class... Arguments>
  VG_BOTH constexpr explicit __vg_storage(in_place_index_t<i>, Arguments&&... arguments)
      : rest(in_place_index_t<i - 1>(), ::std::forward<Arguments>(arguments)...) {}
  VG_BOTH ~__vg_storage() {}
};
template <size_t i, class Storage>
VG_BOTH constexpr auto& __vg_element(Storage& storage) {
  if constexpr (i == 0)
    return storage.first;
  else
    return __vg_element<i - 1>(storage.rest);
}
template <size_t i, class Variant>
VG_BOTH constexpr auto& __vg_part(Variant&& v) {
  return __vg_element<i>(v.__vg_all());
}

}  // namespace std
}  // namespace cuda

#endif
