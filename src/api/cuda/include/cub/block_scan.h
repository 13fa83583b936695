// Scans of cub over a block, one or several items a thread. Included by cub/block.h.
//
// Behind the items stand, as in cub: for exclusive scans perhaps a first value; the operation; then perhaps a variable
// for the block's total, or a callback that gives the value before the block's first item. Warp 0 calls it with the
// block's total, and what thread 0 gets is the prefix.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_SCAN_H
#define VG_CUB_BLOCK_SCAN_H

namespace cub {
namespace detail {
template <class Op, class T, class = void>
struct joins_two : std::false_type {};
template <class Op, class T>
struct joins_two<Op, T,
                 thrust::detail::void_type<decltype((T)std::declval<Op&>()(
                     std::declval<T>(), std::declval<T>()))>> : std::true_type {};
}  // namespace detail

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
 public:
  struct TempStorage : Uninitialized<T[X * Y * Z + 1]> {};
  __device__ explicit BlockScan(TempStorage& storage) : values_(storage.Alias()) {}
  __device__ BlockScan() {
    __shared__ TempStorage storage;
    values_ = storage.Alias();
  }

  template <int items, class Op, class... More>
  __device__ void InclusiveScan(T (&in)[items], T (&out)[items], Op op, More&&... more) {
    T before;
    bool has_before = scan_threads(in, op, before, more...);
    for (int i = 0; i < items; ++i) {
      before = has_before ? op(before, in[i]) : in[i];
      has_before = true;
      out[i] = before;
    }
  }
  template <class... More>
  __device__ void InclusiveScan(T in, T& out, More&&... more) {
    T before[1] = {in}, after[1];
    InclusiveScan(before, after, more...);
    out = after[0];
  }
  template <int items, class First, class... More>
  __device__ void ExclusiveScan(T (&in)[items], T (&out)[items], First first, More&&... more) {
    if constexpr (detail::joins_two<First, T>::value) {
      // Without a first value thread 0's first result means nothing, and its others leave it out.
      T before;
      const bool has_before = scan_threads(in, first, before, more...);
      exclude(in, out, first, before, has_before);
    } else {
      exclude_from(in, out, (T)first, more...);
    }
  }
  template <class... More>
  __device__ void ExclusiveScan(T in, T& out, More&&... more) {
    T before[1] = {in}, after[1];
    ExclusiveScan(before, after, more...);
    out = after[0];
  }

  // Sums; `more` is nothing, a total or a callback.
  template <class In, class Out, class... More>
  __device__ void InclusiveSum(In&& in, Out& out, More&&... more) {
    InclusiveScan(in, out, cub::Sum(), more...);
  }
  template <class In, class Out>
  __device__ void ExclusiveSum(In&& in, Out& out) {
    ExclusiveScan(in, out, thrust::detail::zero_of<T>(), cub::Sum());
  }
  template <class In, class Out>
  __device__ void ExclusiveSum(In&& in, Out& out, T& total) {
    ExclusiveScan(in, out, thrust::detail::zero_of<T>(), cub::Sum(), total);
  }
  template <class In, class Out, class Callback>
  __device__ void ExclusiveSum(In&& in, Out& out, Callback& callback) {
    ExclusiveScan(in, out, cub::Sum(), callback);
  }

 private:
  __device__ static int rank() { return (int)__vg_linear_id(); }
  // A scan of the threads' sums: what stands before this thread's items, and whether anything does.
  template <int items, class Op>
  __device__ bool scan_threads(T (&in)[items], Op op, T& before, T& total) {
    T sum = in[0];
    for (int i = 1; i < items; ++i) sum = op(sum, in[i]);
    values_[rank()] = sum;
    __syncthreads();
    for (int step = 1; step < X * Y * Z; step *= 2) {
      const T other = values_[rank() >= step ? rank() - step : 0];
      __syncthreads();
      if (rank() >= step) values_[rank()] = op(other, values_[rank()]);
      __syncthreads();
    }
    before = values_[rank() > 0 ? rank() - 1 : 0];
    total = values_[X * Y * Z - 1];
    return rank() > 0;
  }
  template <int items, class Op>
  __device__ bool scan_threads(T (&in)[items], Op op, T& before) {
    T total;
    return scan_threads(in, op, before, total);
  }
  template <int items, class Op, class Callback>
  __device__ bool scan_threads(T (&in)[items], Op op, T& before, Callback& callback) {
    T total;
    const bool has_before = scan_threads(in, op, before, total);
    if (rank() < 32) {
      const T value = callback(total);
      if (rank() == 0) values_[X * Y * Z] = value;
    }
    __syncthreads();
    const T start = values_[X * Y * Z];
    before = has_before ? op(start, before) : start;
    return true;
  }
  template <int items, class Op, class... Total>
  __device__ void exclude_from(T (&in)[items], T (&out)[items], T start, Op op, Total&... total) {
    T before;
    const bool has_before = scan_threads(in, op, before, total...);
    exclude(in, out, op, has_before ? op(start, before) : start, true);
  }
  template <int items, class Op>
  __device__ void exclude(T (&in)[items], T (&out)[items], Op op, T before, bool has_before) {
    for (int i = 0; i < items; ++i) {
      const T value = in[i];
      out[i] = before;
      before = has_before ? op(before, value) : value;
      has_before = true;
    }
  }
  T* values_;
};

}  // namespace cub

#endif
