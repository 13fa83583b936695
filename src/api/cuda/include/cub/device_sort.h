// DeviceRadixSort and its segmented form: stable sorts by a range of the keys' bits.
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

struct DeviceSegmentedRadixSort {
  template <class Key, class Value, class Begins, class Ends>
  static cudaError_t SortPairs(void* storage, size_t& bytes, const Key* in, Key* out,
                               const Value* values, Value* out_values, int, int segments,
                               Begins begins, Ends ends, int begin = 0, int end = sizeof(Key) * 8,
                               cudaStream_t stream = 0) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    for (int s = 0; s < segments; ++s)
      detail::sort_pairs<false>(in + begins[s], out + begins[s], values + begins[s],
                                out_values + begins[s], ends[s] - begins[s], begin, end);
    return detail::done();
  }
  template <class Key, class Begins, class Ends>
  static cudaError_t SortKeys(void* storage, size_t& bytes, const Key* in, Key* out, int,
                              int segments, Begins begins, Ends ends, int begin = 0,
                              int end = sizeof(Key) * 8, cudaStream_t stream = 0) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    for (int s = 0; s < segments; ++s)
      detail::sort_keys<false>(in + begins[s], out + begins[s], ends[s] - begins[s], begin, end);
    return detail::done();
  }
};

}  // namespace cub

#endif
