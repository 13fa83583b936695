// Function objects of cub that are made of others, for pairs with keys among them, and iterators for odd places.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_COMBINED_OPERATORS_H
#define VG_CUB_COMBINED_OPERATORS_H

#include <thrust/iterator/discard_iterator.h>

#include "cub/operators.h"

namespace cub {

template <class Op>
struct InequalityWrapper {
  Op op;
  __host__ __device__ InequalityWrapper(Op equal) : op(equal) {}
  template <class T>
  __host__ __device__ bool operator()(const T& a, const T& b) {
    return !op(a, b);
  }
};
template <class To>
struct CastOp {
  template <class From>
  __host__ __device__ To operator()(const From& value) const {
    return (To)value;
  }
};
template <class Op>
struct SwizzleScanOp {
  Op op;
  __host__ __device__ SwizzleScanOp(Op scan) : op(scan) {}
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) {
    return op(b, a);
  }
};

// Pairs of the number of segments begun and the sum of the last one.
template <class Op>
struct ReduceBySegmentOp {
  Op op;
  __host__ __device__ ReduceBySegmentOp() : op() {}
  __host__ __device__ ReduceBySegmentOp(Op reduction) : op(reduction) {}
  template <class Pair>
  __host__ __device__ Pair operator()(const Pair& first, const Pair& second) {
    Pair result;
    result.key = first.key + second.key;
    result.value = second.key ? second.value : op(first.value, second.value);
    return result;
  }
};
template <class Op>
struct ReduceByKeyOp {
  Op op;
  __host__ __device__ ReduceByKeyOp() : op() {}
  __host__ __device__ ReduceByKeyOp(Op reduction) : op(reduction) {}
  template <class Pair>
  __host__ __device__ Pair operator()(const Pair& first, const Pair& second) {
    Pair result = second;
    if (first.key == second.key) result.value = op(first.value, second.value);
    return result;
  }
};

template <class = ptrdiff_t>
using DiscardOutputIterator = thrust::discard_iterator<>;

// Reads that a GPU sends through its texture cache: plain ones here.
template <class T, class = ptrdiff_t>
class TexObjInputIterator
    : public thrust::detail::Computed<TexObjInputIterator<T>, std::remove_cv_t<T>,
                                      std::remove_cv_t<T>> {
 public:
  typedef thrust::device_system_tag system_category;
  template <class Element>
  cudaError_t BindTexture(Element* pointer, size_t = 0, size_t offset = 0) {
    data_ = pointer + offset;
    return cudaSuccess;
  }
  cudaError_t UnbindTexture() { return cudaSuccess; }
  __host__ __device__ std::remove_cv_t<T> at(long i) const { return data_[i]; }
  __host__ __device__ long offset(const TexObjInputIterator& other) const {
    return data_ - other.data_;
  }

 private:
  const T* data_ = nullptr;
};
template <class T, int = 0, class Offset = ptrdiff_t>
using TexRefInputIterator = TexObjInputIterator<T>;

}  // namespace cub

#endif
