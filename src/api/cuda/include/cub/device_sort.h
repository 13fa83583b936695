// DeviceRadixSort, stable sorts by a range of the keys' bits, and DeviceMergeSort, by any order.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_SORT_H
#define VG_CUB_DEVICE_SORT_H

#include "cub/device.h"

namespace cub {
namespace detail {

// A key's bits as an unsigned number that grows with the key.
template <class Key>
__host__ __device__ unsigned long long ordered_bits(const Key& key) {
  constexpr int size = sizeof(Key) * 8;
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &key, sizeof(Key));
  const unsigned long long sign = 1ull << (size - 1);
  constexpr bool is_float = !std::is_integral<Key>::value;
  if (is_float) return bits & sign ? ~bits & (sign | (sign - 1)) : bits | sign;
  return std::is_signed<Key>::value ? bits ^ sign : bits;
}
template <class Key, bool descending>
struct ByBits {
  int begin, end;
  __host__ __device__ unsigned long long part(const Key& key) const {
    const int count = end - begin;
    const unsigned long long mask = count >= 64 ? ~0ull : (1ull << count) - 1;
    return ordered_bits(key) >> begin & mask;
  }
  __host__ __device__ bool operator()(const Key& a, const Key& b) const {
    return descending ? part(b) < part(a) : part(a) < part(b);
  }
};
// All bits: the keys themselves, which is faster.
template <bool descending, class Key, class Sort>
void with_order(int begin, int end, Sort sort) {
  if (begin > 0 || end < (int)sizeof(Key) * 8) return sort(ByBits<Key, descending>{begin, end});
  if (descending)
    sort(thrust::greater<Key>());
  else
    sort(thrust::less<Key>());
}
template <bool descending, class Key>
void sort_keys(const Key* in, Key* out, long count, int begin, int end) {
  auto to = on_device(out);
  if (in != out) thrust::copy(on_device(in), on_device(in) + count, to);
  with_order<descending, Key>(begin, end,
                              [=](auto order) { thrust::stable_sort(to, to + count, order); });
}
template <bool descending, class Key, class Value>
void sort_pairs(const Key* in, Key* out, const Value* values, Value* out_values, long count,
                int begin, int end) {
  auto to = on_device(out);
  auto to_values = on_device(out_values);
  if (in != out) thrust::copy(on_device(in), on_device(in) + count, to);
  if (values != out_values) thrust::copy(on_device(values), on_device(values) + count, to_values);
  with_order<descending, Key>(begin, end, [=](auto order) {
    thrust::stable_sort_by_key(to, to + count, to_values, order);
  });
}
}  // namespace detail

#define VG_SORTS(suffix, descending)                                                           \
  template <class Key>                                                                         \
  static cudaError_t SortKeys##suffix(void* storage, size_t& bytes, const Key* in, Key* out,   \
                                      long count, int begin = 0, int end = sizeof(Key) * 8,    \
                                      cudaStream_t stream = 0, bool = false) {                 \
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;                         \
    detail::sort_keys<descending>(in, out, count, begin, end);                                 \
    return detail::done();                                                                     \
  }                                                                                            \
  template <class Key>                                                                         \
  static cudaError_t SortKeys##suffix(void* storage, size_t& bytes, DoubleBuffer<Key>& keys,   \
                                      long count, int begin = 0, int end = sizeof(Key) * 8,    \
                                      cudaStream_t stream = 0, bool = false) {                 \
    return SortKeys##suffix(storage, bytes, keys.Current(), keys.Current(), count, begin, end, \
                            stream);                                                           \
  }                                                                                            \
  template <class Key, class Value>                                                            \
  static cudaError_t SortPairs##suffix(void* storage, size_t& bytes, const Key* in, Key* out,  \
                                       const Value* values, Value* out_values, long count,     \
                                       int begin = 0, int end = sizeof(Key) * 8,               \
                                       cudaStream_t stream = 0, bool = false) {                \
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;                         \
    detail::sort_pairs<descending>(in, out, values, out_values, count, begin, end);            \
    return detail::done();                                                                     \
  }                                                                                            \
  template <class Key, class Value>                                                            \
  static cudaError_t SortPairs##suffix(void* storage, size_t& bytes, DoubleBuffer<Key>& keys,  \
                                       DoubleBuffer<Value>& values, long count, int begin = 0, \
                                       int end = sizeof(Key) * 8, cudaStream_t stream = 0,     \
                                       bool = false) {                                         \
    return SortPairs##suffix(storage, bytes, keys.Current(), keys.Current(), values.Current(), \
                             values.Current(), count, begin, end, stream);                     \
  }

struct DeviceRadixSort {
  VG_SORTS(, false)
  VG_SORTS(Descending, true)
};
#undef VG_SORTS

// Sorts by any order, in place or into another array. All of them keep the order of equals.
#define VG_MERGE_SORTS(prefix)                                                                  \
  VG_CUB(prefix##Keys, (class It, class Before), (It in, long count, Before before), VG_FIRST;  \
         thrust::stable_sort(first, first + count, before))                                     \
  VG_CUB(prefix##KeysCopy, (class It, class Out, class Before),                                 \
         (It in, Out out, long count, Before before), VG_FIRST;                                 \
         auto to = detail::on_device(out); thrust::copy(first, first + count, to);              \
         thrust::stable_sort(to, to + count, before))                                           \
  VG_CUB(prefix##Pairs, (class It, class Values, class Before),                                 \
         (It in, Values values, long count, Before before), VG_FIRST;                           \
         thrust::stable_sort_by_key(first, first + count, detail::on_device(values), before))   \
  VG_CUB(prefix##PairsCopy, (class It, class Values, class Out, class OutValues, class Before), \
         (It in, Values values, Out out, OutValues out_values, long count, Before before),      \
         VG_FIRST;                                                                              \
         auto to = detail::on_device(out); auto to_values = detail::on_device(out_values);      \
         auto from_values = detail::on_device(values); thrust::copy(first, first + count, to);  \
         thrust::copy(from_values, from_values + count, to_values);                             \
         thrust::stable_sort_by_key(to, to + count, to_values, before))

struct DeviceMergeSort {
  VG_MERGE_SORTS(Sort)
  VG_MERGE_SORTS(StableSort)
};
#undef VG_MERGE_SORTS

}  // namespace cub

#endif
