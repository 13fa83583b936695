// Sorting numbers digit by digit: much faster than comparing, for the orders that programs mostly ask for.
//
// The thread that calls does it, on memory that host and device share. Used by vgpu_thrust/ordering.h.
// SPDX-License-Identifier: MIT
#ifndef VGPU_THRUST_RADIX_H
#define VGPU_THRUST_RADIX_H

#include "vgpu_thrust/functional.h"
#include "vgpu_thrust/temporary.h"

namespace thrust {
namespace detail {

// Which orders are those of numbers: -1 no, 0 rising, 1 falling.
template <class T, class Less>
struct number_order {
  static constexpr int value =
      !std::is_arithmetic<T>::value || sizeof(T) > 8                                  ? -1
      : std::is_same<Less, less<T>>::value || std::is_same<Less, less<>>::value       ? 0
      : std::is_same<Less, greater<T>>::value || std::is_same<Less, greater<>>::value ? 1
                                                                                      : -1;
};

// A number's bits as an unsigned number that grows with it; both zeros are the same.
template <class T>
VG_THRUST unsigned long long rising_bits(const T& number) {
  const unsigned long long sign = 1ull << (sizeof(T) * 8 - 1);
  const T key = number == T(0) ? T(0) : number;
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &key, sizeof(T));
  if (!std::is_integral<T>::value) return bits & sign ? ~bits & (sign | (sign - 1)) : bits | sign;
  return std::is_signed<T>::value ? bits ^ sign : bits;
}

// One pass: the elements by one byte of their bits, equal ones in the order they had. False: all have the same byte.
template <class T>
VG_THRUST bool sort_by_byte(const T* from, T* to, const long* order, long* to_order, long count,
                            int byte, bool falling) {
  long places[256] = {};
  const unsigned flip = falling ? 255 : 0;
  for (long i = 0; i < count; ++i) ++places[((rising_bits(from[i]) >> 8 * byte) & 255) ^ flip];
  long before = 0;
  for (long& place : places) {
    if (place == count) return false;
    const long here = place;
    place = before;
    before += here;
  }
  for (long i = 0; i < count; ++i) {
    const long place = places[((rising_bits(from[i]) >> 8 * byte) & 255) ^ flip]++;
    to[place] = from[i];
    to_order[place] = order[i];
  }
  return true;
}

// keys[0..count) sorted, and their old places in order[0..count).
template <class T>
VG_THRUST void sort_numbers(T* keys, long* order, long count, bool falling) {
  Temporary<T> other_keys(count);
  Temporary<long> other_order(count);
  T *from = keys, *to = other_keys.get();
  long *from_order = order, *to_order = other_order.get();
  for (long i = 0; i < count; ++i) order[i] = i;
  for (int byte = 0; byte < (int)sizeof(T); ++byte) {
    if (!sort_by_byte(from, to, from_order, to_order, count, byte, falling)) continue;
    T* keys_kept = from;
    from = to, to = keys_kept;
    long* order_kept = from_order;
    from_order = to_order, to_order = order_kept;
  }
  if (from == keys) return;
  memcpy(keys, from, (size_t)count * sizeof(T));
  memcpy(order, from_order, (size_t)count * sizeof(long));
}

}  // namespace detail
}  // namespace thrust

#endif
