// cuda::std::array: so many elements, on both sides and since C++14.
//
// Not the host's class, whose comparisons, fill and at call functions of the host. vgpu_std.h includes this.
// SPDX-License-Identifier: MIT
#ifndef VG_VGPU_STD_ARRAY_H
#define VG_VGPU_STD_ARRAY_H

#include <tuple>
#include <type_traits>

namespace cuda {
namespace std {

using ::std::size_t;

template <class T, size_t Count>
struct array {
  typedef T value_type;
  typedef size_t size_type;
  typedef ::std::ptrdiff_t difference_type;
  typedef T& reference;
  typedef const T& const_reference;
  typedef T* pointer;
  typedef const T* const_pointer;
  typedef T* iterator;
  typedef const T* const_iterator;
  T __vg_elements[Count == 0 ? 1 : Count];

  VG_BOTH constexpr T& operator[](size_t i) { return __vg_elements[i]; }
  VG_BOTH constexpr const T& operator[](size_t i) const { return __vg_elements[i]; }
  VG_BOTH constexpr T& at(size_t i) {
    if (i >= Count) __builtin_trap();
    return __vg_elements[i];
  }
  VG_BOTH constexpr const T& at(size_t i) const { return const_cast<array*>(this)->at(i); }
  VG_BOTH constexpr T& front() { return __vg_elements[0]; }
  VG_BOTH constexpr const T& front() const { return __vg_elements[0]; }
  VG_BOTH constexpr T& back() { return __vg_elements[Count - 1]; }
  VG_BOTH constexpr const T& back() const { return __vg_elements[Count - 1]; }
  VG_BOTH constexpr T* data() { return __vg_elements; }
  VG_BOTH constexpr const T* data() const { return __vg_elements; }
  VG_BOTH constexpr T* begin() { return __vg_elements; }
  VG_BOTH constexpr T* end() { return __vg_elements + Count; }
  VG_BOTH constexpr const T* begin() const { return __vg_elements; }
  VG_BOTH constexpr const T* end() const { return __vg_elements + Count; }
  VG_BOTH constexpr const T* cbegin() const { return begin(); }
  VG_BOTH constexpr const T* cend() const { return end(); }
  VG_BOTH constexpr ::std::reverse_iterator<T*> rbegin() {
    return ::std::reverse_iterator<T*>(end());
  }
  VG_BOTH constexpr ::std::reverse_iterator<T*> rend() {
    return ::std::reverse_iterator<T*>(begin());
  }
  VG_BOTH constexpr bool empty() const { return Count == 0; }
  VG_BOTH constexpr size_t size() const { return Count; }
  VG_BOTH constexpr size_t max_size() const { return Count; }
  VG_BOTH constexpr void fill(const T& value) {
    for (size_t i = 0; i < Count; ++i) __vg_elements[i] = value;
  }
  VG_BOTH constexpr void swap(array& other) {
    array kept = *this;
    *this = other;
    other = kept;
  }

  VG_BOTH friend constexpr bool operator==(const array& a, const array& b) {
    for (size_t i = 0; i < Count; ++i)
      if (!(a[i] == b[i])) return false;
    return true;
  }
  VG_BOTH friend constexpr bool operator<(const array& a, const array& b) {
    for (size_t i = 0; i < Count; ++i) {
      if (a[i] < b[i]) return true;
      if (b[i] < a[i]) return false;
    }
    return false;
  }
  VG_BOTH friend constexpr bool operator!=(const array& a, const array& b) { return !(a == b); }
  VG_BOTH friend constexpr bool operator>(const array& a, const array& b) { return b < a; }
  VG_BOTH friend constexpr bool operator<=(const array& a, const array& b) { return !(b < a); }
  VG_BOTH friend constexpr bool operator>=(const array& a, const array& b) { return !(a < b); }
};

#if __cplusplus >= 201703L
template <class T, class... Others>
__host__ __device__ array(T, Others...) -> array<T, 1 + sizeof...(Others)>;
#endif

using ::std::get;
template <size_t i, class T, size_t Count>
VG_BOTH constexpr T& get(array<T, Count>& a) {
  static_assert(i < Count, "there is no such element");
  return a[i];
}
template <size_t i, class T, size_t Count>
VG_BOTH constexpr const T& get(const array<T, Count>& a) {
  static_assert(i < Count, "there is no such element");
  return a[i];
}
template <size_t i, class T, size_t Count>
VG_BOTH constexpr T&& get(array<T, Count>&& a) {
  return static_cast<T&&>(a[i]);
}

}  // namespace std
}  // namespace cuda

namespace std {
template <class T, size_t Count>
struct tuple_size<cuda::std::array<T, Count>> : integral_constant<size_t, Count> {};
template <size_t i, class T, size_t Count>
struct tuple_element<i, cuda::std::array<T, Count>> {
  typedef T type;
};
}  // namespace std

#endif
