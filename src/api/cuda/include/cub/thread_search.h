// Scans, searches and sorts of cub by a single thread.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_THREAD_SEARCH_H
#define VG_CUB_THREAD_SEARCH_H

namespace cub {

template <class T, int count, class Op>
__device__ T ThreadScanInclusive(T (&in)[count], T (&out)[count], Op op) {
  out[0] = in[0];
  for (int i = 1; i < count; ++i) out[i] = op(out[i - 1], in[i]);
  return out[count - 1];
}
template <class T, int count, class Op>
__device__ T ThreadScanExclusive(T (&in)[count], T (&out)[count], Op op, T prefix) {
  for (int i = 0; i < count; ++i) {
    const T next = op(prefix, in[i]);
    out[i] = prefix, prefix = next;
  }
  return prefix;
}

// The first of `count` sorted elements that is not before the value, or that is behind it.
template <class It, class Offset, class T>
__host__ __device__ Offset LowerBound(It input, Offset count, T value) {
  Offset first = 0;
  while (count > 0) {
    const Offset half = count / 2;
    if (input[first + half] < value) {
      first += half + 1, count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}
template <class It, class Offset, class T>
__host__ __device__ Offset UpperBound(It input, Offset count, T value) {
  Offset first = 0;
  while (count > 0) {
    const Offset half = count / 2;
    if (value < input[first + half]) {
      count = half;
    } else {
      first += half + 1, count -= half + 1;
    }
  }
  return first;
}

// Exchanges of neighbours, which leave equal keys in their order.
template <class Key, class Value, int count, class Before>
__host__ __device__ void StableOddEvenSort(Key (&keys)[count], Value (&values)[count],
                                           Before before) {
  for (int round = 0; round < count; ++round)
    for (int i = round % 2; i + 1 < count; i += 2) {
      if (!before(keys[i + 1], keys[i])) continue;
      const Key key = keys[i];
      const Value value = values[i];
      keys[i] = keys[i + 1], values[i] = values[i + 1];
      keys[i + 1] = key, values[i + 1] = value;
    }
}

}  // namespace cub

#endif
