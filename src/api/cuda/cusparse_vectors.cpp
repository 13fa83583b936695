// The functions of vgpu_sparse/operations.h that work on a sparse and a dense vector.
// SPDX-License-Identifier: MIT
#include "api/cuda/sparse_call.h"

using namespace vgpu::cuda;
using namespace vgpu::cuda::sparse;

namespace {

constexpr std::size_t kPart = 1 << 14;

template <typename T>
T* numbers(void* values) {
  return static_cast<T*>(values);
}

// body(T{}) if both vectors hold numbers of one type that is known and are of one size.
template <typename X, typename Y, typename Body>
cusparseStatus_t with_vectors(cusparseHandle_t handle, X x, Y y, Body body) {
  return call(handle, [&] {
    if (x == nullptr || y == nullptr || x->size != y->size) return CUSPARSE_STATUS_INVALID_VALUE;
    if (x->type != y->type) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return with_numbers(x->type, body);
  });
}

// A place that the vector names more than once would be written by two threads: these are rare, the work is small.
template <typename Body>
cusparseStatus_t each_element(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, Body body) {
  return start_serial(handle, [indices = x->indices, count = x->count, body] {
    for (Index i = 0; i < count; ++i) body(i, indices[i]);
  });
}

}  // namespace

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha,
                               cusparseConstSpVecDescr_t x, const void* beta,
                               cusparseDnVecDescr_t y) {
  return with_vectors(handle, x, y, [&](auto kind) {
    using T = decltype(kind);
    T factor, old;
    if (const cusparseStatus_t error = read(handle, alpha, factor)) return error;
    if (const cusparseStatus_t error = read(handle, beta, old)) return error;
    T* to = numbers<T>(y->values);
    const cusparseStatus_t error = start_each(
        handle, y->size, kPart, [=](Index i) { to[i] = old == T(0) ? T(0) : old * to[i]; });
    if (error != CUSPARSE_STATUS_SUCCESS) return error;
    const T* from = numbers<T>(x->values);
    return each_element(handle, x, [=](Index i, Index place) { to[place] += factor * from[i]; });
  });
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
  return with_vectors(handle, x, y, [&](auto kind) {
    using T = decltype(kind);
    const T* from = numbers<T>(y->values);
    T* to = numbers<T>(x->values);
    return each_element(handle, x, [=](Index i, Index place) { to[i] = from[place]; });
  });
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
  return with_vectors(handle, x, y, [&](auto kind) {
    using T = decltype(kind);
    const T* from = numbers<T>(x->values);
    T* to = numbers<T>(y->values);
    return each_element(handle, x, [=](Index i, Index place) { to[place] = from[i]; });
  });
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void* c, const void* s,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
  return with_vectors(handle, x, y, [&](auto kind) {
    using T = decltype(kind);
    T cosine, sine;
    if (const cusparseStatus_t error = read(handle, c, cosine)) return error;
    if (const cusparseStatus_t error = read(handle, s, sine)) return error;
    T *a = numbers<T>(x->values), *b = numbers<T>(y->values);
    return each_element(handle, x, [=](Index i, Index place) {
      const T old = a[i];
      a[i] = cosine * old + sine * b[place];
      b[place] = cosine * b[place] - conjugate(sine) * old;
    });
  });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cudaDataType, size_t* bytes) {
  return give_size(handle, bytes);
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void* result, cudaDataType, void*) {
  return with_vectors(handle, x, y, [&](auto kind) {
    using T = decltype(kind);
    if (result == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
    const bool conjugated = opX == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    const cusparseStatus_t error = start_serial(handle, [=, x = *x, y = *y] {
      const T *a = numbers<T>(x.values), *b = numbers<T>(y.values);
      T sum(0);
      for (Index i = 0; i < x.count; ++i)
        sum += (conjugated ? conjugate(a[i]) : a[i]) * b[x.indices[i]];
      *static_cast<T*>(result) = sum;
    });
    if (error != CUSPARSE_STATUS_SUCCESS || handle->pointers == CUSPARSE_POINTER_MODE_DEVICE)
      return error;
    return status(vgpuStreamSynchronize(to_vgpu(handle->stream)));
  });
}
