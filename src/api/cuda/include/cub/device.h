// Device-wide algorithms of cub, on thrust's: how they are called, and reductions.
//
// Each is called twice: first without memory, to learn how much it needs. None is needed here.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_H
#define VG_CUB_DEVICE_H

#include <thrust/sort.h>

#include <limits>

#include "cub/operators.h"

namespace cub {
namespace detail {
// True: the caller only asks. Else what the stream has to do before is done.
inline bool only_asks(void* storage, size_t& bytes, cudaStream_t stream) {
  if (storage == nullptr) return bytes = 1, true;
  cudaStreamSynchronize(stream);
  return false;
}
template <class It>
auto on_device(It it) {
  return thrust::detail::place<thrust::device_system_tag>(it);
}
template <class It>
using value_of = typename std::iterator_traits<It>::value_type;
// What an iterator takes; In's elements if it takes anything.
template <class Out, class In>
using taken_by =
    std::conditional_t<std::is_void<value_of<Out>>::value, value_of<In>, value_of<Out>>;
// The elements as what the operation makes of two of them.
template <class Op, class It>
auto summed_by(It it) {
  typedef thrust::detail::accumulated<Op, value_of<It>, value_of<It>> Sum;
  return thrust::detail::elements_as<Sum>(on_device(it));
}
inline cudaError_t done() { return cudaPeekAtLastError(); }
}  // namespace detail

// A function of cub: its parameters between the storage and the stream, and its work.
#define VG_CUB(name, templates, parameters, ...)                                \
  template <VG_CUB_LIST templates>                                              \
  static cudaError_t name(void* storage, size_t& bytes, VG_CUB_LIST parameters, \
                          cudaStream_t stream = 0, bool = false) {              \
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;          \
    __VA_ARGS__;                                                                \
    return detail::done();                                                      \
  }
#define VG_CUB_LIST(...) __VA_ARGS__
#define VG_FIRST auto first = detail::on_device(in)
#define VG_SUMMED auto first = detail::summed_by<Op>(in)
#define VG_ADDED auto first = detail::summed_by<cub::Sum>(in)

struct DeviceReduce {
  VG_CUB(Reduce, (class In, class Out, class Op, class T),
         (In in, Out out, long count, Op op, T start), VG_FIRST;
         *out = thrust::reduce(first, first + count, start, op))
  VG_CUB(Sum, (class In, class Out), (In in, Out out, long count), VG_FIRST;
         *out = thrust::reduce(first, first + count,
                               thrust::detail::zero_of<detail::taken_by<Out, In>>(), cub::Sum()))
  VG_CUB(Max, (class In, class Out), (In in, Out out, long count), VG_FIRST;
         *out = count > 0 ? *thrust::max_element(first, first + count)
                          : std::numeric_limits<detail::value_of<In>>::lowest())
  VG_CUB(Min, (class In, class Out), (In in, Out out, long count), VG_FIRST;
         *out = count > 0 ? *thrust::min_element(first, first + count)
                          : std::numeric_limits<detail::value_of<In>>::max())
  VG_CUB(ArgMax, (class In, class Out), (In in, Out out, long count), VG_FIRST;
         auto best = thrust::max_element(first, first + count); (*out).key = (int)(best - first);
         (*out).value = *best)
  VG_CUB(ArgMin, (class In, class Out), (In in, Out out, long count), VG_FIRST;
         auto best = thrust::min_element(first, first + count); (*out).key = (int)(best - first);
         (*out).value = *best)
  // The element and its place in two arrays of one each.
  VG_CUB(ArgMax, (class In, class Out, class Place), (In in, Out out, Place place, long count),
         VG_FIRST;
         auto best = thrust::max_element(first, first + count);
         *place = (detail::taken_by<Place, In>)(best - first); *out = *best)
  VG_CUB(ArgMin, (class In, class Out, class Place), (In in, Out out, Place place, long count),
         VG_FIRST;
         auto best = thrust::min_element(first, first + count);
         *place = (detail::taken_by<Place, In>)(best - first); *out = *best)
  VG_CUB(TransformReduce, (class In, class Out, class Op, class Function, class T),
         (In in, Out out, long count, Op op, Function function, T start), VG_FIRST;
         *out = thrust::transform_reduce(first, first + count, function, start, op))
  VG_CUB(ReduceByKey,
         (class Keys, class OutKeys, class Values, class OutValues, class Runs, class Op),
         (Keys in, OutKeys out, Values values, OutValues out_values, Runs runs, Op op, long count),
         VG_FIRST;
         auto keys = detail::on_device(out);
         auto end = thrust::reduce_by_key(first, first + count, detail::summed_by<Op>(values), keys,
                                          detail::on_device(out_values),
                                          thrust::equal_to<detail::value_of<Keys>>(), op);
         *runs = (int)(end.first - keys))
};

}  // namespace cub

#include "cub/device_scan.h"

#endif
