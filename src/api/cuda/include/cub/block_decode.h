// BlockRunLengthDecode of cub: runs of equal items, a few in each thread of a block, written out a window at a time.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_DECODE_H
#define VG_CUB_BLOCK_DECODE_H

#include "cub/block.h"

namespace cub {

template <class Item, int X, int runs, int items, class Offset = unsigned, int Y = 1, int Z = 1>
class BlockRunLengthDecode {
  enum { kThreads = X * Y * Z, kRuns = X * Y * Z * runs };
  typedef BlockScan<Offset, X, BLOCK_SCAN_RAKING, Y, Z> Scan;
  struct Runs {
    Item values[kRuns];
    Offset begins[kRuns];
    typename Scan::TempStorage scan;
  };

 public:
  struct TempStorage : Uninitialized<Runs> {};

  // From lengths; `total` becomes how many items all runs have.
  template <class Length, class Total>
  __device__ BlockRunLengthDecode(TempStorage& storage, Item (&values)[runs],
                                  Length (&lengths)[runs], Total& total)
      : runs_(storage.Alias()) {
    Offset begins[runs], sum = 0;
    for (int i = 0; i < runs; ++i) begins[i] = (Offset)lengths[i];
    Scan(runs_.scan).ExclusiveSum(begins, begins, sum);
    total = (Total)sum;
    keep(values, begins);
  }
  // From the places where runs begin.
  template <class Begin>
  __device__ BlockRunLengthDecode(TempStorage& storage, Item (&values)[runs], Begin (&begins)[runs])
      : runs_(storage.Alias()) {
    keep(values, begins);
  }

  // The block's window of items from `from` on, and how far each is from the begin of its run.
  template <class Relative>
  __device__ void RunLengthDecode(Item (&decoded)[items], Relative (&relative)[items],
                                  Offset from = 0) {
    Offset place = from + (Offset)(__vg_linear_id() * items);
    int run = run_of(place);
    for (int i = 0; i < items; ++i, ++place) {
      while (run + 1 < kRuns && runs_.begins[run + 1] <= place) ++run;
      decoded[i] = runs_.values[run];
      relative[i] = (Relative)(place - runs_.begins[run]);
    }
  }
  __device__ void RunLengthDecode(Item (&decoded)[items], Offset from = 0) {
    Offset relative[items];
    RunLengthDecode(decoded, relative, from);
  }

 private:
  template <class Begin>
  __device__ void keep(Item (&values)[runs], Begin (&begins)[runs]) {
    for (int i = 0; i < runs; ++i) {
      const int place = (int)__vg_linear_id() * runs + i;
      runs_.values[place] = values[i];
      runs_.begins[place] = (Offset)begins[i];
    }
    __syncthreads();
  }
  // The last run that begins at or before the place.
  __device__ int run_of(Offset place) const {
    int low = 0, high = kRuns;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (runs_.begins[middle] <= place ? low : high) = middle;
    }
    return low;
  }
  Runs& runs_;
};

}  // namespace cub

#endif
