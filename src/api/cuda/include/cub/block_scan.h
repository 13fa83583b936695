// Scans of cub over a block, one or several items a thread. Included by cub/block.h.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_SCAN_H
#define VG_CUB_BLOCK_SCAN_H

namespace cub {

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
 public:
  struct TempStorage {
    T values[X * Y * Z];
  };
  __device__ explicit BlockScan(TempStorage& storage) : values_(storage.values) {}
  __device__ BlockScan() {
    __shared__ TempStorage storage;
    values_ = storage.values;
  }

  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op, T& total) {
    const int rank = (int)__vg_linear_id();
    values_[rank] = in;
    __syncthreads();
    for (int step = 1; step < X * Y * Z; step *= 2) {
      const T before = rank >= step ? values_[rank - step] : T();
      __syncthreads();
      if (rank >= step) values_[rank] = op(before, values_[rank]);
      __syncthreads();
    }
    out = values_[rank];
    total = values_[X * Y * Z - 1];
  }
  template <class Op>
  __device__ void InclusiveScan(T in, T& out, Op op) {
    T total;
    InclusiveScan(in, out, op, total);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T start, Op op, T& total) {
    T inclusive;
    InclusiveScan(in, inclusive, op, total);
    const int rank = (int)__vg_linear_id();
    out = rank == 0 ? start : op(start, values_[rank - 1]);
  }
  template <class Op>
  __device__ void ExclusiveScan(T in, T& out, T start, Op op) {
    T total;
    ExclusiveScan(in, out, start, op, total);
  }
  // Several items a thread, one after the other: a scan of the threads' sums, then on from there.
  template <int items, class Op>
  __device__ void ExclusiveScan(T (&in)[items], T (&out)[items], T start, Op op, T& total) {
    T sum = in[0], before;
    for (int i = 1; i < items; ++i) sum = op(sum, in[i]);
    ExclusiveScan(sum, before, start, op, total);
    for (int i = 0; i < items; ++i) {
      const T value = in[i];
      out[i] = before;
      before = op(before, value);
    }
  }
  template <int items, class Op>
  __device__ void ExclusiveScan(T (&in)[items], T (&out)[items], T start, Op op) {
    T total;
    ExclusiveScan(in, out, start, op, total);
  }
  template <int items, class Op>
  __device__ void InclusiveScan(T (&in)[items], T (&out)[items], Op op, T& total) {
    T sum = in[0], upto;
    for (int i = 1; i < items; ++i) sum = op(sum, in[i]);
    InclusiveScan(sum, upto, op, total);
    const int rank = (int)__vg_linear_id();
    T running = rank == 0 ? in[0] : op(values_[rank - 1], in[0]);
    out[0] = running;
    for (int i = 1; i < items; ++i) out[i] = running = op(running, in[i]);
  }
  template <int items, class Op>
  __device__ void InclusiveScan(T (&in)[items], T (&out)[items], Op op) {
    T total;
    InclusiveScan(in, out, op, total);
  }
  template <int items, class... Total>
  __device__ void ExclusiveSum(T (&in)[items], T (&out)[items], Total&... total) {
    ExclusiveScan(in, out, T(0), cub::Sum(), total...);
  }
  template <int items, class... Total>
  __device__ void InclusiveSum(T (&in)[items], T (&out)[items], Total&... total) {
    InclusiveScan(in, out, cub::Sum(), total...);
  }
  __device__ void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  __device__ void InclusiveSum(T in, T& out, T& total) {
    InclusiveScan(in, out, cub::Sum(), total);
  }
  __device__ void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
  __device__ void ExclusiveSum(T in, T& out, T& total) {
    ExclusiveScan(in, out, T(0), cub::Sum(), total);
  }

 private:
  T* values_;
};

}  // namespace cub

#endif
