// The classes below cub's device-wide functions, which some programs call themselves: everything that the functions
// choose is a parameter.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DISPATCH_H
#define VG_CUB_DISPATCH_H

#include "cub/device_segmented.h"
#include "cub/device_segmented_reduce.h"
#include "cub/device_select.h"

namespace cub {
namespace detail {

// Where a sort puts what it sorts: in the other buffer unless both may be written, as cub does it.
template <class T>
T* sorted_place(const DoubleBuffer<T>& buffers, bool overwrites) {
  DoubleBuffer<T> both = buffers;
  return overwrites ? both.Current() : both.Alternate();
}
template <class T>
void turn(void* storage, DoubleBuffer<T>& buffers, bool overwrites) {
  if (storage != nullptr && !overwrites) buffers.selector ^= 1;
}

}  // namespace detail

template <bool descending, class Key, class Value, class Offset>
struct DispatchRadixSort {
  static cudaError_t Dispatch(void* storage, size_t& bytes, DoubleBuffer<Key>& keys,
                              DoubleBuffer<Value>& values, Offset count, int begin, int end,
                              bool overwrites, cudaStream_t stream, bool = false) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    Key* to = detail::sorted_place(keys, overwrites);
    if constexpr (std::is_same<Value, NullType>::value)
      detail::sort_keys<descending>(keys.Current(), to, (long)count, begin, end);
    else
      detail::sort_pairs<descending>(keys.Current(), to, values.Current(),
                                     detail::sorted_place(values, overwrites), (long)count, begin,
                                     end);
    detail::turn(storage, keys, overwrites);
    detail::turn(storage, values, overwrites);
    return detail::done();
  }
};

template <bool descending, class Key, class Value, class Begins, class Ends, class Offset>
struct DispatchSegmentedRadixSort {
  static cudaError_t Dispatch(void* storage, size_t& bytes, DoubleBuffer<Key>& keys,
                              DoubleBuffer<Value>& values, Offset, Offset segments, Begins begins,
                              Ends ends, int begin, int end, bool overwrites, cudaStream_t stream,
                              bool = false) {
    const cudaError_t error = detail::sort_segments<descending, Key, Value>(
        storage, bytes, keys.Current(), detail::sorted_place(keys, overwrites), values.Current(),
        detail::sorted_place(values, overwrites), (long)segments, begins, ends, begin, end, stream);
    detail::turn(storage, keys, overwrites);
    detail::turn(storage, values, overwrites);
    return error;
  }
};

// A first value of type NullType: none, and each result has its own element in it.
template <class In, class Out, class Op, class First, class Offset>
struct DispatchScan {
  static cudaError_t Dispatch(void* storage, size_t& bytes, In in, Out out, Op op, First first,
                              Offset count, cudaStream_t stream, bool = false) {
    if constexpr (std::is_same<First, NullType>::value)
      return DeviceScan::InclusiveScan(storage, bytes, in, out, op, (long)count, stream);
    else
      return DeviceScan::ExclusiveScan(storage, bytes, in, out, op, first, (long)count, stream);
  }
};

template <class Keys, class In, class Out, class Same, class Op, class First, class Offset>
struct DispatchScanByKey {
  static cudaError_t Dispatch(void* storage, size_t& bytes, Keys keys, In in, Out out, Same same,
                              Op op, First first, Offset count, cudaStream_t stream, bool = false) {
    if constexpr (std::is_same<First, NullType>::value)
      return DeviceScan::InclusiveScanByKey(storage, bytes, keys, in, out, op, (long)count, same,
                                            stream);
    else
      return DeviceScan::ExclusiveScanByKey(storage, bytes, keys, in, out, op, first, (long)count,
                                            same, stream);
  }
};

template <class In, class Out, class Offset, class Op, class... Others>
struct DispatchReduce {
  template <class First>
  static cudaError_t Dispatch(void* storage, size_t& bytes, In in, Out out, Offset count, Op op,
                              First first, cudaStream_t stream, bool = false) {
    return DeviceReduce::Reduce(storage, bytes, in, out, (long)count, op, first, stream);
  }
};

template <class In, class Out, class Begins, class Ends, class Offset, class Op, class... Others>
struct DispatchSegmentedReduce {
  template <class First>
  static cudaError_t Dispatch(void* storage, size_t& bytes, In in, Out out, int segments,
                              Begins begins, Ends ends, Op op, First first, cudaStream_t stream,
                              bool = false) {
    return DeviceSegmentedReduce::Reduce(storage, bytes, in, out, segments, begins, ends, op, first,
                                         stream);
  }
};

template <class Keys, class OutKeys, class Values, class OutValues, class Runs, class Same,
          class Op, class Offset>
struct DispatchReduceByKey {
  static cudaError_t Dispatch(void* storage, size_t& bytes, Keys in, OutKeys out, Values values,
                              OutValues out_values, Runs runs, Same same, Op op, Offset count,
                              cudaStream_t stream, bool = false) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    auto first = detail::on_device(in);
    auto keys = detail::on_device(out);
    auto end = thrust::reduce_by_key(first, first + (long)count, detail::summed_by<Op>(values),
                                     keys, detail::on_device(out_values), same, op);
    *detail::on_device(runs) = (int)(end.first - keys);
    return detail::done();
  }
};

template <class In, class Flags, class Out, class Count, class Select, class Same, class Offset,
          bool... others>
struct DispatchSelectIf {
  static cudaError_t Dispatch(void* storage, size_t& bytes, In in, Flags flags, Out out,
                              Count selected, Select select, Same, Offset count,
                              cudaStream_t stream, bool = false) {
    if constexpr (!std::is_same<Select, NullType>::value)
      return DeviceSelect::If(storage, bytes, in, out, selected, (long)count, select, stream);
    else if constexpr (std::is_pointer<Flags>::value &&
                       std::is_same<std::remove_pointer_t<Flags>, NullType>::value)
      return DeviceSelect::Unique(storage, bytes, in, out, selected, (long)count, stream);
    else
      return DeviceSelect::Flagged(storage, bytes, in, flags, out, selected, (long)count, stream);
  }
};

}  // namespace cub

#endif
