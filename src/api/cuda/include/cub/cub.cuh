// The part of cub that vGPU has: block and warp collectives, and device-wide algorithms on thrust's.
//
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_CUB_CUH
#define VG_CUB_CUB_CUH

#include <thrust/sort.h>

#include "cub/warp.h"

namespace cub {
namespace detail {
// Device functions are called twice: first without memory, to learn how much they need. None is needed here.
inline bool asks_for_size(void* storage, size_t& bytes) {
  if (storage == nullptr) bytes = 1;
  return storage == nullptr;
}
template <class It>
auto on_device(It it) {
  return thrust::detail::place<thrust::device_system_tag>(it);
}
inline cudaError_t done() { return cudaPeekAtLastError(); }
}  // namespace detail

struct DeviceReduce {
  template <class In, class Out, class Op, class T>
  static cudaError_t Reduce(void* storage, size_t& bytes, In in, Out out, long count, Op op, T start,
                            cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    cudaStreamSynchronize(stream);
    auto first = detail::on_device(in);
    *out = thrust::reduce(thrust::device, first, first + count, start, op);
    return detail::done();
  }
  template <class In, class Out>
  static cudaError_t Sum(void* storage, size_t& bytes, In in, Out out, long count,
                         cudaStream_t stream = 0) {
    typedef typename std::iterator_traits<In>::value_type T;
    return Reduce(storage, bytes, in, out, count, cub::Sum(), T(0), stream);
  }
  template <class In, class Out>
  static cudaError_t Max(void* storage, size_t& bytes, In in, Out out, long count,
                         cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    return Reduce(storage, bytes, in, out, count, cub::Max(), in[0], stream);
  }
  template <class In, class Out>
  static cudaError_t Min(void* storage, size_t& bytes, In in, Out out, long count,
                         cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    return Reduce(storage, bytes, in, out, count, cub::Min(), in[0], stream);
  }
};

struct DeviceScan {
  template <class In, class Out>
  static cudaError_t InclusiveSum(void* storage, size_t& bytes, In in, Out out, long count,
                                  cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    cudaStreamSynchronize(stream);
    thrust::inclusive_scan(thrust::device, in, in + count, out);
    return detail::done();
  }
  template <class In, class Out>
  static cudaError_t ExclusiveSum(void* storage, size_t& bytes, In in, Out out, long count,
                                  cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    cudaStreamSynchronize(stream);
    thrust::exclusive_scan(thrust::device, in, in + count, out);
    return detail::done();
  }
};

// Bits beyond the range that is asked for are compared too: they only make the order finer.
struct DeviceRadixSort {
  template <class Key>
  static cudaError_t SortKeys(void* storage, size_t& bytes, const Key* in, Key* out, long count,
                              int = 0, int = sizeof(Key) * 8, cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    cudaStreamSynchronize(stream);
    thrust::copy(thrust::device, in, in + count, out);
    thrust::sort(thrust::device, out, out + count);
    return detail::done();
  }
  template <class Key, class Value>
  static cudaError_t SortPairs(void* storage, size_t& bytes, const Key* in, Key* out,
                               const Value* values, Value* out_values, long count, int = 0,
                               int = sizeof(Key) * 8, cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    cudaStreamSynchronize(stream);
    thrust::copy(thrust::device, in, in + count, out);
    thrust::copy(thrust::device, values, values + count, out_values);
    thrust::sort_by_key(thrust::device, out, out + count, out_values);
    return detail::done();
  }
};

struct DeviceSelect {
  template <class In, class Out, class Count, class Predicate>
  static cudaError_t If(void* storage, size_t& bytes, In in, Out out, Count selected, long count,
                        Predicate predicate, cudaStream_t stream = 0) {
    if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
    cudaStreamSynchronize(stream);
    *selected = (int)(thrust::copy_if(thrust::device, in, in + count, out, predicate) - out);
    return detail::done();
  }
};

}  // namespace cub

#endif
