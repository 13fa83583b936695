// BlockRadixRank of cub: where each key of a block stands when they are ordered by one digit, equal ones as before.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_RANK_H
#define VG_CUB_BLOCK_RANK_H

#include "cub/block.h"

namespace cub {

// The digit of a key as an index of bins.
template <class Key>
struct BFEDigitExtractor {
  unsigned begin, bits;
  __device__ explicit BFEDigitExtractor(unsigned first_bit = 0, unsigned count = 0)
      : begin(first_bit), bits(count) {}
  __device__ unsigned Digit(Key key) const {
    return (unsigned)((unsigned long long)key >> begin) & ((1u << bits) - 1);
  }
};

template <int X, int bits, bool descending, bool = false,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixRank {
  enum { kThreads = X * Y * Z, kBins = 1 << bits };
  // How many keys of each thread fall into each bin, by bins and then threads: the order that ranks have.
  typedef unsigned short Counters[kBins][kThreads];

 public:
  enum { BINS_TRACKED_PER_THREAD = (kBins + kThreads - 1) / kThreads };
  struct TempStorage : Uninitialized<Counters> {};
  __device__ explicit BlockRadixRank(TempStorage& storage) : counters_(storage.Alias()) {}

  template <class Unsigned, int items, class Extractor>
  __device__ void RankKeys(Unsigned (&keys)[items], int (&ranks)[items], Extractor extractor) {
    const int thread = (int)__vg_linear_id();
    __syncthreads();
    for (int bin = 0; bin < kBins; ++bin) counters_[bin][thread] = 0;
    for (int i = 0; i < items; ++i)
      ranks[i] = counters_[bin_of(extractor.Digit(keys[i]))][thread]++;
    __syncthreads();
    if (thread == 0) add_up();
    __syncthreads();
    for (int i = 0; i < items; ++i) ranks[i] += counters_[bin_of(extractor.Digit(keys[i]))][thread];
  }
  // Also how many keys have a smaller digit, for the digits that the thread looks after.
  template <class Unsigned, int items, class Extractor>
  __device__ void RankKeys(Unsigned (&keys)[items], int (&ranks)[items], Extractor extractor,
                           int (&before)[BINS_TRACKED_PER_THREAD]) {
    RankKeys(keys, ranks, extractor);
    for (int i = 0; i < BINS_TRACKED_PER_THREAD; ++i) {
      const int digit = (int)__vg_linear_id() * BINS_TRACKED_PER_THREAD + i;
      if (digit < kBins) before[i] = counters_[bin_of((unsigned)digit)][0];
    }
  }

 private:
  __device__ static unsigned bin_of(unsigned digit) {
    return descending ? kBins - 1 - digit : digit;
  }
  __device__ void add_up() {
    unsigned short sum = 0;
    for (int bin = 0; bin < kBins; ++bin)
      for (int thread = 0; thread < kThreads; ++thread) {
        const unsigned short count = counters_[bin][thread];
        counters_[bin][thread] = sum;
        sum = (unsigned short)(sum + count);
      }
  }
  Counters& counters_;
};

}  // namespace cub

#endif
