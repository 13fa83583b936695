// Sorts of cub over segments of an array. The thread that calls does them, on memory that host and device share.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_SEGMENTED_H
#define VG_CUB_DEVICE_SEGMENTED_H

#include <algorithm>
#include <vector>

#include "cub/device_sort.h"

namespace cub {
namespace detail {

template <class Key, class Before>
void sort_segment(const Key* in, Key* out, const NullType*, NullType*, long count, Before before) {
  if (in != out) std::copy(in, in + count, out);
  std::stable_sort(out, out + count, before);
}
template <class Key, class Value, class Before>
void sort_segment(const Key* in, Key* out, const Value* values, Value* out_values, long count,
                  Before before) {
  std::vector<std::pair<Key, Value>> pairs(count);
  for (long i = 0; i < count; ++i) pairs[i] = {in[i], values[i]};
  std::stable_sort(pairs.begin(), pairs.end(),
                   [&](const auto& a, const auto& b) { return before(a.first, b.first); });
  for (long i = 0; i < count; ++i) out[i] = pairs[i].first, out_values[i] = pairs[i].second;
}
template <bool descending, class Key, class Value, class Begins, class Ends>
cudaError_t sort_segments(void* storage, size_t& bytes, const Key* in, Key* out,
                          const Value* values, Value* out_values, long segments, Begins begins,
                          Ends ends, int begin, int end, cudaStream_t stream) {
  if (only_asks(storage, bytes, stream)) return cudaSuccess;
  cudaDeviceSynchronize();
  for (long s = 0; s < segments; ++s) {
    const long first = begins[s], last = ends[s];
    if (first < last)
      sort_segment(in + first, out + first, values + first, out_values + first, last - first,
                   ByBits<Key, descending>{begin, end});
  }
  return done();
}

}  // namespace detail

// One order of one family, on arrays and on double buffers. `bits` are the parameters of radix sorts.
#define VG_SEGMENTED(name, suffix, descending, bits, begin, end)                                   \
  template <class Key, class Begins, class Ends>                                                   \
  static cudaError_t name##Keys##suffix(                                                           \
      void* storage, size_t& bytes, const Key* in, Key* out, long, long segments, Begins begins,   \
      Ends ends VG_CUB_LIST bits, cudaStream_t stream = 0, bool = false) {                         \
    NullType* none = nullptr;                                                                      \
    return detail::sort_segments<descending>(storage, bytes, in, out, (const NullType*)none, none, \
                                             segments, begins, ends, begin, end, stream);          \
  }                                                                                                \
  template <class Key, class Begins, class Ends>                                                   \
  static cudaError_t name##Keys##suffix(                                                           \
      void* storage, size_t& bytes, DoubleBuffer<Key>& keys, long, long segments, Begins begins,   \
      Ends ends VG_CUB_LIST bits, cudaStream_t stream = 0, bool = false) {                         \
    NullType* none = nullptr;                                                                      \
    return detail::sort_segments<descending>(storage, bytes, keys.Current(), keys.Current(),       \
                                             (const NullType*)none, none, segments, begins, ends,  \
                                             begin, end, stream);                                  \
  }                                                                                                \
  template <class Key, class Value, class Begins, class Ends>                                      \
  static cudaError_t name##Pairs##suffix(void* storage, size_t& bytes, const Key* in, Key* out,    \
                                         const Value* values, Value* out_values, long,             \
                                         long segments, Begins begins, Ends ends VG_CUB_LIST bits, \
                                         cudaStream_t stream = 0, bool = false) {                  \
    return detail::sort_segments<descending>(storage, bytes, in, out, values, out_values,          \
                                             segments, begins, ends, begin, end, stream);          \
  }                                                                                                \
  template <class Key, class Value, class Begins, class Ends>                                      \
  static cudaError_t name##Pairs##suffix(void* storage, size_t& bytes, DoubleBuffer<Key>& keys,    \
                                         DoubleBuffer<Value>& values, long, long segments,         \
                                         Begins begins, Ends ends VG_CUB_LIST bits,                \
                                         cudaStream_t stream = 0, bool = false) {                  \
    return detail::sort_segments<descending>(storage, bytes, keys.Current(), keys.Current(),       \
                                             values.Current(), values.Current(), segments, begins, \
                                             ends, begin, end, stream);                            \
  }

struct DeviceSegmentedRadixSort {
  VG_SEGMENTED(Sort, , false, (, int begin = 0, int end = sizeof(Key) * 8), begin, end)
  VG_SEGMENTED(Sort, Descending, true, (, int begin = 0, int end = sizeof(Key) * 8), begin, end)
};
struct DeviceSegmentedSort {
  VG_SEGMENTED(Sort, , false, (), 0, sizeof(Key) * 8)
  VG_SEGMENTED(Sort, Descending, true, (), 0, sizeof(Key) * 8)
  VG_SEGMENTED(StableSort, , false, (), 0, sizeof(Key) * 8)
  VG_SEGMENTED(StableSort, Descending, true, (), 0, sizeof(Key) * 8)
};
#undef VG_SEGMENTED

}  // namespace cub

#endif
