// Histograms of cub over the device: equal bins or bins with given borders, one channel or those of pixels.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_HISTOGRAM_H
#define VG_CUB_DEVICE_HISTOGRAM_H

#include "cub/device.h"

namespace cub {
namespace detail {

// Which of `bins` equal bins from low to high; none is -1. Bins of whole numbers may be of whole width.
template <class Level>
struct EvenBins {
  Level low, high;
  int bins;
  template <class Sample>
  __host__ __device__ int operator()(Sample sample) const {
    if (!((Level)sample >= low) || !((Level)sample < high)) return -1;
    const int bin = (int)((sample - low) * (double)bins / (high - low));
    return bin < bins ? bin : bins - 1;
  }
};
template <class Level>
struct RangeBins {
  const Level* borders;  // bins + 1 of them, rising
  int bins;
  template <class Sample>
  __host__ __device__ int operator()(Sample sample) const {
    int low = 0, high = bins + 1;  // the first border that is greater
    while (low < high) {
      const int middle = (low + high) / 2;
      (borders[middle] <= (Level)sample ? low : high) =
          borders[middle] <= (Level)sample ? middle + 1 : middle;
    }
    return low > bins ? -1 : low - 1;
  }
};
template <class In, class Counter, class Bins>
void add_to_bins(In in, Counter* histogram, Bins bins, long count, int stride) {
  auto first = on_device(in);
  thrust::for_each_n(thrust::device, thrust::counting_iterator<long>(0), count,
                     [=] __device__(long i) mutable {
                       const int bin = bins(first[i * stride]);
                       if (bin >= 0) atomicAdd(&histogram[bin], (Counter)1);
                     });
}
template <class In, class Counter, class Bins>
void count_bins(In in, Counter* histogram, Bins bins, long count, int stride) {
  cudaMemset(histogram, 0, sizeof(Counter) * bins.bins);
  add_to_bins(in, histogram, bins, count, stride);
}
// Rows of an image, `bytes` apart.
template <class In, class Counter, class Bins>
void count_rows(In in, Counter* histogram, Bins bins, long count, long rows, size_t bytes) {
  cudaMemset(histogram, 0, sizeof(Counter) * bins.bins);
  const long apart = (long)(bytes / sizeof(value_of<In>));
  for (long row = 0; row < rows; ++row) add_to_bins(in + row * apart, histogram, bins, count, 1);
}

}  // namespace detail

struct DeviceHistogram {
  VG_CUB(HistogramEven, (class In, class Counter, class Level, class Count),
         (In in, Counter* histogram, int levels, Level low, Level high, Count count),
         detail::count_bins(in, histogram, detail::EvenBins<Level>{low, high, levels - 1},
                            (long)count, 1))
  VG_CUB(HistogramRange, (class In, class Counter, class Level, class Count),
         (In in, Counter* histogram, int levels, const Level* borders, Count count),
         detail::count_bins(in, histogram, detail::RangeBins<Level>{borders, levels - 1},
                            (long)count, 1))

  VG_CUB(HistogramEven, (class In, class Counter, class Level, class Count),
         (In in, Counter* histogram, int levels, Level low, Level high, Count count, Count rows,
          size_t row_bytes),
         detail::count_rows(in, histogram, detail::EvenBins<Level>{low, high, levels - 1},
                            (long)count, (long)rows, row_bytes))
  VG_CUB(HistogramRange, (class In, class Counter, class Level, class Count),
         (In in, Counter* histogram, int levels, const Level* borders, Count count, Count rows,
          size_t row_bytes),
         detail::count_rows(in, histogram, detail::RangeBins<Level>{borders, levels - 1},
                            (long)count, (long)rows, row_bytes))

  // Pixels of `channels` samples, of which the first `active` have a histogram each.
  template <int channels, int active, class In, class Counter, class Level, class Count>
  static cudaError_t MultiHistogramEven(void* storage, size_t& bytes, In in,
                                        Counter* histograms[active], const int levels[active],
                                        const Level low[active], const Level high[active],
                                        Count pixels, cudaStream_t stream = 0) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    for (int c = 0; c < active; ++c)
      detail::count_bins(in + c, histograms[c],
                         detail::EvenBins<Level>{low[c], high[c], levels[c] - 1}, (long)pixels,
                         channels);
    return detail::done();
  }
  template <int channels, int active, class In, class Counter, class Level, class Count>
  static cudaError_t MultiHistogramRange(void* storage, size_t& bytes, In in,
                                         Counter* histograms[active], const int levels[active],
                                         const Level* const borders[active], Count pixels,
                                         cudaStream_t stream = 0) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    for (int c = 0; c < active; ++c)
      detail::count_bins(in + c, histograms[c], detail::RangeBins<Level>{borders[c], levels[c] - 1},
                         (long)pixels, channels);
    return detail::done();
  }
};

}  // namespace cub

#endif
