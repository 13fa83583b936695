// The largest words that a type can be moved by, as cub names them. SPDX-License-Identifier: MIT
#ifndef VG_CUB_WORDS_H
#define VG_CUB_WORDS_H

#include <cuda_runtime.h>

#include <type_traits>

namespace cub {
namespace detail {
template <class T, class Word, class Smaller>
using word_or = std::conditional_t<sizeof(T) % sizeof(Word) == 0 && alignof(T) % alignof(Word) == 0,
                                   Word, Smaller>;
}  // namespace detail

template <class T>
struct UnitWord {
  typedef detail::word_or<T, unsigned int, detail::word_or<T, unsigned short, unsigned char>>
      ShuffleWord;
  typedef detail::word_or<T, unsigned long long, ShuffleWord> VolatileWord;
  typedef detail::word_or<T, ulonglong2, VolatileWord> DeviceWord;
  typedef detail::word_or<T, uint4, detail::word_or<T, uint2, ShuffleWord>> TextureWord;
};
template <class T>
struct UnitWord<volatile T> : UnitWord<T> {};
template <class T>
struct UnitWord<const T> : UnitWord<T> {};

}  // namespace cub

#endif
