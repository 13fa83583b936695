// Tensors for the tests of cuDNN: any layout and type, noise in them and between them, plain numbers to compare with.
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_fp16.h>

#include <cmath>
#include <vector>

#include "dnn_handle.h"
#include "dnn_numbers.h"
#include "noise.h"

enum class Order { packed, channels_last, gaps };
inline const Order kOrders[] = {Order::packed, Order::channels_last, Order::gaps};
inline const cudnnDataType_t kTypes[] = {CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF};

struct Tensor {
  cudnnDataType_t type;
  Sizes size, stride;
  cudnnTensorDescriptor_t d = nullptr;
  cudnnFilterDescriptor_t f = nullptr;
  void* x = nullptr;
  int room = 1;
  Numbers first;  // all of the memory as it was

  Tensor(cudnnDataType_t t, const Sizes& s, Order order, int seed)
      : type(t), size(s), stride(s.size()) {
    Sizes axes;
    for (size_t i = 0; i < size.size(); ++i) axes.push_back(int(i));
    if (order == Order::channels_last) {
      axes.erase(axes.begin() + 1);
      axes.push_back(1);
    }
    int step = order == Order::gaps ? 2 : 1;
    for (int i = int(axes.size()) - 1; i >= 0; --i) {
      stride[axes[i]] = step;
      step = step * size[axes[i]] + (order == Order::gaps ? 3 : 0);
    }
    room = step + 5;
    OK(cudaMallocManaged(&x, room * sizeof(double)));
    for (int i = 0; i < room; ++i) write(i, noise(i + seed));
    for (int i = 0; i < room; ++i) first.push_back(read(i));
    GOOD(cudnnCreateTensorDescriptor(&d));
    GOOD(cudnnSetTensorNdDescriptor(d, type, int(size.size()), size.data(), stride.data()));
    GOOD(cudnnCreateFilterDescriptor(&f));
    if (order == Order::gaps) return;
    GOOD(cudnnSetFilterNdDescriptor(f, type,
                                    order == Order::packed ? CUDNN_TENSOR_NCHW : CUDNN_TENSOR_NHWC,
                                    int(size.size()), size.data()));
  }
  Tensor(const Tensor&) = delete;
  ~Tensor() {
    GOOD(cudnnDestroyTensorDescriptor(d));
    GOOD(cudnnDestroyFilterDescriptor(f));
    cudaFree(x);
  }

  double read(int i) const {
    switch (type) {
      case CUDNN_DATA_DOUBLE:
        return static_cast<double*>(x)[i];
      case CUDNN_DATA_HALF:
        return __half2float(static_cast<__half*>(x)[i]);
      case CUDNN_DATA_INT8:
        return static_cast<signed char*>(x)[i];
      case CUDNN_DATA_INT32:
        return static_cast<int*>(x)[i];
      default:
        return static_cast<float*>(x)[i];
    }
  }
  void write(int i, double v) const {
    switch (type) {
      case CUDNN_DATA_DOUBLE:
        static_cast<double*>(x)[i] = v;
        break;
      case CUDNN_DATA_HALF:
        static_cast<__half*>(x)[i] = __float2half(float(v));
        break;
      case CUDNN_DATA_INT8:
        static_cast<signed char*>(x)[i] = (signed char)(40 * v);
        break;
      case CUDNN_DATA_INT32:
        static_cast<int*>(x)[i] = int(1000 * v);
        break;
      default:
        static_cast<float*>(x)[i] = float(v);
    }
  }

  int count() const { return count_of(size); }
  int offset(int i) const {
    int at = 0;
    const Sizes indices = place(size, i);
    for (size_t axis = 0; axis < size.size(); ++axis) at += indices[axis] * stride[axis];
    return at;
  }
  Numbers numbers() const {
    Numbers all;
    for (int i = 0; i < count(); ++i) all.push_back(read(offset(i)));
    return all;
  }
  Numbers old() const {
    Numbers all;
    for (int i = 0; i < count(); ++i) all.push_back(first[offset(i)]);
    return all;
  }
  void set(const Numbers& values) {
    for (int i = 0; i < count(); ++i)
      write(offset(i), values[i]), first[offset(i)] = read(offset(i));
  }
  double tolerance() const {
    return type == CUDNN_DATA_DOUBLE ? 1e-9 : type == CUDNN_DATA_FLOAT ? 2e-4 : 2e-2;
  }

  // alpha * wanted + beta * what was there, and nothing else was touched.
  bool is(const Numbers& wanted, double alpha = 1, double beta = 0, double more = 1) const {
    std::vector<bool> ours(room);
    for (int i = 0; i < count(); ++i) {
      const int at = offset(i);
      ours[at] = true;
      const double got = read(at), right = alpha * wanted[i] + (beta == 0 ? 0 : beta * first[at]);
      if (!(std::fabs(got - right) <= more * tolerance() * (1 + std::fabs(right)))) {
        std::printf("element %d of type %d is %.9g, should be %.9g\n", i, type, got, right);
        return false;
      }
    }
    for (int i = 0; i < room; ++i)
      if (!ours[i] && read(i) != first[i]) {
        std::printf("what lies beside the tensor at %d was overwritten\n", i);
        return false;
      }
    return true;
  }
};
