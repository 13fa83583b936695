// What cub gives a single thread: its place, loads and stores with cache hints (here plain ones), sums of arrays.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_THREAD_H
#define VG_CUB_THREAD_H

#include "cub/operators.h"

namespace cub {

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

// Those past the first cache read memory at every call: programs wait in loops for what another block writes.
template <CacheLoadModifier modifier = LOAD_DEFAULT, class It>
__device__ auto ThreadLoad(It it) {
  constexpr bool again = modifier == LOAD_CG || modifier == LOAD_CV || modifier == LOAD_VOLATILE;
  if constexpr (again && std::is_pointer<It>::value) {
    return __ldcv(it);
  } else {
    typename std::iterator_traits<It>::value_type value = *it;
    return value;
  }
}
template <CacheStoreModifier modifier = STORE_DEFAULT, class It, class T>
__device__ void ThreadStore(It it, T value) {
  *it = value;
}
template <CacheLoadModifier, class T, class = ptrdiff_t>
using CacheModifiedInputIterator = const T*;
template <CacheStoreModifier, class T, class = ptrdiff_t>
using CacheModifiedOutputIterator = T*;

template <class T, int count, class Op>
__device__ T ThreadReduce(const T (&values)[count], Op op) {
  T total = values[0];
  for (int i = 1; i < count; ++i) total = op(total, values[i]);
  return total;
}
template <class T, int count, class Op>
__device__ T ThreadReduce(const T (&values)[count], Op op, T start) {
  for (int i = 0; i < count; ++i) start = op(start, values[i]);
  return start;
}

__device__ inline unsigned LaneId() { return __vg_lane(); }
__device__ inline unsigned WarpId() { return __vg_linear_id() / 32; }
__device__ inline unsigned LaneMaskLt() { return (1u << LaneId()) - 1; }
__device__ inline unsigned LaneMaskLe() { return (2u << LaneId()) - 1; }
__device__ inline unsigned LaneMaskGt() { return ~LaneMaskLe(); }
__device__ inline unsigned LaneMaskGe() { return ~LaneMaskLt(); }
__device__ inline int RowMajorTid(int, int, int) { return (int)__vg_linear_id(); }
__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline void WARP_SYNC(unsigned mask) { __syncwarp(mask); }

__device__ inline void BAR(int) { __syncthreads(); }
__device__ inline void ThreadTrap() { __trap(); }
__device__ inline int SHL_ADD(unsigned x, unsigned by, unsigned y) { return (int)((x << by) + y); }
// `count` bits of a number from bit `begin` on.
template <class Unsigned>
__device__ unsigned BFE(Unsigned source, unsigned begin, unsigned count) {
  return (unsigned)((unsigned long long)source >> begin) & ((1u << count) - 1);
}
// The lanes whose label has the same lowest bits.
template <int bits>
__device__ unsigned MatchAny(unsigned label) {
  return __match_any_sync(0xffffffffu, bits < 32 ? label & ((1u << bits % 32) - 1) : label);
}
// The lanes of one of the logical warps that a warp is divided into.
template <int threads, int = 0>
__host__ __device__ inline unsigned WarpMask(unsigned warp) {
  if (threads >= 32 || (threads & (threads - 1)) != 0) return 0xffffffffu;
  return ((1u << (threads % 32)) - 1) << (warp * threads);
}

namespace detail {
// A value of any type from another lane, word by word.
template <class T, class Shuffle>
__device__ T shuffle_words(const T& value, Shuffle shuffle) {
  unsigned words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned& word : words) word = shuffle(word);
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}
}  // namespace detail
template <int lanes, class T>
__device__ T ShuffleIndex(T value, int lane, unsigned mask) {
  return detail::shuffle_words(value,
                               [=](unsigned word) { return __shfl_sync(mask, word, lane, lanes); });
}
// From `distance` lanes before or behind; its own value where that lane is beyond the limit.
template <int lanes, class T>
__device__ T ShuffleUp(T value, int distance, int first, unsigned mask) {
  const T other = detail::shuffle_words(
      value, [=](unsigned word) { return __shfl_up_sync(mask, word, distance, lanes); });
  return ((int)LaneId() & (lanes - 1)) - distance < first ? value : other;
}
template <int lanes, class T>
__device__ T ShuffleDown(T value, int distance, int last, unsigned mask) {
  const T other = detail::shuffle_words(
      value, [=](unsigned word) { return __shfl_down_sync(mask, word, distance, lanes); });
  return ((int)LaneId() & (lanes - 1)) + distance > last ? value : other;
}

template <class A, class B>
__host__ __device__ constexpr A DivideAndRoundUp(A count, B part) {
  return (A)(count / part + (count % part != 0));
}

// Numbers known to the compiler.
template <int n, int current = n, int count = 0>
struct Log2 {
  enum { VALUE = Log2<n, (current >> 1), count + 1>::VALUE };
};
template <int n, int count>
struct Log2<n, 0, count> {
  enum { VALUE = (1 << (count - 1) < n) ? count : count - 1 };
};
template <int n>
struct PowerOfTwo {
  enum { VALUE = (n & (n - 1)) == 0 };
};

}  // namespace cub

#endif
