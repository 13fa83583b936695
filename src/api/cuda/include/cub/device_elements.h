// Device-wide algorithms of cub on single elements and their neighbours: differences, loops, copies.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_ELEMENTS_H
#define VG_CUB_DEVICE_ELEMENTS_H

#include "cub/device.h"

namespace cub {
namespace detail {

// Every element with the one before it, or behind it; in and out may be the same array.
template <class In, class Out, class Op>
void subtract(In in, Out out, long count, Op op, bool left) {
  typedef value_of<In> T;
  auto first = on_device(in);
  auto to = on_device(out);
  thrust::detail::Temporary<T> kept(count);
  T* values = kept.get();
  thrust::copy(first, first + count, thrust::device_ptr<T>(values));
  thrust::for_each_n(thrust::device, thrust::counting_iterator<long>(0), count,
                     [=] __host__ __device__(long i) mutable {
                       const long other = left ? i - 1 : i + 1;
                       const bool alone = other < 0 || other >= count;
                       if (alone)
                         to[i] = values[i];
                       else
                         to[i] = op(values[i], values[other]);
                     });
}

}  // namespace detail

struct DeviceAdjacentDifference {
  VG_CUB(SubtractLeftCopy, (class In, class Out, class Op = Difference),
         (In in, Out out, long count, Op op = Op()), detail::subtract(in, out, count, op, true))
  VG_CUB(SubtractRightCopy, (class In, class Out, class Op = Difference),
         (In in, Out out, long count, Op op = Op()), detail::subtract(in, out, count, op, false))
  VG_CUB(SubtractLeft, (class In, class Op = Difference), (In in, long count, Op op = Op()),
         detail::subtract(in, in, count, op, true))
  VG_CUB(SubtractRight, (class In, class Op = Difference), (In in, long count, Op op = Op()),
         detail::subtract(in, in, count, op, false))
};

// With memory asked for as elsewhere, and without.
struct DeviceFor {
  template <class Count, class Op>
  static cudaError_t Bulk(Count count, Op op, cudaStream_t stream = 0) {
    return ForEachN(thrust::counting_iterator<Count>(0), count, op, stream);
  }
  template <class It, class Count, class Op>
  static cudaError_t ForEachN(It first, Count count, Op op, cudaStream_t stream = 0) {
    cudaStreamSynchronize(stream);
    thrust::for_each_n(thrust::device, first, (long)count, op);
    return detail::done();
  }
  template <class It, class Op>
  static cudaError_t ForEach(It first, It last, Op op, cudaStream_t stream = 0) {
    return ForEachN(first, last - first, op, stream);
  }
  template <class It, class Op>
  static cudaError_t ForEachCopy(It first, It last, Op op, cudaStream_t stream = 0) {
    return ForEachN(first, last - first, op, stream);
  }
  template <class It, class Count, class Op>
  static cudaError_t ForEachCopyN(It first, Count count, Op op, cudaStream_t stream = 0) {
    return ForEachN(first, count, op, stream);
  }
  VG_CUB(Bulk, (class Count, class Op), (Count count, Op op), Bulk(count, op))
  VG_CUB(ForEachN, (class It, class Count, class Op), (It in, Count count, Op op),
         ForEachN(in, count, op))
  VG_CUB(ForEach, (class It, class Op), (It in, It last, Op op), ForEach(in, last, op))
};

// Many copies at once; sizes of copies count bytes.
struct DeviceMemcpy {
  VG_CUB(
      Batched, (class From, class To, class Sizes),
      (From from, To to, Sizes sizes, unsigned buffers), cudaDeviceSynchronize();
      for (unsigned i = 0; i < buffers; ++i) {
        const size_t size = sizes[i];
        cudaMemcpy(to[i], from[i], size, cudaMemcpyDefault);
      })
};
// The same with sizes that count elements, of any iterators.
struct DeviceCopy {
  VG_CUB(
      Batched, (class From, class To, class Sizes),
      (From from, To to, Sizes sizes, unsigned ranges), cudaDeviceSynchronize();
      for (unsigned i = 0; i < ranges; ++i) {
        const auto first = detail::on_device(from[i]);
        thrust::copy(first, first + (long)sizes[i], detail::on_device(to[i]));
      })
};

}  // namespace cub

#endif
