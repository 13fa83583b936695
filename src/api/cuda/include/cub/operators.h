// Function objects, pairs and iterators of cub.
// SPDX-License-Identifier: MIT
#ifndef VG_CUB_OPERATORS_H
#define VG_CUB_OPERATORS_H

#include <thrust/functional.h>
#include <thrust/iterator/transform_iterator.h>

#define CUB_VERSION 200500
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_PTX_ARCH 860
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_PTX_WARP_THREADS 32
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))

namespace cub {

#define VG_OPERATOR(name, value)                                        \
  struct name {                                                         \
    template <class T, class U>                                         \
    __host__ __device__ auto operator()(const T& a, const U& b) const { \
      return value;                                                     \
    }                                                                   \
  };
VG_OPERATOR(Sum, a + b)
VG_OPERATOR(Difference, a - b)
VG_OPERATOR(Division, a / b)
VG_OPERATOR(Equality, a == b)
VG_OPERATOR(Inequality, a != b)
#undef VG_OPERATOR
// Of two values of one type a function of its own, which programs specialise for types of theirs.
#define VG_CHOICE(name, value)                                          \
  struct name {                                                         \
    template <class T>                                                  \
    __host__ __device__ T operator()(const T& a, const T& b) const {    \
      return value;                                                     \
    }                                                                   \
    template <class T, class U>                                         \
    __host__ __device__ auto operator()(const T& a, const U& b) const { \
      return value;                                                     \
    }                                                                   \
  };
VG_CHOICE(Max, a < b ? b : a)
VG_CHOICE(Min, b < a ? b : a)
#undef VG_CHOICE

// The key of an array's extreme is its index.
template <class Key, class Value>
struct KeyValuePair {
  Key key;
  Value value;
  __host__ __device__ KeyValuePair() {}
  __host__ __device__ KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
  __host__ __device__ bool operator!=(const KeyValuePair& other) const {
    return key != other.key || value != other.value;
  }
};
struct ArgMax {
  template <class Pair>
  __host__ __device__ Pair operator()(const Pair& a, const Pair& b) const {
    return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class Pair>
  __host__ __device__ Pair operator()(const Pair& a, const Pair& b) const {
    return b.value < a.value || (b.value == a.value && b.key < a.key) ? b : a;
  }
};

template <class T>
using CountingInputIterator = thrust::counting_iterator<T>;
template <class T>
using ConstantInputIterator = thrust::constant_iterator<T>;
template <class Value, class Function, class It>
class TransformInputIterator
    : public thrust::detail::Computed<TransformInputIterator<Value, Function, It>, Value, Value> {
 public:
  typedef
      typename thrust::detail::system_of<decltype(thrust::detail::place<thrust::device_system_tag>(
          std::declval<It>()))>::type system_category;
  __host__ __device__ TransformInputIterator(It base, Function function)
      : base_(base), function_(function) {}
  __host__ __device__ Value at(long i) const { return function_(base_[i]); }
  __host__ __device__ long offset(const TransformInputIterator& other) const {
    return base_ - other.base_;
  }

 private:
  It base_;
  mutable Function function_;
};

// Elements with their indices.
template <class It, class Offset = ptrdiff_t,
          class Value = typename std::iterator_traits<It>::value_type>
class ArgIndexInputIterator
    : public thrust::detail::Computed<ArgIndexInputIterator<It, Offset, Value>,
                                      KeyValuePair<Offset, Value>, KeyValuePair<Offset, Value>> {
 public:
  typedef
      typename thrust::detail::system_of<decltype(thrust::detail::place<thrust::device_system_tag>(
          std::declval<It>()))>::type system_category;
  __host__ __device__ explicit ArgIndexInputIterator(It base) : base_(base) {}
  __host__ __device__ KeyValuePair<Offset, Value> at(long i) const { return {(Offset)i, base_[i]}; }
  __host__ __device__ long offset(const ArgIndexInputIterator&) const { return 0; }

 private:
  It base_;
};

// Two arrays of which one holds the data.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  __host__ __device__ DoubleBuffer() {}
  __host__ __device__ DoubleBuffer(T* current, T* other) : d_buffers{current, other} {}
  __host__ __device__ T* Current() { return d_buffers[selector]; }
  __host__ __device__ T* Alternate() { return d_buffers[selector ^ 1]; }
};

struct NullType {};  // no value at all

// Room for a T, or an array of them, that nothing initialises: unions and __shared__ variables may hold it.
template <class T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  __host__ __device__ T& Alias() { return reinterpret_cast<T&>(bytes); }
};

}  // namespace cub

#include "vgpu_std_around.h"

#endif
