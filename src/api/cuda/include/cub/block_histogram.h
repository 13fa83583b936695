// BlockHistogram of cub: how often each value below `bins` occurs among a block's items.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_BLOCK_HISTOGRAM_H
#define VG_CUB_BLOCK_HISTOGRAM_H

#include "cub/block.h"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int items, int bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT,
          int Y = 1, int Z = 1>
class BlockHistogram {
 public:
  struct TempStorage {};
  __device__ BlockHistogram() {}
  __device__ explicit BlockHistogram(TempStorage&) {}
  template <class Counter>
  __device__ void InitHistogram(Counter (&histogram)[bins]) {
    for (int i = (int)__vg_linear_id(); i < bins; i += X * Y * Z) histogram[i] = 0;
  }
  template <class Counter>
  __device__ void Composite(T (&in)[items], Counter (&histogram)[bins]) {
    for (int i = 0; i < items; ++i) atomicAdd(&histogram[in[i]], (Counter)1);
  }
  template <class Counter>
  __device__ void Histogram(T (&in)[items], Counter (&histogram)[bins]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(in, histogram);
  }
};

}  // namespace cub

#endif
