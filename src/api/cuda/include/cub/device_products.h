// DeviceSpmv of cub: a matrix of compressed rows times a vector, a thread for each row.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_DEVICE_PRODUCTS_H
#define VG_CUB_DEVICE_PRODUCTS_H

#include "cub/device.h"

namespace cub {

struct DeviceSpmv {
  template <class T>
  static cudaError_t CsrMV(void* storage, size_t& bytes, const T* values, const int* row_offsets,
                           const int* columns, const T* x, T* y, int rows, int, int,
                           cudaStream_t stream = 0, bool = false) {
    if (detail::only_asks(storage, bytes, stream)) return cudaSuccess;
    thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), rows,
                       [=] __host__ __device__(int row) {
                         T sum = thrust::detail::zero_of<T>();
                         for (int k = row_offsets[row]; k < row_offsets[row + 1]; ++k)
                           sum = sum + values[k] * x[columns[k]];
                         y[row] = sum;
                       });
    return detail::done();
  }
};

}  // namespace cub

#endif
